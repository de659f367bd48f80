//! Matches without clocks: what an import makes of an export.

use referee_games::{self as games, rules::Points};
use referee_ids::{MatchId, Seat, Viewer};
use referee_law::{
    Command, Event, Evidence, Fact, MatchAdjudicated, MatchOpened, Proposal, ProposalAnswer, Ruling, Termination,
    opening::occasion::IMPORTED_LABEL,
    plain::{BadImport, PlainEnd, PlainMatch},
    verify::verify,
};

use super::rig::{Rig, host, opened, request};

/// A match of a game with these seats, after some moves.
fn begun(game: &str, seats: usize, options: &[(&str, &str)], moves: usize) -> Rig {
    begun_with(game, seats, options, moves, |_| {})
}

fn begun_with(game: &str, seats: usize, options: &[(&str, &str)], moves: usize, change: fn(&mut MatchOpened)) -> Rig {
    let found = games::find(game).expect("it is registered");
    let mut opening = opened(game, &vec!["10"; seats], options);
    change(&mut opening);
    let mut rig = Rig::started(found, opening);
    play(&mut rig, moves);
    rig
}

/// Plays any legal moves.
fn play(rig: &mut Rig, moves: usize) {
    for number in 0..moves {
        if rig.current.verdict().is_some() {
            break;
        }
        rig.ask();
        let legal = rig.legal();
        rig.play(&legal[(number * 7 + 3) % legal.len()]);
    }
}

fn plain(events: &[Event]) -> PlainMatch {
    PlainMatch::of(events, Viewer::Arbiter).unwrap_or_else(|bad| panic!("{bad}: {events:#?}"))
}

fn import(plain: &PlainMatch) -> Result<Vec<Event>, BadImport> {
    plain.events(MatchId::parse("again").expect("an id"), "json")
}

/// Exports, imports and exports again.
fn returns(rig: &Rig) -> PlainMatch {
    let first = plain(&rig.log);
    let events = import(&first).unwrap_or_else(|bad| panic!("{bad}: {first:#?}"));
    verify(&events).unwrap_or_else(|bad| panic!("{bad}: {events:#?}"));
    let Fact::MatchOpened(opened) = &events[0].fact else { panic!("{events:#?}") };
    assert!(opened.is_imported() && opened.labels[IMPORTED_LABEL] == "json", "{opened:?}");
    assert!(opened.time_controls.iter().all(|control| control.for_first_move().is_none()), "{opened:?}");
    assert_eq!(plain(&events), first);
    first
}

fn ended(rig: &Rig) -> &'static str {
    returns(rig).end.expect("it is over").termination.word()
}

#[test]
fn matches_that_come_to_their_end_return() {
    for (game, seats, options) in [
        ("dvonn", 2, &[][..]),
        ("kamisado", 2, &[("length", "standard")]),
        ("honest_john", 4, &[("rounds", "3")]),
        ("honest_john", 8, &[("rounds", "2")]),
        ("honest_john", 3, &[("version", "2"), ("set", "9")]),
    ] {
        let rig = begun_with(game, seats, options, 5000, |opening| {
            opening.time_controls = vec![referee_law::TimeControl::UNLIMITED; opening.players.len()];
        });
        assert_eq!(ended(&rig), "normal", "{game}");
        assert!(game == "dvonn" || plain(&rig.log).rounds.len() > 1, "{game}");
    }
}

#[test]
fn a_match_that_ends_by_its_duration_returns() {
    let game = games::find("honest_john").expect("it is registered");
    let mut ends_with_substitution = false;
    // The moves of a lost seat are substituted, and may be the last of the match.
    for variant in 0..24 {
        let mut rig = Rig::started(game, opened("honest_john", &["inf"; 4], &[("minutes", "1")]));
        let mut now = 0.0;
        while rig.current.verdict().is_none() {
            now += 1.0;
            rig.ask();
            if now == 40.0 && variant > 0 {
                let seat = Seat(variant % 4);
                rig.at(now).does(Command::Resign { seat, request_id: request("r") });
                continue;
            }
            let legal = rig.legal();
            rig.at(now).play(&legal[usize::from(variant) % legal.len()]);
        }
        assert_eq!(ended(&rig), "normal");
        ends_with_substitution |= matches!(last_step(&rig), Fact::MoveSubstituted { .. });
    }
    assert!(ends_with_substitution, "no match ended by a substituted move");
}

fn is_step(event: &&Event) -> bool {
    use Fact::{ChanceResolved, ForcedMovePlayed, MovePlayed, MoveSubstituted};
    matches!(event.fact, MovePlayed(_) | MoveSubstituted { .. } | ForcedMovePlayed { .. } | ChanceResolved { .. })
}

fn last_step(rig: &Rig) -> &Fact {
    &rig.log.iter().rev().find(is_step).expect("a step").fact
}

