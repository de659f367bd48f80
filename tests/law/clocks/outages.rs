//! Outages: time in which the host could not run the match is not charged, and no deadline expires
//! in it.

use std::time::Duration;

use referee_games as games;
use referee_ids::{PlayerId, Seat};
use referee_law::{
    Command, Decision, Evidence, Fact, Note, Phase, Stall, Time, clock::uncharged::MAX_OUTAGES, event::MovePlayed,
    state::MAX_SILENCE, turn::PATIENCE,
};

use super::time_controls::CONTROLS;
use crate::{
    rig::{FAR, Rig, START_GRACE, host, opened, outcome, request, seconds, takeaway},
    takeaway::TAKEAWAY,
};

/// Starts a match in which seat 0 has 10 seconds and was asked at second 1.
fn asked() -> Rig {
    let mut rig = takeaway(&["10", "10"]);
    rig.at(1.0).ask();
    rig
}

/// Halts the host between these seconds. The stall is recorded when it ends.
fn outage(rig: &mut Rig, began: f64, ended: f64) {
    let facts = rig.at(ended).does(Command::NoteStall { began: seconds(began) });
    assert_eq!(facts, [Fact::HostStalled(Stall { began: seconds(began), ended: seconds(ended) })]);
}

fn deadline(rig: &Rig) -> Time {
    rig.current.deadline().expect("a deadline").at
}

fn arbiter() -> PlayerId {
    PlayerId::parse("carl").expect("a name")
}

fn pause() -> Command {
    Command::Pause { arbiter: arbiter(), request_id: request("") }
}

fn unpause() -> Command {
    Command::Resume { arbiter: arbiter(), request_id: request("") }
}

/// Plays the answer of the seat to move. It was received at this second and is decided now.
fn answered(rig: &mut Rig, at: f64) -> MovePlayed {
    let mut command = rig.answer("take1");
    if let Command::PlayMove { received, .. } = &mut command {
        *received = seconds(at);
    }
    match &rig.does(command)[0] {
        Fact::MovePlayed(moved) => moved.clone(),
        other => panic!("{other:?} is no move"),
    }
}

#[test]
fn an_outage_is_not_charged_and_no_flag_falls_in_it() {
    let mut rig = asked();
    outage(&mut rig, 4.0, 34.0);
    assert_eq!(deadline(&rig), Time(seconds(41.0).0 + 1));
    for (now, left) in [(4.0, 7), (20.0, 7), (34.0, 7), (36.0, 5), (41.0, 0)] {
        assert_eq!(rig.current.remaining(Seat(0), seconds(now)), Some(Duration::from_secs(left)), "at {now}");
    }
    let mut silent = rig.clone();
    assert_eq!(outcome(silent.at(41.0), Command::Expire), "-");
    silent.now.0 += 1;
    let facts = silent.does(Command::Expire);
    let Fact::MatchEnded(ended) = &facts[0] else { panic!("{facts:?}") };
    assert_eq!((ended.verdict.termination.word(), ended.verdict.overrun), ("flag", Some(Duration::from_nanos(1))));
    silent.verified();
    let moved = answered(rig.at(37.0), 37.0);
    assert_eq!((moved.charged, moved.clock.left), (Duration::from_secs(6), Some(Duration::from_secs(4))));
    rig.verified();
}

#[test]
fn an_answer_is_judged_by_when_it_came_before_during_or_after() {
    for (received, charged) in [(1.0, 0.0), (3.0, 2.0), (4.0, 3.0), (20.0, 3.0), (34.0, 3.0), (35.0, 4.0), (41.0, 10.0)]
    {
        let mut rig = asked();
        outage(&mut rig, 4.0, 34.0);
        let moved = answered(rig.at(50.0), received);
        assert_eq!((moved.received, moved.charged), (seconds(received), Duration::from_secs_f64(charged)));
        rig.verified();
    }
    // An answer that was too late before the outage stays too late.
    let mut rig = asked();
    outage(&mut rig, 12.0, 34.0);
    let mut late = rig.answer("take1");
    if let Command::PlayMove { received, .. } = &mut late {
        *received = seconds(11.5);
    }
    let facts = rig.does(late);
    let Fact::MatchEnded(ended) = &facts[0] else { panic!("{facts:?}") };
    assert_eq!((ended.verdict.termination.word(), ended.verdict.overrun), ("flag", Some(Duration::from_millis(500))));
    rig.verified();
    // The overrun of a flag that fell before the outage excludes the outage.
    let mut rig = asked();
    outage(&mut rig, 12.0, 34.0);
    let facts = rig.at(35.0).does(Command::Expire);
    let Fact::MatchEnded(ended) = &facts[0] else { panic!("{facts:?}") };
    assert_eq!((ended.verdict.termination.word(), ended.verdict.overrun), ("flag", Some(Duration::from_secs(2))));
    rig.verified();
}

