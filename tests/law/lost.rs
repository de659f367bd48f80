//! Lost seats in matches of three or more, and the policies for illegal moves.

use std::time::Duration;

use referee_ids::{RequestId, Seat, Viewer};
use referee_law::{
    Asker, Command, EndReason, Event, Evidence, Fact, IllegalMovePolicy, LostSeatPolicy, MatchOpened, Phase, Time,
    TimeControl, ending::lost, event::SeatLost, seen_by, verify::verify_with,
};

use super::{
    rig::{Rig, opened, outcome, request, seconds},
    takeaway::TAKEAWAY,
};

/// Starts a match of three or four seats at takeaway with 10 seconds each. Seat 0 has been asked.
fn table(seats: usize) -> Rig {
    table_with(seats, |_| {})
}

fn table_with(seats: usize, change: fn(&mut MatchOpened)) -> Rig {
    let mut opening = opened("takeaway", &vec!["10"; seats], &[]);
    change(&mut opening);
    let mut rig = Rig::started(&TAKEAWAY, opening);
    rig.at(1.0).ask();
    rig
}

fn resign(seat: u8) -> Command {
    Command::Resign { seat: Seat(seat), request_id: request("r") }
}

fn misbehave(seat: u8, received: Time) -> Command {
    let evidence = Evidence { stderr: vec!["out of memory".into()], ..Evidence::default() };
    Command::Misbehave { seat: Seat(seat), detail: "exit status 1".into(), evidence, received }
}

/// Advances to the next deadline and lets it expire.
fn expire(rig: &mut Rig) -> String {
    rig.now = rig.now.max(rig.current.deadline().expect("something is due").at);
    outcome(rig, Command::Expire)
}

fn places(rig: &Rig) -> Vec<u32> {
    rig.current.verdict().expect("it is over").places.clone()
}

#[test]
fn each_cause_loses_a_seat_and_the_match_continues() {
    type Loss = fn(&mut Rig) -> String;
    let own: [(&str, Loss); 5] = [
        ("flag", expire),
        ("disconnect", |rig| {
            rig.current = rig.folded().current;
            rig.does(Command::Disconnect { seat: Seat(0), attended: false });
            // Without the restart, its clock would run out first.
            rig.does(Command::Restart);
            for seat in [1, 2, 3] {
                rig.does(Command::Connect { seat: Seat(seat) });
            }
            expire(rig)
        }),
        ("protocol_error", |rig| {
            let command = misbehave(0, rig.now);
            outcome(rig, command)
        }),
        ("illegal_move", |rig| {
            let command = rig.answer("take9");
            outcome(rig, command)
        }),
        ("resignation", |rig| outcome(rig, resign(0))),
    ];
    for (cause, lose) in own {
        let mut rig = table_with(4, |opening| opening.illegal_move_policy = IllegalMovePolicy::Forfeit);
        assert_eq!(lose(&mut rig), format!("lost({cause} by 0) substituted(take1)"));
        assert_eq!(rig.current.turn().map(|turn| turn.seat), Some(Seat(1)));
        // The law plays the next turn of the lost seat, even if the move before it triggers other
        // events.
        rig.play("take1");
        let after: Vec<String> = rig.play("take1").iter().map(super::rig::word).collect();
        assert_eq!(after, ["moved(take1)", "forced(skip)", "substituted(take1)"], "{cause}");
        while rig.current.phase() == Phase::Live {
            rig.play("take1");
        }
        assert_eq!(places(&rig)[0], 4, "{cause}");
        rig.verified();
    }
}

#[test]
fn a_seat_can_be_lost_when_it_is_not_its_turn() {
    let mut rig = table(3);
    assert_eq!(outcome(&mut rig, resign(2)), "lost(resignation by 2)");
    let turn = rig.current.turn().expect("seat 0 is still asked");
    assert_eq!((turn.seat, turn.sent), (Seat(0), Some(seconds(1.0))), "its clock runs on");
    rig.at(4.0);
    let Fact::MovePlayed(moved) = &rig.play("take1")[0] else { panic!("a move") };
    assert_eq!(moved.charged, Duration::from_secs(3));
    assert_eq!(rig.current.turn().map(|turn| turn.seat), Some(Seat(1)));
    rig.verified();
}

