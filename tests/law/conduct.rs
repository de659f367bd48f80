//! Actions of seats and arbiters other than moves: draws, claims, takebacks, pauses, adjudications.

use referee_games::{self as games, rules::Points};
use referee_ids::{PlayerId, Seat};
use referee_law::{
    Asker, Command, Conduct, EndReason, Fact, MatchAdjudicated, Phase, Proposal, ProposalAnswer, Ruling, Stakes, Time,
    opening::conduct::MAX_TAKEBACKS, state::MAX_SILENCE,
};

use super::{
    rig::{GRACE, Rig, host, opened, outcome, request, seconds, takeaway},
    takeaway::TAKEAWAY,
};

fn hive() -> Rig {
    match_of("hive", Stakes::Casual)
}

/// Starts a match of two seats with 100 seconds each.
fn match_of(game: &str, stakes: Stakes) -> Rig {
    let mut opening = opened(game, &["100", "100"], &[]);
    opening.conduct = Conduct { stakes, ..Conduct::default() };
    Rig::started(games::find(game).expect("the game"), opening)
}

fn propose(seat: u8, proposal: Proposal) -> Command {
    Command::Propose { seat: Seat(seat), proposal, request_id: request("") }
}

fn respond(seat: u8, proposal: Proposal, answer: ProposalAnswer) -> Command {
    Command::AnswerProposal { seat: Seat(seat), proposal, answer, request_id: request(""), received: Time(u64::MAX) }
}

fn accept(seat: u8, proposal: Proposal) -> Command {
    respond(seat, proposal, ProposalAnswer::Accept)
}

fn claim(seat: u8) -> Command {
    Command::ClaimDraw { seat: Seat(seat), request_id: request(""), received: Time(u64::MAX) }
}

fn carl() -> PlayerId {
    PlayerId::parse("carl").expect("a name")
}

fn pause() -> Command {
    Command::Pause { arbiter: carl(), request_id: request("") }
}

fn unpause() -> Command {
    Command::Resume { arbiter: carl(), request_id: request("") }
}

fn adjudicate(ruling: Ruling) -> Command {
    let by = MatchAdjudicated { arbiter: carl(), ruling, reason: "it was late".to_owned() };
    Command::Adjudicate { by, request_id: request("") }
}

fn any_move(rig: &mut Rig) {
    let notation = rig.legal()[0].clone();
    rig.play(&notation);
}

fn points(rig: &Rig) -> Vec<f64> {
    rig.current.verdict().expect("the end").totals.iter().map(|points| points.as_f64()).collect()
}

#[test]
fn a_draw_takes_the_consent_of_all() {
    let mut rig = hive();
    assert_eq!(outcome(&mut rig, propose(0, Proposal::Draw)), "proposed(draw by 0)");
    assert_eq!(rig.current.proposer(Proposal::Draw), Some(Seat(0)));
    assert_eq!(outcome(&mut rig, propose(0, Proposal::Draw)), "!AlreadyProposed");
    assert_eq!(outcome(&mut rig, propose(1, Proposal::Draw)), "!AlreadyProposed", "it has one to answer");
    assert_eq!(outcome(&mut rig, accept(0, Proposal::Draw)), "!NothingProposed", "its own");
    any_move(&mut rig);
    assert_eq!(rig.current.proposer(Proposal::Draw), Some(Seat(0)), "who proposes may move");
    assert_eq!(outcome(&mut rig, accept(1, Proposal::Draw)), "accept(1) over(draw_agreed)");
    assert_eq!((points(&rig), rig.current.verdict().expect("the end").places.clone()), (vec![0.5, 0.5], vec![1, 1]));
    assert!(rig.verified().over);

    let mut three = Rig::started(&TAKEAWAY, opened("takeaway", &["10"; 3], &[]));
    three.does(propose(2, Proposal::Draw));
    assert_eq!(outcome(&mut three, accept(0, Proposal::Draw)), "accept(0)");
    assert_eq!(outcome(&mut three, accept(0, Proposal::Draw)), "!NothingProposed", "once is enough");
    let mut declined = three.clone();
    assert_eq!(outcome(&mut declined, respond(1, Proposal::Draw, ProposalAnswer::Decline)), "decline(1)");
    assert_eq!(outcome(&mut declined, accept(1, Proposal::Draw)), "!NothingProposed");
    assert_eq!(outcome(&mut three, accept(1, Proposal::Draw)), "accept(1) over(draw_agreed)");
    assert!(three.verified().over);
}

