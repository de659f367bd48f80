//! How the matches that were live when the server stopped come back: side by side, while the server is reached already.

use std::{panic::AssertUnwindSafe, thread::available_parallelism, time::Duration};

use futures_util::{FutureExt as _, StreamExt as _, stream};
use tokio::{sync::Semaphore, time::sleep};

use super::{
    Hall,
    background::aside,
    hall::Inner,
    history::{self, HistoryError},
    limits::STORE_RETRY,
    supervisor::said,
    table::{self, Table, TableStub},
    wall_clock::{MatchClock, Moment},
};
use crate::{
    games::{Catalogue, rules::cut},
    ids::MatchId,
    referee::{Command, Event, Fact, Match, Refusal, Seed, decide::Decision, verify},
    store::{Epoch, StoreError},
};

/// How many matches are brought back at once. Their events share commits.
const AT_ONCE: usize = 128;

/// The matches that are to be brought back. Nothing comes back before [`Restart::run`].
pub struct Restart {
    hall: Hall,
    matches: Vec<MatchId>,
    folders: Semaphore,
}

/// A match as its log leaves it.
pub(super) struct Restored {
    /// The match.
    pub live: Match,
    /// The epoch under which this server owns it now.
    pub epoch: Epoch,
    /// Why it cannot go on, where it cannot: what its players saw is not what the log says.
    pub fault: Option<String>,
}

/// Why a match was not brought back.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotBack {
    /// The store failed, and may be well again later.
    #[error(transparent)]
    Store(StoreError),
    /// Its table did not take the restart.
    #[error("its table refused: {0}")]
    Refused(Refusal),
    /// There is no reading its log.
    #[error("its log cannot be read: {0}")]
    Unreadable(String),
    /// The referee panicked over it.
    #[error("the referee panicked: {0}")]
    Panicked(String),
}

/// What came of trying to bring a match back.
#[derive(Clone, Copy)]
enum Tried {
    /// It is live again.
    Back,
    /// It is not, and will not be before the next start.
    Not,
    /// It may be when it is tried again.
    Failed {
        /// Whether the referee panicked over it.
        panicked: bool,
    },
}

impl Restart {
    /// What is to be done for a hall that was just opened.
    pub(super) async fn of(hall: Hall) -> Result<Restart, StoreError> {
        let matches = hall.index().unfinished().await?;
        hall.inner.registry.begin_start(&matches);
        let cores = available_parallelism().map_or(1, |cores| cores.get());
        Ok(Restart { hall, matches, folders: Semaphore::new(cores) })
    }

    /// Brings all of them back. One whose log does not verify ends as a fault of the host; one that cannot be read is marked so,
    /// and tried again at the next start. None of them holds up any other: the server has started when each was tried once, and
    /// one whose store failed is tried on for as long as a store may fail.
    pub async fn run(self) {
        let (all, registry) = (self.matches.len(), &self.hall.inner.registry);
        let (mut back, mut failed) = (0, Vec::new());
        let mut tries = stream::iter(self.matches.clone())
            .map(|match_id| async { (self.bring_back(&match_id, false).await, match_id) })
            .buffer_unordered(AT_ONCE);
        while let Some((tried, match_id)) = tries.next().await {
            match tried {
                Tried::Back => back += 1,
                Tried::Not => {}
                Tried::Failed { panicked } => failed.push((match_id, panicked)),
            }
        }
        drop(tries);
        registry.end_start();
        back += self.bring_back_later(failed).await;
        if all > 0 {
            tracing::info!(back, all, "live matches were brought back");
        }
    }

