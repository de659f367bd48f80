//! Resumes the matches that were live when the server stopped. They are resumed concurrently, while
//! the server is already reachable.

use std::{future::pending, panic::AssertUnwindSafe, thread::available_parallelism, time::Duration};

use futures_util::{FutureExt as _, StreamExt as _, stream};
use referee_games::{Catalogue, rules::cut};
use referee_ids::MatchId;
use referee_law::{Command, Decision, Event, Fact, Match, Refusal, Seed, verify};
use referee_store::{Epoch, Store, StoreError};
use tokio::{runtime::Handle, sync::Semaphore, time::sleep};

use super::registry::Party;
use crate::hall::{
    Hall,
    background::{Unfinished, aside, said},
    hall::Inner,
    limits::{Limits, STORE_RETRY},
    records::history::{self, HistoryError},
    table::{self, Table, TableStub},
    wall_clock::{MatchClock, Moment},
};

/// Maximum matches that are resumed concurrently. Their events share commits.
const AT_ONCE: usize = 128;

/// The matches to resume. Nothing happens before [`Restart::run`].
pub struct Restart {
    hall: Hall,
    matches: Vec<MatchId>,
    folders: Semaphore,
}

/// A match restored from its log.
pub(in crate::hall) struct Restored {
    pub live: Match,
    /// The reason why the match cannot continue: its players saw something that differs from the
    /// log. `None` if the match can continue.
    pub fault: Option<String>,
}

/// The reason why a match was not resumed.
#[derive(Debug, thiserror::Error)]
pub(in crate::hall) enum NotBack {
    /// The store failed, perhaps temporarily.
    #[error(transparent)]
    Store(StoreError),
    /// Another server has taken the match over, so this one leaves it alone.
    #[error("another server has taken over the match")]
    Superseded,
    /// The table of the match rejected the restart.
    #[error("its table refused: {0}")]
    Refused(Refusal),
    /// The log of the match is unreadable.
    #[error("its log cannot be read: {0}")]
    Unreadable(String),
    /// The referee panicked while it resumed the match.
    #[error("the referee panicked: {0}")]
    Panicked(String),
}

/// A match to resume.
struct Pending {
    match_id: MatchId,
    /// Epoch of the takeover; `None` before it. Each match is taken over only once, so that a later
    /// owner keeps it.
    epoch: Option<Epoch>,
    /// Whether the referee has panicked over this match before.
    panicked: bool,
}

/// The result of an attempt to resume a match.
enum Tried {
    Back,
    /// The match is not resumed before the next start of the server.
    Not,
    /// A further attempt may succeed.
    Failed(Pending),
}

impl Restart {
    /// Prepares the restart of a hall that was just opened.
    pub(in crate::hall) async fn of(hall: Hall) -> Result<Restart, StoreError> {
        let matches = hall.index().unfinished().await?;
        hall.inner.registry.begin_start(&matches);
        let cores = available_parallelism().map_or(1, |cores| cores.get());
        Ok(Restart { hall, matches, folders: Semaphore::new(cores) })
    }

    /// Resumes all matches. A match whose log does not verify ends as a host fault. An unreadable
    /// one is marked, and tried again at the next start. No match blocks another: the start is
    /// complete once each was tried. Failures of the store are retried as long as a store may fail.
    pub async fn run(self) {
        let (all, registry) = (self.matches.len(), &self.hall.inner.registry);
        let new =
            self.matches.iter().map(|match_id| Pending { match_id: match_id.clone(), epoch: None, panicked: false });
        let (mut back, failed) = self.try_each(new.collect()).await;
        registry.end_start();
        back += self.bring_back_later(failed).await;
        if all > 0 {
            tracing::info!(back, all, "live matches were resumed");
        }
    }

    /// Tries the failed matches again in turn, as long as a store may fail. Returns how many were
    /// resumed.
    async fn bring_back_later(&self, mut failed: Vec<Pending>) -> usize {
        let (mut back, registry, began) = (0, &self.hall.inner.registry, Moment::now());
        while !failed.is_empty() && self.hall.has_patience(began) && !registry.is_closing() {
            sleep(STORE_RETRY).await;
            let (more, again) = self.try_each(failed).await;
            (back, failed) = (back + more, again);
        }
        for Pending { match_id, .. } in failed {
            tracing::error!(%match_id, "a match was not resumed: the next start retries");
            registry.end_pending(&match_id);
        }
        back
    }