#[test]
fn a_lost_seat_is_notified_and_its_commands_are_rejected() {
    let mut rig = table(3);
    rig.does(resign(0));
    let lost = rig.current.seq();
    assert_eq!(outcome(&mut rig, resign(0)), format!("={}", rig.log.len() - 1), "the first answer again");
    for command in [
        Command::Resign { seat: Seat(0), request_id: RequestId::default() },
        Command::Abort { by: Asker::Seat(Seat(0)), request_id: RequestId::default() },
        Command::PlayMove { seat: Seat(0), turn_id: lost, notation: "take1".into(), received: rig.now },
    ] {
        assert_eq!(outcome(&mut rig, command), "!SeatLost");
    }
    for command in [
        Command::Disconnect { seat: Seat(0), attended: false },
        Command::Connect { seat: Seat(0) },
        misbehave(0, rig.now),
    ] {
        assert_eq!(outcome(&mut rig, command), "-");
    }
    assert_eq!(rig.current.seq(), lost, "nothing became true");
    assert!(!rig.current.connected(Seat(0)));
}

#[test]
fn losing_the_second_to_last_seat_ends_the_match() {
    let mut rig = table(4);
    assert_eq!(outcome(&mut rig, resign(3)), "lost(resignation by 3)");
    rig.at(2.0);
    assert_eq!(outcome(&mut rig, resign(0)), "lost(resignation by 0) substituted(take1)");
    rig.at(3.0).ask();
    assert_eq!(expire(&mut rig), "over(flag by 1)");
    assert_eq!(places(&rig), [3, 2, 1, 4], "the longer survivor ranks first");
    rig.verified();
}

#[test]
fn simultaneous_losses_share_a_place_and_no_seat_is_blamed_if_all_are_away() {
    let gone = |seats: &[u8]| {
        // Unlimited clocks, so the grace periods decide.
        let mut rig = table_with(4, |opening| opening.time_controls.fill(TimeControl::UNLIMITED));
        rig.does(Command::Restart);
        for seat in (0..4).filter(|seat| !seats.contains(seat)) {
            rig.does(Command::Connect { seat: Seat(seat) });
        }
        let told = expire(&mut rig);
        rig.verified();
        (told, rig)
    };
    let (told, rig) = gone(&[0, 1, 2]);
    assert_eq!(
        told,
        "lost(disconnect by 0) substituted(take1) lost(disconnect by 1) substituted(take1) over(disconnect by 2)"
    );
    assert_eq!(places(&rig), [2, 2, 2, 1]);
    let (told, rig) = gone(&[0, 1, 2, 3]);
    assert_eq!((told.as_str(), places(&rig)), ("over(abort)", vec![]));
    let (told, mut rig) = gone(&[1]);
    assert_eq!(told, "lost(disconnect by 1)");
    rig.at(50.0).does(Command::Restart);
    assert_eq!(expire(&mut rig), "over(abort)", "all that were left");
}

#[test]
fn a_flag_and_another_seat_s_misconduct_are_both_losses() {
    let mut rig = table(4);
    rig.at(20.0);
    let told = outcome(&mut rig, misbehave(1, seconds(19.0)));
    assert_eq!(told, "lost(flag by 0) substituted(take1) lost(protocol_error by 1) substituted(take1)");
    rig.verified();
    let mut rig = table(3);
    rig.at(20.0);
    let told = outcome(&mut rig, misbehave(1, seconds(19.0)));
    assert_eq!(told, "lost(flag by 0) substituted(take1) over(protocol_error by 1)");
    assert_eq!(places(&rig), [3, 2, 1], "the longer survivor ranks first, at any time of decision");
    rig.verified();
}

#[test]
fn an_answer_after_another_seats_grace_still_counts() {
    let mut rig = table_with(3, |opening| opening.graces.disconnect = Duration::from_secs(2));
    rig.does(Command::Disconnect { seat: Seat(2), attended: false });
    rig.at(5.0);
    let command = rig.answer("take1");
    assert_eq!(outcome(&mut rig, command), "lost(disconnect by 2) moved(take1)");
    rig.verified();
}

