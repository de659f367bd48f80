//! Stalls of the host: moves are marked, and flags are void.

use std::time::Duration;

use referee_ids::Seat;
use referee_law::{Command, Evidence, Fact, Note, Stall, Time, event::FlagVoided, turn::MAX_VOID_FLAGS};

use crate::{
    rig::{GRACE, Rig, START_GRACE, opened, outcome, seconds, takeaway},
    takeaway::TAKEAWAY,
};

/// Starts a match in which seat 0 has 10 seconds and was asked at second 1.
fn asked() -> Rig {
    let mut rig = takeaway(&["10", "inf"]);
    rig.at(1.0).ask();
    rig
}

fn stall(began: f64, ended: f64) -> Stall {
    Stall { began: seconds(began), ended: seconds(ended) }
}

fn void(facts: &[Fact]) -> &FlagVoided {
    match facts {
        [Fact::FlagVoided(void)] => void,
        other => panic!("{other:?} is no void flag"),
    }
}

#[test]
fn a_move_in_a_stall_is_marked_and_charged() {
    let mut rig = asked();
    for noted in [stall(0.5, 1.5), stall(2.0, 2.04), stall(3.0, 3.2), stall(3.1, 3.3), stall(5.9, 6.1)] {
        rig.current.note(Note::Stalled(noted));
    }
    let facts = rig.at(6.0).play("take1");
    let Fact::MovePlayed(moved) = &facts[0] else { panic!("{facts:?}") };
    assert_eq!(moved.stalled, Duration::from_millis(500 + 300 + 100), "a stall counts once, from 50 ms, in its turn");
    assert_eq!((moved.charged, moved.clock.left), (Duration::from_secs(5), Some(Duration::from_secs(5))));
    rig.at(7.0).ask();
    let facts = rig.at(8.0).play("take1");
    assert!(matches!(&facts[0], Fact::MovePlayed(moved) if moved.stalled.is_zero()), "the next turn has none");
    rig.verified();
}

#[test]
fn a_flag_during_a_stall_is_void_and_the_turn_is_resent() {
    for late in [false, true] {
        let mut rig = asked();
        let (first, answer) = (rig.current.turn().expect("a turn"), rig.clone().at(14.0).answer("take1"));
        rig.at(14.0).current.note(Note::Stalled(stall(10.9, 13.9)));
        // A stall that began after the flag is no excuse: a check between the two would not have
        // known about it.
        rig.current.note(Note::Stalled(stall(13.9, 13.99)));
        if late {
            // The turn was sent again when the flag fell, so this answers an old turn.
            assert_eq!(outcome(&mut rig, answer.clone()), "!AlreadyPlayed");
        }
        let facts = rig.does(Command::Expire);
        let noted = void(&facts[..1]);
        assert_eq!((noted.seat, noted.round, noted.ply), (Seat(0), 1, 2));
        assert_eq!(noted.sent, seconds(1.0));
        assert_eq!(noted.stalls, [stall(10.9, 13.9)]);
        let turn = rig.current.turn().expect("the turn again");
        assert_eq!((turn.seat, turn.ply, turn.sent), (Seat(0), 2, Some(seconds(15.25))));
        assert_eq!((first.id < turn.id, turn.id), (true, rig.current.seq()), "under another id");
        assert_eq!(outcome(&mut rig, answer), "!AlreadyPlayed");
        assert_eq!(
            rig.current.remaining(Seat(0), seconds(15.25)),
            Some(Duration::from_secs(10)),
            "nothing was charged"
        );
        assert_eq!(rig.current.deadline().map(|d| d.at), Some(Time(25_250_000_001)), "its patience restarts");
        rig.at(15.0).ask();
        assert_eq!(rig.current.deadline().map(|d| d.at), Some(Time(25_000_000_001)));
        let facts = rig.at(20.0).play("take1");
        assert!(matches!(&facts[0], Fact::MovePlayed(moved) if moved.charged == Duration::from_secs(5)), "{facts:?}");
        rig.verified();
    }
}

#[test]
fn unrelated_stalls_do_not_excuse_a_flag() {
    // The host stalled only after the flag had fallen.
    let mut rig = asked();
    rig.at(14.0).current.note(Note::Stalled(stall(11.5, 13.5)));
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 0)");
    rig.verified();
    // Without the stall, the flag would not have fallen by then, no matter how late it is checked.
    for now in [12.0, 13.0, 500.0] {
        let mut rig = asked();
        rig.at(now).current.note(Note::Stalled(stall(2.0, 4.0)));
        void(&rig.does(Command::Expire));
        rig.verified();
    }
    // The stall is too short.
    let mut rig = asked();
    rig.at(11.5).current.note(Note::Stalled(stall(10.99, 11.03)));
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 0)");
    // A stall during the previous turn does not excuse this one.
    let mut rig = asked();
    rig.at(5.0).current.note(Note::Stalled(stall(4.0, 5.0)));
    rig.play("take1");
    rig.at(6.0).ask();
    rig.at(7.0).play("take1");
    rig.at(8.0).ask();
    rig.at(18.0);
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 0)");
}

