//! How new events change the row of their match.

use std::time::Duration;

use referee_ids::Seat;
use referee_law::{Clock, Event, Fact, MatchOpened, TimeControl, clock::time_control::Main, ending::lost::Loss};

/// Newest events read for the clocks of an ended match. If a seat has no move among these events,
/// its clock is shown full.
pub(super) const LAST_EVENTS: usize = 1_024;

/// The last position of a match, computed from its newest events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LastPosition {
    pub round: u32,
    pub ply: u32,
    pub remaining: Vec<Option<Duration>>,
}

impl LastPosition {
    /// Computes the last position from the newest events, oldest first.
    pub(super) fn of(opened: &MatchOpened, events: &[Event]) -> LastPosition {
        let controls = &opened.time_controls;
        let mut clocks: Vec<Clock> = controls.iter().map(Clock::new).collect();
        let (mut round, mut ply) = (1, 0);
        for event in events {
            match &event.fact {
                Fact::RoundStarted { round: started, .. } => {
                    (round, ply) = (*started, 0);
                    if *started > 1 {
                        clocks.iter_mut().zip(controls).for_each(|(clock, control)| *clock = clock.renewed(control));
                    }
                }
                Fact::MovePlayed(moved) => {
                    (round, ply) = (moved.round, moved.ply + 1);
                    if let Some(clock) = clocks.get_mut(moved.seat.index()) {
                        *clock = moved.clock;
                    }
                    turn_hourglasses(&mut clocks, controls, moved.seat, moved.charged);
                }
                Fact::ForcedMovePlayed { round: of, ply: step, .. }
                | Fact::MoveSubstituted { round: of, ply: step, .. }
                | Fact::ChanceResolved { round: of, ply: step, .. } => (round, ply) = (*of, step + 1),
                Fact::MovesTakenBack { round: of, ply: next, .. } => (round, ply) = (*of, *next),
                _ => {}
            }
        }
        LastPosition { round, ply, remaining: clocks.iter().map(|clock| clock.left).collect() }
    }

    /// Returns whether these events, newest first, suffice for [`LastPosition::of`].
    pub(super) fn is_known(seats: usize, newest_first: &[Event]) -> bool {
        let has_moved = |seat: Seat| {
            newest_first.iter().any(|event| matches!(&event.fact, Fact::MovePlayed(moved) if moved.seat == seat))
        };
        newest_first.len() >= LAST_EVENTS || Seat::all(u8::try_from(seats).unwrap_or(u8::MAX)).all(has_moved)
    }
}

/// Divides the time used by a seat with an hourglass equally among the others.
fn turn_hourglasses(clocks: &mut [Clock], controls: &[TimeControl], by: Seat, used: Duration) {
    let has_one = |control: &TimeControl| matches!(control.main, Main::Hourglass(_));
    if !controls.get(by.index()).is_some_and(has_one) {
        return;
    }
    let others = controls.iter().filter(|control| has_one(control)).count().saturating_sub(1);
    let Some(share) = u32::try_from(others).ok().and_then(|others| used.checked_div(others)) else { return };
    for (index, (clock, control)) in clocks.iter_mut().zip(controls).enumerate() {
        if index != by.index() && has_one(control) {
            *clock = clock.given(share);
        }
    }
}

/// Returns the losses of seats in a match that continues for the others.
pub(super) fn losses(events: &[Event]) -> impl Iterator<Item = Loss> {
    events.iter().filter_map(|event| match &event.fact {
        Fact::SeatLost(lost) => Some(Loss { seat: lost.seat, at: event.at, cause: lost.cause }),
        _ => None,
    })
}

/// Returns whether these events start the match.
pub(super) fn starts(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.fact, Fact::RoundStarted { .. }))
}