#[test]
fn a_draw_offer_lapses_on_the_opponents_move_and_is_made_once_per_move() {
    let mut rig = hive();
    rig.does(propose(1, Proposal::Draw));
    any_move(&mut rig);
    assert_eq!(outcome(&mut rig, accept(0, Proposal::Draw)), "!NothingProposed");
    assert_eq!(outcome(&mut rig, propose(1, Proposal::Draw)), "!AlreadyProposed", "it has not moved since");
    any_move(&mut rig);
    assert_eq!(outcome(&mut rig, propose(1, Proposal::Draw)), "proposed(draw by 1)");
    rig.verified();
}

#[test]
fn a_game_without_draws_has_none() {
    let mut rig = match_of("kamisado", Stakes::Casual);
    assert_eq!(outcome(&mut rig, propose(0, Proposal::Draw)), "!NoDraws");
    assert_eq!(outcome(&mut rig, claim(0)), "!NoDraws");
}

#[test]
fn consent_and_claims_after_a_flag_find_the_match_as_the_flag_left_it() {
    let table = || Rig::started(&TAKEAWAY, opened("takeaway", &["10"; 3], &[]));
    // The last consent comes from the seat whose flag has fallen.
    let mut rig = table();
    rig.ask();
    rig.does(propose(1, Proposal::Draw));
    rig.does(accept(2, Proposal::Draw));
    assert_eq!(outcome(rig.at(11.0), accept(0, Proposal::Draw)), "!SeatLost");
    assert_eq!(outcome(&mut rig, Command::Expire), "lost(flag by 0) substituted(take1)");
    rig.verified();
    // The last consent comes from another seat, but the loss has already withdrawn the proposal.
    let mut rig = table();
    rig.ask();
    rig.does(propose(1, Proposal::Draw));
    rig.does(accept(0, Proposal::Draw));
    assert_eq!(outcome(rig.at(11.0), accept(2, Proposal::Draw)), "!NothingProposed");
    assert_eq!(outcome(&mut rig, Command::Expire), "lost(flag by 0) substituted(take1)");
    rig.verified();
    // The draw can no longer be claimed after the move that the law played for the lost seat.
    let mut rig = table();
    rig.play("take3");
    rig.play("take1");
    rig.ask();
    assert!(rig.current.course().position().is_claimable());
    assert_eq!(outcome(rig.clone().at(5.0), claim(1)), "over(claim by 1)");
    assert_eq!(outcome(rig.at(11.0), claim(1)), "!NothingToClaim");
    assert_eq!(outcome(&mut rig, Command::Expire), "lost(flag by 0) substituted(take1)");
    rig.verified();
}

#[test]
fn consent_after_the_flag_is_too_late() {
    let mut rig = hive();
    rig.ask();
    rig.does(propose(0, Proposal::Draw));
    rig.now = rig.current.deadline().expect("a flag").at;
    assert_eq!(outcome(&mut rig, accept(1, Proposal::Draw)), "!MatchOver");
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 0)");
    assert!(rig.verified().over);
}

/// Moves that repeat the position after the first two moves twice.
const TO_AND_FRO: [&str; 12] = [
    "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wQ /wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-", "wQ /wS1", "bQ bS1/",
    "wQ -wS1", "bQ bS1-",
];

#[test]
fn either_seat_may_claim_a_draw_of_the_rules() {
    let mut rig = hive();
    for (ply, notation) in TO_AND_FRO.iter().enumerate() {
        assert_eq!(outcome(&mut rig.clone(), claim(0)), "!NothingToClaim", "ply {ply}");
        rig.play(notation);
    }
    for seat in [0, 1] {
        let mut rig = rig.clone();
        assert_eq!(outcome(&mut rig, claim(seat)), format!("over(claim by {seat})"));
        assert_eq!(
            (points(&rig), rig.current.verdict().expect("the end").places.clone()),
            (vec![0.5, 0.5], vec![1, 1])
        );
        assert!(rig.verified().over);
    }
    rig.ask();
    rig.now = rig.current.deadline().expect("a flag").at;
    assert_eq!(outcome(&mut rig, claim(1)), "!MatchOver");
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 0)");
}

