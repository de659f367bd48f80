//! Clocks and flags, to the nanosecond.

mod busy_host;
mod clock_start;
mod late;
mod outages;
mod random_clocks;
mod stalls;
mod time_controls;

use std::time::Duration;

use referee_ids::Seat;
use referee_law::{Command, Evidence, Fact, Note, Time, event::MovePlayed, state::MAX_SILENCE, turn::PATIENCE};

use crate::rig::{FAR, Rig, outcome, request, seconds, takeaway};

/// Sends the turn at `sent`. The answer arrives at `received` and is decided at `now`, or on
/// arrival if that is later.
fn answer(rig: &mut Rig, notation: &str, sent: Time, received: Time, now: Time) -> Vec<Fact> {
    let turn = rig.current.turn().expect("a turn");
    rig.now = now.max(received);
    rig.current.note(Note::Offered { seat: turn.seat, at: sent });
    rig.does(Command::PlayMove { seat: turn.seat, turn_id: turn.id, notation: notation.into(), received })
}

fn moved(facts: &[Fact]) -> &MovePlayed {
    match &facts[0] {
        Fact::MovePlayed(moved) => moved,
        other => panic!("{other:?} is no move"),
    }
}

fn flagged(facts: &[Fact], seat: u8) {
    match facts {
        [Fact::MatchEnded(ended)] => {
            assert_eq!((ended.verdict.termination.word(), ended.verdict.seat), ("flag", Some(Seat(seat))))
        }
        other => panic!("{other:?} is no flag"),
    }
}

/// Plays a move that is sent and received at these seconds. Returns the time charged and the time
/// left.
fn charge(rig: &mut Rig, notation: &str, sent: f64, received: f64) -> (Duration, Option<Duration>) {
    let facts = answer(rig, notation, seconds(sent), seconds(received), seconds(received));
    let moved = moved(&facts);
    assert_eq!((moved.sent, moved.received), (seconds(sent), seconds(received)));
    (moved.charged, moved.clock.left)
}

const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[test]
fn a_clock_is_charged_from_sent_to_received() {
    let mut rig = takeaway(&["10", "20+2"]);
    assert_eq!(charge(&mut rig, "take1", 1.0, 4.0), (secs(3), Some(secs(7))));
    assert_eq!(charge(&mut rig, "take1", 5.0, 9.0), (secs(4), Some(secs(18))));
    assert_eq!(charge(&mut rig, "take2", 10.0, 10.0), (secs(0), Some(secs(7))));
    assert_eq!(rig.current.remaining(Seat(0), seconds(99.0)), Some(secs(7)));
    assert_eq!(rig.current.remaining(Seat(1), seconds(11.0)), Some(secs(18)));
    rig.at(11.0).ask();
    assert_eq!(rig.current.remaining(Seat(1), seconds(14.0)), Some(secs(15)));
    assert_eq!(rig.current.remaining(Seat(1), seconds(99.0)), Some(secs(0)), "never negative");
    assert_eq!(rig.current.remaining(Seat(7), seconds(99.0)), None);
}

#[test]
fn the_flag_falls_one_nanosecond_after_the_budget() {
    let sent = seconds(1.0);
    for (control, budget) in [("10", secs(10)), ("10+5", secs(10)), ("st=2", secs(2)), ("10 st=3", secs(3))] {
        let rig = takeaway(&[control, "inf"]);
        let last = sent.after(budget);
        let late = Time(last.0 + 1);

        let facts = answer(&mut rig.clone(), "take1", sent, last, last);
        assert_eq!(moved(&facts).charged, budget, "{control}");
        flagged(&answer(&mut rig.clone(), "take1", sent, late, late), 0);

        let mut silent = rig.clone();
        silent.current.note(Note::Offered { seat: Seat(0), at: sent });
        assert_eq!(silent.current.deadline().map(|d| d.at), Some(late), "{control}");
        silent.now = last;
        assert_eq!(outcome(&mut silent, Command::Expire), "-", "{control}");
        silent.now = late;
        assert_eq!(outcome(&mut silent, Command::Expire), "over(flag by 0)", "{control}");
        assert_eq!(silent.current.deadline(), None);
    }
}

#[test]
fn the_flag_is_tested_before_the_credit() {
    let mut rig = takeaway(&["2+60", "inf"]);
    flagged(&answer(&mut rig, "take1", seconds(1.0), seconds(3.5), seconds(3.5)), 0);
}

