//! The handle of a table.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use referee_games::{Game, scene::Picture};
use referee_ids::{MatchId, RequestId, Seat, Seq, Viewer};
use referee_law::{Asker, Match, MatchOpened, Note, Reason, Refusal, Time, TurnRequest, frames::SeenFrame};
use tokio::sync::{Semaphore, oneshot};

use super::{
    ask::Ask,
    fanout::{Fanout, LiveLine},
    inbox::{Inbox, Misconduct, NotTaken, Reply, Request},
    live_match::Published,
    snapshot::{self, Snapshot, Summary, summary},
    spectator_delay::{Horizon, Released, SpectatorDelay},
};
use crate::hall::{
    link::SeatLink,
    matches::match_store::MatchStore,
    records::history::{self, answer_again},
    wall_clock::MatchClock,
};

/// The handle of a live table. No request waits for a place: if its lane is full, it is rejected
/// with [`Reason::Limit`].
#[derive(Clone)]
pub struct TableStub {
    pub(super) shared: Arc<Shared>,
}

/// The state that all handles of a table share.
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
    /// Cloned by the watch of every spectator who chose this match, so that its references count
    /// them.
    pub audience: Arc<()>,
    /// Delay for spectators.
    pub spectator_delay: Duration,
    /// The match as far as spectators have seen it.
    pub released: Released,
    pub pictures: Mutex<Pictures>,
}

/// The newest picture for each class of viewers, delayed or not, with the number of the newest
/// event in it.
type Pictures = BTreeMap<(Viewer, bool), (Seq, Arc<Picture>)>;

impl Shared {
    /// Locks the fan-out. The lock is held while an event is sent, never across an await, and never
    /// with a half-made change.
    pub fn fanout(&self) -> MutexGuard<'_, Fanout> {
        self.fanout.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableStub {
    pub fn match_id(&self) -> &MatchId {
        &self.shared.opened.match_id
    }

    pub fn opened(&self) -> &Arc<MatchOpened> {
        &self.shared.opened
    }

    pub fn game(&self) -> &'static dyn Game {
        self.shared.game
    }

    /// Returns the clock of the match, for stamps.
    pub fn clock(&self) -> MatchClock {
        self.shared.clock
    }