/// A text may end before the forced steps that follow its last move.
#[test]
fn forced_steps_at_the_end_may_be_left_out() {
    let mut left_out = 0;
    for moves in 1..60 {
        let mut rig = begun("kamisado", 2, &[("length", "standard")], moves);
        if rig.current.verdict().is_none() {
            rig.does(Command::Resign { seat: Seat(0), request_id: request("r") });
        }
        let whole = plain(&rig.log);
        let mut steps: Vec<&Event> = rig.log.iter().filter(is_step).collect();
        let mut shorter = whole.clone();
        while matches!(steps.last().expect("a step").fact, Fact::ForcedMovePlayed { .. }) {
            steps.pop();
            let last = shorter.rounds.last_mut().expect("a round");
            left_out += usize::from(last.moves.pop().is_some());
            last.result = None;
        }
        let events = import(&shorter).unwrap_or_else(|bad| panic!("{bad}: {shorter:#?}"));
        verify(&events).unwrap_or_else(|bad| panic!("{bad}: {events:#?}"));
        assert_eq!(plain(&events).rounds, whole.rounds);
    }
    assert!(left_out > 0, "no match ended with a forced step");
}

#[test]
fn every_end_of_two_seats_returns() {
    let hive = || begun("hive", 2, &[("expansions", "MLP")], 9);
    let ended_by = |command: fn(&Rig) -> Command| {
        let mut rig = hive();
        let command = command(&rig);
        rig.does(command);
        ended(&rig)
    };
    assert_eq!(ended_by(|_| Command::Resign { seat: Seat(0), request_id: request("r") }), "resignation");
    assert_eq!(ended_by(|_| Command::Abort { by: host(), request_id: request("a") }), "abort");
    assert_eq!(ended_by(|_| Command::Fault { detail: "the disk is full".into() }), "host_fault");
    assert_eq!(
        ended_by(|rig| Command::Misbehave {
            seat: Seat(1),
            detail: "exit status 1".into(),
            evidence: Evidence::default(),
            received: rig.now
        }),
        "protocol_error"
    );
    for ruling in [Ruling::AsItStands, Ruling::Loss(Seat(1)), Ruling::Points(vec![Points::whole(3), Points::ZERO])] {
        let mut rig = hive();
        let by = MatchAdjudicated { arbiter: rig.current.opened().players[0].clone(), ruling, reason: "late".into() };
        rig.does(Command::Adjudicate { by, request_id: request("j") });
        assert_eq!(ended(&rig), "adjudication");
    }
    let mut flagged = hive();
    flagged.ask();
    flagged.now = flagged.current.deadline().expect("a flag").at;
    flagged.does(Command::Expire);
    assert_eq!(ended(&flagged), "flag");
    let mut agreed = hive();
    agreed.does(Command::Propose { seat: Seat(1), proposal: Proposal::Draw, request_id: request("d") });
    agreed.does(Command::AnswerProposal {
        seat: Seat(0),
        proposal: Proposal::Draw,
        answer: ProposalAnswer::Accept,
        request_id: request("e"),
        received: agreed.now,
    });
    assert_eq!(ended(&agreed), "draw_agreed");
    let capped = begun_with("hive", 2, &[], 12, |opening| opening.conduct.max_plies = Some(10));
    assert_eq!(ended(&capped), "max_plies");
    let mut claimed = begun("hive", 2, &[], 0);
    for notation in ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-"] {
        claimed.play(notation);
    }
    while !claimed.current.course().position().is_claimable() {
        for notation in ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"] {
            claimed.play(notation);
        }
    }
    claimed.ask();
    let (seat, received) = (Seat(0), claimed.now);
    claimed.does(Command::ClaimDraw { seat, request_id: request("c"), received });
    assert_eq!(ended(&claimed), "claim");
}

#[test]
fn a_chosen_opening_returns() {
    for game in ["dvonn", "hive", "kamisado"] {
        let rig = begun_with(game, 2, &[], 6, |opening| {
            let found = games::find(&opening.game).expect("it is registered");
            let setting = found.facts().setting(2, []).expect("the defaults");
            let mut start = found.open(&setting).expect("an opening");
            for _ in 0..2 {
                let first = start.legal().remove(0);
                start.play(&first).expect("a legal move");
                opening.opening.start_position = start.text();
            }
            opening.opening.moves = vec![start.legal().remove(0)];
        });
        let told = returns(&rig);
        assert!(told.opening.moves.len() == 1 && told.rounds[0].moves.len() == 6, "{told:?}");
    }
}

#[test]
fn a_match_that_never_began_returns() {
    for (game, seats) in [("hive", 2), ("honest_john", 4)] {
        let found = games::find(game).expect("it is registered");
        let mut rig = Rig::open(found, opened(game, &vec!["10"; seats], &[]));
        assert!(returns(&rig).rounds.is_empty(), "{game}");
        rig.does(Command::Connect { seat: Seat(0) });
        rig.at(1000.0).does(Command::Expire);
        assert_eq!(ended(&rig), "unattended", "{game}");
    }
}

