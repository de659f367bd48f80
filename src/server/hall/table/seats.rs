//! The programs on the seats of a table, and the turn put to one of them.

use std::{sync::Arc, time::Duration};

use referee_engine::evidence::Outputs;
use referee_ids::{Seat, Seq, Viewer};
use referee_law::{Event, Fact, Match, Proposal, Reason, Refusal, Time, TurnRequest, ending::evidence};

use crate::hall::{
    engine_seat::left_behind,
    link::{SeatLink, SentStamp, SlotId, TurnCard},
    wall_clock::{MatchClock, unix_ms},
};

/// Minimum interval of checks whether the transport took a turn. Stamps decide a flag, so a late
/// check is fair.
const SHORTEST_LOOK: Duration = Duration::from_millis(5);

/// The program of a seat, as its table knows it.
#[derive(Default)]
pub struct SeatPlace {
    held: Option<Held>,
    /// Current or last link of the seat.
    link_id: Option<u64>,
    /// Whether the current or last link is an `Attend` stream.
    attended: bool,
    /// Output of the current or last local program.
    outputs: Option<Outputs>,
}

/// A seated program.
pub struct Held {
    pub link: SeatLink,
    /// The link's id of this seat.
    pub slot: SlotId,
    /// Id of the turn sent to it.
    told: Option<Seq>,
    /// When it counts as connected at the latest, while it catches up.
    connect_by: Option<Time>,
}

/// Adds the current evidence of programs that lose by these events.
pub fn add_evidence(seats: &[SeatPlace], events: &mut [Event]) {
    let outputs = |seat: Seat| seats.get(seat.index())?.outputs.as_ref();
    evidence::add(events.iter_mut().map(|event| &mut event.fact), |seat| Some(left_behind(outputs(seat)?.evidence())));
}

/// Adds the wall-clock time to the end of a match.
pub fn add_end_time(events: &mut [Event]) {
    if let Some(Event { fact: Fact::MatchEnded(ended), .. }) = events.last_mut() {
        ended.ended_unix_ms = Some(unix_ms());
    }
}

impl SeatPlace {
    /// Returns whether this link has or last had the seat.
    pub fn knows(&self, link_id: u64) -> bool {
        self.link_id == Some(link_id)
    }

    /// Returns whether this link has the seat.
    pub fn is_held_by(&self, link_id: u64) -> bool {
        self.held.as_ref().is_some_and(|held| held.link.id == link_id)
    }

    /// Returns whether an `Attend` stream has or last had the seat.
    pub fn attended(&self) -> bool {
        self.attended
    }

    pub fn held(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    /// Checks whether `link` may take the seat: fails with [`Reason::Replaced`] if it is older than
    /// the seated one.
    pub fn admits(&self, link: &SeatLink) -> Result<(), Refusal> {
        match &self.held {
            Some(held) if held.link.id > link.id => {
                Err(Refusal::new(Reason::Replaced, "a newer stream of the same player has the seat"))
            }
            _ => Ok(()),
        }
    }

    /// Gives the seat to `link`, which calls it `slot`, and notifies the replaced one. With
    /// `connect_by`, the program does not count as connected yet.
    pub fn take(&mut self, link: SeatLink, slot: SlotId, connect_by: Option<Time>) {
        if let Some(before) = self.held.take() {
            before.link.replace();
        }
        let (link_id, attended, outputs) = (Some(link.id), link.attends, link.outputs.clone());
        *self = SeatPlace { link_id, held: Some(Held { link, slot, told: None, connect_by }), attended, outputs };
    }

    /// Returns when its program counts as connected at the latest, if it does not yet.
    pub fn connect_by(&self) -> Option<Time> {
        self.held.as_ref()?.connect_by
    }

    /// Records that its program counts as connected.
    pub fn note_here(&mut self) {
        if let Some(held) = &mut self.held {
            held.connect_by = None;
        }
    }

    /// Clears the sent turn, so that the next one is sent.
    pub fn forget_turn(&mut self) {
        if let Some(held) = &mut self.held
            && held.told.take().is_some()
        {
            held.link.turn(held.slot, None);
        }
    }

    /// Removes the program, with a reason if there is one; returns whether there was one.
    pub fn clear(&mut self, why: Option<Refusal>) -> bool {
        let Some(held) = self.held.take() else { return false };
        held.link.leave(held.slot, why);
        true
    }

    /// Returns the round-trip time to the program; zero if not measured.
    pub fn round_trip(&self) -> Duration {
        self.held.as_ref().map_or(Duration::ZERO, |held| held.link.round_trip.get())
    }

    /// Sends the program the open turn; `None` if it already has it or no program is seated.
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

/// A turn sent to a program, until the transport's stamp is known.
pub struct PutTurn {
    seat: Seat,
    id: Seq,
    look_at: Time,
    /// The program owns the card and may take it apart.
    stamp: Arc<SentStamp>,
}

impl PutTurn {
    /// Returns the seat and, once known, when its transport took the turn.
    pub fn offered(&self) -> (Seat, Option<Time>) {
        (self.seat, self.stamp.get())
    }

    /// Returns where the transport records that it took the turn.
    pub fn stamp(&self) -> Arc<SentStamp> {
        Arc::clone(&self.stamp)
    }

    /// Returns whether it is this turn.
    pub fn is(&self, turn: &TurnRequest) -> bool {
        (self.seat, self.id) == (turn.seat, turn.id)
    }

    /// Returns when to check whether it was taken.
    pub fn look_at(&self) -> Time {
        self.look_at
    }

    /// Records that it was not taken by `now`: a clock that starts right after runs out no earlier
    /// than the next check.
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