#[test]
fn outages_of_one_turn_add_up() {
    let mut rig = asked();
    outage(&mut rig, 2.0, 5.0);
    outage(&mut rig, 5.0, 9.0);
    outage(&mut rig, 12.0, 30.0);
    assert_eq!(deadline(&rig), Time(seconds(36.0).0 + 1));
    let moved = answered(rig.at(31.0), 31.0);
    assert_eq!((moved.charged, moved.stalled), (Duration::from_secs(5), Duration::ZERO));
    // The outage does not affect the next turn.
    assert_eq!(rig.current.remaining(Seat(1), seconds(34.0).after(PATIENCE + FAR)), Some(Duration::from_secs(7)));
    rig.verified();
}

#[test]
fn a_stamp_inside_an_outage_starts_the_clock_at_its_end() {
    let mut rig = takeaway(&["10", "10"]);
    // The outage is recorded only afterwards, like every event during it.
    rig.current.note(Note::Offered { seat: Seat(0), at: seconds(0.7) });
    outage(&mut rig, 0.5, 20.0);
    assert_eq!(deadline(&rig), Time(seconds(30.0).0 + 1));
    let moved = answered(rig.at(22.0), 22.0);
    assert_eq!((moved.sent, moved.charged), (seconds(0.7), Duration::from_secs(2)));
    rig.verified();
}

#[test]
fn patience_does_not_run_out_in_an_outage() {
    // The turn opens at 1 s, and its event is stored 30 s later.
    let mut rig = asked();
    rig.play("take1");
    outage(&mut rig, 1.0, 31.0);
    let late = |span: Duration| Some(seconds(31.0).after(span));
    assert_eq!(rig.current.turn().and_then(|turn| turn.sent), late(PATIENCE + FAR), "due at the end of it");
    let mut silent = rig.clone();
    silent.now = deadline(&silent);
    assert_eq!(silent.now, Time(seconds(41.0).after(PATIENCE + FAR).0 + 1));
    assert_eq!(outcome(&mut silent, Command::Expire), "over(flag by 1)");
    silent.verified();
    // Time before the outage still counts.
    let mut rig = asked();
    rig.play("take1");
    outage(&mut rig, 1.5, 31.0);
    let left = (PATIENCE + FAR) - Duration::from_millis(500);
    assert_eq!(rig.current.turn().and_then(|turn| turn.sent), late(left));
    rig.at(31.2).ask();
    rig.at(32.2);
    assert_eq!(answered(&mut rig, 32.2).charged, Duration::from_secs(1));
    rig.verified();
}

/// Returns matches that wait for something: a name, the match, and when the wait began.
fn waits() -> Vec<(&'static str, Rig)> {
    let mut start = Rig::open(&TAKEAWAY, opened("takeaway", &["10", "10"], &[]));
    start.at(2.0).does(Command::Connect { seat: Seat(1) });
    let with_luck = |wait: u64| {
        let mut opening = opened("takeaway", &["10", "10"], &[]);
        opening.luck.as_mut().expect("luck").nonce_wait = Duration::from_secs(wait);
        opening
    };
    let mut nonces = Rig::open(&TAKEAWAY, with_luck(20));
    nonces.at(2.0).connect_all();
    let mut grace = takeaway(&["inf", "inf"]);
    grace.at(2.0).does(Command::Disconnect { seat: Seat(1), attended: false });
    let mut first_move = Rig::open(&TAKEAWAY, {
        let mut opening = opened("takeaway", &["inf", "inf"], &[]);
        opening.conduct.first_move_grace = Some(Duration::from_secs(15));
        opening
    });
    first_move.at(2.0).connect_all();
    let mut silence = takeaway(&["inf", "inf"]);
    silence.at(2.0).play("take1");
    let mut paused = takeaway(&["10", "10"]);
    paused.at(2.0).does(pause());
    let mut absent = takeaway(&["10", "10"]);
    absent.at(1.0).does(Command::Disconnect { seat: Seat(1), attended: false });
    absent.at(2.0).play("take1");
    vec![
        ("seats", start),
        ("nonces", nonces),
        ("grace", grace),
        ("first move", first_move),
        ("silence", silence),
        ("pause", paused),
        ("a flag of a seat that is away", absent),
    ]
}