    /// Tries each match once. Returns how many were resumed, and those that failed.
    async fn try_each(&self, pending: Vec<Pending>) -> (usize, Vec<Pending>) {
        let (mut back, mut failed) = (0, Vec::new());
        let mut tries = stream::iter(pending).map(|pending| self.bring_back(pending)).buffer_unordered(AT_ONCE);
        while let Some(tried) = tries.next().await {
            match tried {
                Tried::Back => back += 1,
                Tried::Not => {}
                Tried::Failed(pending) => failed.push(pending),
            }
        }
        (back, failed)
    }

    /// Tries once to resume a match.
    async fn bring_back(&self, mut pending: Pending) -> Tried {
        let registry = &self.hall.inner.registry;
        if registry.is_closing() {
            return Tried::Not;
        }
        // A panic must not block other matches, so it is caught here.
        let back = AssertUnwindSafe(self.try_to_bring_back(&mut pending)).catch_unwind().await;
        let match_id = &pending.match_id;
        let tried = match back.unwrap_or_else(|panic| Err(NotBack::Panicked(said(&*panic)))) {
            Ok(true) => Tried::Back,
            Ok(false) => Tried::Not,
            Err(NotBack::Superseded) => {
                tracing::info!(%match_id, "another server has taken over a match: it is skipped");
                Tried::Not
            }
            Err(NotBack::Panicked(cause)) if pending.panicked => {
                tracing::error!(%match_id, cause, "a match failed twice to resume: it is ended");
                if let Some(epoch) = pending.epoch {
                    self.hall.end_or_mark(match_id, epoch, cause).await;
                }
                Tried::Not
            }
            Err(NotBack::Unreadable(cause)) => {
                tracing::error!(%match_id, cause, "a match cannot be read: the next start retries");
                self.hall.mark_unreadable(match_id, cause).await;
                Tried::Not
            }
            Err(error) => {
                tracing::warn!(%match_id, %error, "a match could not be resumed: retrying");
                pending.panicked |= matches!(error, NotBack::Panicked(_));
                return Tried::Failed(pending);
            }
        };
        registry.end_pending(match_id);
        tried
    }

    async fn try_to_bring_back(&self, pending: &mut Pending) -> Result<bool, NotBack> {
        let epoch = match pending.epoch {
            Some(epoch) => epoch,
            None => *pending.epoch.insert(self.hall.take_over(&pending.match_id).await?),
        };
        self.hall.bring_back(&pending.match_id, epoch, &self.folders).await
    }
}

impl Hall {
    /// Opens a hall over a store, and resumes the live matches. Each continues at its newest event,
    /// and no clock ran in between. A match that cannot be resumed does not block others; see
    /// [`Restart::run`].
    pub async fn open(store: Store, limits: Limits) -> Result<Hall, StoreError> {
        Hall::open_with(Catalogue::ALL, store, limits).await
    }

    /// Opens a hall with the games of a catalogue.
    pub async fn open_with(games: Catalogue, store: Store, limits: Limits) -> Result<Hall, StoreError> {
        let (hall, restart) = Hall::begin_with(games, store, limits).await?;
        restart.run().await;
        Ok(hall)
    }

    /// Opens a hall that answers immediately, and returns the pending restart. Until that is
    /// complete, no match opens, and commands to a match that is not resumed yet fail with
    /// [`referee_law::Reason::Starting`].
    pub async fn begin(store: Store, limits: Limits) -> Result<(Hall, Restart), StoreError> {
        Hall::begin_with(Catalogue::ALL, store, limits).await
    }

    /// Begins a hall with the games of a catalogue.
    pub async fn begin_with(games: Catalogue, store: Store, limits: Limits) -> Result<(Hall, Restart), StoreError> {
        let hall = Hall::new(games, store, limits).await?;
        let restart = Restart::of(hall.clone()).await?;
        Ok((hall, restart))
    }
}

impl Hall {
    /// Returns whether a store that has failed since `began` may go on failing, as it may during
    /// play.
    pub(in crate::hall) fn has_patience(&self, began: Moment) -> bool {
        Moment::now().since(began) < self.inner.limits.store_patience
    }

