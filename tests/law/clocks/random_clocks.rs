//! Random histories under every time control. Every record verifies and every clock starts. While
//! the host is halted, no clock runs and no deadline expires.

use std::time::Duration;

use proptest::prelude::*;
use referee_games::{self as games, Game};
use referee_ids::{PlayerId, Seat, Seq};
use referee_law::{
    Command, Event, Evidence, Fact, LostSeatPolicy, Match, Note, Phase, Stall, Time,
    turn::{MAX_ROUND_TRIP, PATIENCE},
};

use super::time_controls::CONTROLS;
use crate::{
    rig::{Rig, opened, request},
    takeaway::TAKEAWAY,
};

/// One random step: what happens, to which seat, milliseconds since the last step, and a number for
/// further choices.
type Happening = (u8, u8, u64, u16);

/// A match, and since when the seat to move could have been asked, as seen from outside.
struct History {
    rig: Rig,
    due: Option<(Seq, Time)>,
}

/// Returns the time between two moments, excluding the outages in the log.
fn elapsed(log: &[Event], since: Time, until: Time) -> Duration {
    let lost = |event: &Event| match &event.fact {
        Fact::HostStalled(stall) => stall.ended.min(until).since(stall.began.max(since)),
        _ => Duration::ZERO,
    };
    until.since(since) - log.iter().map(lost).sum::<Duration>()
}

impl History {
    fn does(&mut self, command: &Command) {
        let (before, known) = (self.rig.current.clone(), self.rig.log.len());
        // Other tests check which commands are rejected.
        let _ = self.rig.say(command.clone());
        let mut now = before;
        for index in known..self.rig.log.len() {
            let (log, event) = (&self.rig.log[..index], &self.rig.log[index]);
            let before = now.clone();
            now.apply(event);
            match &event.fact {
                Fact::MovePlayed(moved) => {
                    let took = elapsed(log, moved.sent, moved.received);
                    assert_eq!(moved.charged, took - moved.lag, "{event:?}");
                    assert!(moved.stalled <= took && moved.round_trip <= MAX_ROUND_TRIP, "{event:?}");
                }
                Fact::HostStalled(stall) => nothing_ran(&before, &now, *stall),
                Fact::MatchPaused { .. } | Fact::MatchResumed { .. } | Fact::ServerRestarted => self.due = None,
                _ => {}
            }
        }
        self.clock_starts();
    }

    /// Checks that the clock of a connected seat starts in time, asked or not, and that its flag is
    /// set.
    fn clock_starts(&mut self) {
        let (current, log) = (&self.rig.current, &self.rig.log);
        let Some(turn) = current.turn() else {
            self.due = None;
            return;
        };
        let known = self.due.filter(|(known, _)| *known == turn.id);
        if !current.connected(turn.seat) {
            self.due = known;
            return;
        }
        let (_, due) = *self.due.insert(known.unwrap_or((turn.id, current.at())));
        let start = turn.sent.expect("the clock of a seat that is here starts");
        assert!(elapsed(log, due, start) <= PATIENCE + MAX_ROUND_TRIP, "due {due:?}, starts {start:?}: {log:#?}");

        let (control, terms) = (&current.opened().time_controls[turn.seat.index()], current.terms(turn.seat));
        let (clock, terms) = current.clock(turn.seat, start).zip(terms).expect("a seat");
        if let Some(budget) = clock.budget(&terms) {
            let most = budget + terms.margin + control.lag + Duration::from_nanos(1);
            let flag = current.deadline().expect("a flag").at;
            assert!(elapsed(log, start, flag) <= most, "starts {start:?}, flag {flag:?}: {log:#?}");
        }
    }

    fn happens(&mut self, (what, seat, later, choice): Happening) {
        let now = self.rig.now.after(Duration::from_millis(later));
        self.rig.now = now;
        let seats = self.rig.current.opened().players.len() as u8;
        let seat = Seat(seat % seats);
        let ago = |most: u16| Time(now.0.saturating_sub(u64::from(choice % most) * 1_000_000));
        let carl = || PlayerId::parse("carl").expect("a name");
        let turn = self.rig.current.turn();
        let command = match (what, turn) {
            (0..30, Some(turn)) => {
                let legal = self.rig.legal();
                let notation = legal[usize::from(choice) % legal.len()].clone();
                Command::PlayMove { seat: turn.seat, turn_id: turn.id, notation, received: ago(3_000) }
            }
            (30..40, Some(turn)) => return self.rig.current.note(Note::Offered { seat: turn.seat, at: ago(2_000) }),
            (40..50, _) => Command::NoteStall { began: ago(20_000) },
            (50..55, _) => return self.rig.current.note(Note::Stalled(Stall { began: ago(9_000), ended: now })),
            (55..60, _) => Command::Connect { seat },
            (60..62, _) => Command::Disconnect { seat, attended: false },
            (62, _) => Command::Pause { arbiter: carl(), request_id: request("") },
            (63..66, _) => Command::Resume { arbiter: carl(), request_id: request("") },
            (66, _) => {
                self.rig = self.rig.folded();
                self.does(&Command::Restart);
                return self
                    .rig
                    .current
                    .note(Note::RoundTrip { seat, took: Duration::from_millis(u64::from(choice % 2_000)) });
            }
            (67..70, _) => {
                return self
                    .rig
                    .current
                    .note(Note::RoundTrip { seat, took: Duration::from_millis(u64::from(choice % 2_000)) });
            }
            (70, _) => {
                self.rig.now =
                    self.rig.current.deadline().map_or(now, |deadline| deadline.at.max(now).min(now.after(DAY)));
                Command::Expire
            }
            (71, _) if choice.is_multiple_of(8) => {
                let (detail, evidence) = (String::new(), Evidence::default());
                Command::Misbehave { seat, detail, evidence, received: ago(3_000) }
            }
            _ => Command::Expire,
        };
        self.does(&command);
    }

