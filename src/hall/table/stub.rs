//! The handle of a table, and what goes over its line.

use std::{sync::Arc, time::Duration};

use tokio::sync::{Semaphore, broadcast, mpsc, mpsc::error::SendError, oneshot};

use super::{
    ask::{ArbiterAsk, Ask},
    hold_back::{HoldBack, Looked, Released},
    snapshot::{Snapshot, Summary, snapshot, summary},
    watch::Watch,
};
use crate::{
    games::Game,
    hall::{
        annals::Annals,
        history::{self, Asker, History, answer_again},
        link::SeatLink,
        wall_clock::MatchClock,
    },
    ids::{MatchId, PlayerId, RequestId, Seat, Seq, Viewer},
    referee::{Evidence, Match, Opened, Reason, Refusal, SeenEvent, Time, TurnRequest},
};

/// The handle of a live table. Calls wait for the table's answer, and for a place in its bounded line.
#[derive(Clone)]
pub struct TableStub {
    pub(super) shared: Arc<Shared>,
    pub(super) clock: MatchClock,
    pub(super) line: mpsc::Sender<Request>,
}

/// What all handles of a table share.
pub(super) struct Shared {
    pub opened: Arc<Opened>,
    pub game: &'static dyn Game,
    pub annals: Annals,
    pub watchers: Arc<Semaphore>,
    /// How late spectators see what is played.
    pub spectator_delay: Duration,
    /// What they have seen of it.
    pub released: Released,
}

/// What a seat's program did that breaks the protocol.
#[derive(Clone, Debug)]
pub struct Misconduct {
    /// What, in words.
    pub detail: String,
    /// What it left behind.
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

/// What goes over the line of a table. Whoever gave up waiting for an answer is not missed.
pub enum Request {
    /// A seat asks for something.
    Ask { seat: Seat, request_id: RequestId, ask: Ask, answer: oneshot::Sender<Result<Seq, Refusal>> },
    /// An arbiter asks for something.
    Arbitrate {
        arbiter: PlayerId,
        request_id: RequestId,
        ask: ArbiterAsk,
        answer: oneshot::Sender<Result<Seq, Refusal>>,
    },
    /// A program takes a seat.
    Sit { seat: Seat, after: Seq, link: SeatLink, answer: oneshot::Sender<Result<(), Refusal>> },
    /// A program that took a seat has been told everything up to `seq`.
    CaughtUp { seat: Seat, link_id: u64, seq: Seq, answer: oneshot::Sender<Standing> },
    /// A program has gone.
    Leave { seat: Seat, link_id: u64 },
    /// A program broke the protocol.
    Misbehaved { seat: Seat, link_id: u64, misconduct: Misconduct },
    /// Somebody looks.
    Look { viewer: Viewer, answer: oneshot::Sender<Looked<Snapshot>> },
    /// Somebody looks from afar.
    Summarise { viewer: Viewer, answer: oneshot::Sender<Looked<Summary>> },
    /// A watcher wants the live events.
    Subscribe { viewer: Viewer, answer: oneshot::Sender<LiveLine> },
    /// The hall closes.
    Stop,
}

/// A line of live events, and the number of the event that it begins behind.
pub type LiveLine = (broadcast::Receiver<Arc<SeenEvent>>, Seq);

/// How far a program is that was told what it missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The match has gone on: there is more.
    Behind,
    /// It has everything; the table tells it what follows.
    Level,
    /// Another link sits there, or none.
    Replaced,
}

impl TableStub {
    /// The match's id.
    pub fn match_id(&self) -> &MatchId {
        &self.shared.opened.match_id
    }

    /// How the match was set up; never waits.
    pub fn opened(&self) -> &Arc<Opened> {
        &self.shared.opened
    }