#[test]
fn a_match_that_has_not_started_begins_without_the_seat() {
    let mut rig = Rig::open(&TAKEAWAY, opened("takeaway", &["10"; 3], &[]));
    for seat in [0, 1] {
        rig.does(Command::Connect { seat: Seat(seat) });
    }
    assert_eq!(outcome(&mut rig.clone(), misbehave(0, rig.now)), "lost(protocol_error by 0)");
    let told = outcome(&mut rig, misbehave(2, Time::ZERO));
    assert_eq!(told, "lost(protocol_error by 2) round(1) chance chance chance");
    rig.verified();
}

#[test]
fn a_match_may_end_with_the_first_loss() {
    let mut rig = table_with(4, |opening| opening.lost_seat_policy = LostSeatPolicy::End);
    assert_eq!(outcome(&mut rig, resign(2)), "over(resignation by 2)");
    assert_eq!(places(&rig), [1, 1, 4, 1]);
    rig.verified();
    let mut rig = table(2);
    assert_eq!(outcome(&mut rig, resign(0)), "over(resignation by 0)", "with two seats there is no going on");
}

#[test]
fn the_evidence_of_a_lost_seat_is_shown_only_to_it_and_the_record() {
    let rig = table(3);
    let (mut died, mut late) = (rig.clone(), rig.clone());
    died.does(misbehave(0, rig.now));
    late.at(30.0).does(Command::Expire);
    for after in [died, late] {
        let event = after.log.iter().find(|event| matches!(event.fact, Fact::SeatLost(_))).expect("a loss");
        let mut event = event.clone();
        // A table adds evidence like this for a program that it can observe.
        lost::add_evidence([&mut event.fact], |seat| {
            assert_eq!(seat, Seat(0), "no other seat is affected");
            Some(Evidence { stdout: vec!["my hand".to_owned()], ..Evidence::default() })
        });
        for (viewer, tells) in [
            (Viewer::Seat(Seat(0)), true),
            (Viewer::Seat(Seat(1)), false),
            (Viewer::Spectator, false),
            (Viewer::Arbiter, true),
        ] {
            let seen = seen_by(viewer, &rig.current, &event);
            let Fact::SeatLost(lost) = seen.fact() else { panic!("a loss") };
            assert_eq!(lost.evidence.is_some(), tells, "{viewer:?}");
            assert!(tells || lost.reason == EndReason::Plain, "{viewer:?}");
        }
    }
}

#[test]
fn tries_are_as_many_as_the_match_says() {
    let mut rig = table_with(2, |opening| opening.illegal_move_policy = IllegalMovePolicy::Retry { retries: 2 });
    for _ in 0..2 {
        let answer = rig.answer("take9");
        assert_eq!(outcome(&mut rig, answer), "refused(take9)");
    }
    assert_eq!(outcome(&mut rig.clone(), rig.answer("take9")), "over(illegal_move by 0)");
}

