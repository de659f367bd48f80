//! The queue of one program: its answers, and for each seat the open turn and the newest events, or
//! a cursor into the log. Adding a message never blocks.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use super::messages::{Answered, SeatMessage, TurnCard, Wants};
use referee_ids::{MatchId, Seat, Seq, Viewer};
use referee_law::{Fact, Phase, Refusal, SeenEvent};

use crate::hall::{matches::match_store::MatchStore, records::history::History, table::Summary};

/// Maximum live events queued per seat, which is more than one move causes with all its forced
/// steps. A seat with more reads them from the log.
pub const WAITING_EVENTS: usize = 256;
/// Maximum events from the log that are queued over all seats.
pub const WAITING_PAST: usize = 1_024;
/// Maximum seats of a program with waiting messages, including seats in finished matches.
pub const SEATS_A_LINK: usize = 2_048;
/// Maximum notices about rematches queued per program; further ones are dropped.
pub const WAITING_NOTICES: usize = 64;

/// Id of a seat on a link. An id is never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlotId(u64);

/// A seat to add to a link.
pub struct NewSlot {
    pub match_id: MatchId,
    pub seat: Seat,
    /// Current state of the match.
    pub summary: Box<Summary>,
    /// Number of the newest event that the program knows.
    pub after: Seq,
    /// Number of the newest event of the match.
    pub newest: Seq,
    /// Store that contains the events in between.
    pub match_store: MatchStore,
    /// Called once the program has received all these events.
    pub on_level: Option<WhenRead>,
    /// Called if these events are unreadable.
    pub on_unreadable: Option<WhenRead>,
}

/// A callback for a program that has caught up, or cannot catch up.
pub type WhenRead = Box<dyn FnOnce() + Send>;

#[derive(Default)]
pub(super) struct Queue {
    answers: VecDeque<Answered>,
    /// Notices, and seats with waiting messages, in the order of their turns. A seat is in the list
    /// at most once.
    ready: VecDeque<Ready>,
    /// Number of notices in `ready`.
    notices: usize,
    slots: BTreeMap<SlotId, Slot>,
    newest_slot: u64,
    /// Number of queued events from the log.
    past: usize,
    /// Whether a task is reading the log for lagging seats now.
    pub catching_up: bool,
    /// Whether the message that a newer link has replaced this one is still to be sent.
    replaced: bool,
    /// Whether the program is leaving, so that it takes no further seat.
    pub retired: bool,
    pub closed: bool,
}

/// A seat or a notice that waits to be sent.
enum Ready {
    Slot(SlotId),
    Notice(SeatMessage),
}

/// A message that was taken from the queue.
pub(super) struct Popped {
    /// The message; `None` if the program does not want it.
    pub message: Option<SeatMessage>,
    /// Called after the last event that a seat had missed; `None` for any other message.
    pub on_level: Option<WhenRead>,
}

impl Popped {
    fn only(message: SeatMessage) -> Popped {
        Popped { message: Some(message), on_level: None }
    }
}

/// The waiting messages of one seat.
struct Slot {
    match_id: MatchId,
    seat: Seat,
    /// Whether the program of this seat wants moves.
    tells_moves: bool,
    /// State of the match, which is sent before everything else; `None` once sent.
    summary: Option<Box<Summary>>,
    match_store: MatchStore,
    /// Number of the newest event that was sent, or is queued.
    given: Seq,
    /// Number of the newest event of the match.
    newest: Seq,
    /// Whether the events in between must be read from the log.
    behind: bool,
    /// Events that were read from the log.
    past: VecDeque<Arc<SeenEvent>>,
    /// Live events that follow each other without gaps.
    live: VecDeque<Arc<SeenEvent>>,
    turn: Option<Arc<TurnCard>>,
    /// Whether the open turn was sent and not answered yet.
    thinks: bool,
    queued: bool,
    on_level: Option<WhenRead>,
    on_unreadable: Option<WhenRead>,
}

/// What to read next from the log.
pub(super) enum NextPage {
    /// A page of events for this seat.
    Of(SlotId, Box<dyn FnOnce() -> History + Send>),
    /// Nothing, until the program has read some of the queue.
    Later,
    /// Nothing, since no seat lags.
    Nothing,
}

impl Queue {
    /// Returns whether the link can take one more seat.
    pub fn has_room(&self) -> bool {
        !self.closed && !self.retired && self.slots.len() < SEATS_A_LINK
    }

