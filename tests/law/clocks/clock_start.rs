//! When a clock starts: when the turn is offered, but no later than the patience plus the round
//! trip after the turn was due.

use std::time::Duration;

use referee_ids::Seat;
use referee_law::{
    Command, Event, Fact, Note, Stall, Time,
    event::MovePlayed,
    state::MAX_SILENCE,
    turn::{MAX_ROUND_TRIP, PATIENCE, RETURN_PATIENCE},
    verify::verify_with,
};

use super::time_controls::CONTROLS;
use crate::{
    rig::{Rig, opened, outcome, seconds, takeaway},
    takeaway::TAKEAWAY,
};

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Starts a match without measured round trips. Seat 0 has the first turn, at time 0.
fn near(controls: &[&str]) -> Rig {
    near_with(controls, ms(0))
}

fn near_with(controls: &[&str], round_trip: Duration) -> Rig {
    let mut rig = Rig::open(&TAKEAWAY, opened("takeaway", controls, &[]));
    for seat in Seat::all(controls.len() as u8) {
        rig.current.note(Note::RoundTrip { seat, took: round_trip });
    }
    rig.connect_all();
    rig
}

fn sent(rig: &Rig) -> Option<Time> {
    rig.current.turn().expect("a turn").sent
}

fn deadline(rig: &Rig) -> Time {
    rig.current.deadline().expect("a deadline").at
}

fn moved(facts: &[Fact]) -> &MovePlayed {
    match &facts[0] {
        Fact::MovePlayed(moved) => moved,
        other => panic!("{other:?} is no move"),
    }
}

#[test]
fn a_seat_that_is_here_and_never_asked_is_flagged_by_the_clock() {
    for control in CONTROLS {
        for measured in [0, 3, 100, 1000, 5000].map(ms) {
            let mut rig = near_with(&[control, "inf"], measured);
            let start = Time::ZERO.after(PATIENCE + measured.min(MAX_ROUND_TRIP));
            assert_eq!(sent(&rig), Some(start), "{control}");
            let shown = rig.current.clock(Seat(0), start).expect("a clock");
            let terms = rig.current.terms(Seat(0)).expect("a seat");
            let Some(budget) = shown.budget(&terms) else {
                assert_eq!(deadline(&rig), Time::ZERO.after(MAX_SILENCE), "{control}");
                continue;
            };
            let lag = measured.min(rig.current.opened().time_controls[0].lag);
            let last = start.after(budget + terms.margin + lag);
            assert_eq!(deadline(&rig), Time(last.0 + 1), "{control}");
            rig.now = last;
            assert_eq!(outcome(&mut rig.clone(), Command::Expire), "-", "{control}");
            rig.now = deadline(&rig);
            let facts = rig.does(Command::Expire);
            let Fact::MatchEnded(ended) = &facts[0] else { panic!("{facts:?}") };
            assert_eq!((ended.verdict.termination.word(), ended.sent), ("flag", Some(start)), "{control}");
            assert_eq!(ended.round_trip, measured.min(MAX_ROUND_TRIP), "{control}");
            rig.verified();
        }
    }
}

#[test]
fn a_clock_starts_when_it_is_asked_and_not_later_than_it_must() {
    let cases = [(0.0, 0.0, 0), (0.2, 0.2, 0), (0.25, 0.25, 0), (0.3, 0.3, 100), (0.35, 0.35, 100), (0.36, 0.35, 100)];
    for (asked, start, round_trip) in cases {
        let mut rig = near_with(&["10", "10"], ms(100));
        rig.at(asked).ask();
        let facts = rig.at(4.0).play("take1");
        let moved = moved(&facts);
        assert_eq!((moved.sent, moved.round_trip), (seconds(start), ms(round_trip)), "asked at {asked}");
        assert_eq!(moved.charged, moved.received.since(seconds(start)));
        rig.verified();
    }
    // Time before the turn was offered is free.
    let mut rig = near(&["10", "10"]);
    let facts = rig.at(0.2).play("take1");
    assert_eq!((moved(&facts).sent, moved(&facts).charged), (seconds(0.2), ms(0)));
}

