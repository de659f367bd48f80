//! The handle of a table.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::{Semaphore, oneshot};

use super::{
    ask::Ask,
    fanout::{Fanout, LiveLine},
    inbox::{Inbox, NotTaken, Reply, Request},
    live_match::Published,
    snapshot::{Snapshot, Summary, frame, snapshot, summary},
    spectator_delay::{Horizon, Released, SpectatorDelay},
    watch::Watch,
};
use crate::{
    games::Game,
    hall::{
        history::{self, History, answer_again},
        limits::RETRY_WHEN_FULL,
        link::SeatLink,
        match_store::MatchStore,
        wall_clock::MatchClock,
    },
    ids::{MatchId, RequestId, Seat, Seq, Viewer},
    referee::{Asker, Evidence, Match, MatchOpened, Note, Reason, Refusal, Time, TurnRequest, frames::SeenFrame},
};

/// The handle of a live table. Nothing that is asked by it waits for a place: a lane that is full refuses with
/// [`Reason::Limit`].
#[derive(Clone)]
pub struct TableStub {
    pub(super) shared: Arc<Shared>,
}

/// What all handles of a table share with it.
pub(super) struct Shared {
    pub opened: Arc<MatchOpened>,
    pub game: &'static dyn Game,
    pub match_store: MatchStore,
    pub clock: MatchClock,
    pub inbox: Inbox,
    pub published: Arc<Published>,
    pub fanout: Mutex<Fanout>,
    pub watchers: Arc<Semaphore>,
    pub most_watchers: usize,
    /// How late spectators see what is played.
    pub spectator_delay: Duration,
    /// What they have seen of it.
    pub released: Released,
}

impl Shared {
    /// The lock is held while an event is handed on and never across an await; what is under it is never half changed.
    pub fn fanout(&self) -> MutexGuard<'_, Fanout> {
        self.fanout.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a seat's program did that breaks the protocol.
#[derive(Clone, Debug)]
pub struct Misconduct {
    pub detail: String,
    pub evidence: Evidence,
    /// When it was seen, by [`TableStub::clock`].
    pub received: Time,
}

impl Misconduct {
    /// Misconduct that left nothing behind but words.
    pub fn seen(detail: String, received: Time) -> Misconduct {
        Misconduct { detail, evidence: Evidence::default(), received }
    }
}

impl TableStub {
    pub fn match_id(&self) -> &MatchId {
        &self.shared.opened.match_id
    }

    /// How the match was set up.
    pub fn opened(&self) -> &Arc<MatchOpened> {
        &self.shared.opened
    }

    /// The game that is played.
    pub fn game(&self) -> &'static dyn Game {
        self.shared.game
    }

    /// The match's clock, for stamps.
    pub fn clock(&self) -> MatchClock {
        self.shared.clock
    }

    /// Asks for a seat or an arbiter; gives the number of the event that it became, which is durable then. The same request id gets
    /// the same answer, also when the match is over by now.
    pub async fn ask(&self, asker: impl Into<Asker>, request_id: RequestId, ask: Ask) -> Result<Seq, Refusal> {
        let (answer, answered) = oneshot::channel();
        let reply = Reply::to_call(answer);
        let request = Request::Command { asker: asker.into(), request_id, ask, came: self.clock().now(), reply };
        match self.shared.inbox.push(request).map_err(|not_taken| *not_taken) {
            Ok(()) => answered.await.unwrap_or_else(|_| Err(self.stopped())),
            Err(NotTaken::Full(_, refusal)) => Err(refusal),
            Err(NotTaken::Closed(Request::Command { asker, request_id, ask, .. })) => {
                let Shared { match_store, inbox, .. } = &*self.shared;
                let command = |opened: &MatchOpened| ask.into_command(&opened.match_id, asker, request_id);
                answer_again(match_store, self.match_id(), inbox.is_stopping(), command).await
            }
            // What was pushed comes back.
            Err(NotTaken::Closed(_)) => Err(self.stopped()),
        }
    }

