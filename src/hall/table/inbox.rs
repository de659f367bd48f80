//! What waits for a table, in the order in which it came. Each seat has a lane of its own in it, a number of places that
//! nobody else can take; whoever says more than its lane holds is refused at once, so that nobody ever waits for a place.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use tokio::sync::{Notify, oneshot};

use super::{ask::Ask, stub::Misconduct};
use crate::{
    hall::{
        limits::RETRY_SOON,
        link::{Answered, SeatLink},
    },
    ids::{MatchId, RequestId, Seat, Seq},
    referee::{Asker, Match, Reason, Refusal, Time},
};

/// The most commands of all arbiters together that wait for one table.
pub const ARBITER_LANE: usize = 16;
/// The most who wait to look at one match.
pub const LOOKS: usize = 256;

/// What waits for one table.
pub struct Inbox {
    lane: usize,
    waiting: Mutex<Waiting>,
    /// Told when the table takes nothing more.
    closing: Notify,
}

struct Waiting {
    /// The table, where it waits for more.
    table: Option<Waker>,
    requests: VecDeque<(u64, Request)>,
    newest: u64,
    /// How many commands of each seat wait.
    lanes: Box<[usize]>,
    arbiters: usize,
    looks: Vec<Look>,
    stop: bool,
    closed: bool,
}

/// What is asked of a table.
pub enum Request {
    /// A seat or an arbiter asks for something, which came at `came`.
    Command { asker: Asker, request_id: RequestId, ask: Ask, came: Time, reply: Reply },
    /// A program takes a seat, for which it came at `came`.
    Sit { seat: Seat, after: Seq, link: SeatLink, came: Time, answer: Option<oneshot::Sender<Result<(), Refusal>>> },
    /// A program that was far behind when it sat down has been told everything.
    Level { seat: Seat, link_id: u64, came: Time },
    /// What a program is to be told cannot be read.
    Unreadable { seat: Seat, link_id: u64 },
    /// A program has gone. One that had not been taken in yet had come at `sat`.
    Leave { seat: Seat, link_id: u64, came: Time, sat: Option<Time> },
    /// A program broke the protocol.
    Misbehaved { seat: Seat, link_id: u64, misconduct: Misconduct },
}

impl Request {
    /// Whether it says that a program comes, is here, or goes.
    pub fn is_of_presence(&self) -> bool {
        matches!(self, Request::Sit { .. } | Request::Level { .. } | Request::Leave { .. })
    }

    /// The number of the seat that it is about, from 0; none for an arbiter.
    pub fn seat(&self) -> Option<u8> {
        match self {
            Request::Command { asker: Asker::Seat(seat), .. } => Some(seat.0),
            Request::Command { asker: Asker::Arbiter(_), .. } => None,
            Request::Sit { seat, .. }
            | Request::Level { seat, .. }
            | Request::Unreadable { seat, .. }
            | Request::Leave { seat, .. }
            | Request::Misbehaved { seat, .. } => Some(seat.0),
        }
    }
}

/// Where the answer to a command goes. One that is dropped without an answer, as by a table that panics, says so.
pub struct Reply(Option<ReplyTo>);

enum ReplyTo {
    /// A call that waits for it.
    Call(oneshot::Sender<Result<Seq, Refusal>>),
    /// A program, as a message about this command.
    Link(SeatLink, MatchId, RequestId, Option<Seq>),
}

impl Reply {
    /// To a call that waits for it. Whoever gave up waiting is not missed.
    pub fn to_call(call: oneshot::Sender<Result<Seq, Refusal>>) -> Reply {
        Reply(Some(ReplyTo::Call(call)))
    }

    /// To a program, as a message about the command of this name, or the answer to this turn.
    pub fn to_link(match_id: MatchId, (request_id, turn_id): (RequestId, Option<Seq>), link: SeatLink) -> Reply {
        Reply(Some(ReplyTo::Link(link, match_id, request_id, turn_id)))
    }

    pub fn send(mut self, result: Result<Seq, Refusal>) {
        self.answer(result);
    }

    /// Answers nothing: somebody else does.
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
        let text = "the match could not go on while this was decided: ask again later";
        if self.0.is_some() {
            self.answer(Err(Refusal::new(Reason::HostFault, text)));
        }
    }
}

/// Somebody wants to know how the match stands, of which no copy is published.
pub type Look = oneshot::Sender<Arc<Match>>;

/// Why a request was not taken.
pub enum NotTaken {
    /// The table takes nothing any more.
    Closed(Request),
    Full(Request, Refusal),
}

pub enum Woken {
    Request(Request),
    Looks(Vec<Look>),
    Stop,
}

impl Inbox {
    /// An empty inbox for `seats` seats, each of which may have `lane` commands waiting.
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