#[test]
fn a_takeback_returns_to_before_the_requesters_last_move() {
    let mut rig = match_of("kamisado", Stakes::Casual);
    assert_eq!(outcome(&mut rig, propose(0, Proposal::Takeback)), "!TakebackClosed", "it has not moved");
    let mut texts = vec![rig.current.course().position().text()];
    for _ in 0..3 {
        rig.ask();
        rig.now = rig.now.after(std::time::Duration::from_secs(1));
        any_move(&mut rig);
        texts.push(rig.current.course().position().text());
    }
    let clocks = [0, 1].map(|seat| rig.current.remaining(Seat(seat), rig.now));
    let since = rig.current.turn().expect("a turn").id;
    // Seat 0 asks during the turn of seat 1: its third ply is taken back. Then seat 1 asks during
    // the turn of seat 0: two plies are taken back.
    rig.does(propose(0, Proposal::Takeback));
    assert_eq!(outcome(&mut rig, accept(1, Proposal::Takeback)), "accept(1) back(2)");
    assert_eq!(rig.current.course().position().text(), texts[2]);
    rig.does(propose(1, Proposal::Takeback));
    assert_eq!(outcome(&mut rig, accept(0, Proposal::Takeback)), "accept(0) back(1)");
    assert_eq!(rig.current.course().position().text(), texts[1]);
    let turn = rig.current.turn().expect("a turn");
    assert_eq!((turn.seat, turn.ply), (Seat(1), 1));
    assert_ne!(turn.id, since, "it is another turn");
    assert_eq!([0, 1].map(|seat| rig.current.remaining(Seat(seat), rig.now)), clocks, "clocks keep what they had");
    rig.verified();
    // The next move gets the same ply number.
    let notation = rig.legal().last().expect("a move").clone();
    rig.play(&notation);
    assert_eq!(rig.current.round_moves().last(), Some(&notation));
    assert_eq!(rig.folded().current.course().position().text(), rig.current.course().position().text());
}

#[test]
fn a_takeback_removes_increments_and_keeps_used_time() {
    let mut rig = Rig::started(games::find("hive").expect("the game"), opened("hive", &["3/60+10"; 2], &[]));
    let clock = |rig: &Rig, seat| {
        let time = rig.current.move_time(Seat(seat), rig.now);
        (rig.current.remaining(Seat(seat), rig.now).expect("a clock").as_secs(), time.moves_to_go)
    };
    let play = |rig: &mut Rig, thought: u64| {
        rig.ask();
        rig.now = rig.now.after(std::time::Duration::from_secs(thought));
        any_move(rig);
    };
    (0..4).for_each(|_| play(&mut rig, 4));
    for left in [72, 57, 42] {
        assert_eq!((clock(&rig, 0), clock(&rig, 1)), ((left, Some(1)), (72, Some(1))));
        // Its third move begins the next stage, which adds 60 seconds.
        play(&mut rig, 15);
        assert_eq!(clock(&rig, 0), (left - 15 + 10 + 60, Some(3)));
        rig.does(propose(0, Proposal::Takeback));
        assert_eq!(outcome(&mut rig, accept(1, Proposal::Takeback)), "accept(1) back(4)");
    }
    rig.verified();
}

#[test]
fn a_takeback_is_for_casual_matches_of_open_games_and_ends_some_day() {
    let mut rated = match_of("kamisado", Stakes::Rated);
    any_move(&mut rated);
    assert_eq!(outcome(&mut rated, propose(0, Proposal::Takeback)), "!TakebackClosed");
    let mut hidden = takeaway(&["10", "10"]);
    hidden.play("take1");
    assert_eq!(outcome(&mut hidden, propose(0, Proposal::Takeback)), "!TakebackClosed");

    let mut rig = match_of("kamisado", Stakes::Casual);
    for _ in 0..MAX_TAKEBACKS {
        any_move(&mut rig);
        rig.does(propose(0, Proposal::Takeback));
        assert_eq!(outcome(&mut rig, accept(1, Proposal::Takeback)), "accept(1) back(0)");
    }
    any_move(&mut rig);
    assert_eq!(outcome(&mut rig, propose(0, Proposal::Takeback)), "!TakebackClosed");
    rig.verified();
}