#[test]
fn lost_seats_return_with_their_places() {
    let mut rig = begun("honest_john", 5, &[("rounds", "2")], 6);
    rig.does(Command::Resign { seat: Seat(3), request_id: request("r") });
    play(&mut rig, 4);
    rig.ask();
    rig.now = rig.current.deadline().expect("a flag").at;
    rig.does(Command::Expire);
    play(&mut rig, 500);
    let all = returns(&rig);
    let causes: Vec<&str> = all.losses.iter().map(|loss| loss.cause.word()).collect();
    assert_eq!(causes, ["resignation", "flag"]);
    assert!(all.end.expect("it is over").places.iter().all(|place| (1..=5).contains(place)));
}

#[test]
fn moves_taken_back_are_not_exported() {
    let mut rig = begun("dvonn", 2, &[], 6);
    let before = plain(&rig.log).rounds[0].moves.clone();
    let seat = Seat(1);
    rig.does(Command::Propose { seat, proposal: Proposal::Takeback, request_id: request("t") });
    let (answer, received) = (ProposalAnswer::Accept, rig.now);
    rig.does(Command::AnswerProposal {
        seat: Seat(0),
        proposal: Proposal::Takeback,
        answer,
        request_id: request("u"),
        received,
    });
    assert_eq!(returns(&rig).rounds[0].moves, before[..5]);
}

#[test]
fn a_viewer_sees_no_more_of_an_unfinished_round_than_during_play() {
    let rig = begun("honest_john", 4, &[("rounds", "3")], 3);
    let seen = |viewer| PlainMatch::of(&rig.log, viewer).expect("it verifies").rounds.remove(0).moves;
    let full = seen(Viewer::Arbiter);
    assert!(!full[0].contains('?'), "{full:?}");
    assert!(!seen(Viewer::Spectator)[0].contains(|c: char| c.is_ascii_digit()), "{:?}", seen(Viewer::Spectator));
    let own = seen(Viewer::Seat(Seat(2)));
    assert!(own[0].contains('?') && own[0].contains(|c: char| c.is_ascii_digit()), "{own:?}");
    let mut over = rig.clone();
    over.does(Command::Resign { seat: Seat(0), request_id: request("r") });
    play(&mut over, 1000);
    let all = PlainMatch::of(&over.log, Viewer::Spectator).expect("it verifies");
    assert_eq!(all, plain(&over.log), "a match that is over is open");
}

#[test]
fn a_result_that_does_not_follow_is_refused() {
    let rig = begun("dvonn", 2, &[], 5000);
    let told = returns(&rig);
    let refused = |change: &dyn Fn(&mut PlainMatch)| {
        let mut changed = told.clone();
        change(&mut changed);
        import(&changed).expect_err("it does not follow").field
    };
    assert_eq!(refused(&|plain| plain.totals.reverse()), "points");
    assert_eq!(refused(&|plain| plain.end.as_mut().expect("an end").places = vec![7, 7]), "places");
    assert_eq!(
        refused(&|plain| plain.end.as_mut().expect("an end").termination = Termination::Flag),
        "end.termination"
    );
    assert_eq!(refused(&|plain| plain.rounds[0].start = "W 0 a1=W -".into()), "rounds[0].start");
    assert_eq!(refused(&|plain| plain.rounds[0].moves[4] = "z9".into()), "rounds[0].moves[4]");
    assert_eq!(
        refused(&|plain| plain.rounds[0].moves.push("a1".into())),
        format!("rounds[0].moves[{}]", told.rounds[0].moves.len())
    );
    assert_eq!(refused(&|plain| plain.rounds.push(told.rounds[0].clone())), "rounds[1]");
    assert_eq!(refused(&|plain| plain.players.truncate(1)), "seats");
    assert_eq!(refused(&|plain| plain.game = "chess".into()), "game");
    let cut = |plain: &mut PlainMatch| {
        plain.rounds[0].moves.truncate(20);
        plain.rounds[0].result = None;
    };
    assert_eq!(refused(&cut), "end.termination");
    let of_nobody = |plain: &mut PlainMatch| {
        cut(plain);
        plain.end = Some(PlainEnd { termination: Termination::Flag, seat: Some(Seat(9)), places: Vec::new() });
    };
    assert_eq!(refused(&of_nobody), "end.termination");
}

#[test]
fn a_loss_at_no_step_is_refused() {
    let mut rig = begun("honest_john", 4, &[("rounds", "1")], 2);
    rig.does(Command::Resign { seat: Seat(1), request_id: request("r") });
    play(&mut rig, 500);
    let mut told = returns(&rig);
    told.losses[0].ply = 4000;
    assert_eq!(import(&told).expect_err("the round is shorter").field, "losses[0]");
}
