//! Gauges of running contests and webhooks, for `/metrics`.

use std::time::Duration;

use referee_ids::PlayerId;
use referee_os::metrics::{ContestCounts, metrics};
use tokio::time::sleep;

use crate::{
    contest_server::{AllContests, Contests, Kind, Wait, WaitingMatch},
    hall::{Hall, table::TableStub, wall_clock::unix_ms},
    webhooks::Webhooks,
};

/// Interval between measurements.
const MEASURE_EVERY: Duration = Duration::from_secs(10);

/// Sets the gauges repeatedly, until this future is dropped.
pub(in crate::api) async fn measure(hall: Hall, all: AllContests, webhooks: Option<Webhooks>) {
    loop {
        let tables = hall.contest_tables();
        metrics().contests.set("tournament", counts(&hall, &all.tournaments, &tables));
        metrics().contests.set("ladder", counts(&hall, &all.ladders, &tables));
        drop(tables);
        if let Some(webhooks) = &webhooks {
            match webhooks.backlog().await {
                Ok((behind, given_up)) => metrics().contests.set_webhooks(behind, given_up),
                Err(error) => tracing::warn!(%error, "failed to measure the webhooks"),
            }
        }
        sleep(MEASURE_EVERY).await;
    }
}

/// Measures all contests of a kind.
fn counts<K: Kind>(hall: &Hall, of: &Contests<K>, tables: &[TableStub]) -> ContestCounts {
    let mut counts = ContestCounts::default();
    let is_away = |player: &PlayerId| !hall.lobby().is_online(player);
    for id in of.carried_ids() {
        // Every running contest counts, even an unreadable one; a contest that rests does not.
        let seen = of.see_now(&id, |seen| {
            let is_unopened = |one: &&WaitingMatch| one.wait != Wait::Arrival;
            let unopened = seen.waiting.iter().filter(is_unopened).map(|one| one.since_unix_ms);
            let of = K::of(seen.of);
            let absent = of.playing().filter_map(|name| PlayerId::parse(name).ok()).filter(is_away).count();
            (of.rests(), absent, of.progress(0), unopened.collect::<Vec<_>>())
        });
        counts.running += u64::from(seen.as_ref().is_none_or(|(rests, ..)| !rests));
        let Some((false, absent, progress, unopened)) = seen else { continue };
        counts.absent += absent as u64;
        unopened.iter().for_each(|since_unix_ms| add_wait(&mut counts, *since_unix_ms));
        counts.played += progress.done;
        counts.left += progress.in_all.map_or(0, |in_all| in_all.saturating_sub(progress.done));
    }
    for table in tables {
        let opened = table.opened();
        let is_of_kind = opened.occasion.as_ref().is_some_and(|occasion| K::is_one(&occasion.contest));
        if is_of_kind && opened.players.iter().any(is_away) {
            add_wait(&mut counts, opened.opened_unix_ms);
        }
    }
    counts
}

/// Adds a match that has waited for a player since `since_unix_ms`.
fn add_wait(counts: &mut ContestCounts, since_unix_ms: i64) {
    counts.waiting += 1;
    let waited = u64::try_from(unix_ms().saturating_sub(since_unix_ms) / 1000).unwrap_or(0);
    counts.oldest_wait_seconds = counts.oldest_wait_seconds.max(waited);
}
