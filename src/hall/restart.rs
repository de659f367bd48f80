//! How the matches that were live when the server stopped come back: side by side, while the server is reached already.

use std::{future::pending, panic::AssertUnwindSafe, thread::available_parallelism, time::Duration};

use futures_util::{FutureExt as _, StreamExt as _, stream};
use tokio::{runtime::Handle, sync::Semaphore, time::sleep};

use super::{
    Hall,
    background::{Unfinished, aside},
    hall::Inner,
    history::{self, HistoryError},
    limits::STORE_RETRY,
    registry::Party,
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
    pub live: Match,
    /// Why it cannot go on, where it cannot: what its players saw is not what the log says.
    pub fault: Option<String>,
}

/// Why a match was not brought back.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotBack {
    /// The store failed, and may be well again later.
    #[error(transparent)]
    Store(StoreError),
    /// Another server has taken it over since this one did: it is not to be taken back.
    #[error("another server has taken the match over")]
    Superseded,
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

/// A match that is to be brought back.
struct Pending {
    match_id: MatchId,
    /// The epoch under which it was taken over, once it was. It is taken over once: whoever did so later keeps it.
    epoch: Option<Epoch>,
    /// Whether the referee has panicked over it.
    panicked: bool,
}

/// What came of trying to bring a match back.
enum Tried {
    Back,
    /// It is not, and will not be before the next start.
    Not,
    /// It may be when it is tried again.
    Failed(Pending),
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
        let new =
            self.matches.iter().map(|match_id| Pending { match_id: match_id.clone(), epoch: None, panicked: false });
        let (mut back, failed) = self.try_each(new.collect()).await;
        registry.end_start();
        back += self.bring_back_later(failed).await;
        if all > 0 {
            tracing::info!(back, all, "live matches were brought back");
        }
    }

    /// Tries those again that failed, all in turn, for as long as a store may fail. Gives how many are back.
    async fn bring_back_later(&self, mut failed: Vec<Pending>) -> usize {
        let (mut back, registry, began) = (0, &self.hall.inner.registry, Moment::now());
        while !failed.is_empty() && self.hall.has_patience(began) && !registry.is_closing() {
            sleep(STORE_RETRY).await;
            let (more, again) = self.try_each(failed).await;
            (back, failed) = (back + more, again);
        }
        for Pending { match_id, .. } in failed {
            tracing::error!(%match_id, "a match was not brought back: it is tried again at the next start");
            registry.end_pending(&match_id);
        }
        back
    }

    /// Tries each of them once. Gives how many are back, and those that failed.
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

    /// Tries once to bring a match back.
    async fn bring_back(&self, mut pending: Pending) -> Tried {
        let registry = &self.hall.inner.registry;
        if registry.is_closing() {
            return Tried::Not;
        }
        // One that panics holds up no other.
        let back = AssertUnwindSafe(self.try_to_bring_back(&mut pending)).catch_unwind().await;
        let match_id = &pending.match_id;
        let tried = match back.unwrap_or_else(|panic| Err(NotBack::Panicked(said(&*panic)))) {
            Ok(true) => Tried::Back,
            Ok(false) => Tried::Not,
            Err(NotBack::Superseded) => {
                tracing::info!(%match_id, "another server has taken a match over: it is left alone");
                Tried::Not
            }
            Err(NotBack::Panicked(cause)) if pending.panicked => {
                tracing::error!(%match_id, cause, "a match failed twice to be brought back: it is ended");
                if let Some(epoch) = pending.epoch {
                    self.hall.end_or_mark(match_id, epoch, cause).await;
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
    /// Whether a store that has failed since `began` may go on to fail, as it may while a match is played.
    pub(super) fn has_patience(&self, began: Moment) -> bool {
        Moment::now().since(began) < self.inner.limits.store_patience
    }

    /// Brings a match back; `false` when it is over, or was ended instead.
    async fn bring_back(&self, match_id: &MatchId, epoch: Epoch, folders: &Semaphore) -> Result<bool, NotBack> {
        let Inner { registry, house, .. } = &*self.inner;
        if registry.table(match_id).is_some() {
            // It was, and what came after that failed.
            return Ok(true);
        }
        let restored = self.restore(match_id, folders).await?;
        if restored.live.verdict().is_some() {
            // Another server has ended it since this one looked what goes on.
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

    /// A table that goes on with a match from the store.
    pub(super) async fn table_of(&self, live: Match, epoch: Epoch) -> Result<(TableStub, Table), NotBack> {
        let Inner { match_store, limits, .. } = &*self.inner;
        let clock = MatchClock::starting_at(live.at());
        let (stub, mut table) = table::channel(live, epoch, match_store.clone(), limits, clock);
        match table.resume().await {
            Ok(()) => Ok((stub, table)),
            Err(_) if table.is_superseded() => Err(NotBack::Superseded),
            Err(refusal) => Err(NotBack::Refused(refusal)),
        }
    }

    /// Takes a match over from whoever owned it before. To be done once, and before its log is read, so that no earlier owner can
    /// append to what was read; later tries go on under the same epoch.
    async fn take_over(&self, match_id: &MatchId) -> Result<Epoch, NotBack> {
        let epoch = self.log().take_over(match_id).await.map_err(of_store)?;
        epoch.ok_or_else(|| NotBack::Unreadable("there is no such match".to_owned()))
    }

    /// The match as its log leaves it, verified. It is folded on a thread of its own, which may panic.
    pub(super) async fn restore(&self, match_id: &MatchId, folders: &Semaphore) -> Result<Restored, NotBack> {
        // Nobody closes it.
        let _turn = folders.acquire().await;
        let seed = self.log().seed(match_id).await.map_err(of_store)?;
        let events = history::all(self.log(), match_id).await.map_err(of_history)?;
        let games = self.games();
        match aside(&Handle::current(), move || restored(games, &events, seed)).await {
            Ok(restored) => restored.map_err(of_history),
            Err(Unfinished::Panicked(panic)) => {
                Err(NotBack::Unreadable(format!("the referee panicked: {}", said(&*panic))))
            }
            // The caller runs on the same runtime, which drops it next.
            Err(Unfinished::Stopped) => pending().await,
        }
    }

    /// Ends a match that failed twice over `cause`, or notes that it cannot be read, if it is still this server's.
    async fn end_or_mark(&self, match_id: &MatchId, epoch: Epoch, cause: String) {
        let given_up = AssertUnwindSafe(self.give_up(match_id, epoch, &cause)).catch_unwind().await;
        if !matches!(given_up, Ok(Ok(()) | Err(NotBack::Superseded))) {
            self.mark_unreadable(match_id, cause).await;
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
        Ok(live) => Ok(Restored { live, fault }),
        Err(missing) => Ok(Restored { live: unseeded, fault: Some(fault.unwrap_or_else(|| missing.to_string())) }),
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
    Serving,
    StoreFails,
    /// It takes on moves; too little space is left for new matches.
    TooLittleSpace,
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
        } else if self.inner.limits.free_space.as_ref().is_some_and(|space| space.is_enough().is_err()) {
            Health::TooLittleSpace
        } else {
            Health::Serving
        }
    }
}
