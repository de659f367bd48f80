//! The verdict law: of all causes at the same moment, the one with the highest precedence ends the
//! match.

use std::time::Duration;

use referee_ids::Seat;
use referee_law::{
    Command, Evidence, Exit, Fact, IllegalMovePolicy, Termination, Time, Verdict,
    ending::{
        lost,
        termination::{LAW, Since},
    },
};

use super::{
    rig::{GRACE, Rig, opened, outcome, request, seconds},
    takeaway::TAKEAWAY,
};

/// The seat to move in [`rig`].
const MOVER: Seat = Seat(1);
/// The other seat.
const OTHER: Seat = Seat(0);

/// Starts a match in which seat 1 has 2 s and was asked at 1 s. Its only legal move ends the match.
/// Seat 0 may have left.
fn rig(left: Option<Time>) -> Rig {
    let mut opening = opened("takeaway", &["2", "2"], &[("rounds", "1")]);
    opening.illegal_move_policy = IllegalMovePolicy::Forfeit;
    let mut rig = Rig::started(&TAKEAWAY, opening);
    rig.play("take3");
    rig.play("take3");
    assert_eq!(rig.current.turn().map(|turn| turn.seat), Some(MOVER));
    rig.at(1.0).ask();
    if let Some(at) = left {
        rig.now = at;
        rig.does(Command::Disconnect { seat: OTHER, attended: false });
    }
    rig
}

fn verdict(rig: &Rig) -> &Verdict {
    rig.current.verdict().expect("the end")
}

/// Returns the command of a seat that directly causes this termination.
fn brought(rig: &Rig, termination: Termination) -> Option<Command> {
    let seat = rig.current.turn().expect("a turn").seat;
    Some(match termination {
        Termination::Normal => rig.answer(&rig.legal()[0]),
        Termination::IllegalMove => rig.answer("take9"),
        Termination::ProtocolError => Command::Misbehave {
            seat,
            detail: "closed its output".to_owned(),
            evidence: Evidence::default(),
            received: rig.now,
        },
        Termination::HostFault => Command::Fault { detail: "the disk is full".to_owned() },
        _ => return None,
    })
}

#[test]
fn the_weightiest_of_all_that_holds_is_the_verdict() {
    let mut tried = 0;
    for (flag, grace) in [(false, false), (true, false), (true, true)] {
        for cause in LAW.iter() {
            let mut rig = rig(grace.then_some(seconds(1.0)));
            rig.now = match (flag, grace) {
                (false, _) => seconds(2.0),
                (true, false) => seconds(3.5),
                (true, true) => seconds(1.0).after(GRACE),
            };
            let Some(command) = brought(&rig, cause.termination) else { continue };
            rig.does(command);
            let mut holds = vec![cause.termination];
            holds.extend(flag.then_some(Termination::Flag));
            holds.extend(grace.then_some(Termination::Disconnect));
            let weightiest = holds.iter().max().copied().expect("one holds");
            assert_eq!(verdict(&rig).termination, weightiest, "{holds:?}");
            let offender = weightiest.loses().then_some(match weightiest {
                Termination::Disconnect => OTHER,
                _ => MOVER,
            });
            assert_eq!(verdict(&rig).seat, offender, "{holds:?}");
            rig.verified();
            tried += 1;
        }
    }
    assert_eq!(tried, 12);
}

#[test]
fn an_expired_grace_outweighs_later_messages() {
    for cause in LAW.iter() {
        let mut opening = opened("takeaway", &["inf", "inf"], &[("rounds", "1")]);
        opening.illegal_move_policy = IllegalMovePolicy::Forfeit;
        let mut rig = Rig::started(&TAKEAWAY, opening);
        let away = Seat(1 - rig.current.turn().expect("a turn").seat.0);
        rig.at(1.0).does(Command::Disconnect { seat: away, attended: false });
        let over = seconds(1.0).after(GRACE);
        for (received, in_time) in [(Time(over.0 - 1), true), (over, false)] {
            let mut rig = rig.clone();
            rig.now = received;
            let Some(command) = brought(&rig, cause.termination) else { continue };
            // The referee decides it a second later.
            rig.now = received.after(Duration::from_secs(1));
            rig.does(command);
            rig.verified();
            let outweighed = !in_time && cause.termination < Termination::Disconnect;
            match rig.current.verdict() {
                Some(verdict) if outweighed => {
                    assert_eq!((verdict.termination, verdict.seat), (Termination::Disconnect, Some(away)));
                    assert_eq!(verdict.overrun, Some(Duration::from_secs(1)));
                }
                Some(verdict) => assert_eq!(verdict.termination, cause.termination),
                None => assert!(!outweighed && cause.termination == Termination::Normal, "the move was played"),
            }
        }
    }
}

