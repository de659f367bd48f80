//! Measures the running tournaments and ladders, and the webhooks, for `/metrics`.

use std::time::Duration;

use tokio::time::sleep;

use crate::{
    competitions::{AllCompetitions, Competitions, Kind, Seen},
    contest::Progress,
    hall::{Hall, table::TableStub, wall_clock::unix_ms},
    ids::PlayerId,
    ladder,
    metrics::{ContestCounts, metrics},
    tournament::Standing,
    webhooks::Webhooks,
};

/// How often the gauges are set.
const MEASURE_EVERY: Duration = Duration::from_secs(10);

/// Sets the gauges until it is dropped.
pub(super) async fn measure(hall: Hall, all: AllCompetitions, webhooks: Option<Webhooks>) {
    loop {
        let tables = hall.contest_tables();
        let tournaments = counts(&hall, &all.tournaments, &tables, |seen| {
            let entrants = seen.of.entrants.iter().filter(|one| one.standing == Standing::In);
            (entrants.map(|one| one.name.clone()).collect(), seen.of.progress())
        });
        metrics().contests.set("tournament", tournaments);
        let ladders = counts(&hall, &all.ladders, &tables, |seen| {
            let entrants = seen.of.ladder.entrants.iter().filter(|one| one.standing == ladder::Standing::In);
            (entrants.map(|one| one.joined.name.clone()).collect(), seen.of.ladder.progress(0))
        });
        metrics().contests.set("ladder", ladders);
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

/// Measures all contests of a kind; `look` returns the entrants that play, and how far the matches are.
fn counts<K: Kind>(
    hall: &Hall,
    of: &Competitions<K>,
    tables: &[TableStub],
    look: impl Fn(Seen<'_, K>) -> (Vec<String>, Progress),
) -> ContestCounts {
    let mut counts = ContestCounts::default();
    let is_away = |player: &PlayerId| !hall.lobby().is_online(player);
    for id in of.carried_ids() {
        counts.running += 1;
        let seen = of.see_now(&id, |seen| (look(seen), seen.waiting.len()));
        let Some(((entrants, progress), waiting)) = seen else { continue };
        let absent = entrants.iter().filter_map(|name| PlayerId::parse(name).ok()).filter(is_away);
        counts.absent += absent.count() as u64;
        counts.waiting += waiting as u64;
        counts.played += progress.done;
        counts.left += progress.in_all.map_or(0, |in_all| in_all.saturating_sub(progress.done));
    }
    for table in tables {
        let opened = table.opened();
        let is_of_kind = opened.occasion.as_ref().is_some_and(|occasion| K::is_one(&occasion.contest));
        if is_of_kind && opened.players.iter().any(is_away) {
            counts.waiting += 1;
            let waited_ms = unix_ms().saturating_sub(opened.opened_unix_ms);
            let waited = u64::try_from(waited_ms / 1000).unwrap_or(0);
            counts.oldest_wait_seconds = counts.oldest_wait_seconds.max(waited);
        }
    }
    counts
}
