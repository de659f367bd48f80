//! The requests to a table, in the order of arrival. Each seat has its own lane with a fixed number
//! of places. A request to a full lane is rejected immediately, so that no caller ever waits.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use referee_ids::{MatchId, RequestId, Seat, Seq};
use referee_law::{Asker, Evidence, Match, Reason, Refusal, Time};
use tokio::sync::{Notify, oneshot};

use super::ask::Ask;
use crate::hall::{
    limits::RETRY_SOON,
    link::{Answered, SeatLink},
};

/// Maximum queued commands of all arbiters of a table.
pub const ARBITER_LANE: usize = 16;
/// Maximum queued readers of a match.
pub const LOOKS: usize = 256;

/// The inbox of one table.
pub struct Inbox {
    lane: usize,
    waiting: Mutex<Waiting>,
    /// Notified when the table accepts no further requests.
    closing: Notify,
}

struct Waiting {
    /// Waker of the table while it waits.
    table: Option<Waker>,
    requests: VecDeque<(u64, Request)>,
    newest: u64,
    /// Number of queued commands of each seat.
    lanes: Box<[usize]>,
    arbiters: usize,
    looks: Vec<Look>,
    stop: bool,
    closed: bool,
}

/// A breach of the protocol by the program of a seat.
#[derive(Clone, Debug)]
pub struct Misconduct {
    pub detail: String,
    pub evidence: Evidence,
    /// Time of the observation, as a time of [`TableStub::clock`](super::TableStub::clock).
    pub received: Time,
}

impl Misconduct {
    /// Creates misconduct without evidence.
    pub fn seen(detail: String, received: Time) -> Misconduct {
        Misconduct { detail, evidence: Evidence::default(), received }
    }
}

/// A request to a table.
pub enum Request {
    /// A command of a seat or an arbiter, which arrived at `came`.
    Command { asker: Asker, request_id: RequestId, ask: Ask, came: Time, reply: Reply },
    /// The request of a program for a seat, which arrived at `came`.
    Sit { seat: Seat, after: Seq, link: SeatLink, came: Time, answer: Option<oneshot::Sender<Result<(), Refusal>>> },
    /// The notice that a program that lagged when it was seated has caught up.
    Level { seat: Seat, link_id: u64, came: Time },
    /// The notice that the events for a program are unreadable.
    Unreadable { seat: Seat, link_id: u64 },
    /// The notice that a program disconnected. If it was never seated, `sat` is the time of its
    /// request.
    Leave { seat: Seat, link_id: u64, came: Time, sat: Option<Time> },
    /// The notice that a program broke the protocol.
    Misbehaved { seat: Seat, link_id: u64, misconduct: Misconduct },
}

impl Request {
    /// Returns whether the request is about the arrival, presence or departure of a program.
    pub fn is_of_presence(&self) -> bool {
        matches!(self, Request::Sit { .. } | Request::Level { .. } | Request::Leave { .. })
    }

    /// Returns whether the request is the arrival of this link.
    fn arrives_on(&self, link_id: u64) -> bool {
        matches!(self, Request::Sit { link, .. } if link.id == link_id)
    }

    /// Returns whether this arrival or departure makes a queued request obsolete. `is_unseated` is
    /// whether the arrival of the same link is still queued.
    fn outdates(&self, queued: &Request, is_unseated: bool) -> bool {
        let is_obsolete = match (self, queued) {
            (Request::Sit { link: newer, .. }, Request::Sit { link, .. }) => {
                link.id <= newer.id && !link.stays_beside(newer)
            }
            (Request::Leave { link_id: own, .. }, Request::Sit { link, .. }) => {
                link.id == *own || (link.id < *own && !link.attends)
            }
            (Request::Leave { link_id: own, .. }, Request::Level { link_id, .. }) => link_id == own,
            // Other tabs of the player that leave at the same time were seated, so each must be
            // removed by its own request.
            (Request::Leave { link_id: own, .. }, Request::Leave { link_id, sat, .. }) => {
                link_id == own || (is_unseated && sat.is_some())
            }
            _ => false,
        };
        is_obsolete && self.seat() == queued.seat()
    }