#[test]
fn the_same_request_gets_the_first_answer() {
    let mut rig = hive();
    let named = |id: &str| Command::Propose { seat: Seat(0), proposal: Proposal::Draw, request_id: request(id) };
    rig.does(named("a"));
    let first = format!("={}", rig.current.seq());
    any_move(&mut rig);
    let declined = |id: &str, answer| Command::AnswerProposal {
        seat: Seat(1),
        proposal: Proposal::Draw,
        answer,
        request_id: request(id),
        received: rig.now,
    };
    let (no, yes) = (declined("a", ProposalAnswer::Decline), declined("a", ProposalAnswer::Accept));
    rig.does(no.clone());
    let second = format!("={}", rig.current.seq());
    let carls = |id: &str| Command::Pause { arbiter: carl(), request_id: request(id) };
    rig.does(carls("a"));
    let third = format!("={}", rig.current.seq());
    for mut rig in [rig.clone(), rig.folded()] {
        assert_eq!(outcome(&mut rig, named("a")), first);
        assert_eq!(outcome(&mut rig, no.clone()), second);
        assert_eq!(outcome(&mut rig, yes.clone()), "!RequestIdReused");
        assert_eq!(outcome(&mut rig, carls("a")), third, "an arbiter's ids are its own");
        assert_eq!(
            outcome(&mut rig, Command::Resume { arbiter: carl(), request_id: request("a") }),
            "!RequestIdReused"
        );
        assert_eq!(outcome(&mut rig, carls("b")), "!Paused");
    }
}

#[test]
fn an_answer_to_a_turn_that_was_taken_back_is_not_played_again() {
    let mut rig = match_of("kamisado", Stakes::Casual);
    let played = rig.answer(&rig.legal()[0].clone());
    rig.does(played.clone());
    let first = format!("={}", rig.current.seq());
    let unanswered = rig.answer("e1e2");
    rig.does(propose(0, Proposal::Takeback));
    rig.does(accept(1, Proposal::Takeback));
    assert_eq!(outcome(&mut rig, played), first, "a late repeat does not play it again");
    assert_eq!(outcome(&mut rig, unanswered), "!AlreadyPlayed");
    let other = rig.legal()[1].clone();
    let answer = rig.answer(&other);
    assert_eq!(outcome(&mut rig, answer), format!("moved({other})"));
}

#[test]
fn a_pause_stops_clocks_and_graces() {
    let mut rig = hive();
    any_move(&mut rig);
    rig.at(10.0).ask();
    let turn_id = rig.current.turn().expect("a turn").id;
    rig.at(40.0).does(pause());
    assert_eq!((rig.current.phase(), rig.current.turn()), (Phase::Live, None));
    assert_eq!(rig.current.remaining(Seat(1), seconds(500.0)), Some(std::time::Duration::from_secs(100)));
    let (notation, received) = ("bA1 wA1-".to_owned(), rig.now);
    let late = Command::PlayMove { seat: Seat(1), turn_id, notation, received };
    for command in [late, propose(0, Proposal::Draw), claim(0), pause()] {
        assert_eq!(outcome(&mut rig, command.clone()), "!Paused", "{command:?}");
    }
    rig.at(50.0).does(Command::Disconnect { seat: Seat(0), attended: false });
    assert_eq!(outcome(rig.at(1_000.0), Command::Expire), "-", "no grace is over");
    assert_eq!(outcome(&mut rig, Command::Restart), "resumed");
    assert!(rig.current.is_paused(), "a restart does not end a pause");
    rig.does(unpause());
    assert_eq!(outcome(&mut rig.clone(), unpause()), "!NotPaused");
    assert_eq!(rig.current.deadline().map(|deadline| deadline.at), Some(seconds(1_000.0).after(GRACE)));
    rig.connect_all();
    assert_eq!(rig.current.turn().map(|turn| turn.id), Some(turn_id), "it is the same turn");
    rig.at(1_001.0).ask();
    rig.at(1_011.0);
    let Fact::MovePlayed(moved) = &rig.play("bA1 wA1-")[0] else { panic!("a move") };
    assert_eq!(moved.charged, std::time::Duration::from_secs(10), "the time before the pause is charged to no seat");
    rig.verified();
}