    /// Resumes a match. Returns `false` if the match is over, or was ended instead.
    async fn bring_back(&self, match_id: &MatchId, epoch: Epoch, folders: &Semaphore) -> Result<bool, NotBack> {
        let Inner { registry, house, .. } = &*self.inner;
        if registry.table(match_id).is_some() {
            // An earlier attempt has resumed the match, and then failed at a later step.
            return Ok(true);
        }
        let restored = self.restore(match_id, folders).await?;
        if restored.live.verdict().is_some() {
            // Another server has ended the match since this one read its list.
            return Ok(false);
        }
        if let Some(cause) = restored.fault {
            self.end_by_fault(restored.live, epoch, cause).await?;
            return Ok(false);
        }
        let opened = restored.live.opened();
        let for_contest = opened.players.iter().filter(|player| opened.is_for_contest_of(player)).cloned().collect();
        let leave = house.reserve_again(&opened.players);
        let place = registry.reserve_again(match_id, Party { players: opened.players.clone(), for_contest });
        let (stub, table) = self.table_of(restored.live, epoch).await?;
        self.start(&stub, table, place, leave).await;
        Ok(true)
    }

    /// Creates the table that continues a match from the store.
    pub(in crate::hall) async fn table_of(&self, live: Match, epoch: Epoch) -> Result<(TableStub, Table), NotBack> {
        let Inner { match_store, limits, .. } = &*self.inner;
        let clock = MatchClock::starting_at(live.at());
        let (stub, mut table) = table::channel(live, epoch, match_store.clone(), limits, clock);
        match table.resume().await {
            Ok(()) => Ok((stub, table)),
            Err(_) if table.is_superseded() => Err(NotBack::Superseded),
            Err(refusal) => Err(NotBack::Refused(refusal)),
        }
    }

    /// Takes a match over from its earlier owner. This happens once, before the log is read, so
    /// that the earlier owner cannot append afterwards. Further attempts use the same epoch.
    async fn take_over(&self, match_id: &MatchId) -> Result<Epoch, NotBack> {
        let epoch = self.log().take_over(match_id).await.map_err(of_store)?;
        epoch.ok_or_else(|| NotBack::Unreadable("unknown match".to_owned()))
    }

    /// Restores and verifies a match from its log, on a separate thread, where a panic does no
    /// harm.
    pub(in crate::hall) async fn restore(&self, match_id: &MatchId, folders: &Semaphore) -> Result<Restored, NotBack> {
        // `acquire` fails only for a closed semaphore, and nothing closes this one.
        let _turn = folders.acquire().await;
        let seed = self.log().seed(match_id).await.map_err(of_store)?;
        let events = history::all(self.log(), match_id).await.map_err(of_history)?;
        let games = self.games();
        match aside(&Handle::current(), move || restored(games, &events, seed)).await {
            Ok(restored) => restored.map_err(of_history),
            Err(Unfinished::Panicked(panic)) => {
                Err(NotBack::Unreadable(format!("the referee panicked: {}", said(&*panic))))
            }
            // The runtime has stopped. It also runs the caller, and is about to drop it.
            Err(Unfinished::Stopped) => pending().await,
        }
    }

    /// Ends a match that failed twice because of `cause`, or marks it as unreadable. Does nothing
    /// if another server owns the match.
    async fn end_or_mark(&self, match_id: &MatchId, epoch: Epoch, cause: String) {
        let given_up = AssertUnwindSafe(self.give_up(match_id, epoch, &cause)).catch_unwind().await;
        if !matches!(given_up, Ok(Ok(()) | Err(NotBack::Superseded))) {
            self.mark_unreadable(match_id, cause).await;
        }
    }

    /// Ends a match that cannot continue. The match does not count.
    pub(in crate::hall) async fn end_by_fault(&self, live: Match, epoch: Epoch, cause: String) -> Result<(), NotBack> {
        let (match_id, seq) = (live.opened().match_id.clone(), live.seq());
        tracing::error!(%match_id, cause, "a match cannot continue: it ends as a host fault");
        let command = Command::Fault { detail: cut(&cause) };
        let events = match live.decide(live.at(), &command) {
            Ok(Decision::Events(mut events)) => {
                table::add_end_time(&mut events);
                events
            }
            Ok(Decision::Repeat { .. }) => return Ok(()),
            Err(refusal) => return Err(NotBack::Refused(refusal)),
        };
        self.log().append(&match_id, seq, epoch, events).await.map_err(of_store)?;
        self.inner.match_store.ends.tell();
        Ok(())
    }