#[test]
fn a_clock_that_has_not_started_shows_all_of_its_time() {
    let rig = near(&["10", "10"]);
    let left = |now| rig.current.remaining(Seat(0), seconds(now)).expect("a clock").as_millis();
    assert_eq!([left(0.1), left(0.25), left(0.35), left(99.0)], [10_000, 10_000, 9_900, 0]);
}

#[test]
fn the_longest_round_trip_that_was_measured_before_the_question_counts() {
    let mut rig = near(&["10", "10"]);
    rig.current.note(Note::RoundTrip { seat: Seat(1), took: ms(900) });
    assert_eq!(sent(&rig), Some(seconds(0.25)), "another seat's");
    rig.current.note(Note::RoundTrip { seat: Seat(0), took: ms(40) });
    rig.current.note(Note::RoundTrip { seat: Seat(0), took: ms(20) });
    assert_eq!(sent(&rig), Some(seconds(0.29)));
    rig.at(0.28).ask();
    rig.current.note(Note::RoundTrip { seat: Seat(0), took: ms(900) });
    assert_eq!(sent(&rig), Some(seconds(0.28)));
    let facts = rig.at(3.0).play("take1");
    assert_eq!(moved(&facts).round_trip, ms(40));
    assert_eq!(sent(&rig), Some(seconds(3.0).after(PATIENCE + ms(900))), "the next turn knows it from the beginning");
    rig.verified();
}

#[test]
fn a_turn_that_waits_for_its_seat_is_due_when_the_seat_is_here() {
    // After a restart, the clock waits until the seat returns. Then the patience begins.
    let mut rig = near(&["10", "10"]);
    rig.at(3.0).does(Command::Restart);
    let latest = Some(seconds(3.0).after(RETURN_PATIENCE));
    assert_eq!(sent(&rig), latest);
    rig.at(8.0).does(Command::Connect { seat: Seat(1) });
    assert_eq!(sent(&rig), latest, "the other one");
    rig.at(9.0).does(Command::Connect { seat: Seat(0) });
    assert_eq!((sent(&rig), deadline(&rig)), (Some(seconds(9.25)), Time(19_250_000_001)));
    rig.verified();
    // After a pause, the turn of a connected seat is due immediately, that of an absent seat when
    // it returns.
    for away in [false, true] {
        let mut rig = near(&["10", "10"]);
        let arbiter = || referee_ids::PlayerId::parse("carl").expect("a name");
        rig.at(2.0).does(Command::Pause { arbiter: arbiter(), request_id: Default::default() });
        if away {
            rig.does(Command::Disconnect { seat: Seat(0), attended: false });
        }
        rig.at(50.0).does(Command::Resume { arbiter: arbiter(), request_id: Default::default() });
        let starts = if away { seconds(50.0).after(RETURN_PATIENCE) } else { seconds(50.25) };
        assert_eq!(sent(&rig), Some(starts));
        if away {
            rig.at(60.0).does(Command::Connect { seat: Seat(0) });
            assert_eq!(sent(&rig), Some(seconds(60.25)));
        }
        rig.verified();
    }
    // A seat that stays away gets no free time, even if its player can read the position.
    let mut opening = opened("takeaway", &["10", "10"], &[]);
    opening.graces.disconnect = Duration::from_secs(600);
    let mut rig = Rig::started(&TAKEAWAY, opening);
    rig.at(3.0).does(Command::Restart);
    rig.at(8.0).does(Command::Connect { seat: Seat(1) });
    let mut answers = rig.clone();
    let facts = answers.at(40.0).play("take1");
    assert_eq!(moved(&facts).charged, Duration::from_secs(7));
    answers.verified();
    assert_eq!(deadline(&rig), seconds(43.0).after(Duration::from_nanos(1)));
    rig.now = deadline(&rig);
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 0)");
    rig.verified();
    // After a void flag.
    let mut rig = near(&["10", "10"]);
    rig.at(14.0).current.note(Note::Stalled(Stall { began: seconds(9.0), ended: seconds(13.0) }));
    assert_eq!(outcome(&mut rig, Command::Expire), "void(0)");
    assert_eq!(sent(&rig), Some(seconds(14.25)));
    rig.verified();
}