#[test]
fn a_pause_has_an_end() {
    let mut rig = hive();
    rig.does(pause());
    rig.now = rig.current.deadline().expect("an end").at;
    assert_eq!(rig.now, Time::ZERO.after(MAX_SILENCE));
    assert_eq!(outcome(&mut rig, Command::Expire), "over(abort)");
    assert!(rig.verified().over);
    let mut waiting = Rig::open(&TAKEAWAY, opened("takeaway", &["10", "10"], &[]));
    assert_eq!(outcome(&mut waiting, pause()), "!MatchNotStarted");
}

#[test]
fn silence_without_a_clock_has_an_end() {
    let mut rig = takeaway(&["inf", "inf"]);
    rig.at(5.0).play("take1");
    // Reconnecting does not extend the limit.
    rig.at(1e6).does(Command::Disconnect { seat: Seat(0), attended: false });
    rig.does(Command::Connect { seat: Seat(0) });
    rig.ask();
    rig.now = rig.current.deadline().expect("an end").at;
    assert_eq!(rig.now, seconds(5.0).after(MAX_SILENCE));
    assert_eq!(outcome(&mut rig, Command::Expire), "over(abort)");
    assert!(rig.verified().over);
}

#[test]
fn an_arbiter_decides() {
    let three = [Points::whole(2), Points { halves: 1 }].to_vec();
    let cases = [
        (Ruling::AsItStands, "adjudicated over(adjudication)", vec![0.0, 0.0], vec![1, 1]),
        (Ruling::Loss(Seat(0)), "adjudicated over(adjudication by 0)", vec![0.0, 0.0], vec![2, 1]),
        (Ruling::Points(three), "adjudicated over(adjudication)", vec![2.0, 0.5], vec![1, 2]),
    ];
    for (ruling, expected, totals, places) in cases {
        for is_paused in [false, true] {
            let mut rig = hive();
            if is_paused {
                rig.does(pause());
            }
            assert_eq!(outcome(&mut rig, adjudicate(ruling.clone())), expected);
            assert_eq!((points(&rig), &rig.current.verdict().expect("the end").places), (totals.clone(), &places));
            assert_eq!(rig.current.verdict().expect("the end").detail(), "it was late");
            assert!(rig.verified().over);
            assert_eq!(outcome(&mut rig, adjudicate(Ruling::AsItStands)), "!MatchOver");
        }
    }
    let mut rig = hive();
    assert_eq!(outcome(&mut rig, adjudicate(Ruling::Points(vec![Points::ZERO]))), "!BadField");
    assert_eq!(outcome(&mut rig, adjudicate(Ruling::Loss(Seat(2)))), "!NotSeated");
    let mut waiting = Rig::open(&TAKEAWAY, opened("takeaway", &["10", "10"], &[]));
    assert_eq!(outcome(&mut waiting, adjudicate(Ruling::AsItStands)), "!MatchNotStarted");
}

/// Opens a match, played for `stakes`, with a grace period for the first move.
fn at_stake(game: &'static dyn games::Game, seats: usize, stakes: Stakes) -> Rig {
    let mut opening = opened(game.facts().id, &vec!["100"; seats], &[]);
    opening.conduct = Conduct { stakes, first_move_grace: Some(GRACE), ..Conduct::default() };
    Rig::open(game, opening)
}

fn abort(seat: u8) -> Command {
    Command::Abort { by: Asker::Seat(Seat(seat)), request_id: request("") }
}

fn resign(seat: u8) -> Command {
    Command::Resign { seat: Seat(seat), request_id: request("") }
}