#[test]
fn the_time_of_receipt_counts() {
    let rig = takeaway(&["2", "inf"]);
    let facts = answer(&mut rig.clone(), "take1", seconds(1.0), seconds(3.0), seconds(50.0));
    assert_eq!(moved(&facts).clock.left, Some(Duration::ZERO), "decided late, received in time");
    let facts = answer(&mut rig.clone(), "take1", seconds(1.0), Time(3_000_000_001), seconds(50.0));
    flagged(&facts, 0);
    let Fact::MatchEnded(ended) = &facts[0] else { unreachable!() };
    assert_eq!((ended.sent, ended.received), (Some(seconds(1.0)), Some(Time(3_000_000_001))));
}

#[test]
fn an_illegal_move_after_the_flag_is_a_flag() {
    let mut rig = takeaway(&["2", "inf"]);
    flagged(&answer(&mut rig, "fly", seconds(1.0), seconds(4.0), seconds(4.0)), 0);
}

#[test]
fn misconduct_after_the_flag_is_a_flag() {
    let misbehaves =
        |received| Command::Misbehave { seat: Seat(0), detail: String::new(), evidence: Evidence::default(), received };
    let mut rig = takeaway(&["2", "inf"]);
    rig.at(1.0).ask();
    rig.at(9.0);
    assert_eq!(outcome(&mut rig.clone(), misbehaves(seconds(3.0))), "over(protocol_error by 0)");
    assert_eq!(outcome(&mut rig.clone(), misbehaves(Time(3_000_000_001))), "over(flag by 0)");
}

#[test]
fn a_limit_a_move_is_renewed_with_every_move() {
    let mut rig = takeaway(&["st=2", "st=2"]);
    for (notation, at) in [("take1", 1.0), ("take1", 4.0), ("take1", 7.0), ("take1", 10.0)] {
        assert_eq!(charge(&mut rig, notation, at, at + 2.0), (secs(2), None));
    }
}

#[test]
fn without_a_limit_no_flag_falls() {
    let mut rig = takeaway(&["inf", "inf"]);
    rig.ask();
    let silence = Time::ZERO.after(MAX_SILENCE);
    assert_eq!(rig.current.deadline().map(|deadline| deadline.at), Some(silence), "but no seat waits for ever");
    assert_eq!(rig.current.remaining(Seat(0), seconds(1e6)), None);
    assert_eq!(charge(&mut rig, "take1", 0.0, 1e6), (secs(1_000_000), None));
}

/// Returns the clock of seat 1 at the start of the second round. It won the first round and used 4
/// of its 10 seconds.
fn second_round(control: &str) -> Rig {
    let mut rig = takeaway(&[control, control]);
    for (notation, at) in [("take1", 0.0), ("take1", 3.0), ("take3", 6.0), ("take2", 9.0)] {
        charge(&mut rig, notation, at, at + 2.0);
    }
    assert_eq!(rig.current.turn().map(|turn| (turn.seat, turn.round, turn.ply)), Some((Seat(1), 2, 2)));
    rig
}

#[test]
fn clocks_restart_as_their_control_says() {
    for (control, left) in [("10", secs(6)), ("10 per=match", secs(6)), ("10+1", secs(8)), ("10 per=round", secs(10))] {
        let mut rig = second_round(control);
        assert_eq!(rig.current.remaining(Seat(1), rig.now), Some(left), "{control}");
        rig.at(12.0).ask();
        assert_eq!(rig.current.deadline().map(|d| d.at), Some(Time(seconds(12.0).after(left).0 + 1)));
    }
}

#[test]
fn only_the_first_note_of_a_turn_counts() {
    let mut rig = takeaway(&["10", "10"]);
    rig.current.note(Note::Offered { seat: Seat(1), at: seconds(0.1) });
    let latest = Time::ZERO.after(PATIENCE + FAR);
    assert_eq!(rig.current.turn().and_then(|turn| turn.sent), Some(latest), "another seat's note");
    rig.current.note(Note::Offered { seat: Seat(0), at: seconds(0.2) });
    rig.current.note(Note::Offered { seat: Seat(0), at: seconds(0.1) });
    rig.current.note(Note::Offered { seat: Seat(0), at: seconds(0.7) });
    assert_eq!(rig.current.turn().and_then(|turn| turn.sent), Some(seconds(0.2)));
}

