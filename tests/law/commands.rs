//! Every command in every phase.

use referee_games as games;
use referee_ids::{MatchId, Seat, Seq};
use referee_law::{
    Asker, Command, Decision, Evidence, Fact, IllegalMovePolicy, Match, MatchOpened, Reason, event::MAX_RETRIES,
};

use super::{
    rig::{Rig, host, opened, outcome, request, seconds, takeaway},
    takeaway::TAKEAWAY,
};

/// Returns a move for this turn. The first turn of a match has id 6.
fn play(seat: u8, turn_id: u64, notation: &str) -> Command {
    Command::PlayMove { seat: Seat(seat), turn_id: Seq(turn_id), notation: notation.to_owned(), received: seconds(1.0) }
}

fn resign(seat: u8) -> Command {
    Command::Resign { seat: Seat(seat), request_id: request("") }
}

fn abort(seat: Option<u8>) -> Command {
    Command::Abort { by: seat.map_or_else(host, |seat| Asker::Seat(Seat(seat))), request_id: request("") }
}

fn misbehave(seat: u8) -> Command {
    Command::Misbehave {
        seat: Seat(seat),
        detail: "exit status 1".into(),
        evidence: Evidence::default(),
        received: seconds(1.0),
    }
}

fn connect(seat: u8) -> Command {
    Command::Connect { seat: Seat(seat) }
}

fn disconnect(seat: u8) -> Command {
    Command::Disconnect { seat: Seat(seat), attended: false }
}

#[test]
fn every_command_in_every_phase() {
    let mut waiting = Rig::open(&TAKEAWAY, opened("takeaway", &["10", "10"], &[]));
    waiting.does(connect(0));
    let mut live = takeaway(&["10", "10"]);
    live.ask();
    let mut over = live.clone();
    over.does(resign(1));
    let starts = "here(1) round(1) chance chance";
    let fault = || Command::Fault { detail: "the disk is full".into() };

    // A command, and its result in three phases: while a seat is missing; when seat 0 is to move in
    // round 1 at ply 2; and at the end.
    let cases = [
        (connect(0), "-", "-", "-"),
        (connect(1), starts, "-", "-"),
        (connect(2), "!NotSeated", "!NotSeated", "!NotSeated"),
        (disconnect(0), "away(0)", "away(0)", "-"),
        (disconnect(1), "-", "away(1)", "-"),
        (disconnect(9), "!NotSeated", "!NotSeated", "!NotSeated"),
        (play(0, 6, "take3"), "!MatchNotStarted", "moved(take3) forced(skip)", "!MatchOver"),
        (play(0, 6, "TAKE1"), "!MatchNotStarted", "moved(take1)", "!MatchOver"),
        (play(0, 6, "take4"), "!MatchNotStarted", "refused(take4)", "!MatchOver"),
        (play(0, 6, "skip"), "!MatchNotStarted", "refused(skip)", "!MatchOver"),
        (play(0, 6, "deal1"), "!MatchNotStarted", "refused(deal1)", "!MatchOver"),
        (play(0, 6, ""), "!MatchNotStarted", "refused()", "!MatchOver"),
        (play(1, 6, "take1"), "!MatchNotStarted", "!NotYourTurn", "!MatchOver"),
        (play(0, 7, "take1"), "!MatchNotStarted", "!TurnNotOpen", "!MatchOver"),
        (play(1, 99, "take1"), "!MatchNotStarted", "!TurnNotOpen", "!MatchOver"),
        (play(0, 5, "take1"), "!MatchNotStarted", "!AlreadyPlayed", "!MatchOver"),
        (play(0, 0, "take1"), "!MatchNotStarted", "!AlreadyPlayed", "!MatchOver"),
        (play(2, 6, "take1"), "!NotSeated", "!NotSeated", "!NotSeated"),
        (resign(0), "!MatchNotStarted", "over(resignation by 0)", "!MatchOver"),
        (resign(1), "!MatchNotStarted", "over(resignation by 1)", "!MatchOver"),
        (resign(7), "!NotSeated", "!NotSeated", "!NotSeated"),
        (abort(Some(0)), "over(abort)", "!TooLateToAbort", "!MatchOver"),
        (abort(Some(3)), "!NotSeated", "!NotSeated", "!NotSeated"),
        (abort(None), "over(abort)", "over(abort)", "!MatchOver"),
        (misbehave(0), "over(protocol_error by 0)", "over(protocol_error by 0)", "!MatchOver"),
        (misbehave(1), "over(protocol_error by 1)", "over(protocol_error by 1)", "!MatchOver"),
        (misbehave(4), "!NotSeated", "!NotSeated", "!NotSeated"),
        (Command::Expire, "-", "-", "-"),
        (Command::Restart, "resumed", "resumed", "-"),
        (fault(), "over(host_fault)", "over(host_fault)", "!MatchOver"),
    ];
    for (command, at_first, in_play, at_last) in cases {
        for (phase, expected) in [(&waiting, at_first), (&live, in_play), (&over, at_last)] {
            let mut rig = phase.clone();
            let got = outcome(rig.at(1.0), command.clone());
            assert_eq!(got, expected, "{command:?} when {:?}", phase.current.phase());
        }
    }
}

