//! What a seat's program is to a table: somewhere to leave messages without waiting, and a reader that takes them when its
//! transport can take more.
//!
//! A program that sits in several matches has one link for all of them. Each seat of it holds its newest events; one that
//! reads more slowly than they come is a cursor into the log, which [`replay`] reads for it. So a link never fills up, no
//! table waits for a program, and no program is given up for what others say at the same time.

mod coalesce;
mod messages;
mod queue;
mod replay;

use std::{
    future::poll_fn,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, Waker},
    time::Duration,
};

use tokio::{runtime::Handle, sync::Notify};

use crate::{
    engine::evidence::Outputs,
    ids::Seq,
    referee::{Fact, Refusal, SeenEvent},
};
pub use coalesce::{Coalescer, LOOK_EVERY};
pub use messages::{Answered, SeatMessage, SentStamp, TurnCard, Wants};
pub use queue::{NewSlot, SEATS_A_LINK, SlotId, WAITING_EVENTS, WAITING_NOTICES, WAITING_PAST};
use queue::{Popped, Queue};

/// The tables' end of the link to one program. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct SeatLink {
    /// Tells two links of one player apart: a later one has a greater number.
    pub id: u64,
    /// What the program wants to be told.
    pub wants: Wants,
    /// Where a transport notes the round-trip time to the program.
    pub round_trip: RoundTrip,
    /// Where to look what the program wrote last; nothing of a program elsewhere.
    pub outputs: Option<Outputs>,
    /// Where what asks for nothing waits for what follows it; a program without one is told everything at once.
    pub coalescer: Option<Coalescer>,
    shared: Arc<Shared>,
}

/// The program's end of its link. Dropping it ends the link.
pub struct SeatReader {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    /// Told whenever the reader has taken events that were read from the log, or has gone.
    drained: Notify,
}

/// What waits for a program, and the program where it waits for more.
#[derive(Default)]
struct Waiting {
    queue: Queue,
    reader: Option<Waker>,
    /// Whether the coalescer looks after it.
    is_coalesced: bool,
    /// Whether the program has taken everything since the coalescer looked last.
    was_emptied: bool,
}

/// A link with a number of its own, greater than that of every link that was made before.
pub fn channel(wants: Wants) -> (SeatLink, SeatReader) {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let shared = Arc::new(Shared::default());
    let id = LAST.fetch_add(1, Ordering::Relaxed) + 1;
    let round_trip = RoundTrip::default();
    let link = SeatLink { id, wants, round_trip, outputs: None, coalescer: None, shared: Arc::clone(&shared) };
    (link, SeatReader { shared })
}

impl SeatLink {
    /// The same link to a program whose outputs can be looked at.
    pub fn with_outputs(self, outputs: Option<Outputs>) -> SeatLink {
        SeatLink { outputs, ..self }
    }

    /// Takes a seat: the program is told of it, then of every event after the one that it knows. `None` when the program has
    /// gone, or holds [`SEATS_A_LINK`] seats.
    pub(in crate::hall) fn open(&self, new: NewSlot, background: &Handle) -> Option<SlotId> {
        let slot = self.tell(|queue| queue.open(new, self.wants));
        self.catch_up(background);
        slot
    }

    /// Tells a seat of an event that has become true.
    pub(in crate::hall) fn event(&self, slot: SlotId, event: &Arc<SeenEvent>, background: &Handle) {
        if self.tell_with_the_next(|queue| queue.event(slot, event)) {
            self.catch_up(background);
        }
    }

    /// Whether the program does not want to be told of such an event.
    pub(in crate::hall) fn is_spared(&self, fact: &Fact) -> bool {
        !self.wants.moves && fact.is_step()
    }

    /// Skips an event that has become true, of which the program is not told.
    pub(in crate::hall) fn skip(&self, slot: SlotId, seq: Seq, background: &Handle) {
        let is_behind = self.shared.waiting().queue.skip(slot, seq);
        if is_behind {
            self.catch_up(background);
        }
    }

    /// Tells a seat of the turn that is open now, in place of any before.
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