    /// Rejects the request, which arrived after the table had stopped. Readers then use the store.
    pub fn decline(self, refusal: &Refusal) {
        match self {
            Request::Command { reply, .. } => reply.send(Err(refusal.clone())),
            Request::Sit { answer: Some(answer), .. } => drop(answer.send(Err(refusal.clone()))),
            _ => {}
        }
    }

    /// Returns the number of the request's seat, from 0; `None` for an arbiter.
    pub fn seat(&self) -> Option<u8> {
        match self {
            Request::Command { asker: Asker::Seat(seat), .. } => Some(seat.0),
            Request::Command { asker: Asker::Arbiter(_) | Asker::Contest, .. } => None,
            Request::Sit { seat, .. }
            | Request::Level { seat, .. }
            | Request::Unreadable { seat, .. }
            | Request::Leave { seat, .. }
            | Request::Misbehaved { seat, .. } => Some(seat.0),
        }
    }
}

/// The destination for the answer to a command. If it is dropped without an answer, as in a panic,
/// it sends an error.
pub struct Reply(Option<ReplyTo>);

enum ReplyTo {
    /// A call that waits.
    Call(oneshot::Sender<Result<Seq, Refusal>>),
    /// A program, which gets a message about this command.
    Link(SeatLink, MatchId, RequestId, Option<Seq>),
}

impl Reply {
    /// Answers a call that waits. If the caller has disconnected, the answer is ignored.
    pub fn to_call(call: oneshot::Sender<Result<Seq, Refusal>>) -> Reply {
        Reply(Some(ReplyTo::Call(call)))
    }

    /// Answers a program with a message about the command with this id, or about this turn.
    pub fn to_link(match_id: MatchId, (request_id, turn_id): (RequestId, Option<Seq>), link: SeatLink) -> Reply {
        Reply(Some(ReplyTo::Link(link, match_id, request_id, turn_id)))
    }

    pub fn send(mut self, result: Result<Seq, Refusal>) {
        self.answer(result);
    }

    /// Sends nothing, because the answer is given in another way.
    pub fn forget(mut self) {
        self.0 = None;
    }

    fn answer(&mut self, result: Result<Seq, Refusal>) {
        match self.0.take() {
            Some(ReplyTo::Call(call)) => drop(call.send(result)),
            Some(ReplyTo::Link(link, match_id, request_id, turn_id)) => {
                link.answer(Answered { match_id, request_id, turn_id, result: result.map_err(Box::new) });
            }
            None => {}
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        let text = "the match was interrupted during this request: retry later";
        if self.0.is_some() {
            self.answer(Err(Refusal::new(Reason::HostFault, text)));
        }
    }
}

/// A reader that needs the present match, because no copy of it is published.
pub type Look = oneshot::Sender<Arc<Match>>;

/// The reason why a request was not accepted.
pub enum NotTaken {
    /// The table accepts no further requests.
    Closed(Request),
    Full(Request, Refusal),
}

pub enum Woken {
    Request(Request),
    Looks(Vec<Look>),
    Stop,
}

impl Inbox {
    /// Creates an inbox for `seats` seats, each with `lane` places for commands.
    pub fn new(seats: usize, lane: usize) -> Inbox {
        let waiting = Waiting {
            table: None,
            requests: VecDeque::new(),
            newest: 0,
            lanes: vec![0; seats].into(),
            arbiters: 0,
            looks: Vec::new(),
            stop: false,
            closed: false,
        };
        Inbox { lane: lane.max(1), waiting: Mutex::new(waiting), closing: Notify::new() }
    }