    /// The game that is played; never waits.
    pub fn game(&self) -> &'static dyn Game {
        self.shared.game
    }

    /// The match's clock, for stamps.
    pub fn clock(&self) -> MatchClock {
        self.clock
    }

    /// Asks for `seat`; gives the number of the event that it became, which is durable then. The same request id gets the
    /// same answer, also when the match is over by now.
    pub async fn ask(&self, seat: Seat, request_id: RequestId, ask: Ask) -> Result<Seq, Refusal> {
        let (answer, answered) = oneshot::channel();
        match self.line.send(Request::Ask { seat, request_id, ask, answer }).await {
            Ok(()) => answered.await.unwrap_or_else(|_| Err(self.stopped())),
            Err(SendError(Request::Ask { request_id, .. })) => {
                answer_again(&self.shared.annals.store, self.match_id(), Asker::Seat(seat), &request_id).await
            }
            Err(_) => Err(self.stopped()),
        }
    }

    /// Asks for an arbiter; see [`TableStub::ask`].
    pub async fn arbitrate(&self, arbiter: PlayerId, request_id: RequestId, ask: ArbiterAsk) -> Result<Seq, Refusal> {
        let (answer, answered) = oneshot::channel();
        match self.line.send(Request::Arbitrate { arbiter, request_id, ask, answer }).await {
            Ok(()) => answered.await.unwrap_or_else(|_| Err(self.stopped())),
            Err(SendError(Request::Arbitrate { arbiter, request_id, .. })) => {
                let asker = Asker::Arbiter(&arbiter);
                answer_again(&self.shared.annals.store, self.match_id(), asker, &request_id).await
            }
            Err(_) => Err(self.stopped()),
        }
    }

    /// Puts a program on a seat: it is told it is seated, then every event after `after`, then the turn if it is its own.
    /// A link that sat there before is told it was replaced, unless it is the same one; an earlier link than the one that
    /// sits there is refused with [`Reason::Replaced`].
    pub async fn sit(&self, seat: Seat, after: Seq, link: SeatLink) -> Result<(), Refusal> {
        let (answer, answered) = oneshot::channel();
        match self.line.send(Request::Sit { seat, after, link, answer }).await {
            Ok(()) => answered.await.unwrap_or_else(|_| Err(self.stopped())),
            Err(_) => Err(Refusal::new(Reason::MatchOver, "the match has ended")),
        }
    }

    /// The program of this link has gone: its grace begins. Does nothing when a later link sits there.
    pub async fn leave(&self, seat: Seat, link_id: u64) {
        // A table that has ended has nobody to miss.
        let _ = self.line.send(Request::Leave { seat, link_id }).await;
    }

    /// The program of this link broke the protocol or ended.
    pub async fn misbehaved(&self, seat: Seat, link_id: u64, misconduct: Misconduct) {
        // A table that has ended has its verdict.
        let _ = self.line.send(Request::Misbehaved { seat, link_id, misconduct }).await;
    }

    /// The match as `viewer` may see it now. [`Reason::MatchOver`] when it has just ended.
    pub async fn look(&self, viewer: Viewer) -> Result<Snapshot, Refusal> {
        match self.request(|answer| Request::Look { viewer, answer }).await? {
            Looked::Seen(snapshot) => Ok(snapshot),
            Looked::Held { horizon, turn } => Ok(snapshot(&self.before(horizon, turn).await?, viewer, horizon)),
        }
    }

    /// The match in a few lines, as `viewer` may see it now. [`Reason::MatchOver`] when it has just ended.
    pub async fn summary(&self, viewer: Viewer) -> Result<Summary, Refusal> {
        match self.request(|answer| Request::Summarise { viewer, answer }).await? {
            Looked::Seen(summary) => Ok(summary),
            Looked::Held { horizon, turn } => Ok(summary(&self.before(horizon, turn).await?, horizon)),
        }
    }

    /// Every event after `after`, and then the live ones. [`Reason::Limit`] when the table has as many watchers as it takes.
    pub async fn watch(&self, viewer: Viewer, after: Seq) -> Result<Watch, Refusal> {
        let place = Arc::clone(&self.shared.watchers).try_acquire_owned().map_err(|_| {
            let text = "this match has as many watchers as the server allows (limit `watchers`): try again later";
            Refusal::new(Reason::Limit, text)
        })?;
        let history = History::new(self.shared.annals.clone(), self.match_id().clone(), viewer, after);
        Ok(Watch::new(history, viewer, after, Some(self.clone()), Some(place)))
    }

    /// Waits until the table takes no commands any more: the match is over, or the hall closes.
    pub async fn ended(&self) {
        self.line.closed().await;
    }

    /// Whether the table takes no commands any more.
    pub fn has_ended(&self) -> bool {
        self.line.is_closed()
    }

    /// A line of live events; `None` when the table has ended.
    pub(super) async fn subscribe(&self, viewer: Viewer) -> Option<LiveLine> {
        self.request(|answer| Request::Subscribe { viewer, answer }).await.ok()
    }

    /// What `viewer` does not see yet.
    pub(super) fn hold_back(&self, viewer: Viewer) -> Option<HoldBack> {
        HoldBack::of(viewer, self.shared.spectator_delay, self.clock)
    }

    /// The match as it was at `horizon`; `turn` is the turn that is open now.
    async fn before(&self, horizon: Time, turn: Option<TurnRequest>) -> Result<Match, Refusal> {
        let Shared { annals, released, .. } = &*self.shared;
        let folded = history::fold_on(annals, self.match_id(), released.up_to(horizon), horizon).await?;
        let mut of = folded.ok_or_else(|| history::unknown_match(self.match_id()))?;
        released.keep(&of);
        if let Some(turn) = turn
            && let Some(sent) = turn.sent.filter(|sent| *sent <= horizon)
            && of.turn().is_some_and(|then| (then.round, then.ply) == (turn.round, turn.ply))
        {
            of.asked(turn.seat, sent);
        }
        Ok(of)
    }

    /// Stops the table after the commands that it has taken.
    pub(in crate::hall) async fn stop(&self) {
        // A table that has ended has stopped.
        let _ = self.line.send(Request::Stop).await;
    }

    /// The same without waiting, for where nobody can; `false` when the line is full.
    pub(in crate::hall) fn stop_soon(&self) -> bool {
        self.line.try_send(Request::Stop).is_ok()
    }

    async fn request<T>(&self, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, Refusal> {
        let (answer, answered) = oneshot::channel();
        let over = || Refusal::new(Reason::MatchOver, "the match has ended");
        self.line.send(request(answer)).await.map_err(|_| over())?;
        answered.await.map_err(|_| over())
    }

    fn stopped(&self) -> Refusal {
        Refusal::new(Reason::Stopping, format!("the table of match {} has stopped: ask again later", self.match_id()))
    }
}
