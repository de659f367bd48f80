//! The same request again, and answers to turns that are over.

use referee::{
    ids::{PlayerId, Seat, Seq},
    referee::{Asker, Command, Fact, Reason, memory::answered_again},
};

use super::{
    rig::{Rig, host, opened, outcome, request, seconds, takeaway},
    takeaway::TAKEAWAY,
};

fn play(seat: u8, round: u32, ply: u32, notation: &str, id: &str) -> Command {
    let (seat, notation, request_id) = (Seat(seat), notation.to_owned(), request(id));
    Command::PlayMove { seat, round, ply, notation, request_id, received: seconds(1.0) }
}

fn resign(seat: u8, id: &str) -> Command {
    Command::Resign { seat: Seat(seat), request_id: request(id) }
}

fn abort(seat: u8, id: &str) -> Command {
    Command::Abort { by: Asker::Seat(Seat(seat)), request_id: request(id) }
}

/// A match and the same one folded from its log: both remember the same.
fn both(rig: &Rig, commands: &[(Command, &str)]) {
    for rig in [rig.clone(), rig.folded()] {
        for (command, expected) in commands {
            assert_eq!(outcome(&mut rig.clone(), command.clone()), *expected, "{command:?}");
        }
    }
}

#[test]
fn a_repeated_request_gets_the_first_answer() {
    let mut rig = takeaway(&["10", "10"]);
    rig.does(play(0, 1, 2, "TAKE1", "a"));
    let seq = rig.current.seq();
    rig.does(play(1, 1, 3, "take1", "a"));
    let first = format!("={seq}");
    both(
        &rig,
        &[
            (play(0, 1, 2, "take1", "a"), &first),
            (play(0, 1, 2, "TAKE1", "a"), &first),
            (play(0, 1, 2, "Take1", "a"), &first),
            (play(0, 1, 2, "take2", "a"), "!RequestIdReused"),
            (play(0, 1, 2, "fly", "a"), "!RequestIdReused"),
            (play(0, 1, 4, "take1", "a"), "!RequestIdReused"),
            (resign(0, "a"), "!RequestIdReused"),
            (abort(0, "a"), "!RequestIdReused"),
            (play(1, 1, 3, "take1", "a"), &format!("={}", seq.next())),
        ],
    );
}

#[test]
fn an_answer_to_a_turn_that_is_over_is_told_what_was_played() {
    let mut rig = takeaway(&["10", "10"]);
    rig.does(play(0, 1, 2, "take1", ""));
    let (first, seq) = (format!("={}", rig.current.seq()), rig.current.seq());
    rig.does(play(1, 1, 3, "take2", ""));
    both(
        &rig,
        &[
            (play(0, 1, 2, "take1", ""), &first),
            (play(0, 1, 2, "TAKE1", ""), &first),
            (play(0, 1, 2, "take1", "b"), &first),
            (play(0, 1, 2, "take2", ""), "!AlreadyPlayed"),
            (play(1, 1, 2, "take1", ""), "!AlreadyPlayed"),
            (play(0, 1, 0, "deal7", ""), "!AlreadyPlayed"),
        ],
    );
    let refusal = rig.say(play(0, 1, 2, "take3", "")).expect_err("a refusal");
    assert_eq!((refusal.reason, &*refusal.field), (Reason::AlreadyPlayed, "notation"));
    assert_eq!((refusal.value.as_str(), refusal.expected.as_str()), ("take3", "take1"));
    assert_eq!(refusal.text, "round 1, ply 2 is over: `take1` was played");
    assert_eq!(seq, Seq(7));
}

#[test]
fn the_last_move_of_a_round_is_remembered_in_the_next() {
    let mut rig = takeaway(&["10", "10"]);
    for notation in ["take1", "take1", "take3"] {
        rig.play(notation);
    }
    let last = rig.current.turn().expect("a turn");
    rig.does(play(1, 1, last.ply, "take2", "last"));
    let seq = rig.log.iter().rev().find(|e| matches!(e.fact, Fact::MovePlayed(_))).map(|e| e.seq).expect("a move");
    assert_eq!(rig.current.course().round_number(), 2);
    let first = format!("={seq}");
    both(
        &rig,
        &[
            (play(1, 1, last.ply, "take2", "last"), &first),
            (play(1, 1, last.ply, "take2", ""), &first),
            (play(1, 1, last.ply, "take1", ""), "!AlreadyPlayed"),
        ],
    );
}

