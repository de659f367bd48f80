//! Forged ends that replace the rest of a record. `docs/verdicts.md` lists the ends that a record
//! can be made to show.

use std::time::Duration;

use referee_games::rules::Points;
use referee_ids::Seat;
use referee_law::{
    Command, EndReason, Event, Fact, Termination, Time,
    ending::termination::LAW,
    event::{IllegalMovePolicy, MatchEnded, MatchOpened, Verdict},
    verify::{
        proofs::{Forgeable, PROOFS},
        verify_with,
    },
};

use crate::{
    every_end::played,
    rig::{Rig, host, opened, seconds},
    takeaway::TAKEAWAY,
};

/// Returns the log with a forged end at this point. All fields of its kind are set.
fn forged(rig: &Rig, termination: Termination, change: impl FnOnce(&mut MatchEnded)) -> Vec<Event> {
    let before = rig.log.last().expect("an event");
    let mut honest = rig.clone();
    honest.does(Command::Abort { by: host(), request_id: Default::default() });
    let Fact::MatchEnded(abort) = honest.log.last().expect("an end").fact.clone() else { panic!("an end") };
    let loser = termination.loses().then_some(Seat(1));
    let places = match (termination.counts(), loser) {
        (false, _) => Vec::new(),
        (true, Some(_)) => vec![1, 2],
        (true, None) => by_points(&abort.verdict.totals),
    };
    let reason = match termination {
        Termination::Abort => abort.verdict.reason.clone(),
        Termination::HostFault => EndReason::Host("the disk is full".to_owned()),
        _ => EndReason::Plain,
    };
    let mut ended =
        MatchEnded { verdict: Verdict { termination, seat: loser, reason, places, ..abort.verdict }, ..abort };
    change(&mut ended);
    let mut log = rig.log.clone();
    log.push(Event { seq: before.seq.next(), at: rig.now, fact: Fact::MatchEnded(ended) });
    log
}

fn by_points(totals: &[Points]) -> Vec<u32> {
    totals.iter().map(|own| 1 + totals.iter().filter(|other| *other > own).count() as u32).collect()
}

/// Sets the fields that a forger would set for this kind of end.
fn dress(ended: &mut MatchEnded, now: Time) {
    let verdict = &mut ended.verdict;
    match verdict.termination {
        Termination::IllegalMove => {
            ended.received = Some(now);
            verdict.declined = Some("take9".to_owned());
            verdict.reason = EndReason::NotLegal;
        }
        Termination::ProtocolError => {
            (ended.received, verdict.reason) = (Some(now), EndReason::Program("exit status 1".to_owned()));
        }
        Termination::Claim => (ended.received, verdict.seat) = (Some(now), Some(Seat(1))),
        Termination::Flag | Termination::Disconnect => verdict.overrun = Some(Duration::ZERO),
        Termination::NoShow => {
            verdict.overrun = Some(Duration::ZERO);
            verdict.reason = EndReason::NoFirstMove(Seat(1));
        }
        _ => {}
    }
}

#[test]
fn forged_ends_are_detected_except_the_listed_ones() {
    let mut rig = played();
    rig.at(38.0);
    for row in LAW {
        let log = forged(&rig, row.termination, |ended| dress(ended, rig.now));
        let found = verify_with(&TAKEAWAY, &log);
        let expected = PROOFS[row.termination as usize].forgeable == Forgeable::InPlay;
        assert_eq!(found.is_ok(), expected, "{}: {found:?}", row.word);
        if let Err(found) = found {
            assert_eq!(found.seq, log.last().expect("an end").seq, "{found}");
        }
    }
}

#[test]
fn a_move_said_to_be_illegal_is() {
    let mut rig = played();
    rig.at(38.0);
    let legal = rig.legal()[0].clone();
    let error = |change: fn(&mut MatchEnded)| {
        let log = forged(&rig, Termination::IllegalMove, |ended| {
            dress(ended, rig.now);
            change(ended);
        });
        verify_with(&TAKEAWAY, &log).expect_err("it is forged").text
    };
    assert_eq!(legal, "take1");
    assert_eq!(error(|ended| ended.verdict.declined = Some("take1".to_owned())), "`take1` was legal");
    assert_eq!(error(|ended| ended.verdict.declined = Some(" TAKE1".to_owned())), error_of(&rig, " TAKE1"));
    assert_eq!(error(|ended| ended.verdict.declined = None), "the declined move is missing");
    let said = error(|ended| ended.verdict.reason = EndReason::Unreadable);
    assert_eq!(said, "`take9` was declined for another reason: not a legal move here");
}