#[test]
fn an_outage_extends_every_wait_by_its_length() {
    for (name, rig) in waits() {
        let until = deadline(&rig);
        let lost = Duration::from_secs(1000);
        for began in [rig.now, Time(rig.now.0 + 1), Time(until.0 - 1)] {
            let mut rig = rig.clone();
            rig.now = began.after(lost);
            rig.does(Command::NoteStall { began });
            assert_eq!(deadline(&rig), until.after(lost), "{name}, from {began:?}");
            rig.now = Time(deadline(&rig).0 - 1);
            assert_eq!(outcome(&mut rig.clone(), Command::Expire), "-", "{name}, from {began:?}");
            rig.now = deadline(&rig);
            assert_ne!(outcome(&mut rig, Command::Expire), "-", "{name}, from {began:?}");
            rig.verified();
        }
        // A deadline before the outage keeps its time.
        for began in [until, Time(until.0 + 5)] {
            let mut rig = rig.clone();
            rig.now = began.after(lost);
            rig.does(Command::NoteStall { began });
            assert_eq!(deadline(&rig), until, "{name}, from {began:?}");
            assert_ne!(outcome(&mut rig, Command::Expire), "-", "{name}, from {began:?}");
            rig.verified();
        }
    }
}

#[test]
fn every_seat_s_grace_is_longer() {
    let mut rig = takeaway(&["inf"; 3]);
    rig.at(1.0).does(Command::Disconnect { seat: Seat(1), attended: false });
    rig.at(5.0).does(Command::Disconnect { seat: Seat(2), attended: false });
    outage(&mut rig, 30.0, 90.0);
    assert_eq!(outcome(rig.at(90.5), Command::Expire), "-");
    rig.does(Command::Connect { seat: Seat(1) });
    assert_eq!(deadline(&rig), seconds(95.0), "the other one's");
    assert_eq!(outcome(rig.at(95.0), Command::Expire), "lost(disconnect by 2)");
    let log = &rig.log;
    assert!(log.iter().any(|e| matches!(&e.fact, Fact::SeatLost(lost) if lost.overrun == Some(Duration::ZERO))));
    rig.verified();
}

#[test]
fn every_time_control_is_put_off() {
    for control in CONTROLS {
        let mut rig = takeaway(&[control, control]);
        rig.at(0.5).ask();
        let before = rig.current.clone();
        outage(&mut rig, 0.9, 1000.9);
        for seat in [Seat(0), Seat(1)] {
            let (held, on) = (before.clock(seat, seconds(0.9)), rig.current.clock(seat, seconds(1000.9)));
            assert_eq!(held, on, "{control}");
            assert_eq!(before.clock(seat, seconds(1.4)), rig.current.clock(seat, seconds(1001.4)), "{control}");
        }
        let (held, on) = (before.deadline().expect("one").at, deadline(&rig));
        assert_eq!(on, held.after(Duration::from_secs(1000)), "{control}");
        let moved = answered(rig.at(1001.4), 1001.4);
        assert_eq!(moved.charged, Duration::from_millis(900) - moved.lag, "{control}");
        rig.verified();
    }
}