    /// Adds a request. If it is not accepted, returns it.
    pub fn push(&self, mut request: Request) -> Result<(), Box<NotTaken>> {
        let mut waiting = self.waiting();
        if waiting.closed {
            return Err(Box::new(NotTaken::Closed(request)));
        }
        waiting.supersede(&mut request);
        if waiting.stop && matches!(request, Request::Command { .. }) {
            let refusal = Refusal::new(Reason::Stopping, "the server is stopping: retry later");
            return Err(Box::new(NotTaken::Full(request, refusal)));
        }
        if let Err(refusal) = waiting.admit(&request, self.lane) {
            return Err(Box::new(NotTaken::Full(request, refusal)));
        }
        waiting.newest += 1;
        let number = waiting.newest;
        waiting.requests.push_back((number, request));
        Waiting::wake(waiting);
        Ok(())
    }

    /// Adds a reader. Returns `None` if the table accepts no further requests. Fails with
    /// [`Reason::Limit`] if there are already [`LOOKS`] readers.
    pub fn look(&self, look: Look) -> Result<Option<()>, Refusal> {
        let mut waiting = self.waiting();
        if waiting.closed {
            return Ok(None);
        }
        if waiting.looks.len() >= LOOKS {
            let refusal = Refusal::limit("looks", LOOKS, "too many calls wait to read this match");
            return Err(refusal.retry_after(RETRY_SOON));
        }
        waiting.looks.push(look);
        Waiting::wake(waiting);
        Ok(Some(()))
    }

    /// Asks the table to stop after the requests that were accepted.
    pub fn stop(&self) {
        let mut waiting = self.waiting();
        waiting.stop = true;
        Waiting::wake(waiting);
    }

    pub fn is_stopping(&self) -> bool {
        self.waiting().stop
    }

    /// Returns whether the table accepts no further requests.
    pub fn is_closed(&self) -> bool {
        self.waiting().closed
    }

    /// Waits until the table accepts no further requests.
    pub async fn closed(&self) {
        loop {
            let closing = self.closing.notified();
            if self.is_closed() {
                return;
            }
            closing.await;
        }
    }

    /// Polls the next request, for the table. A stop comes after all requests.
    pub fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Woken> {
        self.polled(cx, |waiting| match waiting.pop(u64::MAX) {
            Some(request) => Some(Woken::Request(request)),
            None if !waiting.looks.is_empty() => Some(Woken::Looks(std::mem::take(&mut waiting.looks))),
            None => waiting.stop.then_some(Woken::Stop),
        })
    }

    /// Polls only readers, for a table that waits for something else.
    pub fn poll_looks(&self, cx: &mut Context<'_>) -> Poll<Vec<Look>> {
        self.polled(cx, |waiting| (!waiting.looks.is_empty()).then(|| std::mem::take(&mut waiting.looks)))
    }

    /// Returns the number of the newest request.
    pub fn newest(&self) -> u64 {
        self.waiting().newest
    }

    /// Takes the next request whose number is at most `number`.
    pub fn take_up_to(&self, number: u64) -> Option<Request> {
        self.waiting().pop(number)
    }

    pub fn count(&self) -> usize {
        self.waiting().requests.len()
    }

    /// Closes the inbox, and returns what was in it.
    pub fn close(&self) -> (Vec<Request>, Vec<Look>) {
        let mut waiting = self.waiting();
        waiting.closed = true;
        let requests = std::mem::take(&mut waiting.requests);
        let looks = std::mem::take(&mut waiting.looks);
        drop(waiting);
        self.closing.notify_waiters();
        (requests.into_iter().map(|(_, request)| request).collect(), looks)
    }

    fn polled<T>(&self, cx: &mut Context<'_>, next: impl Fn(&mut Waiting) -> Option<T>) -> Poll<T> {
        let mut waiting = self.waiting();
        if let Some(woken) = next(&mut waiting) {
            return Poll::Ready(woken);
        }
        if !waiting.table.as_ref().is_some_and(|table| table.will_wake(cx.waker())) {
            waiting.table = Some(cx.waker().clone());
        }
        Poll::Pending
    }