    /// Tries those again that failed, all in turn, for as long as a store may fail. Gives how many are back; each comes with whether
    /// the referee has panicked over it.
    async fn bring_back_later(&self, mut failed: Vec<(MatchId, bool)>) -> usize {
        let (mut back, registry, began) = (0, &self.hall.inner.registry, Moment::now());
        while !failed.is_empty() && self.hall.has_patience(began) && !registry.is_closing() {
            sleep(STORE_RETRY).await;
            let mut tries =
                stream::iter(std::mem::take(&mut failed))
                    .map(|(match_id, panicked)| async move {
                        (self.bring_back(&match_id, panicked).await, match_id, panicked)
                    })
                    .buffer_unordered(AT_ONCE);
            while let Some((tried, match_id, panicked)) = tries.next().await {
                match tried {
                    Tried::Back => back += 1,
                    Tried::Not => {}
                    Tried::Failed { panicked: again } => failed.push((match_id, panicked || again)),
                }
            }
        }
        for (match_id, _) in failed {
            tracing::error!(%match_id, "a match was not brought back: it is tried again at the next start");
            registry.end_pending(&match_id);
        }
        back
    }

    /// Tries once to bring a match back, which may have `panicked` before.
    async fn bring_back(&self, match_id: &MatchId, panicked: bool) -> Tried {
        let registry = &self.hall.inner.registry;
        if registry.is_closing() {
            return Tried::Not;
        }
        // One that panics holds up no other.
        let back = AssertUnwindSafe(self.hall.bring_back(match_id, &self.folders)).catch_unwind().await;
        let tried = match back.unwrap_or_else(|panic| Err(NotBack::Panicked(said(&*panic)))) {
            Ok(true) => Tried::Back,
            Ok(false) => Tried::Not,
            Err(NotBack::Panicked(cause)) if panicked => {
                tracing::error!(%match_id, cause, "a match failed twice to be brought back: it is ended");
                let given_up = AssertUnwindSafe(self.hall.give_up(match_id, &cause)).catch_unwind().await;
                if !matches!(given_up, Ok(Ok(()))) {
                    self.hall.mark_unreadable(match_id, cause).await;
                }
                Tried::Not
            }
            Err(NotBack::Unreadable(cause)) => {
                tracing::error!(%match_id, cause, "a match cannot be read: it is tried again at the next start");
                self.hall.mark_unreadable(match_id, cause).await;
                Tried::Not
            }
            Err(error) => {
                tracing::warn!(%match_id, %error, "a match could not be brought back: it is tried again");
                return Tried::Failed { panicked: matches!(error, NotBack::Panicked(_)) };
            }
        };
        registry.end_pending(match_id);
        tried
    }
}

impl Hall {
    /// Whether a store that has failed since `began` may go on to fail, as it may while a match is played.
    pub(super) fn has_patience(&self, began: Moment) -> bool {
        Moment::now().since(began) < self.inner.limits.store_patience
    }

    /// Brings a match back; `false` when it was ended instead.
    async fn bring_back(&self, match_id: &MatchId, folders: &Semaphore) -> Result<bool, NotBack> {
        let Inner { registry, house, .. } = &*self.inner;
        if registry.table(match_id).is_some() {
            // It was, and what came after that failed.
            return Ok(true);
        }
        let restored = self.restore(match_id, folders).await?;
        if let Some(cause) = restored.fault {
            self.end_by_fault(restored.live, restored.epoch, cause).await?;
            return Ok(false);
        }
        let players = restored.live.opened().players.clone();
        let place = registry.reserve_again(match_id, &players);
        let leave = house.reserve_again(&players);
        let (stub, table) = self.table_of(restored.live, restored.epoch).await?;
        self.start(&stub, table, place, leave).await;
        Ok(true)
    }

    /// A table that goes on with a match from the store.
    pub(super) async fn table_of(&self, live: Match, epoch: Epoch) -> Result<(TableStub, Table), NotBack> {
        let Inner { match_store, limits, .. } = &*self.inner;
        let clock = MatchClock::starting_at(live.at());
        let (stub, mut table) = table::channel(live, epoch, match_store.clone(), limits, clock);
        table.resume().await.map_err(NotBack::Refused)?;
        Ok((stub, table))
    }