#[test]
fn the_stalls_that_excuse_a_flag_are_not_counted_twice() {
    // The table records the stall that the heartbeat missed as an outage, too. It must not excuse
    // the flag twice.
    let mut rig = asked();
    rig.current.note(Note::Stalled(Stall { began: seconds(3.0), ended: seconds(6.0) }));
    outage(&mut rig, 3.0, 6.0);
    assert_eq!(deadline(&rig), Time(seconds(14.0).0 + 1));
    assert_eq!(outcome(rig.clone().at(14.5), Command::Expire), "over(flag by 0)");
    assert_eq!(answered(rig.at(7.0), 7.0).stalled, Duration::ZERO, "what is charged is what is marked");
    rig.verified();
    // The part of the stall outside the outage still excuses the flag. Here the outage covers half
    // of it.
    let mut rig = asked();
    rig.current.note(Note::Stalled(Stall { began: seconds(3.0), ended: seconds(9.0) }));
    outage(&mut rig, 6.0, 20.0);
    assert_eq!(deadline(&rig), Time(seconds(25.0).0 + 1));
    let void = outcome(rig.at(28.5), Command::Expire);
    assert_eq!(void, "void(0)", "without the 3 s it would not have fallen when it did");
    rig.verified();
}

#[test]
fn pauses_restarts_and_void_flags_restart_the_clock() {
    let mut rig = asked();
    outage(&mut rig, 2.0, 5.0);
    rig.at(7.0).does(pause());
    outage(&mut rig, 8.0, 60.0);
    rig.at(70.0).does(unpause());
    rig.at(70.5).ask();
    outage(&mut rig, 71.0, 75.0);
    assert_eq!(answered(rig.at(76.0), 76.0).charged, Duration::from_millis(1500));
    rig.verified();

    let mut rig = asked();
    outage(&mut rig, 2.0, 5.0);
    let mut rig = rig.folded();
    rig.at(5.0).does(Command::Restart);
    outage(&mut rig, 6.0, 46.0);
    assert_eq!(deadline(&rig), seconds(75.0), "the graces");
    rig.connect_all();
    assert_eq!(deadline(&rig), Time(seconds(56.0).after(PATIENCE + FAR).0 + 1));
    assert_eq!(answered(rig.at(46.1), 46.1).charged, Duration::ZERO);
    rig.verified();

    let mut rig = asked();
    outage(&mut rig, 2.0, 5.0);
    rig.at(20.0).current.note(Note::Stalled(Stall { began: seconds(10.0), ended: seconds(19.0) }));
    assert_eq!(outcome(&mut rig, Command::Expire), "void(0)");
    rig.ask();
    outage(&mut rig, 21.0, 31.0);
    assert_eq!(answered(rig.at(33.0), 33.0).charged, Duration::from_secs(3));
    rig.verified();
}

#[test]
fn an_outage_begins_after_the_newest_event_and_ends_now() {
    let mut rig = asked();
    rig.at(3.0).play("take1");
    let noted =
        |began: f64, now: f64| match rig.current.decide(seconds(now), &Command::NoteStall { began: seconds(began) }) {
            Ok(Decision::Events(events)) => events.first().map(|event| (event.at, event.fact.clone())),
            other => panic!("{other:?}"),
        };
    let stall = |began: f64, ended: f64| {
        Some((seconds(ended), Fact::HostStalled(Stall { began: seconds(began), ended: seconds(ended) })))
    };
    assert_eq!(noted(1.0, 5.0), stall(3.0, 5.0));
    assert_eq!(noted(4.0, 5.0), stall(4.0, 5.0));
    assert_eq!(noted(5.0, 5.0), None);
    assert_eq!(noted(6.0, 5.0), None);
    assert_eq!(noted(0.0, 3.0), None);
    assert_eq!(noted(0.0, 1.0), None, "a clock that goes back");
    rig.at(9.0).does(Command::Abort { by: host(), request_id: request("a") });
    assert_eq!(outcome(rig.at(10.0), Command::NoteStall { began: seconds(9.0) }), "-", "it is over");
}

#[test]
fn repeated_outages_are_a_host_fault() {
    let mut rig = takeaway(&["inf", "inf"]);
    for number in 0..MAX_OUTAGES {
        let began = number as f64;
        outage(&mut rig, began + 0.5, began + 0.6);
    }
    let told = outcome(rig.at(5000.0), Command::NoteStall { began: seconds(4000.0) });
    assert_eq!((told.as_str(), rig.current.verdict().expect("the end").places.len()), ("over(host_fault)", 0));
    rig.verified();
}