    /// Locks the inbox. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Unlocks the inbox, and wakes the table once for everything queued.
    fn wake(mut waiting: MutexGuard<'_, Waiting>) {
        let table = waiting.table.take();
        drop(waiting);
        if let Some(table) = table {
            table.wake();
        }
    }

    /// Takes a place in the lane of a request. Arrivals and departures need no place: each link
    /// queues at most one of each. Links that left before they were seated share one departure.
    fn admit(&mut self, request: &Request, lane: usize) -> Result<(), Refusal> {
        let seats = self.lanes.len();
        let (taken, most, limit) = match request {
            Request::Command { asker: Asker::Seat(seat), .. } => (self.lane(*seat, seats)?, lane, "waiting_commands"),
            Request::Command { asker: Asker::Arbiter(_) | Asker::Contest, .. } => {
                (&mut self.arbiters, ARBITER_LANE, "arbiter_lane")
            }
            Request::Sit { seat, .. } => return self.lane(*seat, seats).map(drop),
            Request::Level { .. } | Request::Unreadable { .. } | Request::Leave { .. } | Request::Misbehaved { .. } => {
                return Ok(());
            }
        };
        if *taken >= most {
            let text = format!("limit reached: {most} pending requests to this match; wait for their answers");
            return Err(Refusal::limit(limit, most, text).retry_after(RETRY_SOON));
        }
        *taken += 1;
        Ok(())
    }

    /// Drops queued requests that an arrival or departure makes obsolete. An earlier request for
    /// the same seat is replaced, unless both links are tabs of the player. A program that has left
    /// is not seated. The new request counts from the time of the first obsolete one.
    fn supersede(&mut self, request: &mut Request) {
        // If the arrival of a program is still queued, the program was never seated.
        let is_unseated = match &*request {
            Request::Leave { link_id, .. } => self.requests.iter().any(|(_, waiting)| waiting.arrives_on(*link_id)),
            _ => false,
        };
        let is_pointless = |(_, waiting): &(u64, Request)| request.outdates(waiting, is_unseated);
        if !self.requests.iter().any(&is_pointless) {
            return;
        }
        let (pointless, kept) = std::mem::take(&mut self.requests).into_iter().partition(is_pointless);
        self.requests = kept;
        let pointless: VecDeque<(u64, Request)> = pointless;
        let since = pointless.iter().filter_map(|(_, request)| match request {
            Request::Sit { came, .. } => Some(*came),
            Request::Leave { sat, .. } => *sat,
            _ => None,
        });
        match (request, since.min()) {
            (Request::Sit { came, .. }, Some(since)) => *came = since.min(*came),
            (Request::Leave { sat, .. }, since @ Some(_)) => *sat = since,
            _ => {}
        }
        for (_, request) in pointless {
            if let Request::Sit { answer: Some(answer), .. } = request {
                let text = "a newer stream of the same player has the seat, or the program disconnected";
                // The caller may no longer wait for the answer.
                let _ = answer.send(Err(Refusal::new(Reason::Replaced, text)));
            }
        }
    }

    fn lane(&mut self, seat: Seat, seats: usize) -> Result<&mut usize, Refusal> {
        let expected = || format!("a seat from 0 to {}", seats.saturating_sub(1));
        let none = || Refusal::of_field(Reason::NotSeated, "seat", &seat.to_string(), expected());
        self.lanes.get_mut(seat.index()).ok_or_else(none)
    }

    fn pop(&mut self, up_to: u64) -> Option<Request> {
        let (number, _) = self.requests.front()?;
        if *number > up_to {
            return None;
        }
        let (_, request) = self.requests.pop_front()?;
        match &request {
            Request::Command { asker: Asker::Seat(seat), .. } => self.lanes[seat.index()] -= 1,
            Request::Command { asker: Asker::Arbiter(_) | Asker::Contest, .. } => self.arbiters -= 1,
            Request::Sit { .. }
            | Request::Level { .. }
            | Request::Unreadable { .. }
            | Request::Leave { .. }
            | Request::Misbehaved { .. } => {}
        }
        Some(request)
    }
}