#[test]
fn a_refusal_names_field_value_and_expectation() {
    let rig = takeaway(&["10", "10"]);
    let expectations = [
        (play(0, 6, "fly"), Reason::UnreadableMove, "notation", "fly", "a move as the game writes it"),
        (play(0, 6, "take9"), Reason::IllegalMove, "notation", "take9", "one of the legal moves"),
        (play(1, 6, "take1"), Reason::NotYourTurn, "seat", "1", "seat 0, whose turn it is"),
        (play(0, 7, "take1"), Reason::TurnNotOpen, "turn_id", "7", "6, the newest turn"),
        (play(0, 5, "take1"), Reason::AlreadyPlayed, "turn_id", "5", "6, the newest turn"),
        (resign(5), Reason::NotSeated, "seat", "5", "a seat from 0 to 1"),
    ];
    for (command, reason, field, value, expected) in expectations {
        let refusal = rig.clone().refusal(command.clone());
        assert_eq!((refusal.reason, &*refusal.field), (reason, field), "{command:?}");
        assert_eq!((refusal.value.as_str(), refusal.expected.as_str()), (value, expected), "{command:?}");
    }
}

#[test]
fn a_very_long_move_is_unreadable() {
    let mut rig = takeaway(&["10", "10"]);
    let refusal = rig.refusal(rig.answer(&"take".repeat(100_000)));
    assert_eq!(refusal.reason, Reason::UnreadableMove);
    assert!(refusal.value.len() < 300 && refusal.text.len() < 1000);
}

#[test]
fn illegal_moves_are_refused_a_bounded_number_of_times() {
    let mut rig = takeaway(&["10", "10"]);
    for tried in 0..MAX_RETRIES {
        let (notation, reason) =
            if tried % 2 == 0 { ("take9", Reason::IllegalMove) } else { ("fly", Reason::UnreadableMove) };
        let (open, command) = (rig.current.turn().expect("a turn"), rig.answer(notation));
        let refusal = rig.refusal(command.clone());
        assert_eq!(refusal.reason, reason);
        let again = rig.current.turn().expect("it comes again");
        assert_eq!((again.seat, again.ply, again.id), (open.seat, open.ply, rig.current.seq()), "under another id");
        assert_eq!(rig.refusal(command), refusal, "the same turn, the same reply");
    }
    assert_eq!(rig.folded().current.turn(), rig.current.turn(), "a restart knows of it");
    let mut patient = rig.clone();
    patient.play("take1");
    assert_eq!(patient.refusal(patient.answer("take9")).reason, Reason::IllegalMove, "a new turn");
    patient.verified();

    let Fact::MatchEnded(ended) = &rig.play("take9")[0] else { panic!("the match ends") };
    assert_eq!(ended.verdict.seat, Some(Seat(0)));
    assert_eq!(ended.verdict.places, [2, 1]);
    assert_eq!(ended.verdict.detail(), "`take9` is not a legal move here");
}

#[test]
fn an_illegal_move_forfeits_where_the_match_says_so() {
    let opening = |game| {
        let mut opening = opened(game, &["10", "10"], &[]);
        opening.illegal_move_policy = IllegalMovePolicy::Forfeit;
        opening
    };
    for (notation, detail) in
        [("take5", "`take5` is not a legal move here"), ("e2e4", "`e2e4` is not a move of this game")]
    {
        let mut rig = Rig::started(&TAKEAWAY, opening("takeaway"));
        rig.play("take1");
        let Fact::MatchEnded(ended) = &rig.play(notation)[0] else { panic!("the match ends") };
        assert_eq!((ended.verdict.seat, ended.verdict.detail()), (Some(Seat(1)), detail.to_owned()));
        assert_eq!(ended.verdict.places, [1, 2]);
    }
}