#[test]
fn leaving_starts_a_clock_and_returning_does_not_stop_it() {
    for (leaves, start) in [(0.1, 0.1), (0.25, 0.25), (5.0, 0.25)] {
        let mut rig = near(&["10", "10"]);
        rig.at(leaves).does(Command::Disconnect { seat: Seat(0), attended: false });
        assert_eq!(sent(&rig), Some(seconds(start)), "left at {leaves}");
        rig.at(6.0).does(Command::Connect { seat: Seat(0) });
        rig.ask();
        assert_eq!(sent(&rig), Some(seconds(start)), "left at {leaves}");
        let facts = rig.at(7.0).play("take1");
        assert_eq!(moved(&facts).sent, seconds(start));
        rig.verified();
    }
}

#[test]
fn an_end_before_the_first_clock_has_no_start() {
    let misbehave = |received| Command::Misbehave {
        seat: Seat(0),
        detail: String::new(),
        evidence: Default::default(),
        received: seconds(received),
    };
    for (now, sent, round_trip) in [(0.1, None, 0), (0.3, None, 100), (0.35, Some(0.35), 100), (0.4, Some(0.35), 100)] {
        let mut rig = near_with(&["10", "10"], ms(100));
        let facts = rig.at(now).does(misbehave(now));
        let Fact::MatchEnded(ended) = &facts[0] else { panic!("{facts:?}") };
        assert_eq!((ended.sent, ended.round_trip), (sent.map(seconds), ms(round_trip)), "at {now}");
        assert_eq!(ended.received, Some(seconds(now)));
        rig.verified();
    }
}

/// Starts a match whose seat 0 is asked at second `asked`, with the given measured round trip.
fn asked_late(asked: f64, measured: Duration) -> Rig {
    let mut rig = near_with(&["20", "20"], measured);
    rig.at(asked).ask();
    let facts = rig.at(12.0).play("take1");
    assert_eq!(moved(&facts).sent, seconds(asked));
    rig
}

#[test]
fn a_start_that_is_too_late_is_refused() {
    let forged = |asked: f64, round_trip: u64| {
        let mut log: Vec<Event> = asked_late(0.1, ms(0)).log;
        for event in &mut log {
            if let Fact::MovePlayed(moved) = &mut event.fact {
                (moved.sent, moved.round_trip) = (seconds(asked), ms(round_trip));
            }
        }
        verify_with(&TAKEAWAY, &log).expect_err("it is forged").text
    };
    assert_eq!(forged(9.0, 0), "the clock of seat 0 ran from 250000000 ns at the latest");
    assert_eq!(forged(9.0, 1000), "the clock of seat 0 ran from 1250000000 ns at the latest");
    assert_eq!(forged(9.0, 1001), "a clock waits for a round trip of at most 1s, not 1.001s");
    assert_eq!(forged(0.25, 1), "the clock waited for no round trip, but 1ms is recorded");
    assert_eq!(forged(0.251, 0), "the clock of seat 0 ran from 250000000 ns at the latest");
    for (asked, measured) in [(0.25, 0), (0.251, 1), (1.25, 1000)] {
        asked_late(asked, ms(measured)).verified();
    }
}

#[test]
fn not_reading_gains_no_time() {
    // Seat 0 is asked ten seconds after each turn was due, like a client that does not read its
    // stream. Its answer arrives immediately.
    let mut rig = takeaway(&["12+1", "inf"]);
    let mut now = 0.0;
    while rig.current.verdict().is_none() {
        now += 10.0;
        if rig.current.turn().is_some_and(|turn| turn.seat == Seat(0)) {
            rig.at(now);
            rig.ask();
        }
        rig.at(now);
        rig.play(&rig.legal()[0].clone());
    }
    let verdict = rig.current.verdict().expect("the end");
    assert_eq!((verdict.termination.word(), verdict.seat), ("flag", Some(Seat(0))));
    rig.verified();
}