#[test]
fn an_answer_late_by_a_millisecond_is_late_by_a_millisecond() {
    let mut rig = rig(None);
    rig.now = seconds(3.001);
    let mut silent = rig.clone();
    rig.does(rig.answer(&rig.legal()[0]));
    assert_eq!(verdict(&rig).termination, Termination::Flag);
    assert_eq!(verdict(&rig).overrun, Some(Duration::from_millis(1)));
    silent.does(Command::Expire);
    assert_eq!(verdict(&silent).overrun, Some(Duration::from_millis(1)));
    rig.verified();
}

#[test]
fn evidence_is_kept_within_limits() {
    let mut rig = rig(None);
    let seat = MOVER;
    let evidence = Evidence {
        exit: Some(Exit::Signal(11)),
        stdout: (0..30).map(|n| n.to_string()).collect(),
        stderr: vec!["x".repeat(1000)],
    };
    let misbehave =
        Command::Misbehave { seat, detail: "ended".to_owned(), evidence: evidence.clone(), received: rig.now };
    let mut late = rig.clone();
    rig.does(misbehave.clone());
    let kept = verdict(&rig).evidence.as_deref().expect("it left something");
    assert_eq!((kept.exit, kept.stdout.len(), kept.stdout[0].as_str()), (Some(Exit::Signal(11)), 20, "10"));
    assert_eq!(kept.stderr[0].len(), 256);

    late.now = seconds(9.0);
    let Command::Misbehave { seat, detail, evidence, .. } = misbehave else { unreachable!() };
    late.does(Command::Misbehave { seat, detail, evidence, received: late.now });
    assert_eq!(verdict(&late).termination, Termination::Flag);
    assert_eq!(verdict(&late).evidence.as_deref().and_then(|evidence| evidence.exit), Some(Exit::Signal(11)));
}

#[test]
fn misconduct_that_was_seen_before_a_turn_was_handed_over_is_no_discrepancy() {
    let mut rig = rig(None);
    rig.now = seconds(1.5);
    let received = seconds(0.5);
    let misbehave =
        Command::Misbehave { seat: OTHER, detail: "ended".to_owned(), evidence: Evidence::default(), received };
    rig.does(misbehave);
    assert_eq!((verdict(&rig).termination, verdict(&rig).seat), (Termination::ProtocolError, Some(OTHER)));
    rig.verified();
}

#[test]
fn an_innocent_seat_has_no_evidence_against_it() {
    let mut rig = rig(Some(seconds(1.0)));
    let evidence = Evidence { exit: Some(Exit::Status(1)), ..Evidence::default() };
    rig.now = seconds(9.0);
    rig.does(Command::Misbehave { seat: OTHER, detail: "ended".to_owned(), evidence, received: rig.now });
    assert_eq!((verdict(&rig).termination, &verdict(&rig).evidence), (Termination::Flag, &None));
}

#[test]
fn the_evidence_of_a_losing_seat_is_added_once() {
    let left = |line: &str| Evidence { stdout: vec![line.to_owned()], ..Evidence::default() };
    let rig = rig(None);
    let detail = "ended".to_owned();
    let misbehave = Command::Misbehave { seat: OTHER, detail, evidence: left("at once"), received: rig.now };
    for (at, command, evidence) in [
        (9.0, Command::Expire, Some(left("later"))),
        (2.0, Command::Resign { seat: OTHER, request_id: request("r") }, Some(left("later"))),
        (2.0, Command::Fault { detail: "the disk is full".to_owned() }, None),
        (2.0, misbehave, Some(left("at once"))),
        (2.0, rig.answer(&rig.legal()[0]), None),
    ] {
        let mut facts = rig.clone().at(at).does(command);
        lost::add_evidence(&mut facts, |_| Some(left("later")));
        let kept = facts.iter().find_map(|fact| match fact {
            Fact::MatchEnded(ended) => ended.verdict.evidence.as_deref(),
            _ => None,
        });
        assert_eq!(kept, evidence.as_ref(), "{facts:?}");
    }
}

#[test]
fn only_time_itself_outweighs_a_message() {
    for cause in LAW.iter().filter(|cause| matches!(cause.since, Since::FlagFell | Since::GraceOver)) {
        let received = LAW.iter().filter(|other| other.since == Since::Received);
        assert!(received.clone().count() == 6 && received.clone().all(|other| other.termination < cause.termination));
    }
    let mut rig = rig(None);
    rig.now = seconds(9.0);
    let resign = Command::Resign { seat: OTHER, request_id: request("r") };
    assert_eq!(outcome(&mut rig, resign), "!MatchOver", "the flag fell before");
    assert_eq!(outcome(&mut rig, Command::Expire), "over(flag by 1)");
}