    /// Leaves a request, or gives it back.
    pub fn push(&self, mut request: Request) -> Result<(), Box<NotTaken>> {
        let mut waiting = self.waiting();
        if waiting.closed {
            return Err(Box::new(NotTaken::Closed(request)));
        }
        waiting.supersede(&mut request);
        if waiting.stop && matches!(request, Request::Command { .. }) {
            let refusal = Refusal::new(Reason::Stopping, "the server is stopping: ask again later");
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

    /// Leaves word that somebody looks; `None` when the table takes nothing any more. [`Reason::Limit`] when [`LOOKS`] wait.
    pub fn look(&self, look: Look) -> Result<Option<()>, Refusal> {
        let mut waiting = self.waiting();
        if waiting.closed {
            return Ok(None);
        }
        if waiting.looks.len() >= LOOKS {
            let refusal = Refusal::limit("looks", LOOKS, "as many calls wait to look at this match as may");
            return Err(refusal.retry_after(RETRY_SOON));
        }
        waiting.looks.push(look);
        Waiting::wake(waiting);
        Ok(Some(()))
    }

    /// Asks the table to stop after what it has taken.
    pub fn stop(&self) {
        let mut waiting = self.waiting();
        waiting.stop = true;
        Waiting::wake(waiting);
    }

    /// Whether the table was asked to stop.
    pub fn is_stopping(&self) -> bool {
        self.waiting().stop
    }

    /// Whether the table takes nothing any more.
    pub fn is_closed(&self) -> bool {
        self.waiting().closed
    }

    /// Waits until the table takes nothing any more.
    pub async fn closed(&self) {
        loop {
            let closing = self.closing.notified();
            if self.is_closed() {
                return;
            }
            closing.await;
        }
    }

    /// For the table: what came next. A stop comes after every request.
    pub fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Woken> {
        self.polled(cx, |waiting| match waiting.pop(u64::MAX) {
            Some(request) => Some(Woken::Request(request)),
            None if !waiting.looks.is_empty() => Some(Woken::Looks(std::mem::take(&mut waiting.looks))),
            None => waiting.stop.then_some(Woken::Stop),
        })
    }

    /// For a table that waits for something else meanwhile: those who look.
    pub fn poll_looks(&self, cx: &mut Context<'_>) -> Poll<Vec<Look>> {
        self.polled(cx, |waiting| (!waiting.looks.is_empty()).then(|| std::mem::take(&mut waiting.looks)))
    }

    /// The number of the newest request: all up to it came before this moment.
    pub fn newest(&self) -> u64 {
        self.waiting().newest
    }

    /// The next request up to a number.
    pub fn take_up_to(&self, number: u64) -> Option<Request> {
        self.waiting().pop(number)
    }

    pub fn count(&self) -> usize {
        self.waiting().requests.len()
    }

    /// Takes nothing any more, and gives what waits.
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

    /// The lock is held for a few moves of pointers and never across an await; what is under it is never half changed.
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Lets the lock go and wakes the table, once for all that it has not come to take yet.
    fn wake(mut waiting: MutexGuard<'_, Waiting>) {
        let table = waiting.table.take();
        drop(waiting);
        if let Some(table) = table {
            table.wake();
        }
    }

    /// Takes a place in the lane of a request. Programs that come and go need none: of each seat the newest alone waits.
    fn admit(&mut self, request: &Request, lane: usize) -> Result<(), Refusal> {
        let seats = self.lanes.len();
        let (taken, most, limit) = match request {
            Request::Command { asker: Asker::Seat(seat), .. } => (self.lane(*seat, seats)?, lane, "waiting_commands"),
            Request::Command { asker: Asker::Arbiter(_), .. } => (&mut self.arbiters, ARBITER_LANE, "arbiter_lane"),
            Request::Sit { seat, .. } => return self.lane(*seat, seats).map(drop),
            Request::Level { .. } | Request::Unreadable { .. } | Request::Leave { .. } | Request::Misbehaved { .. } => {
                return Ok(());
            }
        };
        if *taken >= most {
            let text = format!("{most} requests wait for this match already: wait for their answers");
            return Err(Refusal::limit(limit, most, text).retry_after(RETRY_SOON));
        }
        *taken += 1;
        Ok(())
    }

    /// Takes out what a program that comes or goes makes pointless: an earlier one that waits to sit down on the same seat is
    /// replaced, and one that goes again need not sit down. The seat was taken since the first of them came.
    fn supersede(&mut self, request: &mut Request) {
        let (seat, newest) = match &*request {
            Request::Sit { seat, link, .. } => (*seat, link.id),
            Request::Leave { seat, link_id, .. } => (*seat, *link_id),
            _ => return,
        };
        let goes = matches!(request, Request::Leave { .. });
        let is_pointless = |(_, waiting): &(u64, Request)| match waiting {
            Request::Sit { seat: of, link, .. } => *of == seat && link.id <= newest,
            Request::Leave { seat: of, link_id, .. } | Request::Level { seat: of, link_id, .. } => {
                *of == seat && *link_id <= newest && goes
            }
            _ => false,
        };
        if !self.requests.iter().any(is_pointless) {
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
                let text = "a later link of the same player sits there, or the program has gone";
                // Whoever asked may have given up waiting.
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
            Request::Command { asker: Asker::Arbiter(_), .. } => self.arbiters -= 1,
            Request::Sit { .. }
            | Request::Level { .. }
            | Request::Unreadable { .. }
            | Request::Leave { .. }
            | Request::Misbehaved { .. } => {}
        }
        Some(request)
    }
}
