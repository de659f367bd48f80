//! What a stored verdict holds beside the verdict: the time by which a limit was overstepped, and what a program left.

use std::time::Duration;

use referee::{
    referee::{Event, Evidence, Exit, Fact, Termination, event::MatchEnded},
    store::{
        codec::{decode, encode},
        limits::check,
        record,
    },
};

use super::sample::ended;

const GOLDEN: &str = include_str!("../../../golden/log-v1-verdicts.jsonl");
const GOLDEN_DECLINED: &str = include_str!("../../../golden/log-v1-declined.jsonl");

fn end(seq: u64, change: impl FnOnce(&mut MatchEnded)) -> Event {
    let mut event = ended(seq);
    let Fact::MatchEnded(end) = &mut event.fact else { panic!("an end") };
    change(end);
    event
}

fn lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// Logs like this one are out there: it never changes.
fn golden() -> Vec<Event> {
    let evidence = |exit, stdout: &[&str], stderr: &[&str]| {
        Some(Box::new(Evidence { exit, stdout: lines(stdout), stderr: lines(stderr) }))
    };
    vec![
        end(1, |end| {
            end.verdict.termination = Termination::Flag;
            end.verdict.overrun = Some(Duration::from_nanos(1_000_001));
        }),
        end(2, |end| {
            end.verdict.termination = Termination::ProtocolError;
            end.verdict.evidence = evidence(Some(Exit::Status(-3)), &["id name x", "bestmove"], &["boom \u{1f600}"]);
        }),
        end(3, |end| end.verdict.evidence = evidence(Some(Exit::Signal(11)), &[], &[])),
        end(4, |end| {
            end.verdict.overrun = Some(Duration::ZERO);
            end.verdict.evidence = evidence(Some(Exit::Status(0)), &[], &["", "\t"]);
        }),
        end(5, |end| end.verdict.evidence = evidence(None, &["go?"], &[])),
    ]
}

#[test]
fn the_golden_log_of_verdicts_is_still_read_and_written() {
    assert_eq!(record::write(&golden()), GOLDEN);
    assert_eq!(record::read(GOLDEN).expect("a record"), golden());
    for event in golden() {
        assert_eq!(decode(&encode(&event)).expect("an event"), event);
    }
}

/// What an illegal move is told as; logs from before do not tell it, and read as ever.
#[test]
fn the_golden_log_of_a_declined_move_is_still_read_and_written() {
    let event = end(1, |end| {
        end.verdict.termination = Termination::IllegalMove;
        end.verdict.declined = Some("g2\n\u{e9}".to_owned());
    });
    assert_eq!(record::write(std::slice::from_ref(&event)), GOLDEN_DECLINED);
    assert_eq!(record::read(GOLDEN_DECLINED).expect("a record"), std::slice::from_ref(&event));
    assert_eq!(decode(&encode(&event)).expect("an event"), event);
    let long = end(1, |end| end.verdict.declined = Some("x".repeat(65_537)));
    assert_eq!(check(&long).expect_err("it is too long").field, "match_ended.declined");
}

#[test]
fn evidence_has_limits() {
    let with = |stdout: Vec<String>, stderr: Vec<String>| {
        end(9, |end| end.verdict.evidence = Some(Box::new(Evidence { exit: None, stdout, stderr })))
    };
    let field = |event: &Event| check(event).map_err(|broken| broken.field);
    assert_eq!(field(&with(vec!["x".repeat(256); 20], Vec::new())), Ok(()));
    assert_eq!(field(&with(vec![String::new(); 21], Vec::new())), Err("match_ended.evidence.stdout"));
    assert_eq!(field(&with(Vec::new(), vec!["x".repeat(257)])), Err("match_ended.evidence.stderr"));
}
