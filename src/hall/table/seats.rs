//! The programs of the seats of one match, and the turn that was put to one of them.

use std::{sync::Arc, time::Duration};

use crate::{
    engine::outputs::Outputs,
    hall::{
        engine_seat::left_behind,
        limits::HANDOVER,
        link::{SeatLink, SeatMessage, SentStamp, TurnCard},
    },
    ids::{MatchId, Seat, Seq, Viewer},
    referee::{Event, Match, Proposal, Reason, Refusal, SeenEvent, Time, TurnRequest, evidence},
};

/// A seat's program, as its table knows it.
#[derive(Default)]
pub struct SeatPlace {
    link: Option<SeatLink>,
    /// The link that sits here or sat here last.
    link_id: Option<u64>,
    /// Whether it has been told everything before what is live.
    level: bool,
    /// The turn that this link was told of: its round, its ply, the event by which it came about, and its asking.
    told: Option<(u32, u32, Seq, u32)>,
    /// Where to look what the program that sits here or sat here last has written.
    outputs: Option<Outputs>,
}

/// Adds what the programs of those who lose by these events have left behind, as it is now.
pub fn add_evidence(seats: &[SeatPlace], events: &mut [Event]) {
    let outputs = |seat: Seat| seats.get(seat.index())?.outputs.as_ref();
    evidence::add(events.iter_mut().map(|event| &mut event.fact), |seat| Some(left_behind(outputs(seat)?.evidence())));
}

/// A turn that was put to a seat, until it is known when it was handed over.
pub struct PutTurn {
    seat: Seat,
    round: u32,
    ply: u32,
    asking: u32,
    since: Seq,
    handover_until: Time,
    look_at: Time,
    /// The card itself is the program's alone, which may take it apart.
    stamp: Arc<SentStamp>,
}

impl SeatPlace {
    /// Whether this link sits here, or sat here last.
    pub fn knows(&self, link_id: u64) -> bool {
        self.link_id == Some(link_id)
    }

    /// Whether this link sits here now.
    pub fn is_held_by(&self, link_id: u64) -> bool {
        self.link.as_ref().is_some_and(|link| link.id == link_id)
    }

    /// Whether `link` may take the seat: [`Reason::Replaced`] for one that is earlier than the one here.
    pub fn admits(&self, link: &SeatLink) -> Result<(), Refusal> {
        match &self.link {
            Some(held) if held.id > link.id => {
                Err(Refusal::new(Reason::Replaced, "a later link of the same player sits there"))
            }
            _ => Ok(()),
        }
    }

    /// Gives the seat to `link`, which has been told nothing yet. The one before is told that it was replaced.
    pub fn take(&mut self, link: SeatLink) {
        if let Some(before) = self.link.take() {
            // One that does not read need not know.
            let _ = before.line.try_send(SeatMessage::Replaced);
        }
        let outputs = link.outputs.clone();
        *self = SeatPlace { link_id: Some(link.id), link: Some(link), level: false, told: None, outputs };
    }

    /// Notes that the link has been told everything before what is live.
    pub fn is_level_now(&mut self) {
        self.level = true;
    }

    /// Notes that no turn is open: whichever comes is to be told of.
    pub fn forget_turn(&mut self) {
        self.told = None;
    }

    /// Takes the link away; whether there was one.
    pub fn clear(&mut self) -> Option<SeatLink> {
        self.level = false;
        self.told = None;
        self.link.take()
    }

    /// The link, once live events and turns may be sent to it.
    pub fn level_link(&self) -> Option<&SeatLink> {
        self.link.as_ref().filter(|_| self.level)
    }

    /// How long the way to the program and back was measured to take; nothing where it was not.
    pub fn round_trip(&self) -> Duration {
        self.link.as_ref().map_or(Duration::ZERO, |link| link.round_trip.get())
    }

    /// Sends an event; `false` when the program does not read or has gone.
    pub fn tell(&self, match_id: &MatchId, event: &Arc<SeenEvent>) -> bool {
        match self.level_link() {
            Some(link) => {
                let event = SeatMessage::Event { match_id: match_id.clone(), event: Arc::clone(event) };
                link.line.try_send(event).is_ok()
            }
            None => true,
        }
    }

    /// Puts the open turn to the program unless it was told of it already: `Ok(None)` when there is nothing to do, an
    /// error when it does not read or has gone.
    pub fn put_turn(&mut self, live: &Match, turn: &TurnRequest, now: Time) -> Result<Option<PutTurn>, NotRead> {
        let Some(link) = self.level_link() else { return Ok(None) };
        if self.told == Some((turn.round, turn.ply, turn.since, turn.asking)) {
            return Ok(None);
        }
        let card = Arc::new(card(live, turn, link, now));
        let stamp = Arc::clone(&card.stamp);
        link.line.try_send(SeatMessage::Turn(card)).map_err(|_| NotRead)?;
        self.told = Some((turn.round, turn.ply, turn.since, turn.asking));
        let mut put = PutTurn {
            seat: turn.seat,
            round: turn.round,
            ply: turn.ply,
            asking: turn.asking,
            since: turn.since,
            handover_until: now.after(HANDOVER),
            look_at: now,
            stamp,
        };
        put.look_again(live, now);
        Ok(Some(put))
    }
}

/// A program does not read its line, or has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotRead;

impl PutTurn {
    /// The seat and, once it is known, when the turn was handed to its transport.
    pub fn handed_over(&self) -> (Seat, Option<Time>) {
        (self.seat, self.stamp.get())
    }

    /// Whether it is this turn.
    pub fn is(&self, turn: &TurnRequest) -> bool {
        let this = (self.seat, self.round, self.ply, self.since, self.asking);
        this == (turn.seat, turn.round, turn.ply, turn.since, turn.asking)
    }

    /// Until when it must be handed over.
    pub fn handover_until(&self) -> Time {
        self.handover_until
    }

    /// When to look whether it was handed over.
    pub fn look_at(&self) -> Time {
        self.look_at
    }

    /// It was not handed over by `now`: a clock that begins to run right after it ends no earlier than the next look.
    pub fn look_again(&mut self, live: &Match, now: Time) {
        let clock = live.clock(self.seat, now).zip(live.terms(self.seat));
        let budget = clock.and_then(|(clock, terms)| clock.budget(&terms)).unwrap_or(HANDOVER);
        self.look_at = self.handover_until.min(now.after(budget.max(SHORTEST_LOOK)));
    }
}

/// How soon a table looks again whether a turn was handed over. A flag is judged by stamps, so that looking late is no
/// injustice.
const SHORTEST_LOOK: Duration = Duration::from_millis(5);

fn card(live: &Match, turn: &TurnRequest, link: &SeatLink, now: Time) -> TurnCard {
    let (course, opened) = (live.course(), live.opened());
    let seats = || Seat::all(course.setting().seats());
    TurnCard {
        match_id: opened.match_id.clone(),
        seat: turn.seat,
        round: turn.round,
        ply: turn.ply,
        since: turn.since,
        claimable: course.round().is_claimable(),
        draw_offered: live.proposer(Proposal::Draw).is_some_and(|by| by != turn.seat),
        position: match link.wants.position {
            true => course.round().view(Viewer::Seat(turn.seat)),
            false => String::new(),
        },
        totals: course.totals().to_vec(),
        remaining: seats().map(|seat| live.remaining(seat, now)).collect(),
        increment: seats().map(|seat| live.terms(seat).map_or(Duration::ZERO, |terms| terms.increment)).collect(),
        time: live.move_time(turn.seat, now),
        legal: if link.wants.legal { course.round().legal() } else { Vec::new() },
        stamp: Arc::default(),
    }
}
