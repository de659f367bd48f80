//! The open matches of a contest that are not over. Some of them still wait for players to take
//! their seats.

use std::{collections::BTreeMap, future::Future, pin::Pin, sync::Arc, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use referee_ids::{MatchId, PlayerId, Viewer};
use referee_law::{MatchOpened, Phase};
use tokio::{sync::watch, time::sleep};

use super::waiting::{Wait, WaitingMatch};
use crate::hall::{Hall, table::TableStub};

/// Time after which an open match whose players are missing no longer takes a place from other
/// matches.
const COME_WITHIN: Duration = Duration::from_secs(10);
/// Interval between checks whether the players of an open match have come.
const COME_AGAIN: Duration = Duration::from_secs(5);

/// The opening of each match of a contest that has a table on this server.
pub type OpenHere = Arc<BTreeMap<MatchId, Arc<MatchOpened>>>;

/// The matches of a contest that can be watched on this server, for readers. Clones are handles to
/// the same matches.
#[derive(Clone, Debug, Default)]
pub(super) struct Watchable(Arc<watch::Sender<OpenHere>>);

impl Watchable {
    pub fn subscribe(&self) -> watch::Receiver<OpenHere> {
        self.0.subscribe()
    }

    fn insert(&self, opened: &Arc<MatchOpened>) {
        let is_known = self.0.borrow().contains_key(&opened.match_id);
        if !is_known {
            // `make_mut` copies the map only while a reader holds it.
            self.0.send_modify(|all| drop(Arc::make_mut(all).insert(opened.match_id.clone(), Arc::clone(opened))));
        }
    }

    fn remove(&self, match_id: &MatchId) {
        self.0.send_modify(|all| drop(Arc::make_mut(all).remove(match_id)));
    }
}

/// The open matches. Their number is limited by the concurrent matches and the waiting ones.
pub(super) struct OpenMatches {
    hall: Hall,
    watchable: Watchable,
    open: BTreeMap<MatchId, OpenMatch>,
    /// One future per match, which is ready with the result of its next check.
    looks: FuturesUnordered<Pin<Box<dyn Future<Output = Looked> + Send>>>,
}

/// A match, with its grace if players are missing.
type Looked = (MatchId, Option<Grace>);

struct OpenMatch {
    match_key: String,
    players: Vec<PlayerId>,
    /// The start grace; `None` once all players have come. With a grace, the match takes no place
    /// from others.
    grace: Option<Grace>,
}

/// The start grace of an open match, in milliseconds since 1970 (UTC).
#[derive(Clone, Copy, Debug)]
struct Grace {
    since_unix_ms: i64,
    until_unix_ms: i64,
}

impl OpenMatches {
    /// Creates a list without matches.
    pub fn new(hall: Hall, watchable: Watchable) -> OpenMatches {
        watchable.0.send_replace(OpenHere::default());
        OpenMatches { hall, watchable, open: BTreeMap::new(), looks: FuturesUnordered::new() }
    }

    /// Records a match that was opened.
    pub fn insert(&mut self, match_id: MatchId, match_key: String, players: Vec<PlayerId>) {
        self.look(match_id.clone(), COME_WITHIN);
        self.open.insert(match_id, OpenMatch { match_key, players, grace: None });
    }

    /// Shows a match with a table to readers.
    pub fn show(&self, table: &TableStub) {
        self.watchable.insert(table.opened());
    }

    /// Forgets a match that is over.
    pub fn remove(&mut self, match_id: &MatchId) {
        self.open.remove(match_id);
        self.watchable.remove(match_id);
    }

    /// Returns whether this list contains a match.
    pub fn contains(&self, match_id: &MatchId) -> bool {
        self.open.contains_key(match_id)
    }

    /// Returns how many matches take a place from others, and how many wait for players and take
    /// none.
    pub fn counts(&self) -> (usize, usize) {
        let waiting = self.open.values().filter(|one| one.grace.is_some()).count();
        (self.open.len() - waiting, waiting)
    }

    /// Waits until a match was checked for missing players; `None` if there is no match. Returns
    /// whether the match now takes a place that it did not take before, or the reverse. Cancel
    /// safe.
    pub async fn next(&mut self) -> Option<bool> {
        let (match_id, grace) = self.looks.next().await?;
        let Some(one) = self.open.get_mut(&match_id) else { return Some(false) };
        let before = std::mem::replace(&mut one.grace, grace);
        if grace.is_some() {
            self.look(match_id, COME_AGAIN);
        }
        Some(before.is_some() != grace.is_some())
    }

    /// Checks after a delay whether the players of a match have come.
    fn look(&self, match_id: MatchId, after: Duration) {
        let hall = self.hall.clone();
        self.looks.push(Box::pin(async move {
            sleep(after).await;
            let Some(table) = hall.table(&match_id) else { return (match_id, None) };
            let summary = table.summary(Viewer::Arbiter).await.ok();
            let waiting = summary.filter(|summary| summary.phase == Phase::Waiting);
            let grace = waiting.map(|summary| Grace {
                since_unix_ms: summary.opened.opened_unix_ms,
                until_unix_ms: comes_until_unix_ms(&summary.opened),
            });
            (match_id, grace)
        }));
    }

    /// Returns the open matches that still wait for players to take their seats.
    pub fn waiting(&self) -> impl Iterator<Item = WaitingMatch> + '_ {
        self.open.values().filter_map(|one| Some((one, one.grace?))).map(|(one, grace)| {
            let is_away = |player: &&PlayerId| !self.hall.lobby().is_online(player);
            let players: Vec<PlayerId> = one.players.iter().filter(is_away).cloned().collect();
            let names: Vec<&str> = players.iter().map(PlayerId::as_str).collect();
            let reason = match names.is_empty() {
                true => "the match is open; not all players have taken their seats".to_owned(),
                false => format!("the match is open; not connected: {}", names.join(", ")),
            };
            WaitingMatch {
                match_key: one.match_key.clone(),
                wait: Wait::Arrival,
                players,
                since_unix_ms: grace.since_unix_ms,
                until_unix_ms: Some(grace.until_unix_ms),
                reason,
            }
        })
    }
}

/// Returns when the start grace of a match ends, unless something delays it, in milliseconds since
/// 1970 (UTC).
pub fn comes_until_unix_ms(opened: &MatchOpened) -> i64 {
    let grace_ms = i64::try_from(opened.graces.start.as_millis()).unwrap_or(i64::MAX);
    opened.opened_unix_ms.saturating_add(grace_ms)
}
