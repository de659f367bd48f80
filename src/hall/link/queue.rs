//! What waits for one program: for each of its seats the newest events or a cursor into the log, the open turn, and the
//! answers to what it asked. Nobody ever waits for a place in it.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use super::messages::{Answered, SeatMessage, TurnCard, Wants};
use crate::{
    hall::{history::History, match_store::MatchStore, table::Summary},
    ids::{MatchId, Seat, Seq, Viewer},
    referee::{Fact, Phase, Refusal, SeenEvent},
};

/// The most live events of one seat that wait for its program: more than come at once of one move, with all that is forced. One
/// that falls behind further is told them from the log.
pub const WAITING_EVENTS: usize = 256;
/// The most events of all seats together that were read from the log and wait for the program.
pub const WAITING_PAST: usize = 1_024;
/// The most seats of one program that have something to say, those of matches that are over by now among them.
pub const SEATS_A_LINK: usize = 2_048;
/// The most wishes of others for a rematch that wait for one program; it need not hear of more.
pub const WAITING_NOTICES: usize = 64;

/// Names one seat of a link; never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlotId(u64);

/// A seat that a link is to hold.
pub struct NewSlot {
    pub match_id: MatchId,
    /// The seat.
    pub seat: Seat,
    /// The match as it stands.
    pub summary: Box<Summary>,
    /// The newest event that the program knows already.
    pub after: Seq,
    /// The newest event of the match.
    pub newest: Seq,
    /// Where the events between are.
    pub match_store: MatchStore,
    /// What to do once the program has been told all of them.
    pub on_level: Option<WhenRead>,
    /// What to do when they cannot be read.
    pub on_unreadable: Option<WhenRead>,
}

/// What to do when a program that was behind has been told everything, or cannot be.
pub type WhenRead = Box<dyn FnOnce() + Send>;

/// Everything that waits for one program.
#[derive(Default)]
pub(super) struct Queue {
    answers: VecDeque<Answered>,
    /// What has something to say, in turn: each seat once, and what the program could do without.
    ready: VecDeque<Ready>,
    /// How many of these are notices.
    notices: usize,
    slots: BTreeMap<SlotId, Slot>,
    newest_slot: u64,
    /// How many events that were read from the log wait.
    past: usize,
    /// Whether somebody reads the log for the seats that are behind.
    pub catching_up: bool,
    /// Whether a later link has taken this one's place, which is still to be said.
    replaced: bool,
    /// Whether the program is about to go, so that it takes no further seat.
    pub retired: bool,
    /// Whether nothing is taken any more.
    pub closed: bool,
}

/// What has something to say.
enum Ready {
    Slot(SlotId),
    Notice(SeatMessage),
}

/// What was taken from a queue.
pub(super) struct Popped {
    /// The next message; nothing in place of one that the program is spared.
    pub message: Option<SeatMessage>,
    /// What is to be done when this was the last that a seat missed.
    pub on_level: Option<WhenRead>,
}

impl Popped {
    fn only(message: SeatMessage) -> Popped {
        Popped { message: Some(message), on_level: None }
    }
}

/// What waits for one seat.
struct Slot {
    match_id: MatchId,
    seat: Seat,
    /// Whether its program is told what is played.
    tells_moves: bool,
    /// To be told before all else.
    summary: Option<Box<Summary>>,
    match_store: MatchStore,
    /// The newest event that was handed over to be told.
    given: Seq,
    /// The newest event of the match.
    newest: Seq,
    /// Whether events between the two must be read from the log.
    behind: bool,
    /// Read from the log.
    past: VecDeque<Arc<SeenEvent>>,
    /// Live, each the next one after the one before.
    live: VecDeque<Arc<SeenEvent>>,
    turn: Option<Arc<TurnCard>>,
    /// Whether the open turn was told, and not answered yet.
    thinks: bool,
    queued: bool,
    on_level: Option<WhenRead>,
    on_unreadable: Option<WhenRead>,
}

/// What is to be read from the log next.
pub(super) enum NextPage {
    /// A page of this seat's events.
    Of(SlotId, Box<dyn FnOnce() -> History + Send>),
    /// Nothing until the program has read some of what waits.
    Later,
    /// Nothing: no seat is behind any more.
    Nothing,
}

impl Queue {
    /// Whether one more seat would be taken in.
    pub fn has_room(&self) -> bool {
        !self.closed && !self.retired && self.slots.len() < SEATS_A_LINK
    }

    /// Takes a seat in, whose program wants to be told this; `None` when nothing is taken any more, or the program holds too much
    /// already.
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