    /// Marks a match as unreadable in the store, if the store accepts that.
    pub(in crate::hall) async fn mark_unreadable(&self, match_id: &MatchId, cause: String) {
        if let Err(error) = self.index().mark_unreadable(match_id, cause).await {
            tracing::error!(%match_id, %error, "failed to mark an unreadable match");
        }
    }
}

/// Maps a store error. An error about an event concerns only this match.
fn of_store(error: StoreError) -> NotBack {
    match error {
        StoreError::Damaged { event, .. } => NotBack::Unreadable(event.to_string()),
        StoreError::Superseded { .. } => NotBack::Superseded,
        other => NotBack::Store(other),
    }
}

fn of_history(error: HistoryError) -> NotBack {
    match error {
        HistoryError::Store(error) => of_store(error),
        other => NotBack::Unreadable(other.to_string()),
    }
}

fn restored(games: Catalogue, events: &[Event], seed: Option<Seed>) -> Result<Restored, HistoryError> {
    let (live, fault) = match verified(games, events) {
        Ok(live) => (live, None),
        Err(wrong) => {
            let live = history::fold_events(games, events)?;
            match is_as_it_was_seen(games, events)? {
                // The law of clocks may have changed since the events were written; the positions
                // have not.
                true => {
                    let match_id = &live.opened().match_id;
                    tracing::warn!(%match_id, wrong, "a log does not verify, but its positions do: the match \
                        continues");
                    (live, None)
                }
                false => (live, Some(format!("the server cannot continue this match: {wrong}"))),
            }
        }
    };
    let unseeded = live.clone();
    match history::with_seed(live, seed) {
        Ok(live) => Ok(Restored { live, fault }),
        Err(missing) => Ok(Restored { live: unseeded, fault: Some(fault.unwrap_or_else(|| missing.to_string())) }),
    }
}

fn verified(games: Catalogue, events: &[Event]) -> Result<Match, String> {
    let game = match events.first().map(|event| &event.fact) {
        Some(Fact::MatchOpened(opened)) => games.find(&opened.game),
        _ => None,
    };
    let game = game.ok_or("unknown game")?;
    verify::fold_with(game, events).map_err(|wrong| wrong.to_string())
}

/// Returns whether the log leads to the positions that the players saw. Then every step is legal
/// and in canonical notation, and every start of a round and every total is unchanged.
fn is_as_it_was_seen(games: Catalogue, events: &[Event]) -> Result<bool, HistoryError> {
    let Some((first, rest)) = events.split_first() else { return Ok(false) };
    let mut live = history::fold_events(games, std::slice::from_ref(first))?;
    for event in rest {
        let step = match &event.fact {
            Fact::MovePlayed(moved) => Some(&moved.notation),
            Fact::ForcedMovePlayed { notation, .. }
            | Fact::MoveSubstituted { notation, .. }
            | Fact::ChanceResolved { notation, .. } => Some(notation),
            _ => None,
        };
        if step.is_some_and(|step| live.course().clone().play(step).ok().as_ref() != Some(step)) {
            return Ok(false);
        }
        live.apply(event);
        let holds = match &event.fact {
            Fact::RoundStarted { position, .. } => live.course().position().text() == *position,
            Fact::RoundEnded { totals, .. } => live.course().totals() == totals,
            _ => true,
        };
        if !holds {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Interval between checks of the health of a failed store.
pub const HEALTH_EVERY: Duration = Duration::from_secs(1);

/// Whether a hall accepts matches and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Live matches are still being resumed.
    Starting,
    Serving,
    StoreFails,
    /// The hall accepts moves, but there is too little disk space for new matches.
    TooLittleSpace,
    Stopping,
}

impl Hall {
    /// Returns whether the hall accepts matches and moves now. Probes a store that has failed. Call
    /// this every [`HEALTH_EVERY`].
    pub async fn health(&self) -> Health {
        let registry = &self.inner.registry;
        if registry.is_closing() {
            Health::Stopping
        } else if self.log().is_failing() && self.log().probe().await.is_err() {
            Health::StoreFails
        } else if registry.is_starting() {
            Health::Starting
        } else if self.inner.limits.free_space.as_ref().is_some_and(|space| space.is_enough().is_err()) {
            Health::TooLittleSpace
        } else {
            Health::Serving
        }
    }
}
