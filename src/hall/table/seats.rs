//! The programs on the seats of a table, and the turn that was put to one of them.

use std::{sync::Arc, time::Duration};

use crate::{
    engine::evidence::Outputs,
    hall::{
        engine_seat::left_behind,
        link::{SeatLink, SentStamp, SlotId, TurnCard},
        wall_clock::{MatchClock, unix_ms},
    },
    ids::{Seat, Seq, Viewer},
    referee::{Event, Fact, Match, Proposal, Reason, Refusal, Time, TurnRequest, evidence},
};

/// How soon a table looks again whether a turn was taken up by its transport. A flag is judged by stamps, so that looking
/// late is no injustice.
const SHORTEST_LOOK: Duration = Duration::from_millis(5);

/// A seat's program, as its table knows it.
#[derive(Default)]
pub struct SeatPlace {
    held: Option<Held>,
    /// The link that sits here or sat here last.
    link_id: Option<u64>,
    /// Where to look what the program that sits here or sat here last has written.
    outputs: Option<Outputs>,
}

/// A program on its seat.
pub struct Held {
    pub link: SeatLink,
    /// What its link calls this seat.
    pub slot: SlotId,
    /// The id of the turn that it was given.
    told: Option<Seq>,
    /// When it counts as here at the latest, while it is told what it missed.
    connect_by: Option<Time>,
}

/// Adds what the programs of those who lose by these events have left behind, as it is now.
pub fn add_evidence(seats: &[SeatPlace], events: &mut [Event]) {
    let outputs = |seat: Seat| seats.get(seat.index())?.outputs.as_ref();
    evidence::add(events.iter_mut().map(|event| &mut event.fact), |seat| Some(left_behind(outputs(seat)?.evidence())));
}

/// Notes at what time of the day a match ended, where it does.
pub fn add_end_time(events: &mut [Event]) {
    if let Some(Event { fact: Fact::MatchEnded(ended), .. }) = events.last_mut() {
        ended.ended_unix_ms = Some(unix_ms());
    }
}

impl SeatPlace {
    /// Whether this link sits here, or sat here last.
    pub fn knows(&self, link_id: u64) -> bool {
        self.link_id == Some(link_id)
    }

    /// Whether this link sits here now.
    pub fn is_held_by(&self, link_id: u64) -> bool {
        self.held.as_ref().is_some_and(|held| held.link.id == link_id)
    }

    pub fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    /// Whether `link` may take the seat: [`Reason::Replaced`] for one that is earlier than the one here.
    pub fn admits(&self, link: &SeatLink) -> Result<(), Refusal> {
        match &self.held {
            Some(held) if held.link.id > link.id => {
                Err(Refusal::new(Reason::Replaced, "a later link of the same player sits there"))
            }
            _ => Ok(()),
        }
    }

    /// Gives the seat to `link`, which calls it `slot`. The one before is told that it was replaced. Where `connect_by` is given
    /// the program does not count as here yet.
    pub fn take(&mut self, link: SeatLink, slot: SlotId, connect_by: Option<Time>) {
        if let Some(before) = self.held.take() {
            before.link.replace();
        }
        let outputs = link.outputs.clone();
        *self = SeatPlace { link_id: Some(link.id), held: Some(Held { link, slot, told: None, connect_by }), outputs };
    }

    /// When its program counts as here at the latest, if it does not yet.
    pub fn connect_by(&self) -> Option<Time> {
        self.held.as_ref()?.connect_by
    }

    /// Notes that its program counts as here.
    pub fn note_here(&mut self) {
        if let Some(held) = &mut self.held {
            held.connect_by = None;
        }
    }

    /// Notes that no turn is open: whichever comes is to be told of.
    pub fn forget_turn(&mut self) {
        if let Some(held) = &mut self.held
            && held.told.take().is_some()
        {
            held.link.turn(held.slot, None);
        }
    }

    /// Takes the program away; whether there was one. It is told why, where there is something to say.
    pub fn clear(&mut self, why: Option<Refusal>) -> bool {
        let Some(held) = self.held.take() else { return false };
        held.link.leave(held.slot, why);
        true
    }

    /// The round-trip time to the program; nothing where it was not measured.
    pub fn round_trip(&self) -> Duration {
        self.held.as_ref().map_or(Duration::ZERO, |held| held.link.round_trip.get())
    }

    /// Gives the program the open turn; `None` when it was given it already, or nobody is here.
    pub fn put_turn(&mut self, live: &Match, turn: &TurnRequest, clock: MatchClock) -> Option<PutTurn> {
        let now = clock.now();
        let held = self.held.as_mut()?;
        if held.told == Some(turn.id) {
            return None;
        }
        let card = Arc::new(card(live, turn, &held.link, clock, now));
        let stamp = Arc::clone(&card.stamp);
        held.link.turn(held.slot, Some(card));
        held.told = Some(turn.id);
        let mut put = PutTurn { seat: turn.seat, id: turn.id, look_at: now, stamp };
        put.look_again(live, now);
        Some(put)
    }
}

/// A turn that was given to a program, until it is known when its transport took it up.
pub struct PutTurn {
    seat: Seat,
    id: Seq,
    look_at: Time,
    /// The card itself is the program's alone, which may take it apart.
    stamp: Arc<SentStamp>,
}

impl PutTurn {
    /// The seat and, once it is known, when the turn was offered to its transport.
    pub fn offered(&self) -> (Seat, Option<Time>) {
        (self.seat, self.stamp.get())
    }

    /// Where its transport notes that it took it up.
    pub fn stamp(&self) -> Arc<SentStamp> {
        Arc::clone(&self.stamp)
    }

    /// Whether it is this turn.
    pub fn is(&self, turn: &TurnRequest) -> bool {
        (self.seat, self.id) == (turn.seat, turn.id)
    }

    /// When to look whether it was taken up.
    pub fn look_at(&self) -> Time {
        self.look_at
    }

    /// It was not taken up by `now`: a clock that begins to run right after it ends no earlier than the next look.
    pub fn look_again(&mut self, live: &Match, now: Time) {
        let clock = live.clock(self.seat, now).zip(live.terms(self.seat));
        let budget = clock.and_then(|(clock, terms)| clock.budget(&terms)).unwrap_or(Duration::MAX);
        self.look_at = now.after(budget.max(SHORTEST_LOOK));
    }
}

fn card(live: &Match, turn: &TurnRequest, link: &SeatLink, clock: MatchClock, now: Time) -> TurnCard {
    let course = live.course();
    let seats = || Seat::all(course.setting().seats());
    TurnCard {
        opened: Arc::clone(live.opened()),
        turn_id: turn.id,
        seat: turn.seat,
        round: turn.round,
        ply: turn.ply,
        claimable: course.position().is_claimable(),
        draw_offered: live.proposer(Proposal::Draw).is_some_and(|by| by != turn.seat),
        position: match link.wants.position {
            true => course.position().view(Viewer::Seat(turn.seat)),
            false => String::new(),
        },
        totals: course.totals().to_vec(),
        remaining: seats().map(|seat| live.remaining(seat, now)).collect(),
        increment: seats().map(|seat| live.terms(seat).map_or(Duration::ZERO, |terms| terms.increment)).collect(),
        time: live.move_time(turn.seat, now),
        legal: if link.wants.legal { course.position().legal() } else { Vec::new() },
        clock,
        stamp: Arc::default(),
    }
}