    /// The same without waiting: the answer comes as a message of `link`. Gives the request back when the table takes nothing
    /// any more.
    pub fn ask_by_link(
        &self,
        seat: Seat,
        request_id: RequestId,
        ask: Ask,
        link: &SeatLink,
    ) -> Result<(), (RequestId, Ask)> {
        let reply = Reply::to_link(self.match_id().clone(), (request_id.clone(), ask.turn_id()), link.clone());
        let not_taken = match self.shared.inbox.push(Request::Command {
            asker: Asker::Seat(seat),
            request_id,
            ask,
            came: self.clock().now(),
            reply,
        }) {
            Ok(()) => return Ok(()),
            Err(not_taken) => *not_taken,
        };
        match not_taken {
            NotTaken::Closed(Request::Command { request_id, ask, reply, .. }) => {
                reply.forget();
                return Err((request_id, ask));
            }
            NotTaken::Full(Request::Command { reply, .. }, refusal) => reply.send(Err(refusal)),
            // What was pushed comes back.
            NotTaken::Closed(_) | NotTaken::Full(..) => {}
        }
        Ok(())
    }

    /// Puts a program on a seat: it is told it is seated, then every event after `after`, then the turn if it is its own.
    /// A link that sat there before is told it was replaced, unless it is the same one; an earlier link than the one that
    /// sits there is refused with [`Reason::Replaced`].
    pub async fn sit(&self, seat: Seat, after: Seq, link: SeatLink) -> Result<(), Refusal> {
        let (answer, answered) = oneshot::channel();
        let sit = Request::Sit { seat, after, link, came: self.clock().now(), answer: Some(answer) };
        match self.shared.inbox.push(sit).map_err(|not| *not) {
            Ok(()) => answered.await.unwrap_or_else(|_| Err(self.stopped())),
            Err(NotTaken::Full(_, refusal)) => Err(refusal),
            Err(NotTaken::Closed(_)) => Err(self.over()),
        }
    }

    /// The same without waiting. [`Reason::MatchOver`] when the table takes nothing any more, [`Reason::Limit`] when too many
    /// programs wait for this seat.
    pub fn sit_soon(&self, seat: Seat, after: Seq, link: SeatLink) -> Result<(), Refusal> {
        let sit = Request::Sit { seat, after, link, came: self.clock().now(), answer: None };
        self.shared.inbox.push(sit).map_err(|not| match *not {
            NotTaken::Full(_, refusal) => refusal,
            NotTaken::Closed(_) => self.over(),
        })
    }

    /// The program of this link has gone: its grace begins. Does nothing when a later link sits there.
    pub fn leave(&self, seat: Seat, link_id: u64) {
        // A table that has ended has nobody to miss.
        let _ = self.shared.inbox.push(Request::Leave { seat, link_id, came: self.clock().now(), sat: None });
    }

    /// The program of this link, which was behind when it sat down, has been told everything.
    pub(super) fn level(&self, seat: Seat, link_id: u64) {
        // A table that has ended waits for nobody.
        let _ = self.shared.inbox.push(Request::Level { seat, link_id, came: self.clock().now() });
    }

    /// What the program of this link is to be told of the match cannot be read.
    pub(super) fn unreadable(&self, seat: Seat, link_id: u64) {
        // A table that has ended tells nothing any more.
        let _ = self.shared.inbox.push(Request::Unreadable { seat, link_id });
    }

    /// The program of this link broke the protocol or ended.
    pub fn misbehaved(&self, seat: Seat, link_id: u64, misconduct: Misconduct) {
        // A table that has ended has its verdict.
        let _ = self.shared.inbox.push(Request::Misbehaved { seat, link_id, misconduct });
    }

    /// The match as `viewer` may see it now. [`Reason::MatchOver`] when it has just ended.
    pub async fn look(&self, viewer: Viewer) -> Result<Snapshot, Refusal> {
        self.look_by(viewer, snapshot).await
    }

    /// The position as `viewer` may see it now, drawn alone. [`Reason::MatchOver`] when it has just ended.
    pub async fn frame(&self, viewer: Viewer) -> Result<SeenFrame, Refusal> {
        self.look_by(viewer, frame).await
    }

    /// The match in a few lines, as `viewer` may see it now. [`Reason::MatchOver`] when it has just ended.
    pub async fn summary(&self, viewer: Viewer) -> Result<Summary, Refusal> {
        self.look_by(viewer, |of, _, now| summary(of, now)).await
    }