    /// Adds a seat whose program wants these messages; `None` if the queue is closed or full.
    pub fn open(&mut self, new: NewSlot, wants: Wants) -> Option<SlotId> {
        if !self.has_room() {
            return None;
        }
        self.newest_slot += 1;
        let id = SlotId(self.newest_slot);
        let NewSlot { match_id, seat, summary, after, newest, match_store, on_level, on_unreadable } = new;
        let given = after.min(newest);
        let slot = Slot {
            match_id,
            seat,
            tells_moves: wants.moves,
            summary: Some(summary),
            match_store,
            given,
            newest,
            behind: given < newest,
            past: VecDeque::new(),
            live: VecDeque::new(),
            turn: None,
            thinks: false,
            queued: true,
            on_level,
            on_unreadable,
        };
        self.slots.insert(id, slot);
        self.ready.push_back(Ready::Slot(id));
        Some(id)
    }

    /// Adds a live event for a seat. Returns whether the seat lags, so that it will read the event
    /// from the log.
    pub fn event(&mut self, id: SlotId, event: &Arc<SeenEvent>) -> bool {
        let Some(slot) = self.slots.get_mut(&id) else { return false };
        // A durable event may have been read from the log before it was published.
        if event.seq() <= slot.given {
            return false;
        }
        slot.newest = slot.newest.max(event.seq());
        if !slot.behind && slot.live.len() == WAITING_EVENTS {
            slot.fall_behind();
        }
        if !slot.behind {
            slot.given = event.seq();
            slot.live.push_back(Arc::clone(event));
            self.enqueue(id);
            return false;
        }
        true
    }

    /// Counts a live event as sent, without sending it. Returns whether the seat lags.
    pub fn skip(&mut self, id: SlotId, seq: Seq) -> bool {
        let Some(slot) = self.slots.get_mut(&id) else { return false };
        slot.newest = slot.newest.max(seq);
        if !slot.behind {
            slot.given = slot.given.max(seq);
        }
        slot.behind
    }

    /// Sets the open turn of a seat, which replaces an earlier one; `None` if no turn is open.
    pub fn turn(&mut self, id: SlotId, turn: Option<Arc<TurnCard>>) {
        let Some(slot) = self.slots.get_mut(&id) else { return };
        slot.thinks = false;
        slot.turn = turn;
        if slot.turn.is_some() {
            self.enqueue(id);
        }
    }

    /// Adds an answer. The sender of the requests limits the number of answers.
    pub fn answer(&mut self, answered: Answered) {
        if !self.closed {
            self.answers.push_back(answered);
        }
    }

    /// Adds a notice. Drops it if too many are queued.
    pub fn notice(&mut self, message: SeatMessage) {
        if !self.closed && self.notices < WAITING_NOTICES {
            self.notices += 1;
            self.ready.push_back(Ready::Notice(message));
        }
    }

    /// Releases a seat. Only the reason is still sent, if there is one.
    pub fn leave(&mut self, id: SlotId, refusal: Option<Refusal>) {
        let Some(slot) = self.slots.remove(&id) else { return };
        self.past -= slot.past.len();
        if let Some(refusal) = refusal {
            let Slot { match_id, seat, .. } = slot;
            // A seat has at most one notice that it was released, so this notice is never dropped.
            self.notices += 1;
            self.ready.push_back(Ready::Notice(SeatMessage::Left { match_id, seat, refusal: Box::new(refusal) }));
        }
    }

    /// Releases a seat whose events are unreadable. Returns the callback for that.
    pub fn give_up(&mut self, id: SlotId, refusal: Refusal) -> Option<WhenRead> {
        let on_unreadable = self.slots.get_mut(&id)?.on_unreadable.take();
        self.leave(id, Some(refusal));
        on_unreadable
    }

    /// Closes the queue and drops its contents. One last message tells that a newer link has
    /// replaced this one.
    pub fn replace(&mut self) {
        let replaced = self.replaced || !self.closed;
        *self = Queue { replaced, closed: true, newest_slot: self.newest_slot, ..Queue::default() };
    }

    /// Closes the queue and drops its contents.
    pub fn close(&mut self) {
        *self = Queue { closed: true, newest_slot: self.newest_slot, ..Queue::default() };
    }

    /// Takes the next message: answers first, then one message of each seat in turn.
    pub fn pop(&mut self) -> Option<Popped> {
        if std::mem::take(&mut self.replaced) {
            return Some(Popped::only(SeatMessage::Replaced));
        }
        if let Some(answered) = self.answers.pop_front() {
            return Some(Popped::only(SeatMessage::Answered(answered)));
        }
        while let Some(ready) = self.ready.pop_front() {
            let id = match ready {
                Ready::Slot(id) => id,
                Ready::Notice(notice) => {
                    self.notices -= 1;
                    return Some(Popped::only(notice));
                }
            };
            let Some(slot) = self.slots.get_mut(&id) else { continue };
            slot.queued = false;
            let from_past = slot.summary.is_none() && !slot.past.is_empty();
            let Some(message) = slot.next() else { continue };
            self.past -= usize::from(from_past);
            if slot.has_more() {
                slot.queued = true;
                self.ready.push_back(Ready::Slot(id));
            }
            let on_level = if slot.behind || !slot.past.is_empty() { None } else { slot.on_level.take() };
            let message = (!slot.is_spared(&message)).then_some(message);
            if message.as_ref().is_some_and(|message| slot.is_told_the_end(message)) {
                self.slots.remove(&id);
            }
            return Some(Popped { message, on_level });
        }
        None
    }