/// Returns the error for a move that is legal in another spelling, or illegal.
fn error_of(rig: &Rig, text: &str) -> String {
    match rig.clone().current.course().clone().play(text) {
        Ok(_) => format!("`{text}` was legal"),
        Err(error) => format!("`{text}` was declined for another reason: {error}"),
    }
}

#[test]
fn an_illegal_move_with_a_substitute_loses_no_match() {
    let mut opened: MatchOpened = opened("takeaway", &["10+1", "20+2"], &[]);
    opened.illegal_move_policy = IllegalMovePolicy::Substitute;
    let mut rig = Rig::open(&TAKEAWAY, opened);
    rig.at(1.0).connect_all();
    rig.ask();
    rig.at(2.0);
    let mut log = forged(&rig, Termination::IllegalMove, |ended| dress(ended, seconds(2.0)));
    let Some(Event { fact: Fact::MatchEnded(ended), .. }) = log.last_mut() else { panic!("an end") };
    (ended.verdict.seat, ended.verdict.places) = (Some(Seat(0)), vec![2, 1]);
    let error = verify_with(&TAKEAWAY, &log).expect_err("it is forged");
    assert_eq!(error.text, "this match's policy substitutes illegal moves");
}

/// An abort names its author or the wait that expired. Neither can be made up.
#[test]
fn only_permitted_callers_abort_a_match() {
    let mut rig = played();
    rig.at(38.0);
    let by_seat = EndReason::CalledOff(Some(Seat(0)));
    for reason in [by_seat, EndReason::NotCounted, EndReason::LongPause, EndReason::NoSeatCameBack, EndReason::Plain] {
        let log = forged(&rig, Termination::Abort, |ended| ended.verdict.reason = reason.clone());
        let error = verify_with(&TAKEAWAY, &log).expect_err("every seat has moved, and is here");
        assert!(error.text.starts_with("an end by abort "), "{reason:?}: {error}");
    }
}

/// A late message cannot be an illegal move or a protocol error, since the flag fell first.
#[test]
fn nothing_outweighs_a_flag_that_had_fallen() {
    let mut rig = played();
    rig.at(38.0);
    let flag = rig.current.deadline().expect("a flag").at;
    for termination in [Termination::IllegalMove, Termination::ProtocolError] {
        let found = |at: Time| {
            let mut log = forged(&rig, termination, |ended| dress(ended, at));
            log.last_mut().expect("an end").at = at;
            verify_with(&TAKEAWAY, &log)
        };
        assert!(found(Time(flag.0 - 1)).is_ok(), "{termination:?}");
        assert_eq!(found(flag).expect_err("it is forged").text, "the flag of seat 1 had fallen");
    }
}

/// No seat can resign before the start. The match can be aborted only if a seat did not connect in
/// time.
#[test]
fn only_possible_ends_are_accepted_before_the_start() {
    let mut rig = Rig::open(&TAKEAWAY, opened("takeaway", &["10+1", "20+2"], &[]));
    rig.at(1.0).does(Command::Connect { seat: Seat(0) });
    let found = |at: f64, termination: Termination, reason: EndReason| {
        let mut log = forged(&rig, termination, |ended| {
            ended.verdict.reason = reason;
            ended.verdict.overrun = (termination == Termination::Unattended).then_some(Duration::ZERO);
        });
        log.last_mut().expect("an end").at = seconds(at);
        verify_with(&TAKEAWAY, &log).map(drop).map_err(|found| found.text)
    };
    let missing = |seat| EndReason::Missing(vec![Seat(seat)]);
    let by = |seat| EndReason::CalledOff(Some(Seat(seat)));
    let not_so = |cause: &str, why: &str| Err(format!("an end by {cause} cannot have the reason `{why}` here"));
    assert_eq!(found(2.0, Termination::Resignation, EndReason::Plain), Err("the match had not started".to_owned()));
    assert_eq!(found(2.0, Termination::Abort, by(1)), Ok(()));
    assert_eq!(found(2.0, Termination::Abort, by(2)), not_so("abort", "aborted by seat 2"));
    assert_eq!(found(60.0, Termination::Abort, missing(1)), not_so("abort", "seat 1 did not connect"));
    assert_eq!(found(60.0, Termination::Unattended, missing(1)), Ok(()));
    let too_early = "the match had started, a seat had more time to connect, or loses by no_show".to_owned();
    assert_eq!(found(59.9, Termination::Unattended, missing(1)), Err(too_early));
    let of_another = found(60.0, Termination::Unattended, missing(0));
    assert_eq!(of_another, not_so("unattended", "seat 0 did not connect"));
}