#[test]
fn what_ended_the_match_is_remembered() {
    let mut resigned = takeaway(&["10", "10"]);
    resigned.does(resign(1, "r"));
    let seq = format!("={}", resigned.current.seq());
    both(
        &resigned,
        &[
            (resign(1, "r"), &seq),
            (resign(0, "r"), "!MatchOver"),
            (resign(1, "s"), "!MatchOver"),
            (resign(1, ""), "!MatchOver"),
            (abort(1, "r"), "!RequestIdReused"),
            (play(1, 1, 2, "take1", "r"), "!RequestIdReused"),
        ],
    );

    let mut aborted = Rig::open(&TAKEAWAY, opened("takeaway", &["10", "10"], &[]));
    aborted.does(abort(1, "r"));
    let seq = format!("={}", aborted.current.seq());
    both(
        &aborted,
        &[(abort(1, "r"), &seq), (resign(0, "r"), "!MatchOver"), (play(0, 1, 2, "take1", "r"), "!MatchOver")],
    );

    let mut flagged = takeaway(&["1", "10"]);
    flagged.ask();
    flagged.at(5.0);
    let late = flagged.answer("take1");
    let late = match late {
        Command::PlayMove { seat, round, ply, notation, received, .. } => {
            Command::PlayMove { seat, round, ply, notation, received, request_id: request("late") }
        }
        other => other,
    };
    assert_eq!(outcome(&mut flagged, late.clone()), "over(flag by 0)");
    let seq = format!("={}", flagged.current.seq());
    both(&flagged, &[(late, &seq), (play(0, 1, 2, "take1", ""), "!MatchOver")]);
}

#[test]
fn an_arbiters_abort_is_told_from_what_else_it_asked_for() {
    let abort_by = |by, id: &str| Command::Abort { by, request_id: request(id) };
    let mut rig = takeaway(&["10", "10"]);
    rig.does(Command::Pause { arbiter: PlayerId::parse("carl").expect("a name"), request_id: request("a") });
    let dora = Asker::Arbiter(PlayerId::parse("dora").expect("a name"));
    both(
        &rig,
        &[
            (abort_by(host(), "a"), "!RequestIdReused"),
            (abort_by(dora, "a"), "over(abort)"),
            (abort_by(host(), "c"), "over(abort)"),
        ],
    );
    rig.does(abort_by(host(), "c"));
    let ended = rig.current.seq();
    both(&rig, &[(abort_by(host(), "c"), &format!("={ended}")), (abort_by(host(), "a"), "!RequestIdReused")]);
    // Once it has no table, its log alone answers.
    let again = |id: &str| rig.log.iter().find_map(|event| answered_again(event, &abort_by(host(), id)));
    assert_eq!(again("c"), Some(Ok(ended)));
    assert_eq!(again("a").map(|told| told.map_err(|refusal| refusal.reason)), Some(Err(Reason::RequestIdReused)));
}

#[test]
fn the_winning_move_is_still_answered_when_the_match_is_over() {
    let mut rig = takeaway(&["10", "10"]);
    while rig.current.verdict().is_none() {
        let Some(turn) = rig.current.turn() else { break };
        let id = format!("{}-{}", turn.round, turn.ply);
        let notation = rig.legal()[0].clone();
        rig.does(play(turn.seat.0, turn.round, turn.ply, &notation, &id));
    }
    let last = rig.log.iter().rev().find_map(|e| match &e.fact {
        Fact::MovePlayed(moved) => Some((e.seq, moved.clone())),
        _ => None,
    });
    let (seq, moved) = last.expect("a move");
    let again = play(moved.seat.0, moved.round, moved.ply, &moved.notation, moved.request_id.as_str());
    let unnamed = play(moved.seat.0, moved.round, moved.ply, &moved.notation, "");
    both(&rig, &[(again, &format!("={seq}")), (unnamed, "!MatchOver")]);
}
