//! The link between tables and the program on their seats: a queue that never blocks a table, and a
//! reader for the transport.
//!
//! A program with several matches has one link. The link queues the newest events of each seat. A
//! slow seat becomes a cursor into the log, which [`replay`] reads. So a link never fills up, no
//! table waits for a program, and no program is dropped because others are busy.

mod coalesce;
mod messages;
mod queue;
mod replay;
mod shared;

use std::{
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use referee_engine::evidence::Outputs;
use referee_ids::Seq;
use referee_law::{Fact, Refusal, SeenEvent};
use tokio::runtime::Handle;

pub use coalesce::{Coalescer, LOOK_EVERY};
pub use messages::{Answered, SeatMessage, SentStamp, TurnCard, Wants};
pub use queue::{NewSlot, SEATS_A_LINK, SlotId, WAITING_EVENTS, WAITING_NOTICES, WAITING_PAST};
use queue::{Popped, Queue};
use shared::{Shared, Waiting};

/// The tables' end of a link. Clones share the link.
#[derive(Clone)]
pub struct SeatLink {
    /// Number of the link; a newer link has a greater number.
    pub id: u64,
    /// The messages that the program wants to receive.
    pub wants: Wants,
    /// Round-trip time to the program, which the transport records.
    pub round_trip: RoundTrip,
    /// Whether the link is an `Attend` stream. Its player gets the longer grace for pages.
    pub attends: bool,
    /// The last lines that a local program printed; `None` for a remote program.
    pub outputs: Option<Outputs>,
    /// Coalescer for messages that need no answer; `None` to send them immediately.
    pub coalescer: Option<Coalescer>,
    shared: Arc<Shared>,
}

/// The program's end of a link. Dropping it ends the link.
pub struct SeatReader {
    shared: Arc<Shared>,
}

/// Creates a link with a number greater than all earlier ones.
pub fn channel(wants: Wants) -> (SeatLink, SeatReader) {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let shared = Arc::new(Shared::default());
    let id = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    let round_trip = RoundTrip::default();
    let link =
        SeatLink { id, wants, round_trip, attends: false, outputs: None, coalescer: None, shared: Arc::clone(&shared) };
    (link, SeatReader { shared })
}

impl SeatLink {
    /// Marks this as the link of an `Attend` stream.
    pub fn attending(self) -> SeatLink {
        SeatLink { attends: true, ..self }
    }

    /// Returns whether this link keeps its seats when `newer` takes them: several `Attend` streams
    /// of a player can hold the same seat.
    pub fn stays_beside(&self, newer: &SeatLink) -> bool {
        self.attends && newer.attends
    }

    /// Adds the last lines of a local program.
    pub fn with_outputs(self, outputs: Option<Outputs>) -> SeatLink {
        SeatLink { outputs, ..self }
    }

    /// Gives the program a seat: it receives `Seated`, then every event after the newest that it
    /// knows. Returns `None` if the program is gone, or already holds [`SEATS_A_LINK`] seats.
    pub(in crate::hall) fn open(&self, new: NewSlot, background: &Handle) -> Option<SlotId> {
        let slot = self.tell(|queue| queue.open(new, self.wants));
        self.catch_up(background);
        slot
    }

    /// Sends a new event to a seat.
    pub(in crate::hall) fn event(&self, slot: SlotId, event: &Arc<SeenEvent>, background: &Handle) {
        if self.tell_with_the_next(|queue| queue.event(slot, event)) {
            self.catch_up(background);
        }
    }

    /// Returns whether the program does not want this event.
    pub(in crate::hall) fn is_spared(&self, fact: &Fact) -> bool {
        !self.wants.moves && fact.is_step()
    }

    /// Skips a new event that the program does not want, so that the seat does not lag.
    pub(in crate::hall) fn skip(&self, slot: SlotId, seq: Seq, background: &Handle) {
        let is_behind = self.shared.waiting().queue.skip(slot, seq);
        if is_behind {
            self.catch_up(background);
        }
    }

    /// Sends the open turn of a seat, or replaces it; `None` withdraws it.
    pub(in crate::hall) fn turn(&self, slot: SlotId, turn: Option<Arc<TurnCard>>) {
        match turn {
            Some(_) => self.tell(|queue| queue.turn(slot, turn)),
            None => self.tell_with_the_next(|queue| queue.turn(slot, None)),
        }
    }

    pub fn answer(&self, answered: Answered) {
        match answered.result {
            Ok(_) => self.tell_with_the_next(|queue| queue.answer(answered)),
            Err(_) => self.tell(|queue| queue.answer(answered)),
        }
    }

    /// Sends a best-effort notice. Drops it if [`WAITING_NOTICES`] are already queued.
    pub(in crate::hall) fn notice(&self, message: SeatMessage) {
        self.tell(|queue| queue.notice(message));
    }

    /// Releases a seat. Sends the reason, if there is one.
    pub(in crate::hall) fn leave(&self, slot: SlotId, refusal: Option<Refusal>) {
        self.tell(|queue| queue.leave(slot, refusal));
        self.shared.drained.notify_one();
    }

    /// Ends the link because a newer one has replaced it, which is the last message.
    pub(in crate::hall) fn replace(&self) {
        self.tell(Queue::replace);
        self.shared.drained.notify_one();
    }

    /// Accepts no further seats, because the program is leaving.
    pub(in crate::hall) fn retire(&self) {
        self.shared.waiting().queue.retired = true;
    }

    /// Returns whether the program can take one more seat.
    pub(in crate::hall) fn has_room(&self) -> bool {
        self.shared.waiting().queue.has_room()
    }

    /// Closes the link and drops its queue.
    pub(crate) fn close(&self) {
        let mut waiting = self.shared.waiting();
        waiting.queue.close();
        Waiting::wake(waiting);
        self.shared.drained.notify_one();
    }

    /// Returns whether the program is gone, or a newer link has replaced this one.
    pub fn is_closed(&self) -> bool {
        self.shared.waiting().queue.closed
    }

    /// Returns whether the program has an open turn, so that it may be silent while it thinks.
    pub fn is_thinking(&self) -> bool {
        self.shared.waiting().queue.is_thinking()
    }

    /// Returns whether the queue has unread messages.
    pub fn has_unread(&self) -> bool {
        self.shared.waiting().queue.has_more()
    }

    pub fn unread_answers(&self) -> usize {
        self.shared.waiting().queue.unread_answers()
    }

    /// Returns the number of unread events. The maximum is [`WAITING_EVENTS`] live ones per seat,
    /// and over all seats [`WAITING_PAST`] plus one page from the log.
    pub fn unread_events(&self) -> usize {
        self.shared.waiting().queue.unread_events()
    }

    fn tell<T>(&self, say: impl FnOnce(&mut Queue) -> T) -> T {
        let mut waiting = self.shared.waiting();
        let said = say(&mut waiting.queue);
        if waiting.queue.has_more() {
            Waiting::wake(waiting);
        }
        said
    }

    /// Queues a message that needs no answer. If the program wants that, the message waits for the
    /// next one.
    fn tell_with_the_next<T>(&self, say: impl FnOnce(&mut Queue) -> T) -> T {
        let Some(coalescer) = &self.coalescer else { return self.tell(say) };
        let mut waiting = self.shared.waiting();
        let said = say(&mut waiting.queue);
        if waiting.queue.has_more() && !waiting.is_coalesced {
            (waiting.is_coalesced, waiting.was_emptied) = (true, false);
            drop(waiting);
            coalescer.add(Arc::clone(&self.shared));
        }
        said
    }

    /// Starts a task that reads the log for lagging seats, unless one is running.
    fn catch_up(&self, background: &Handle) {
        let mut waiting = self.shared.waiting();
        let queue = &mut waiting.queue;
        if !queue.closed && !queue.catching_up && queue.is_behind() {
            queue.catching_up = true;
            drop(waiting);
            background.spawn(replay::catch_up(Arc::clone(&self.shared)));
        }
    }
}

impl SeatReader {
    /// Returns the next message; `None` once the link has ended.
    pub async fn recv(&mut self) -> Option<SeatMessage> {
        poll_fn(|cx| self.poll_recv(cx)).await
    }

    /// Polls the next message; `None` once the link has ended.
    pub fn poll_recv(&mut self, cx: &mut Context<'_>) -> Poll<Option<SeatMessage>> {
        loop {
            let mut waiting = self.shared.waiting();
            let Some(Popped { message, on_level }) = waiting.queue.pop() else {
                if waiting.queue.closed {
                    return Poll::Ready(None);
                }
                waiting.was_emptied = true;
                waiting.wait(cx);
                return Poll::Pending;
            };
            let catching_up = waiting.queue.catching_up;
            drop(waiting);
            if catching_up {
                self.shared.drained.notify_one();
            }
            if let Some(on_level) = on_level {
                on_level();
            }
            if message.is_some() {
                return Poll::Ready(message);
            }
        }
    }
}

impl Drop for SeatReader {
    fn drop(&mut self) {
        self.shared.waiting().queue.close();
        self.shared.drained.notify_one();
    }
}

/// The measured round-trip time to a program; zero until measured.
#[derive(Clone, Debug, Default)]
pub struct RoundTrip(Arc<AtomicU64>);

impl RoundTrip {
    /// Records a measurement, which replaces the previous one.
    pub fn note(&self, measured: Duration) {
        self.0.store(u64::try_from(measured.as_nanos()).unwrap_or(u64::MAX), Ordering::Release);
    }

    pub fn get(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Acquire))
    }
}