    /// Takes a match over from whoever owned it before, and reads it: the match as its log leaves it, verified. It is folded
    /// on a thread of its own, which may panic.
    pub(super) async fn restore(&self, match_id: &MatchId, folders: &Semaphore) -> Result<Restored, NotBack> {
        // Nobody closes it.
        let _turn = folders.acquire().await;
        // Before the log is read, so that nobody else can append to what was read.
        let epoch = self.log().take_over(match_id).await.map_err(of_store)?;
        let epoch = epoch.ok_or_else(|| NotBack::Unreadable("there is no such match".to_owned()))?;
        let seed = self.log().seed(match_id).await.map_err(of_store)?;
        let events = history::all(self.log(), match_id).await.map_err(of_history)?;
        let games = self.games();
        match aside(move || restored(games, &events, seed, epoch)).await {
            Ok(restored) => restored.map_err(of_history),
            Err(panic) => Err(NotBack::Unreadable(format!("the referee panicked: {}", said(&*panic)))),
        }
    }

    /// Ends a match that cannot go on: it counts for nobody.
    pub(super) async fn end_by_fault(&self, live: Match, epoch: Epoch, cause: String) -> Result<(), NotBack> {
        let (match_id, seq) = (live.opened().match_id.clone(), live.seq());
        tracing::error!(%match_id, cause, "a match cannot go on: it ends as a fault of the host");
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

    /// Notes it in the store, as far as that takes it.
    pub(super) async fn mark_unreadable(&self, match_id: &MatchId, cause: String) {
        if let Err(error) = self.index().mark_unreadable(match_id, cause).await {
            tracing::error!(%match_id, %error, "failed to mark a match that cannot be read");
        }
    }
}

/// A store's error about one event is about that match alone.
fn of_store(error: StoreError) -> NotBack {
    match error {
        StoreError::Damaged { event, .. } => NotBack::Unreadable(event.to_string()),
        other => NotBack::Store(other),
    }
}

fn of_history(error: HistoryError) -> NotBack {
    match error {
        HistoryError::Store(error) => of_store(error),
        other => NotBack::Unreadable(other.to_string()),
    }
}

fn restored(games: Catalogue, events: &[Event], seed: Option<Seed>, epoch: Epoch) -> Result<Restored, HistoryError> {
    let (live, fault) = match verified(games, events) {
        Ok(live) => (live, None),
        Err(wrong) => {
            let live = history::fold_events(games, events)?;
            match is_as_it_was_seen(games, events)? {
                // The law of the clocks may have changed since; what is on the board has not.
                true => {
                    let match_id = &live.opened().match_id;
                    tracing::warn!(%match_id, wrong, "a log does not verify, but its positions do: the match goes on");
                    (live, None)
                }
                false => (live, Some(format!("the server cannot go on with this match: {wrong}"))),
            }
        }
    };
    let unseeded = live.clone();
    match history::with_seed(live, seed) {
        Ok(live) => Ok(Restored { live, epoch, fault }),
        Err(missing) => {
            Ok(Restored { live: unseeded, epoch, fault: Some(fault.unwrap_or_else(|| missing.to_string())) })
        }
    }
}

fn verified(games: Catalogue, events: &[Event]) -> Result<Match, String> {
    let game = match events.first().map(|event| &event.fact) {
        Some(Fact::MatchOpened(opened)) => games.find(&opened.game),
        _ => None,
    };
    let game = game.ok_or("its game is not played here")?;
    verify::fold_with(game, events).map_err(|wrong| wrong.to_string())
}

/// Whether the positions that the log leads to are those that its players saw: every step can be played and is written as it
/// was, every round begins as it did, and every total is what it was.
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

/// How often the hall asks a store that failed whether it is well again.
pub const HEALTH_EVERY: Duration = Duration::from_secs(1);

/// Whether a hall takes on matches and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// Live matches are still being brought back.
    Starting,
    /// It does.
    Serving,
    /// Nothing can be stored.
    StoreFails,
    /// It is closing.
    Stopping,
}

impl Hall {
    /// Whether the hall takes on matches and moves now. A store that failed is asked whether it is well again: ask every
    /// [`HEALTH_EVERY`].
    pub async fn health(&self) -> Health {
        let registry = &self.inner.registry;
        if registry.is_closing() {
            Health::Stopping
        } else if self.log().is_failing() && self.log().probe().await.is_err() {
            Health::StoreFails
        } else if registry.is_starting() {
            Health::Starting
        } else {
            Health::Serving
        }
    }
}