    /// Takes a live event of a seat. Gives whether the seat is behind, so that it is told this one from the log.
    pub fn event(&mut self, id: SlotId, event: &Arc<SeenEvent>) -> bool {
        let Some(slot) = self.slots.get_mut(&id) else { return false };
        // What is durable can be read from the log before it is published.
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

    /// Counts a live event as told. Gives whether the seat is behind.
    pub fn skip(&mut self, id: SlotId, seq: Seq) -> bool {
        let Some(slot) = self.slots.get_mut(&id) else { return false };
        slot.newest = slot.newest.max(seq);
        if !slot.behind {
            slot.given = slot.given.max(seq);
        }
        slot.behind
    }

    /// Takes the turn that is open for a seat now, in place of one before; `None` when none is.
    pub fn turn(&mut self, id: SlotId, turn: Option<Arc<TurnCard>>) {
        let Some(slot) = self.slots.get_mut(&id) else { return };
        slot.thinks = false;
        slot.turn = turn;
        if slot.turn.is_some() {
            self.enqueue(id);
        }
    }

    /// Takes an answer. It is the asker's own matter to bound how many there are.
    pub fn answer(&mut self, answered: Answered) {
        if !self.closed {
            self.answers.push_back(answered);
        }
    }

    /// Takes a message that the program can do without; it is forgotten when too many wait.
    pub fn notice(&mut self, message: SeatMessage) {
        if !self.closed && self.notices < WAITING_NOTICES {
            self.notices += 1;
            self.ready.push_back(Ready::Notice(message));
        }
    }

    /// Lets a seat go: nothing more is told of it, but why.
    pub fn leave(&mut self, id: SlotId, refusal: Option<Refusal>) {
        let Some(slot) = self.slots.remove(&id) else { return };
        self.past -= slot.past.len();
        if let Some(refusal) = refusal {
            let Slot { match_id, seat, .. } = slot;
            // There is one for each seat at the most, so that none need be forgotten.
            self.notices += 1;
            self.ready.push_back(Ready::Notice(SeatMessage::Left { match_id, seat, refusal: Box::new(refusal) }));
        }
    }

    /// Lets a seat go whose events cannot be read; gives what is to be done then.
    pub fn give_up(&mut self, id: SlotId, refusal: Refusal) -> Option<WhenRead> {
        let on_unreadable = self.slots.get_mut(&id)?.on_unreadable.take();
        self.leave(id, Some(refusal));
        on_unreadable
    }

    /// Takes nothing more; what waits is forgotten, but for this last word, however often it is given before it is read.
    pub fn replace(&mut self) {
        let replaced = self.replaced || !self.closed;
        *self = Queue { replaced, closed: true, newest_slot: self.newest_slot, ..Queue::default() };
    }

    /// Takes nothing more, and forgets what waits.
    pub fn close(&mut self) {
        *self = Queue { closed: true, newest_slot: self.newest_slot, ..Queue::default() };
    }

    /// The next message: answers before all else, then one of each seat in turn.
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

    /// Whether there is something to say.
    pub fn has_more(&self) -> bool {
        self.replaced || !self.answers.is_empty() || !self.ready.is_empty()
    }

    /// Whether a turn was told that is still open.
    pub fn is_thinking(&self) -> bool {
        self.slots.values().any(|slot| slot.thinks)
    }

    /// Whether a seat must be told events from the log.
    pub fn is_behind(&self) -> bool {
        self.slots.values().any(|slot| slot.behind)
    }

    pub fn unread_answers(&self) -> usize {
        self.answers.len()
    }

    pub fn unread_events(&self) -> usize {
        self.past + self.slots.values().map(|slot| slot.live.len()).sum::<usize>()
    }

    /// What is to be read from the log next: of seats whose turn it is before others, and of those that miss least.
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
                // Of a match that is over nobody's clock waits.
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

    /// Takes a page of a seat's events that was read from the log up to `last`. Gives whether the seat is level now.
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

    /// Whether the program does not want to be told a message.
    fn is_spared(&self, message: &SeatMessage) -> bool {
        !self.tells_moves && matches!(message, SeatMessage::Event { event, .. } if event.fact().is_step())
    }

    /// Whether nothing follows a message: it is the end of the match, or the program knew the end before it.
    fn is_told_the_end(&self, message: &SeatMessage) -> bool {
        match message {
            SeatMessage::Event { event, .. } => matches!(event.fact(), Fact::MatchEnded(_)),
            SeatMessage::Seated { summary, .. } => {
                summary.phase == Phase::Over && !self.behind && self.past.is_empty() && self.live.is_empty()
            }
            _ => false,
        }
    }

    /// What waits is told from the log instead, with all that follows.
    fn fall_behind(&mut self) {
        if let Some(first) = self.live.front() {
            self.given = Seq(first.seq().0.saturating_sub(1));
        }
        self.live.clear();
        self.behind = true;
    }

    /// The less, the sooner it is told: whether it has no turn, and how much it misses.
    fn urgency(&self) -> (bool, u64) {
        (self.turn.is_none(), self.newest.0.saturating_sub(self.given.0))
    }
}