    /// Says what the program can do without: it is not said when more than [`WAITING_NOTICES`] wait already.
    pub(in crate::hall) fn notice(&self, message: SeatMessage) {
        self.tell(|queue| queue.notice(message));
    }

    /// Lets a seat go, and says why where there is something to say.
    pub(in crate::hall) fn leave(&self, slot: SlotId, refusal: Option<Refusal>) {
        self.tell(|queue| queue.leave(slot, refusal));
        self.shared.drained.notify_one();
    }

    /// Ends the link, since a later one has taken its place: this is the last thing that its program is told.
    pub(in crate::hall) fn replace(&self) {
        self.tell(Queue::replace);
        self.shared.drained.notify_one();
    }

    /// Takes no further seat: the program is about to go.
    pub(in crate::hall) fn retire(&self) {
        self.shared.waiting().queue.retired = true;
    }

    /// Whether the program takes one more seat.
    pub(in crate::hall) fn has_room(&self) -> bool {
        self.shared.waiting().queue.has_room()
    }

    /// Ends the link: nothing more is told, and what waits is forgotten.
    pub(crate) fn close(&self) {
        let mut waiting = self.shared.waiting();
        waiting.queue.close();
        Waiting::wake(waiting);
        self.shared.drained.notify_one();
    }

    /// Whether the program has gone, or a later link has taken this one's place.
    pub fn is_closed(&self) -> bool {
        self.shared.waiting().queue.closed
    }

    /// Whether a turn was told that is still open: the program may be silent for as long as it thinks.
    pub fn is_thinking(&self) -> bool {
        self.shared.waiting().queue.is_thinking()
    }

    /// Whether there is something to say that was not read yet.
    pub fn has_unread(&self) -> bool {
        self.shared.waiting().queue.has_more()
    }

    /// How many answers wait to be read.
    pub fn unread_answers(&self) -> usize {
        self.shared.waiting().queue.unread_answers()
    }

    /// How many events wait to be read. Of each seat at most [`WAITING_EVENTS`] are live; those of all seats that were read
    /// from the log are at most [`WAITING_PAST`] and the page that was read last.
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

    /// The same for what asks for nothing: where the program wants that, it waits for what follows.
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

    /// Lets the log be read for the seats that are behind, unless that is done already.
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
    /// The next message; `None` when the link has ended.
    pub async fn recv(&mut self) -> Option<SeatMessage> {
        poll_fn(|cx| self.poll_recv(cx)).await
    }

    /// The same, to be polled.
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

impl Shared {
    /// The lock is held for a few moves of pointers and never across an await; what is under it is never half changed.
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Lets the lock go and wakes the program, once for all that it has not come to take yet.
    fn wake(mut waiting: MutexGuard<'_, Waiting>) {
        let reader = waiting.reader.take();
        drop(waiting);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// For the coalescer: whether to look again. A program that has taken nothing since the last look is woken for what waits.
    fn still_waits(mut waiting: MutexGuard<'_, Waiting>) -> bool {
        let was_emptied = std::mem::take(&mut waiting.was_emptied);
        waiting.is_coalesced = was_emptied && waiting.queue.has_more();
        let still_waits = waiting.is_coalesced;
        if !still_waits && waiting.queue.has_more() {
            Waiting::wake(waiting);
        }
        still_waits
    }

    /// The program is to be woken when there is something for it.
    fn wait(&mut self, cx: &mut Context<'_>) {
        if !self.reader.as_ref().is_some_and(|reader| reader.will_wake(cx.waker())) {
            self.reader = Some(cx.waker().clone());
        }
    }
}

/// The round-trip time to a program as it was measured; nothing where it was not measured.
#[derive(Clone, Debug, Default)]
pub struct RoundTrip(Arc<AtomicU64>);

impl RoundTrip {
    /// Notes a measure, which takes the place of the one before.
    pub fn note(&self, measured: Duration) {
        self.0.store(u64::try_from(measured.as_nanos()).unwrap_or(u64::MAX), Ordering::Release);
    }

    /// What was noted last.
    pub fn get(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Acquire))
    }
}