#[test]
fn the_first_legal_move_can_stand_for_an_illegal_one() {
    let mut rig = table_with(2, |opening| opening.illegal_move_policy = IllegalMovePolicy::Substitute);
    rig.at(4.0);
    let command = rig.answer("take9");
    let facts = rig.does(command.clone());
    let Fact::MovePlayed(moved) = &facts[0] else { panic!("a move") };
    assert_eq!((moved.notation.as_str(), moved.declined.as_deref()), ("take1", Some("take9")));
    assert_eq!((moved.charged, moved.clock.left), (Duration::from_secs(3), Some(Duration::from_secs(7))));
    assert_eq!(outcome(&mut rig, command), format!("={}", rig.log.len()), "the first answer again");
    rig.play("take1");
    rig.at(5.0).play("fly");
    let unreadable = "z".repeat(100_000);
    rig.at(6.0).play(&unreadable);
    rig.verified();
    for declined in ["take1", "take2"] {
        let mut log = rig.log.clone();
        let moved = log.iter_mut().find_map(|event| match &mut event.fact {
            Fact::MovePlayed(moved) => Some(moved),
            _ => None,
        });
        moved.expect("a move").declined = Some(declined.into());
        assert!(verify_with(&TAKEAWAY, &log).is_err(), "{declined} was legal");
    }

    let spectator = rig.log.iter().filter_map(|event| match &event.fact {
        Fact::MovePlayed(_) => Some(seen_by(Viewer::Spectator, &rig.current, event)),
        _ => None,
    });
    let declined: Vec<Option<String>> = spectator
        .map(|seen| match seen.fact() {
            Fact::MovePlayed(moved) => moved.declined.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(declined, [Some(String::new()), None, Some(String::new()), Some(String::new())]);
}

/// Verification recomputes every field of a loss and of the substituted moves, except those that no
/// record can prove.
#[test]
fn every_change_of_a_loss_is_noticed() {
    const BEYOND_PROOF: &[&str] = &["request_id", "evidence"];
    let mut rig = table(4);
    rig.now = rig.current.deadline().expect("a flag").at.after(Duration::from_nanos(7));
    rig.does(rig.answer("take1"));
    rig.play("take2");
    let at = rig.log.iter().position(|event| matches!(event.fact, Fact::SeatLost(_))).expect("a loss");
    rig.verified();
    let with = |index: usize, fact: Fact| {
        let mut log = rig.log.clone();
        log[index] = Event { fact, ..log[index].clone() };
        verify_with(&TAKEAWAY, &log).is_ok()
    };
    let Fact::SeatLost(lost) = rig.log[at].fact.clone() else { panic!("a loss") };
    let SeatLost {
        seat: _,
        cause: _,
        reason: _,
        declined: _,
        overrun: _,
        evidence: _,
        sent: _,
        received: _,
        lag: _,
        round_trip: _,
        request_id: _,
    } = &lost;
    let later = |time: Option<Time>| time.map(|time| Time(time.0 + 1));
    let changes = [
        ("seat", SeatLost { seat: Seat(1), ..lost.clone() }),
        ("seat: none such", SeatLost { seat: Seat(9), ..lost.clone() }),
        ("cause", SeatLost { cause: referee_law::Termination::IllegalMove, ..lost.clone() }),
        ("cause: no loss", SeatLost { cause: referee_law::Termination::Abort, ..lost.clone() }),
        ("reason", SeatLost { reason: EndReason::Unreadable, ..lost.clone() }),
        ("declined", SeatLost { declined: Some("take9".into()), ..lost.clone() }),
        ("overrun: none", SeatLost { overrun: None, ..lost.clone() }),
        ("overrun", SeatLost { overrun: Some(Duration::from_secs(1)), ..lost.clone() }),
        ("evidence", SeatLost { evidence: Some(Box::default()), ..lost.clone() }),
        ("sent", SeatLost { sent: later(lost.sent), ..lost.clone() }),
        ("sent: never", SeatLost { sent: None, ..lost.clone() }),
        ("received", SeatLost { received: later(lost.received), ..lost.clone() }),
        ("lag", SeatLost { lag: Duration::from_nanos(1), ..lost.clone() }),
        ("round_trip", SeatLost { round_trip: Duration::from_nanos(1), ..lost.clone() }),
        ("request_id", SeatLost { request_id: request("else"), ..lost.clone() }),
    ];
    for (name, changed) in changes {
        assert_eq!(with(at, Fact::SeatLost(changed)), BEYOND_PROOF.contains(&name), "{name}");
    }
    let Fact::MoveSubstituted { seat, round, ply, notation } = rig.log[at + 1].fact.clone() else { panic!("a move") };
    let step = |seat, round, ply, notation: &str| Fact::MoveSubstituted { seat, round, ply, notation: notation.into() };
    assert!(with(at + 1, step(seat, round, ply, &notation)));
    for changed in [
        step(Seat(1), round, ply, &notation),
        step(seat, round + 1, ply, &notation),
        step(seat, round, ply + 1, &notation),
        step(seat, round, ply, "take2"),
        Fact::ForcedMovePlayed { seat, round, ply, notation: notation.clone() },
    ] {
        assert!(!with(at + 1, changed.clone()), "{changed:?}");
    }
    let mut without = rig.log.clone();
    without.remove(at);
    for (event, seq) in without.iter_mut().zip(1..) {
        event.seq = referee_ids::Seq(seq);
    }
    assert!(verify_with(&TAKEAWAY, &without).is_err(), "a substitute needs a loss");
}
