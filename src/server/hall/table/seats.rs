//! The programs on the seats of a table, and the turn that one of them has.

use std::{sync::Arc, time::Duration};

use referee_engine::evidence::{self, Outputs};
use referee_ids::{Seat, Seq, Viewer};
use referee_law::{Event, Evidence, Exit, Fact, Match, Proposal, Reason, Refusal, Time, TurnRequest, ending::lost};

use crate::hall::{
    link::{SeatLink, SentStamp, SlotId, TurnCard},
    wall_clock::{MatchClock, unix_ms},
};

/// Minimum interval between checks whether the transport has taken a turn. A late check is fair,
/// since stamps decide whether a clock ran out.
const SHORTEST_LOOK: Duration = Duration::from_millis(5);

/// The programs on a seat, as the table knows them: one program, or the open `Attend` streams of
/// the player.
#[derive(Default)]
pub struct SeatPlace {
    held: Vec<Held>,
    /// Id of the current or last link of the seat.
    link_id: Option<u64>,
    /// Whether the current or last link is an `Attend` stream.
    attended: bool,
    /// The last lines of the current or last local program.
    outputs: Option<Outputs>,
}

/// A program on a seat.
pub struct Held {
    pub link: SeatLink,
    /// Id of the seat on the program's link.
    pub slot: SlotId,
    /// Id of the turn that was sent to the program.
    told: Option<Seq>,
    /// Time at which the program counts as connected at the latest; `None` if it already does.
    connect_by: Option<Time>,
}

/// Adds the evidence of programs that lose by these events, as it is now.
pub fn add_evidence(seats: &[SeatPlace], events: &mut [Event]) {
    let outputs = |seat: Seat| seats.get(seat.index())?.outputs.as_ref();
    lost::add_evidence(events.iter_mut().map(|event| &mut event.fact), |seat| {
        Some(left_behind(outputs(seat)?.evidence()))
    });
}

/// Converts the evidence of an engine to the form that a match keeps.
pub fn left_behind(evidence: evidence::Evidence) -> Evidence {
    let evidence::Evidence { exit, stdout, stderr } = evidence;
    let exit = exit.map(|exit| match exit {
        evidence::Exit::Status(status) => Exit::Status(status),
        evidence::Exit::Signal(signal) => Exit::Signal(signal),
    });
    Evidence { exit, stdout, stderr }
}

/// Adds the time of the wall clock to the end of a match.
pub fn add_end_time(events: &mut [Event]) {
    if let Some(Event { fact: Fact::MatchEnded(ended), .. }) = events.last_mut() {
        ended.ended_unix_ms = Some(unix_ms());
    }
}

impl SeatPlace {
    /// Returns whether this link has the seat, or was the last to have it.
    pub fn knows(&self, link_id: u64) -> bool {
        self.link_id == Some(link_id) || self.is_held_by(link_id)
    }

    /// Returns whether this link has the seat.
    pub fn is_held_by(&self, link_id: u64) -> bool {
        self.held.iter().any(|held| held.link.id == link_id)
    }

    /// Returns whether an `Attend` stream has the seat, or was the last to have it.
    pub fn attended(&self) -> bool {
        self.attended
    }

    pub fn held(&self) -> &[Held] {
        &self.held
    }

    /// Checks whether `link` may take the seat. Fails with [`Reason::Replaced`] if `link` is older
    /// than a link that it would replace.
    pub fn admits(&self, link: &SeatLink) -> Result<(), Refusal> {
        match self.held.iter().any(|held| !held.link.stays_beside(link) && held.link.id > link.id) {
            true => Err(Refusal::new(Reason::Replaced, "a newer stream of the same player has the seat")),
            false => Ok(()),
        }
    }

    /// Gives the seat to `link`, which calls it `slot`. Notifies the links that are replaced. With
    /// `connect_by`, the program does not count as connected yet.
    pub fn take(&mut self, link: SeatLink, slot: SlotId, connect_by: Option<Time>) {
        for replaced in self.held.extract_if(.., |held| !held.link.stays_beside(&link)) {
            replaced.link.replace();
        }
        (self.link_id, self.attended, self.outputs) = (Some(link.id), link.attends, link.outputs.clone());
        self.held.push(Held { link, slot, told: None, connect_by });
    }

