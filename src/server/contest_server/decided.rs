//! Aborts live matches that their contest no longer counts, so that their players are free. The
//! host has awarded or voided the match, an entrant is out, or the contest has ended.
//!
//! Each check compares all tables with all contests, and does not follow events. So the abort also
//! happens if the server was killed between the event and the abort.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use referee_contests::contest::{ContestKind, MATCH_LABEL, MatchKey};
use referee_ids::{PlayerId, RequestId, Seq};
use referee_law::{Asker, Contest, Reason};
use tokio::time::timeout;

use super::{AllContests, Contests, Kind};
use crate::hall::table::{Ask, TableStub};

/// Interval between comparisons of all live matches with their contests. A match may be opened or
/// resumed after its contest decided it, and the store may reject an abort.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// Time limit of an abort, since a table may have to wait for its store.
const ABORTED_WITHIN: Duration = Duration::from_secs(2);
/// Maximum concurrent aborts.
const AT_ONCE: usize = 64;

impl AllContests {
    /// Aborts live matches that their contests no longer count, until the server stops.
    pub(super) async fn abort_decided_in_time(self) {
        let looks = async {
            loop {
                self.abort_decided().await;
                // Without a notice, the next check comes after the interval.
                let _ = timeout(LOOK_AGAIN, self.decided.notified()).await;
            }
        };
        tokio::select! {
            biased;
            () = self.tournaments.inner.stopped() => {}
            () = looks => {}
        }
    }

    /// Aborts the live matches that their contests no longer count.
    async fn abort_decided(&self) {
        let inner = &self.tournaments.inner;
        let (mut decided, mut uncarried) = (Vec::new(), Vec::new());
        for table in inner.hall.tables().into_iter().filter(|table| !table.has_ended()) {
            let Some((contest, match_key)) = place_of(&table) else { continue };
            let players = &table.opened().players;
            let counts = self.tournaments.counts(&contest, &match_key, players);
            match counts.or_else(|| self.ladders.counts(&contest, &match_key, players)) {
                Some(true) => {}
                Some(false) => decided.push(table),
                None => uncarried.push((contest, table)),
            }
        }
        if !uncarried.is_empty() {
            match inner.contests.running_contests().await {
                // Another server runs these contests, or this one soon will.
                Ok(running) => uncarried.retain(|(contest, _)| !running.contains(contest)),
                Err(error) => {
                    tracing::warn!(%error, "failed to look which contests of live matches are over: retrying");
                    uncarried.clear();
                }
            }
        }
        for (contest, table) in uncarried {
            // If this server never ran the contest, a program outside the server uses its name, so
            // the match stays.
            let first = inner.contests.contest_events(&contest, Seq(0), 1).await;
            if first.is_ok_and(|events| !events.is_empty()) {
                decided.push(table);
            }
        }
        stream::iter(decided).for_each_concurrent(AT_ONCE, abort).await;
    }
}

impl<K: Kind> Contests<K> {
    /// Returns whether a contest still counts the result of a match, or has never paired it: a
    /// program outside the server may use the same names. Returns `None` if the contest has no
    /// steward here.
    fn counts(&self, contest: &Contest, match_key: &MatchKey, players: &[PlayerId]) -> Option<bool> {
        let running = self.lock().get(contest).cloned()?;
        let counts = |of: &K| of.is_awaited(match_key) || !has_paired(of, match_key, players);
        // While the contest is being read, the match stays; the next check decides.
        Some(running.see(|seen| counts(K::of(seen.of))).unwrap_or(true))
    }
}

/// Returns whether a contest paired these players, in the order of seats, for a match.
fn has_paired<K: ContestKind>(of: &K, match_key: &MatchKey, players: &[PlayerId]) -> bool {
    let Some(paired) = of.paired(match_key) else { return false };
    let seated = paired.seated(match_key.number as usize);
    seated.iter().map(|entrant| of.name_of(*entrant)).eq(players.iter().map(|player| Some(player.as_str())))
}

/// Returns the contest of a match, and the key of the match there; `None` if the match belongs to
/// no contest.
fn place_of(table: &TableStub) -> Option<(Contest, MatchKey)> {
    let opened = table.opened();
    let match_key = opened.labels.get(MATCH_LABEL).and_then(|text| MatchKey::parse(text))?;
    Some((opened.occasion.as_ref()?.contest.clone(), match_key))
}

async fn abort(table: TableStub) {
    let match_id = table.match_id();
    let asked = timeout(ABORTED_WITHIN, table.ask(Asker::Contest, RequestId::default(), Ask::Abort)).await;
    let Ok(answer) = asked else {
        tracing::warn!(%match_id, "a match was not aborted in time: retrying");
        return;
    };
    match answer {
        Ok(_) => tracing::info!(%match_id, "a match was aborted: its contest no longer counts it"),
        Err(refusal) if refusal.reason == Reason::MatchOver => {}
        Err(refusal) => tracing::warn!(%match_id, %refusal, "failed to abort a match: retrying"),
    }
}