    async fn look_by<T>(&self, viewer: Viewer, look: fn(&Match, Viewer, Time) -> T) -> Result<T, Refusal> {
        let of = self.as_it_stands().await?;
        let Some(delay) = self.spectator_delay(viewer) else { return Ok(look(&of, viewer, self.clock().now())) };
        match delay.horizon_of(&of) {
            Horizon::Now => Ok(look(&of, viewer, self.clock().now())),
            Horizon::Unchanged(horizon) => Ok(look(&of, viewer, horizon)),
            Horizon::Held(horizon) => Ok(look(&self.before(horizon, of.turn()).await?, viewer, horizon)),
        }
    }

    /// A copy of the match as it stands. The table is asked for one only where it has changed since the last was made.
    async fn as_it_stands(&self) -> Result<Arc<Match>, Refusal> {
        if let Some(of) = self.shared.published.get() {
            return Ok(of);
        }
        let (answer, answered) = oneshot::channel();
        match self.shared.inbox.look(answer)? {
            Some(()) => answered.await.map_err(|_| self.over()),
            None => Err(self.over()),
        }
    }

    /// Every event after `after`, and then the live ones. [`Reason::Limit`] when the table has as many watchers as it takes.
    pub fn watch(&self, viewer: Viewer, after: Seq) -> Result<Watch, Refusal> {
        let place = match viewer {
            // Who sits there need not wait for strangers to go.
            Viewer::Seat(_) | Viewer::Arbiter => None,
            Viewer::Spectator => Some(Arc::clone(&self.shared.watchers).try_acquire_owned().map_err(|_| {
                let text = "this match has as many watchers as the server allows";
                Refusal::limit("watchers", self.shared.most_watchers, text).retry_after(RETRY_WHEN_FULL)
            })?),
        };
        let history = History::new(self.shared.match_store.clone(), self.match_id().clone(), viewer, after);
        Ok(Watch::new(history, viewer, after, Some(self.clone()), place))
    }

    /// How many requests wait for the table.
    pub fn waiting(&self) -> usize {
        self.shared.inbox.count()
    }

    /// Waits until the table takes no commands any more: the match is over, or the hall closes.
    pub async fn ended(&self) {
        self.shared.inbox.closed().await;
    }

    /// Whether the table takes no commands any more.
    pub fn has_ended(&self) -> bool {
        self.shared.inbox.is_closed()
    }

    /// A line of live events; `None` when the table has ended.
    pub(super) fn subscribe(&self, viewer: Viewer) -> Option<LiveLine> {
        let mut fanout = self.shared.fanout();
        (!self.has_ended()).then(|| fanout.subscribe(viewer))
    }

    /// What `viewer` does not see yet.
    pub(in crate::hall) fn spectator_delay(&self, viewer: Viewer) -> Option<SpectatorDelay> {
        SpectatorDelay::of(viewer, self.shared.spectator_delay, self.clock())
    }

    /// The match as it was at `horizon`; `turn` is the turn that is open now.
    async fn before(&self, horizon: Time, turn: Option<TurnRequest>) -> Result<Match, Refusal> {
        let Shared { match_store, released, .. } = &*self.shared;
        let folded = history::fold_on(match_store, self.match_id(), released.up_to(horizon), horizon).await?;
        let mut of = folded.ok_or_else(|| history::unknown_match(self.match_id()))?;
        released.keep(&of);
        if let Some(turn) = turn
            && let Some(sent) = turn.sent.filter(|sent| *sent <= horizon)
            && of.turn().is_some_and(|then| then.id == turn.id)
        {
            of.note(Note::Offered { seat: turn.seat, at: sent });
        }
        Ok(of)
    }

    /// Stops the table after the commands that it has taken.
    pub(in crate::hall) fn stop(&self) {
        self.shared.inbox.stop();
    }

    fn over(&self) -> Refusal {
        Refusal::new(Reason::MatchOver, "the match has ended")
    }

    fn stopped(&self) -> Refusal {
        history::no_table(self.shared.inbox.is_stopping())
    }
}