#[test]
fn a_seat_may_abort_until_all_have_moved() {
    let mut rig = Rig::started(games::find("kamisado").expect("the game"), opened("kamisado", &["10", "10"], &[]));
    rig.play(&rig.legal()[0].clone());
    assert_eq!(outcome(&mut rig.clone(), abort(Some(0))), "over(abort)");
    rig.play(&rig.legal()[0].clone());
    assert_eq!(outcome(&mut rig.clone(), abort(Some(0))), "!TooLateToAbort");
    assert_eq!(outcome(&mut rig.clone(), abort(Some(1))), "!TooLateToAbort");
    assert_eq!(outcome(&mut rig, abort(None)), "over(abort)");
    assert!(rig.current.verdict().expect("the end").places.is_empty());
}

#[test]
fn a_lost_seat_keeps_its_points_and_ranks_last() {
    let mut rig = takeaway(&["10", "10"]);
    for notation in ["take1", "take1", "take3", "take2"] {
        rig.play(notation);
    }
    assert_eq!(rig.current.course().round_number(), 2, "seat 1 has won the first round");
    rig.does(resign(1));
    let verdict = rig.current.verdict().expect("the end");
    assert_eq!(verdict.totals.iter().map(|points| points.as_f64()).collect::<Vec<_>>(), [0.0, 1.0]);
    assert_eq!(verdict.places, [1, 2]);
}

#[test]
fn a_game_that_never_asks_is_a_fault_of_the_host() {
    let mut rig = Rig::open(&TAKEAWAY, opened("takeaway", &["10", "10"], &[("endless", "true")]));
    rig.does(connect(0));
    assert_eq!(outcome(&mut rig, connect(1)), "here(1) over(host_fault)");
    assert!(rig.current.verdict().expect("the end").detail().contains("without asking a seat"));
}

#[test]
fn outcomes_of_one_decision_differ() {
    let mut dealt = Vec::new();
    for luck in 0..40 {
        let match_id = MatchId::parse(&format!("match-{luck}")).expect("an id");
        let opened = MatchOpened { match_id, ..opened("takeaway", &["inf"; 4], &[]) };
        let mut rig = Rig::open(&TAKEAWAY, opened);
        rig.connect_all();
        dealt.extend(rig.log.iter().filter_map(|event| match &event.fact {
            Fact::ChanceResolved { notation, .. } => Some(notation.clone()),
            _ => None,
        }));
    }
    assert_eq!(dealt.len(), 160);
    let four_alike = dealt.chunks(4).filter(|hands| hands.iter().all(|hand| *hand == hands[0])).count();
    assert!(four_alike < 4, "{dealt:?}");
    let mut kinds = dealt.clone();
    kinds.sort();
    kinds.dedup();
    assert_eq!(kinds.len(), 10, "every outcome comes");
}

#[test]
fn events_are_numbered_and_time_never_goes_back() {
    let mut rig = takeaway(&["10", "10"]);
    rig.at(5.0).play("take1");
    rig.at(3.0).play("take1");
    let numbers: Vec<u64> = rig.log.iter().map(|event| event.seq.0).collect();
    assert_eq!(numbers, (1..=rig.log.len() as u64).collect::<Vec<u64>>());
    assert_eq!(rig.current.seq(), Seq(rig.log.len() as u64));
    assert_eq!(rig.current.at(), seconds(5.0));
}

#[test]
fn a_decision_changes_nothing() {
    let rig = takeaway(&["10", "10"]);
    let before = rig.current.decide(seconds(2.0), &rig.answer("take1"));
    assert_eq!(before, rig.current.decide(seconds(2.0), &rig.answer("take1")));
    assert!(matches!(before, Ok(Decision::Events(events)) if events[0].seq == rig.current.seq().next()));
}

#[test]
fn a_match_that_cannot_be_opened_says_why() {
    let good = || opened("kamisado", &["10", "10"], &[]);
    let mut unknown = good();
    unknown.game = "go".into();
    let mut option = good();
    option.options.insert("colour".into(), "red".into());
    let mut controls = good();
    controls.time_controls.pop();
    let mut seats = good();
    seats.players.clear();
    for (opening, name) in [(unknown, "game"), (option, "colour"), (controls, "time_controls"), (seats, "players")] {
        assert_eq!(Match::open(opening).err().map(|bad| bad.name).as_deref(), Some(name));
    }
    assert!(Match::open(good()).is_ok());
}