    /// Sends the request of a seat or an arbiter. Returns the number of the durable event that it
    /// causes. The same request id returns the same answer, even after the end of the match.
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
            // An inbox that is closed returns the request.
            Err(NotTaken::Closed(_)) => Err(self.stopped()),
        }
    }

    /// Sends a request without waiting; the answer is a message on `link`. Returns the request if
    /// the table accepts no further requests.
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
            // The rejected request is always the command, so this case is never reached.
            NotTaken::Closed(_) | NotTaken::Full(..) => {}
        }
        Ok(())
    }

    /// Seats a program. The program receives `Seated`, every event after `after`, and then the
    /// turn, if it has one. A link that is replaced is notified, unless it is the same link. Fails
    /// with [`Reason::Replaced`] if the seated link is newer.
    pub async fn sit(&self, seat: Seat, after: Seq, link: SeatLink) -> Result<(), Refusal> {
        let (answer, answered) = oneshot::channel();
        let sit = Request::Sit { seat, after, link, came: self.clock().now(), answer: Some(answer) };
        match self.shared.inbox.push(sit).map_err(|not| *not) {
            Ok(()) => answered.await.unwrap_or_else(|_| Err(self.stopped())),
            Err(NotTaken::Full(_, refusal)) => Err(refusal),
            Err(NotTaken::Closed(_)) => Err(self.over()),
        }
    }

    /// Seats a program without waiting. Fails with [`Reason::MatchOver`] if the table accepts no
    /// further requests, and with [`Reason::Limit`] if too many programs wait for this seat.
    pub fn sit_soon(&self, seat: Seat, after: Seq, link: SeatLink) -> Result<(), Refusal> {
        let sit = Request::Sit { seat, after, link, came: self.clock().now(), answer: None };
        self.shared.inbox.push(sit).map_err(|not| match *not {
            NotTaken::Full(_, refusal) => refusal,
            NotTaken::Closed(_) => self.over(),
        })
    }

    /// Reports that the program of this link disconnected, so that its grace begins. Has no effect
    /// if a newer link has the seat.
    pub fn leave(&self, seat: Seat, link_id: u64) {
        // A table that has ended needs no notice.
        let _ = self.shared.inbox.push(Request::Leave { seat, link_id, came: self.clock().now(), sat: None });
    }

    /// Reports that the lagging program of this link has caught up.
    pub(super) fn level(&self, seat: Seat, link_id: u64) {
        // A table that has ended needs no notice.
        let _ = self.shared.inbox.push(Request::Level { seat, link_id, came: self.clock().now() });
    }

    /// Reports that the events for this link are unreadable.
    pub(super) fn unreadable(&self, seat: Seat, link_id: u64) {
        // A table that has ended needs no notice.
        let _ = self.shared.inbox.push(Request::Unreadable { seat, link_id });
    }

    /// Reports that the program of this link broke the protocol, or that it ended.
    pub fn misbehaved(&self, seat: Seat, link_id: u64, misconduct: Misconduct) {
        // A table that has ended already has its verdict.
        let _ = self.shared.inbox.push(Request::Misbehaved { seat, link_id, misconduct });
    }

    /// Returns the match as `viewer` may see it now. Fails with [`Reason::MatchOver`] if the match
    /// has just ended.
    pub async fn look(&self, viewer: Viewer) -> Result<Snapshot, Refusal> {
        let look = |of: &Match, now| snapshot::snapshot(of, viewer, now, self.picture(of, viewer));
        let mut seen = self.look_by(viewer, look).await?;
        seen.summary.watchers = self.watchers();
        Ok(seen)
    }

    /// Returns how many spectators chose to watch this match.
    pub fn watchers(&self) -> usize {
        Arc::strong_count(&self.shared.audience) - 1
    }

    /// Counts a spectator who chose this match, until the returned value is dropped.
    pub(super) fn join_audience(&self) -> Arc<()> {
        Arc::clone(&self.shared.audience)
    }

    /// Returns the position as `viewer` may see it now. Fails with [`Reason::MatchOver`] if the
    /// match has just ended.
    pub async fn frame(&self, viewer: Viewer) -> Result<SeenFrame, Refusal> {
        self.look_by(viewer, |of, now| snapshot::frame(of, viewer, now, self.picture(of, viewer))).await
    }

    /// Returns the summary as `viewer` may see it now. Fails with [`Reason::MatchOver`] if the
    /// match has just ended.
    pub async fn summary(&self, viewer: Viewer) -> Result<Summary, Refusal> {
        let summary = self.look_by(viewer, summary).await?;
        Ok(Summary { watchers: self.watchers(), ..summary })
    }

    /// Returns the picture of a match for a viewer. It is drawn only once for all viewers who see
    /// the same.
    fn picture(&self, of: &Match, viewer: Viewer) -> Arc<Picture> {
        let sees_as = if self.game().facts().hidden { viewer } else { Viewer::Spectator };
        let class = (sees_as, self.spectator_delay(viewer).is_some());
        let mut pictures = self.shared.pictures.lock().unwrap_or_else(PoisonError::into_inner);
        match pictures.get(&class) {
            Some((seq, picture)) if *seq == of.seq() => Arc::clone(picture),
            _ => {
                let drawn = Arc::new(snapshot::picture(of, viewer));
                pictures.insert(class, (of.seq(), Arc::clone(&drawn)));
                drawn
            }
        }
    }

    async fn look_by<T>(&self, viewer: Viewer, look: impl Fn(&Match, Time) -> T) -> Result<T, Refusal> {
        let of = self.as_it_stands().await?;
        let Some(delay) = self.spectator_delay(viewer) else { return Ok(look(&of, self.clock().now())) };
        match delay.horizon_of(&of) {
            Horizon::Now => Ok(look(&of, self.clock().now())),
            Horizon::Unchanged(horizon) => Ok(look(&of, horizon)),
            Horizon::Held(horizon) => Ok(look(&self.before(horizon, of.turn()).await?, horizon)),
        }
    }

    /// Returns a copy of the match. Asks the table only if the match has changed since the last
    /// copy.
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

    /// Returns the number of queued requests.
    pub fn waiting(&self) -> usize {
        self.shared.inbox.count()
    }

    /// Waits until the table accepts no further commands, because the match is over or the hall
    /// closes.
    pub async fn ended(&self) {
        self.shared.inbox.closed().await;
    }

    /// Returns whether the table accepts no further commands.
    pub fn has_ended(&self) -> bool {
        self.shared.inbox.is_closed()
    }

    /// Subscribes to live events; `None` if the table has ended.
    pub(super) fn subscribe(&self, viewer: Viewer) -> Option<LiveLine> {
        let mut fanout = self.shared.fanout();
        (!self.has_ended()).then(|| fanout.subscribe(viewer))
    }

    /// Returns the delay for `viewer`; `None` if there is none.
    pub(in crate::hall) fn spectator_delay(&self, viewer: Viewer) -> Option<SpectatorDelay> {
        SpectatorDelay::of(viewer, self.shared.spectator_delay, self.clock())
    }

    /// Returns the match as it was at the time `horizon`; `turn` is the turn that is open now.
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

    /// Stops the table after the commands that were accepted.
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