#[test]
fn a_match_by_time_counts_neither_outages_nor_pauses() {
    let game = games::find("honest_john").expect("it is registered");
    let rounds = |outage: f64, is_paused: bool| {
        let mut rig = Rig::started(game, opened("honest_john", &["inf"; 4], &[("minutes", "2")]));
        let mut now = 0.0;
        while rig.current.verdict().is_none() {
            now += 1.0;
            if now == 20.0 && is_paused {
                rig.at(now).does(Command::Pause { arbiter: arbiter(), request_id: request("p") });
                rig.at(now + outage).does(Command::Resume { arbiter: arbiter(), request_id: request("u") });
                now += outage;
            } else if now == 20.0 && outage > 0.0 {
                rig.at(now + outage).does(Command::NoteStall { began: seconds(now) });
                now += outage;
            }
            let notation = rig.legal()[0].clone();
            rig.at(now).play(&notation);
        }
        rig.verified();
        assert_eq!(rig.folded().current.verdict(), rig.current.verdict());
        rig.current.course().round_number()
    };
    assert!(rounds(0.0, false) > 1);
    assert_eq!(rounds(600.0, false), rounds(0.0, false));
    assert_eq!(rounds(600.0, true), rounds(0.0, false));
}

#[test]
fn a_fault_voids_a_match_in_every_phase() {
    let fault = || Command::Fault { detail: "the disk is full\nof \u{7}things".to_owned() };
    let mut over = asked();
    over.does(fault());
    assert_eq!(outcome(&mut over, fault()), "!MatchOver");
    let mut running = asked();
    running.at(3.0);
    let mut lost = takeaway(&["10"; 3]);
    lost.at(3.0).does(Command::Resign { seat: Seat(2), request_id: request("r") });
    let mut noted = asked();
    outage(&mut noted, 2.0, 5.0);
    let mut late = asked();
    late.at(99.0);
    let cases = waits().into_iter().chain([("running", running), ("lost", lost), ("noted", noted), ("late", late)]);
    for (name, mut rig) in cases {
        let facts = rig.does(fault());
        let [Fact::MatchEnded(ended)] = &facts[..] else { panic!("{name}: {facts:?}") };
        let verdict = &ended.verdict;
        assert_eq!((verdict.termination.word(), verdict.seat, verdict.places.len()), ("host_fault", None, 0), "{name}");
        assert_eq!(verdict.detail(), "the disk is full?of ?things", "{name}");
        assert_eq!((verdict.overrun, ended.received), (None, None), "{name}");
        assert_eq!((rig.current.phase(), rig.current.deadline()), (Phase::Over, None), "{name}");
        assert!(rig.verified().over, "{name}");
    }
}

#[test]
fn a_repeated_command_after_a_fault_gets_the_same_answer() {
    let mut rig = asked();
    let first = rig.answer("take1");
    rig.does(first.clone());
    let seq = rig.log.iter().find(|event| matches!(event.fact, Fact::MovePlayed(_))).expect("the move").seq;
    let second = rig.answer("take1");
    rig.does(Command::Fault { detail: "the disk is full".to_owned() });
    assert_eq!(outcome(&mut rig, first), format!("={seq}"));
    assert_eq!(outcome(&mut rig, second), "!MatchOver", "it was never taken");
    let resign = Command::Resign { seat: Seat(1), request_id: request("r") };
    assert_eq!(outcome(&mut rig, resign), "!MatchOver");
    let evidence = Evidence::default();
    let misbehave = Command::Misbehave { seat: Seat(1), detail: String::new(), evidence, received: rig.now };
    assert_eq!(outcome(&mut rig, misbehave), "!MatchOver");
}

#[test]
fn the_waits_of_these_tests_are_those_that_there_are() {
    let waits = waits();
    let ends: Vec<Time> = waits.iter().map(|(_, rig)| deadline(rig)).collect();
    let expected = [
        Time::ZERO.after(START_GRACE),
        seconds(22.0),
        seconds(32.0),
        seconds(17.0),
        seconds(2.0).after(MAX_SILENCE),
        seconds(2.0).after(MAX_SILENCE),
        Time(12_000_000_001),
    ];
    assert_eq!(ends, expected);
}