#[test]
fn repeated_stalls_of_half_a_turn_are_a_host_fault() {
    for (answers, took, fault) in [(true, 3.0, false), (true, 5.0, true), (false, 3.0, false), (false, 5.0, true)] {
        let mut rig = asked();
        // Each turn starts at 1, 21, 41 and so on, and lasts 10 seconds.
        let stalls = |rig: &mut Rig, now: f64| {
            let flag = now - 9.0;
            rig.at(now).current.note(Note::Stalled(stall(flag - took, flag)));
        };
        for again in 1..=MAX_VOID_FLAGS {
            let now = 20.0 * f64::from(again);
            stalls(&mut rig, now);
            void(&rig.does(Command::Expire));
            rig.at(now + 1.0).ask();
        }
        stalls(&mut rig, 20.0 * f64::from(MAX_VOID_FLAGS + 1));
        // An answer after the flag arrives too late.
        let facts = if answers { rig.play("take1") } else { rig.does(Command::Expire) };
        let [Fact::MatchEnded(ended)] = &facts[..] else { panic!("{facts:?}") };
        let (word, seat) = if fault { ("host_fault", None) } else { ("flag", Some(Seat(0))) };
        assert_eq!((ended.verdict.termination.word(), ended.verdict.seat), (word, seat));
        assert_eq!(ended.verdict.places.is_empty(), fault);
        rig.verified();
    }
}

#[test]
fn misconduct_after_a_void_flag_is_judged_as_misconduct() {
    let mut rig = asked();
    rig.at(14.0).current.note(Note::Stalled(stall(10.9, 13.9)));
    let (detail, evidence) = ("exit status 1".to_owned(), Evidence::default());
    let misbehave = Command::Misbehave { seat: Seat(0), detail, evidence, received: seconds(14.0) };
    let facts = rig.does(misbehave);
    void(&facts[..1]);
    assert!(
        matches!(&facts[1], Fact::MatchEnded(ended) if ended.verdict.termination.word() == "protocol_error"),
        "{facts:?}"
    );
    rig.verified();
}

#[test]
fn an_absent_seats_clock_runs_immediately_after_a_void_flag() {
    let mut rig = asked();
    rig.at(2.0).does(Command::Disconnect { seat: Seat(0), attended: false });
    rig.at(12.0).current.note(Note::Stalled(stall(10.9, 11.9)));
    // The stall extends the grace period, too, and the flag falls that much later.
    assert_eq!(outcome(&mut rig, Command::Expire), "stalled");
    assert_eq!(rig.current.deadline().map(|d| d.at), Some(Time(12_000_000_001)));
    rig.at(12.5);
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 0)");
    rig.verified();
}

#[test]
fn a_grace_period_is_extended_by_host_stalls() {
    let mut rig = takeaway(&["inf", "inf"]);
    rig.at(2.0).does(Command::Disconnect { seat: Seat(1), attended: false });
    let until = seconds(2.0).after(GRACE);
    assert_eq!(rig.current.deadline().map(|d| d.at), Some(until));
    // No player could return during the stall, which ended when the host resumed.
    rig.at(70.0).current.note(Note::Stalled(stall(10.0, 70.0)));
    let mut back = rig.clone();
    assert_eq!(outcome(&mut rig, Command::Expire), "stalled");
    assert_eq!(rig.current.deadline().map(|d| d.at), Some(until.after(Duration::from_secs(60))));
    assert_eq!(outcome(&mut back, Command::Connect { seat: Seat(1) }), "stalled here(1)");
    back.verified();
    // Stalls after the grace period ended do not extend it.
    rig.at(130.0).current.note(Note::Stalled(stall(95.0, 130.0)));
    assert_eq!(outcome(&mut rig, Command::Expire), "over(disconnect by 1)");
    rig.verified();
    // Stalls do not matter either if no player is absent.
    let mut rig = asked();
    rig.at(6.0).current.note(Note::Stalled(stall(2.0, 4.0)));
    assert!(matches!(&rig.play("take1")[..], [Fact::MovePlayed(_), ..]));
    // The wait for all players at the start is extended as well.
    let mut rig = Rig::open(&TAKEAWAY, opened("takeaway", &["10"; 2], &[]));
    rig.at(70.0).current.note(Note::Stalled(stall(1.0, 70.0)));
    assert_eq!(outcome(&mut rig, Command::Expire), "stalled");
    assert_eq!(rig.current.deadline().map(|d| d.at), Some(Time::ZERO.after(START_GRACE + Duration::from_secs(69))));
    rig.connect_all();
    rig.verified();
}

#[test]
fn the_measured_way_is_not_charged_up_to_its_cap() {
    let mut rig = takeaway(&["10 lag=0.2", "10"]);
    rig.current.note(Note::RoundTrip { seat: Seat(0), took: Duration::from_millis(150) });
    rig.current.note(Note::RoundTrip { seat: Seat(1), took: Duration::from_millis(150) });
    rig.at(1.0).ask();
    assert_eq!(rig.current.deadline().map(|d| d.at), Some(Time(11_150_000_001)));
    let facts = rig.at(3.0).play("take1");
    let Fact::MovePlayed(moved) = &facts[0] else { panic!("{facts:?}") };
    assert_eq!((moved.lag, moved.charged), (Duration::from_millis(150), Duration::from_millis(1850)));
    rig.at(3.3).ask();
    let facts = rig.at(4.3).play("take1");
    let Fact::MovePlayed(moved) = &facts[0] else { panic!("{facts:?}") };
    assert_eq!((moved.lag, moved.charged), (Duration::ZERO, Duration::from_secs(1)), "a seat without an allowance");
    rig.current.note(Note::RoundTrip { seat: Seat(0), took: Duration::from_secs(5) });
    rig.at(5.0).ask();
    let facts = rig.clone().at(5.1).play("take1");
    assert!(
        matches!(&facts[0], Fact::MovePlayed(moved) if moved.lag == Duration::from_millis(100)),
        "at most its duration"
    );
    let facts = rig.at(7.0).play("take1");
    let Fact::MovePlayed(moved) = &facts[0] else { panic!("{facts:?}") };
    assert_eq!((moved.lag, moved.charged), (Duration::from_millis(200), Duration::from_millis(1800)), "never more");
    rig.verified();
}