    /// Checks that time alone ends the match, even if the host is out again and again.
    fn ends(&mut self) {
        for _ in 0..60 {
            if self.rig.current.phase() == Phase::Over {
                return;
            }
            let deadline = self.rig.current.deadline().expect("something is due").at;
            if self.rig.log.len().is_multiple_of(3) {
                // The outage begins just before the deadline and lasts until long after it.
                let began = Time(deadline.0 - 1).max(self.rig.current.at());
                self.rig.now = began.after(DAY);
                self.does(&Command::NoteStall { began });
            }
            self.rig.now = self.rig.now.max(self.rig.current.deadline().expect("something is due").at);
            self.does(&Command::Expire);
        }
        panic!("it does not end: {:#?}", self.rig.log);
    }
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Checks that all later deadlines moved by the length of the stall, and that no clock lost time.
fn nothing_ran(before: &Match, after: &Match, stall: Stall) {
    let lost = stall.ended.since(stall.began);
    let (due, now_due) = (before.deadline().map(|due| due.at), after.deadline().map(|due| due.at));
    assert!(now_due.is_none_or(|at| at <= stall.began || at > stall.ended), "{now_due:?} in {stall:?}");
    let [start, now_starts] = [before, after].map(|of| of.turn().and_then(|turn| turn.sent));
    let put_off = due.map(|at| if at > stall.began { at.after(lost) } else { at });
    match start {
        // The clock started during the stall and has not run. It is delayed by the rest of the
        // stall.
        Some(start) if start > stall.began && start <= stall.ended => {}
        // The clock starts after the stall and loses nothing. If the seat had taken the turn, its
        // flag keeps its time. Otherwise the patience is extended by the part of the stall within
        // it.
        Some(start) if start > stall.ended => {
            assert!(due <= now_due && now_due <= put_off, "{now_due:?}: {stall:?}");
            let late = now_starts.expect("a clock that starts is put off at the most").since(start);
            assert!(late <= lost, "{now_starts:?}: {stall:?}");
        }
        _ => assert_eq!(now_due, put_off, "{stall:?}"),
    }
    for seat in Seat::all(before.opened().players.len() as u8) {
        for ms in [0, 1, 400, 5_000] {
            let later = |at: Time| at.after(Duration::from_millis(ms));
            let (held, on) = match start {
                Some(start) if start > stall.began && start <= stall.ended && ms > 0 => continue,
                Some(start) if start > stall.ended => {
                    let now_starts = now_starts.unwrap_or(start);
                    (before.clock(seat, later(start)), after.clock(seat, later(now_starts)))
                }
                _ => (before.clock(seat, later(stall.began)), after.clock(seat, later(stall.ended))),
            };
            assert_eq!(held, on, "{stall:?}, seat {seat}, {ms} ms on");
        }
    }
}

fn try_all(game: &'static dyn Game, controls: &[usize], ends: bool, happenings: &[Happening]) {
    let controls: Vec<&str> = controls.iter().map(|control| CONTROLS[control % CONTROLS.len()]).collect();
    let mut opening = opened(game.facts().id, &controls, &[]);
    opening.lost_seat_policy = if ends { LostSeatPolicy::End } else { LostSeatPolicy::Substitute };
    opening.conduct.first_move_grace = happenings.len().is_multiple_of(5).then_some(Duration::from_secs(20));
    if let Some(luck) = opening.luck.as_mut().filter(|_| happenings.len().is_multiple_of(3)) {
        luck.nonce_wait = Duration::from_secs(2);
    }
    let mut history = History { rig: Rig::open(game, opening), due: None };
    if !happenings.len().is_multiple_of(4) {
        history.rig.connect_all();
    }
    history.clock_starts();
    for happening in happenings {
        history.happens(*happening);
    }
    history.rig.verified();
    history.ends();
    assert!(history.rig.verified().over);
}

fn happenings() -> impl Strategy<Value = Vec<Happening>> {
    let later = prop_oneof![6 => 0u64..50, 6 => 0u64..1_000, 2 => 0u64..8_000];
    prop::collection::vec((0u8..74, any::<u8>(), later, any::<u16>()), 0..100)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_to_four_seats(
        controls in prop::collection::vec(0usize..100, 2..=4),
        ends in any::<bool>(),
        happenings in happenings(),
    ) {
        try_all(&TAKEAWAY, &controls, ends, &happenings);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn four_to_eight_seats(
        controls in prop::collection::vec(0usize..100, 4..=8),
        ends in any::<bool>(),
        happenings in happenings(),
    ) {
        try_all(games::find("honest_john").expect("it is registered"), &controls, ends, &happenings);
    }
}