    /// Returns when the program counts as connected at the latest; `None` if it already does.
    pub fn connect_by(&self) -> Option<Time> {
        self.held.iter().filter_map(|held| held.connect_by).min()
    }

    /// Records that the program counts as connected.
    pub fn note_here(&mut self) {
        self.held.iter_mut().for_each(|held| held.connect_by = None);
    }

    /// Withdraws the turn that was sent, so that the next turn is sent.
    pub fn forget_turn(&mut self) {
        for held in self.held.iter_mut().filter_map(|held| held.told.take().map(|_| held)) {
            held.link.turn(held.slot, None);
        }
    }

    /// Removes all programs from the seat. Sends them the reason, if there is one.
    pub fn clear(&mut self, why: Option<&Refusal>) {
        self.held.drain(..).for_each(|held| held.link.leave(held.slot, why.cloned()));
    }

    /// Removes the program of this link, and any of an older link that it replaced. Returns whether
    /// the last program left.
    pub fn leave(&mut self, link_id: u64) -> bool {
        let goes = |held: &mut Held| held.link.id == link_id || (!held.link.attends && held.link.id < link_id);
        let left = self.held.extract_if(.., goes).map(|held| held.link.leave(held.slot, None)).count();
        left > 0 && self.held.is_empty()
    }

    /// Returns the shortest round-trip time to a program of the seat; zero if none was measured.
    pub fn round_trip(&self) -> Duration {
        self.held.iter().map(|held| held.link.round_trip.get()).min().unwrap_or_default()
    }

    /// Sends the open turn to the programs of the seat that do not have it; `None` if all have it.
    /// All programs share one stamp, since the first delivery counts. `put` has that stamp, if it
    /// is the same turn.
    pub fn put_turn(
        &mut self,
        live: &Match,
        turn: &TurnRequest,
        clock: MatchClock,
        put: Option<&PutTurn>,
    ) -> Option<PutTurn> {
        let now = clock.now();
        let stamp = put.filter(|put| put.is(turn)).map_or_else(Arc::default, PutTurn::stamp);
        let untold = self.held.iter_mut().filter(|held| held.told != Some(turn.id));
        let told = untold.map(|held| {
            held.link.turn(held.slot, Some(Arc::new(card(live, turn, &held.link, (clock, now), Arc::clone(&stamp)))));
            held.told = Some(turn.id);
        });
        if told.count() == 0 {
            return None;
        }
        let mut put = PutTurn { seat: turn.seat, id: turn.id, look_at: now, stamp };
        put.look_again(live, now);
        Some(put)
    }
}

/// A turn that was sent, until the table knows when the transport took it.
pub struct PutTurn {
    seat: Seat,
    id: Seq,
    look_at: Time,
    /// The stamp of the turn. The rest of the card belongs to the program, which may take it apart.
    stamp: Arc<SentStamp>,
}

impl PutTurn {
    /// Returns the seat, and when the transport took the turn, if that is known.
    pub fn offered(&self) -> (Seat, Option<Time>) {
        (self.seat, self.stamp.get())
    }

    /// Returns the stamp in which the transport records when it took the turn.
    pub fn stamp(&self) -> Arc<SentStamp> {
        Arc::clone(&self.stamp)
    }

    /// Returns whether this is the given turn.
    pub fn is(&self, turn: &TurnRequest) -> bool {
        (self.seat, self.id) == (turn.seat, turn.id)
    }

    /// Returns when to check whether the transport has taken the turn.
    pub fn look_at(&self) -> Time {
        self.look_at
    }

    /// Records that the transport had not taken the turn by `now`. A clock that starts right after
    /// `now` runs out no earlier than the next check.
    pub fn look_again(&mut self, live: &Match, now: Time) {
        let clock = live.clock(self.seat, now).zip(live.terms(self.seat));
        let budget = clock.and_then(|(clock, terms)| clock.budget(&terms)).unwrap_or(Duration::MAX);
        self.look_at = now.after(budget.max(SHORTEST_LOOK));
    }
}

fn card(
    live: &Match,
    turn: &TurnRequest,
    link: &SeatLink,
    (clock, now): (MatchClock, Time),
    stamp: Arc<SentStamp>,
) -> TurnCard {
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
        stamp,
    }
}