#[test]
fn an_answer_before_its_question_costs_nothing() {
    let mut early = takeaway(&["10", "10"]);
    early.at(3.0).play("take1");
    let rig = early.clone();
    let unasked = moved(&early.at(4.0).play("take1")).clone();
    assert_eq!((unasked.sent, unasked.received, unasked.charged), (seconds(4.0), seconds(4.0), secs(0)));

    // The answer arrives before the turn opens and before the question is stamped.
    let facts = answer(&mut rig.clone(), "take1", seconds(4.0), seconds(2.0), seconds(5.0));
    let stamped = moved(&facts);
    assert_eq!((stamped.sent, stamped.received, stamped.charged), (seconds(3.0), seconds(3.0), secs(0)));
}

#[test]
fn a_stamp_from_the_future_is_the_moment_of_the_decision() {
    let mut rig = takeaway(&["10", "10"]);
    rig.at(1.0).ask();
    let command = match rig.at(4.0).answer("take1") {
        Command::PlayMove { seat, turn_id, notation, .. } => {
            Command::PlayMove { seat, turn_id, notation, received: seconds(500.0) }
        }
        other => other,
    };
    assert_eq!(moved(&rig.does(command)).charged, secs(3));
}

#[test]
fn a_forced_step_costs_no_clock() {
    let mut rig = takeaway(&["10", "10"]);
    rig.at(2.0).ask();
    rig.at(3.0).play("take3");
    assert_eq!(rig.current.remaining(Seat(1), seconds(3.0)), Some(secs(10)));
    assert_eq!(rig.current.turn().map(|turn| (turn.seat, turn.ply)), Some((Seat(0), 4)));
}

#[test]
fn an_hourglass_gives_used_time_to_the_others() {
    let mut rig = takeaway(&["hourglass=10", "hourglass=10"]);
    assert_eq!(charge(&mut rig, "take1", 1.0, 5.0), (secs(4), Some(secs(6))));
    assert_eq!(rig.current.remaining(Seat(1), rig.now), Some(secs(14)));
    assert_eq!(charge(&mut rig, "take1", 6.0, 20.0), (secs(14), Some(secs(0))), "all that it has");
    assert_eq!(rig.current.remaining(Seat(0), rig.now), Some(secs(20)));
    rig.verified();

    // A margin neither takes time from a seat nor gives it any.
    let mut rig = takeaway(&["hourglass=1 margin=0.1", "hourglass=1 margin=0.1"]);
    charge(&mut rig, "take1", 1.0, 2.05);
    let left = Seat::all(2).map(|seat| rig.current.remaining(seat, rig.now).map(|left| left.as_millis()));
    assert_eq!(left.collect::<Vec<_>>(), [0, 2_000].map(Some));
    rig.verified();

    // The time is split equally between the other remaining seats with an hourglass. All others get
    // nothing.
    let mut rig = takeaway(&["hourglass=10", "hourglass=10", "5", "hourglass=10"]);
    charge(&mut rig, "take1", 1.0, 4.0);
    let left = Seat::all(4).map(|seat| rig.current.remaining(seat, rig.now).map(|left| left.as_millis()));
    assert_eq!(left.collect::<Vec<_>>(), [7_000, 11_500, 5_000, 11_500].map(Some));
    rig.verified();
    let mut rig = takeaway(&["hourglass=10"; 4]);
    rig.does(Command::Resign { seat: Seat(2), request_id: request("r") });
    charge(&mut rig, "take1", 1.0, 4.0);
    let left = Seat::all(4).map(|seat| rig.current.remaining(seat, rig.now).map(|left| left.as_millis()));
    assert_eq!(left.collect::<Vec<_>>(), [7_000, 11_500, 10_000, 11_500].map(Some));
    rig.verified();
    let mut alone = takeaway(&["hourglass=10", "10"]);
    charge(&mut alone, "take1", 1.0, 4.0);
    assert_eq!(alone.current.remaining(Seat(1), alone.now), Some(secs(10)));
    alone.verified();
}

#[test]
fn stages_periods_and_budgets_run_on_over_rounds_where_they_are_carried() {
    let mut rig = second_round("3/10 round=9 match=100");
    let clock = rig.current.clock(Seat(1), rig.now).expect("a clock");
    assert_eq!((clock.left, clock.moves_to_go, clock.stage), (Some(secs(6)), Some(1), 0));
    assert_eq!((clock.round_left, clock.match_left), (Some(secs(9)), Some(secs(96))));
    charge(&mut rig, "take1", 12.0, 13.0);
    let clock = rig.current.clock(Seat(1), rig.now).expect("a clock");
    assert_eq!((clock.left, clock.moves_to_go, clock.round_left), (Some(secs(15)), Some(3), Some(secs(8))));
    rig.verified();
}
