//! Repeated requests, and answers to turns that are over.

use referee_ids::{PlayerId, Seat, Seq};
use referee_law::{Asker, Command, Fact, Reason, memory::seek_reply};

use super::{
    rig::{Rig, host, opened, outcome, request, seconds, takeaway},
    takeaway::TAKEAWAY,
};

/// Returns a move for this turn. The first turn of a match has id 6.
fn play(seat: u8, turn_id: u64, notation: &str) -> Command {
    Command::PlayMove { seat: Seat(seat), turn_id: Seq(turn_id), notation: notation.to_owned(), received: seconds(1.0) }
}

fn resign(seat: u8, id: &str) -> Command {
    Command::Resign { seat: Seat(seat), request_id: request(id) }
}

fn abort(seat: u8, id: &str) -> Command {
    Command::Abort { by: Asker::Seat(Seat(seat)), request_id: request(id) }
}

/// Checks that a match and a replay of its log remember the same requests.
fn both(rig: &Rig, commands: &[(Command, &str)]) {
    for rig in [rig.clone(), rig.folded()] {
        for (command, expected) in commands {
            assert_eq!(outcome(&mut rig.clone(), command.clone()), *expected, "{command:?}");
        }
    }
}

#[test]
fn the_first_answer_to_a_turn_decides_and_every_other_gets_its_reply() {
    let mut rig = takeaway(&["10", "10"]);
    rig.does(play(0, 6, "TAKE1"));
    let (first, second) = (rig.current.seq(), rig.current.turn().expect("a turn").id);
    rig.does(play(1, second.0, "take1"));
    let (reply, next) = (format!("={first}"), format!("={}", first.next()));
    both(
        &rig,
        &[
            (play(0, 6, "take1"), &reply),
            (play(0, 6, "take2"), &reply),
            (play(0, 6, "fly"), &reply),
            (play(1, 6, "take1"), "!AlreadyPlayed"),
            (play(0, 4, "take1"), "!AlreadyPlayed"),
            (play(1, second.0, "take3"), &next),
            (play(0, second.0, "take1"), "!AlreadyPlayed"),
        ],
    );
}

#[test]
fn a_refused_move_is_refused_alike_and_its_turn_comes_again() {
    let mut rig = takeaway(&["10", "10"]);
    let refusal = rig.refusal(play(0, 6, "take9"));
    let again = rig.current.turn().expect("the turn again");
    assert_eq!((again.ply, again.id), (2, rig.current.seq()));
    for rig in [&rig, &rig.folded()] {
        assert_eq!(rig.clone().refusal(play(0, 6, "take1")), refusal, "a legal move is too late for the first id");
        assert_eq!(outcome(&mut rig.clone(), play(0, again.id.0, "take1")), "moved(take1)");
    }
    // The same after the end of the match, when only the log answers.
    rig.does(resign(0, "r"));
    let sought = rig.log.iter().skip(5).find_map(|event| seek_reply(event, &play(0, 6, "take1")).break_value());
    assert_eq!(sought, Some(Some(Err(refusal))));
}

#[test]
fn the_last_move_of_a_round_is_remembered_in_the_next() {
    let mut rig = takeaway(&["10", "10"]);
    for notation in ["take1", "take1", "take3"] {
        rig.play(notation);
    }
    let last = rig.current.turn().expect("a turn");
    rig.play("take2");
    let seq = rig.log.iter().rev().find(|e| matches!(e.fact, Fact::MovePlayed(_))).map(|e| e.seq).expect("a move");
    assert_eq!(rig.current.course().round_number(), 2);
    both(&rig, &[(play(1, last.id.0, "take2"), &format!("={seq}"))]);
}

#[test]
fn repeats_of_the_command_that_ended_a_match_are_recognised() {
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
            (play(1, 6, "take1"), "!MatchOver"),
        ],
    );

    let mut aborted = Rig::open(&TAKEAWAY, opened("takeaway", &["10", "10"], &[]));
    aborted.does(abort(1, "r"));
    let seq = format!("={}", aborted.current.seq());
    both(&aborted, &[(abort(1, "r"), &seq), (resign(0, "r"), "!MatchOver"), (play(0, 6, "take1"), "!MatchOver")]);

    let mut flagged = takeaway(&["1", "10"]);
    flagged.ask();
    flagged.at(5.0);
    let late = flagged.answer("take1");
    let mut silent = flagged.clone();
    assert_eq!(outcome(&mut flagged, late.clone()), "over(flag by 0)");
    let seq = format!("={}", flagged.current.seq());
    both(&flagged, &[(late.clone(), &seq), (play(0, 6, "take2"), &seq)]);
    assert_eq!(outcome(&mut silent, Command::Expire), "over(flag by 0)");
    both(&silent, &[(late, "!MatchOver")]);
}

#[test]
fn an_arbiters_abort_is_distinguished_from_its_other_commands() {
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
    // Without a table, only the log answers.
    let again = |id: &str| {
        let sought = rig.log.iter().find_map(|event| seek_reply(event, &abort_by(host(), id)).break_value());
        sought.flatten().map(|told| told.map_err(|refusal| refusal.reason))
    };
    assert_eq!((again("c"), again("a")), (Some(Ok(ended)), Some(Err(Reason::RequestIdReused))));
}

#[test]
fn the_winning_move_is_still_answered_when_the_match_is_over() {
    let mut rig = takeaway(&["10", "10"]);
    let mut last = None;
    while rig.current.verdict().is_none() {
        let command = rig.answer(&rig.legal()[0].clone());
        rig.does(command.clone());
        last = Some(command);
    }
    let seq = rig.log.iter().rev().find(|event| matches!(event.fact, Fact::MovePlayed(_))).map(|event| event.seq);
    both(&rig, &[(last.expect("a move"), &format!("={}", seq.expect("a move")))]);
}