#[test]
fn takebacks_cannot_change_a_deal() {
    let mut rig = at_stake(&TAKEAWAY, 2, Stakes::Casual);
    rig.does(Command::Connect { seat: Seat(0) });
    assert_eq!(outcome(&mut rig.clone(), abort(0)), "over(abort)", "nothing was dealt yet");
    assert_eq!(outcome(&mut rig, Command::Connect { seat: Seat(1) }), "here(1) round(1) chance chance due(0)");
    assert_eq!(outcome(&mut rig.clone(), abort(1)), "!TooLateToAbort");
    let host = Command::Abort { by: host(), request_id: request("") };
    assert_eq!(outcome(&mut rig.clone(), host), "over(abort)");
    assert_eq!(outcome(&mut rig.clone(), resign(1)), "over(resignation by 1)");
    // Silence does not avoid the loss either.
    assert_eq!(outcome(rig.at(500.0), Command::Expire), "over(no_show by 0)");
    let verdict = rig.current.verdict().expect("the end");
    assert_eq!((&verdict.reason, verdict.places.clone()), (&EndReason::NoFirstMove(Seat(0)), vec![2, 1]));
    assert_eq!(verdict.overrun, Some(std::time::Duration::from_secs(470)));
    rig.verified();

    let mut table = at_stake(&TAKEAWAY, 4, Stakes::Casual);
    table.connect_all();
    let told = "lost(no_show by 0) substituted(take1) due(1)";
    assert_eq!(outcome(table.at(40.0), Command::Expire), told, "the others play on");
    table.verified();
}

#[test]
fn an_absent_player_loses_a_rated_match() {
    let kamisado = games::find("kamisado").expect("the game");
    let mut rig = at_stake(kamisado, 2, Stakes::Rated);
    rig.does(Command::Connect { seat: Seat(0) });
    assert_eq!(outcome(&mut rig.clone(), abort(0)), "!TooLateToAbort");
    assert_eq!(outcome(&mut rig.clone(), resign(0)), "over(resignation by 0)");
    let mut empty = rig.clone();
    empty.does(Command::Disconnect { seat: Seat(0), attended: false });
    assert_eq!(outcome(empty.at(500.0), Command::Expire), "over(unattended)", "no seat came");
    empty.verified();
    assert_eq!(outcome(rig.at(500.0), Command::Expire), "over(no_show by 1)");
    assert_eq!(rig.current.verdict().expect("the end").places, [1, 2]);
    rig.verified();
    // If two players have come, the match starts without the others.
    let mut table = at_stake(&TAKEAWAY, 4, Stakes::Rated);
    table.does(Command::Connect { seat: Seat(1) });
    table.does(Command::Connect { seat: Seat(3) });
    let told = "lost(no_show by 0) lost(no_show by 2) round(1) chance chance chance chance substituted(take1) due(1)";
    assert_eq!(outcome(table.at(500.0), Command::Expire), told);
    table.verified();
    // In a casual match, an absent player does not lose.
    let mut casual = at_stake(kamisado, 2, Stakes::Casual);
    casual.does(Command::Connect { seat: Seat(0) });
    assert_eq!(outcome(casual.at(500.0), Command::Expire), "over(unattended)");
    casual.verified();
}

#[test]
fn a_first_move_has_a_deadline_of_its_own() {
    let mut opening = opened("kamisado", &["100", "100"], &[]);
    opening.conduct.first_move_grace = Some(std::time::Duration::from_secs(20));
    let mut rig = Rig::open(games::find("kamisado").expect("the game"), opening);
    rig.does(Command::Connect { seat: Seat(0) });
    assert_eq!(outcome(rig.at(5.0), Command::Connect { seat: Seat(1) }), "here(1) round(1) due(0)");
    rig.ask();
    assert_eq!(rig.current.deadline().map(|deadline| deadline.at), Some(seconds(25.0)));
    let mut slow = rig.clone();
    assert_eq!(outcome(slow.at(24.9), Command::Expire), "-");
    assert_eq!(outcome(slow.at(25.0), Command::Expire), "over(abort)");
    assert!(slow.verified().over);

    // Downtime of the server does not count.
    let mut away = rig.clone();
    away.at(20.0).does(Command::Restart);
    away.connect_all();
    assert_eq!(outcome(away.at(30.0), Command::Expire), "-");
    assert_eq!(outcome(away.at(40.0), Command::Expire), "over(abort)");

    let notation = rig.legal()[0].clone();
    let answer = rig.answer(&notation);
    assert_eq!(outcome(&mut rig, answer), format!("moved({notation}) due(1)"));
    rig.at(10.0);
    any_move(&mut rig);
    any_move(&mut rig);
    assert_eq!(rig.log.iter().filter(|event| matches!(event.fact, Fact::FirstMoveDue { .. })).count(), 2);
    assert_ne!(rig.current.deadline().map(|deadline| deadline.at), Some(seconds(25.0)));
    rig.verified();
}
