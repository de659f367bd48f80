//! The requests to a table, in order of arrival. Each seat has its own lane with a fixed number of
//! places. A request beyond them is rejected at once, so that no caller ever blocks.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use referee_ids::{MatchId, RequestId, Seat, Seq};
use referee_law::{Asker, Match, Reason, Refusal, Time};
use tokio::sync::{Notify, oneshot};

use super::{ask::Ask, stub::Misconduct};
use crate::hall::{
    limits::RETRY_SOON,
    link::{Answered, SeatLink},
};

/// Maximum queued commands of all arbiters per table.
pub const ARBITER_LANE: usize = 16;
/// Maximum queued readers per match.
pub const LOOKS: usize = 256;

/// The inbox of one table.
pub struct Inbox {
    lane: usize,
    waiting: Mutex<Waiting>,
    /// Signals that the table accepts nothing any longer.
    closing: Notify,
}

struct Waiting {
    /// Waker of the waiting table.
    table: Option<Waker>,
    requests: VecDeque<(u64, Request)>,
    newest: u64,
    /// Queued commands per seat.
    lanes: Box<[usize]>,
    arbiters: usize,
    looks: Vec<Look>,
    stop: bool,
    closed: bool,
}

/// A request to a table.
pub enum Request {
    /// A command of a seat or an arbiter, arrived at `came`.
    Command { asker: Asker, request_id: RequestId, ask: Ask, came: Time, reply: Reply },
    /// A program asks for a seat, at `came`.
    Sit { seat: Seat, after: Seq, link: SeatLink, came: Time, answer: Option<oneshot::Sender<Result<(), Refusal>>> },
    /// A program that lagged when it was seated has caught up.
    Level { seat: Seat, link_id: u64, came: Time },
    /// Events for a program are unreadable.
    Unreadable { seat: Seat, link_id: u64 },
    /// A program disconnected. If it was never seated, it had asked at `sat`.
    Leave { seat: Seat, link_id: u64, came: Time, sat: Option<Time> },
    /// A program broke the protocol.
    Misbehaved { seat: Seat, link_id: u64, misconduct: Misconduct },
}

impl Request {
    /// Returns whether it is about a program's arrival, presence or departure.
    pub fn is_of_presence(&self) -> bool {
        matches!(self, Request::Sit { .. } | Request::Level { .. } | Request::Leave { .. })
    }

    /// Returns whether it is the arrival of this link.
    fn arrives_on(&self, link_id: u64) -> bool {
        matches!(self, Request::Sit { link, .. } if link.id == link_id)
    }

    /// Returns whether this arrival or departure makes a queued request obsolete. `is_unseated`
    /// says that its own arrival is queued.
    fn outdates(&self, queued: &Request, is_unseated: bool) -> bool {
        let is_obsolete = match (self, queued) {
            (Request::Sit { link: newer, .. }, Request::Sit { link, .. }) => {
                link.id <= newer.id && !link.stays_beside(newer)
            }
            (Request::Leave { link_id: own, .. }, Request::Sit { link, .. }) => {
                link.id == *own || (link.id < *own && !link.attends)
            }
            (Request::Leave { link_id: own, .. }, Request::Level { link_id, .. }) => link_id == own,
            // Other tabs of the player that leave at the same time were seated, and each has to be
            // removed.
            (Request::Leave { link_id: own, .. }, Request::Leave { link_id, sat, .. }) => {
                link_id == own || (is_unseated && sat.is_some())
            }
            _ => false,
        };
        is_obsolete && self.seat() == queued.seat()
    }

    /// Returns the number of its seat, from 0; `None` for an arbiter.
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

/// Destination of a command's answer. Dropping it unanswered, as in a panic, sends an error.
pub struct Reply(Option<ReplyTo>);

enum ReplyTo {
    /// A waiting call.
    Call(oneshot::Sender<Result<Seq, Refusal>>),
    /// A program, as a message about this command.
    Link(SeatLink, MatchId, RequestId, Option<Seq>),
}

impl Reply {
    /// Answers a waiting call; a caller that left is ignored.
    pub fn to_call(call: oneshot::Sender<Result<Seq, Refusal>>) -> Reply {
        Reply(Some(ReplyTo::Call(call)))
    }

    /// Answers a program by a message about the command with this id, or this turn.
    pub fn to_link(match_id: MatchId, (request_id, turn_id): (RequestId, Option<Seq>), link: SeatLink) -> Reply {
        Reply(Some(ReplyTo::Link(link, match_id, request_id, turn_id)))
    }

    pub fn send(mut self, result: Result<Seq, Refusal>) {
        self.answer(result);
    }

    /// Sends nothing: the answer is given elsewhere.
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

/// A reader that needs the current match, because no copy is published.
pub type Look = oneshot::Sender<Arc<Match>>;

/// Why a request was not accepted.
pub enum NotTaken {
    /// The table accepts nothing any longer.
    Closed(Request),
    Full(Request, Refusal),
}

pub enum Woken {
    Request(Request),
    Looks(Vec<Look>),
    Stop,
}

impl Inbox {
    /// Creates an inbox for `seats` seats with `lane` queued commands each.
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

    /// Adds a request, or returns it.
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

    /// Adds a reader; `None` if the table accepts nothing any longer. Fails with [`Reason::Limit`]
    /// beyond [`LOOKS`].
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

    /// Asks the table to stop after the accepted requests.
    pub fn stop(&self) {
        let mut waiting = self.waiting();
        waiting.stop = true;
        Waiting::wake(waiting);
    }

    pub fn is_stopping(&self) -> bool {
        self.waiting().stop
    }

    /// Returns whether the table accepts nothing any longer.
    pub fn is_closed(&self) -> bool {
        self.waiting().closed
    }

    /// Waits until the table accepts nothing any longer.
    pub async fn closed(&self) {
        loop {
            let closing = self.closing.notified();
            if self.is_closed() {
                return;
            }
            closing.await;
        }
    }

    /// Polls the next request for the table. A stop comes after every request.
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

    /// Returns the number of the newest request; all up to it have arrived.
    pub fn newest(&self) -> u64 {
        self.waiting().newest
    }

    /// Takes the next request up to a number.
    pub fn take_up_to(&self, number: u64) -> Option<Request> {
        self.waiting().pop(number)
    }

    pub fn count(&self) -> usize {
        self.waiting().requests.len()
    }

    /// Closes the inbox, and returns its contents.
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
    /// Unlocks and wakes the table, once for everything queued.
    fn wake(mut waiting: MutexGuard<'_, Waiting>) {
        let table = waiting.table.take();
        drop(waiting);
        if let Some(table) = table {
            table.wake();
        }
    }

    /// Takes a place in the lane of a request. Arrivals and departures need none: each link queues
    /// one of either, and those of links that left before they were seated are one together.
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

    /// Drops queued requests that an arrival or departure makes obsolete: an earlier request for
    /// the same seat is replaced, unless both are tabs of the player, and a departed program is not
    /// seated. The seat counts as requested since the first of them.
    fn supersede(&mut self, request: &mut Request) {
        // A program whose arrival waits was never seated.
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
                // The caller may have left.
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