    /// Returns whether messages are queued.
    pub fn has_more(&self) -> bool {
        self.replaced || !self.answers.is_empty() || !self.ready.is_empty()
    }

    /// Returns whether a seat has an open turn that was sent.
    pub fn is_thinking(&self) -> bool {
        self.slots.values().any(|slot| slot.thinks)
    }

    /// Returns whether a seat must read events from the log.
    pub fn is_behind(&self) -> bool {
        self.slots.values().any(|slot| slot.behind)
    }

    pub fn unread_answers(&self) -> usize {
        self.answers.len()
    }

    pub fn unread_events(&self) -> usize {
        self.past + self.slots.values().map(|slot| slot.live.len()).sum::<usize>()
    }

    /// Returns what to read next: first for seats with an open turn, then for those that miss the
    /// least.
    pub fn next_page(&self) -> NextPage {
        let behind = || self.slots.iter().filter(|(_, slot)| slot.behind);
        if behind().next().is_none() {
            return NextPage::Nothing;
        }
        let next = behind().filter(|(_, slot)| slot.past.is_empty()).min_by_key(|(_, slot)| slot.urgency());
        match next {
            Some((id, slot)) if self.past < WAITING_PAST => {
                let (match_store, match_id) = (slot.match_store.clone(), slot.match_id.clone());
                let (viewer, after) = (Viewer::Seat(slot.seat), slot.given);
                // A finished match has no clock that waits for this read.
                let is_played = slot.on_unreadable.is_some();
                let open = move || {
                    let history = History::new(match_store, match_id, viewer, after);
                    if is_played { history.for_seat() } else { history }
                };
                NextPage::Of(*id, Box::new(open))
            }
            _ => NextPage::Later,
        }
    }

    /// Adds a page of a seat's events, read from the log up to number `last`. Returns whether the
    /// seat has caught up.
    pub fn page(&mut self, id: SlotId, page: Vec<Arc<SeenEvent>>, last: Seq) -> bool {
        let Some(slot) = self.slots.get_mut(&id) else { return true };
        self.past += page.len();
        slot.past.extend(page);
        slot.given = slot.given.max(last);
        slot.newest = slot.newest.max(last);
        slot.behind = slot.given < slot.newest;
        let level = !slot.behind;
        self.enqueue(id);
        level
    }

    fn enqueue(&mut self, id: SlotId) {
        if let Some(slot) = self.slots.get_mut(&id)
            && !slot.queued
            && slot.has_more()
        {
            slot.queued = true;
            self.ready.push_back(Ready::Slot(id));
        }
    }
}

impl Slot {
    fn next(&mut self) -> Option<SeatMessage> {
        if let Some(summary) = self.summary.take() {
            return Some(SeatMessage::Seated { match_id: self.match_id.clone(), seat: self.seat, summary });
        }
        if let Some(event) = self.past.pop_front().or_else(|| self.live.pop_front()) {
            return Some(SeatMessage::Event { match_id: self.match_id.clone(), event });
        }
        if self.behind {
            return None;
        }
        let turn = self.turn.take()?;
        self.thinks = true;
        Some(SeatMessage::Turn(turn))
    }

    fn has_more(&self) -> bool {
        let has_events = !self.past.is_empty() || !self.live.is_empty();
        self.summary.is_some() || has_events || (self.turn.is_some() && !self.behind)
    }

    /// Returns whether the program does not want this message.
    fn is_spared(&self, message: &SeatMessage) -> bool {
        !self.tells_moves && matches!(message, SeatMessage::Event { event, .. } if event.fact().is_step())
    }

    /// Returns whether this is the last message of a match: its end, or its state if the program
    /// knew the end.
    fn is_told_the_end(&self, message: &SeatMessage) -> bool {
        match message {
            SeatMessage::Event { event, .. } => matches!(event.fact(), Fact::MatchEnded(_)),
            SeatMessage::Seated { summary, .. } => {
                summary.phase == Phase::Over && !self.behind && self.past.is_empty() && self.live.is_empty()
            }
            _ => false,
        }
    }

    /// Drops the queued live events, which are read from the log instead.
    fn fall_behind(&mut self) {
        if let Some(first) = self.live.front() {
            self.given = Seq(first.seq().0.saturating_sub(1));
        }
        self.live.clear();
        self.behind = true;
    }

    /// Returns the sort key of a lagging seat, the lowest first: whether it has no open turn, and
    /// how many events it misses.
    fn urgency(&self) -> (bool, u64) {
        (self.turn.is_none(), self.newest.0.saturating_sub(self.given.0))
    }
}
