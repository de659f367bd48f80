//! Records that were changed afterwards, in every field of every kind of event.

mod changes;
mod forged;

use std::{collections::BTreeSet, time::Duration};

use referee_ids::{Seat, Seq};
use referee_law::{Fact, verify::verify_with};

use self::changes::changes_of;
use crate::{
    every_end::ends,
    rig::{Rig, word},
    takeaway::TAKEAWAY,
};

/// Changes that no record can reveal. Verification must detect all others.
const BEYOND_PROOF: &[&str] = &[
    "match_opened.players: a name",
    "match_opened.opened_unix_ms",
    "match_opened.illegal_move_policy",
    "match_opened.lost_seat_policy",
    "match_opened.conduct.stakes",
    "match_opened.rematch_of",
    "match_opened.created_by",
    "match_opened.consents: by policy",
    "match_opened.occasion",
    "match_opened.labels",
    "match_ended.ended_unix_ms",
    "move_played.notation: another move",
    "move_played.stalled",
    "nonce_given.request_id",
    "proposal_made.request_id",
    "proposal_answered.request_id",
    "match_paused.arbiter",
    "match_paused.request_id",
    "match_resumed.arbiter",
    "match_resumed.request_id",
    "match_adjudicated.arbiter",
    "match_adjudicated.request_id",
    "match_ended.declined: another illegal move",
    "match_ended.reason: in free words",
    "match_ended.evidence",
    "match_ended.evidence: none",
    "match_ended.seat: another claimed",
    "match_ended.request_id",
];

#[test]
fn every_record_verifies() {
    let ends = ends();
    let last = |rig: &Rig| word(&rig.log.last().expect("an event").fact);
    let words: Vec<String> = ends.iter().map(last).collect();
    assert_eq!(
        words,
        [
            "over(normal)",
            "over(resignation by 0)",
            "over(illegal_move by 1)",
            "over(protocol_error by 1)",
            "over(disconnect by 1)",
            "over(flag by 1)",
            "over(flag by 1)",
            "over(abort)",
            "over(host_fault)",
            "over(draw_agreed)",
            "over(claim by 0)",
            "over(adjudication)",
            "over(adjudication by 0)",
            "over(adjudication)",
        ]
    );
    for rig in &ends {
        let verified = rig.verified();
        assert_eq!(verified.events, rig.log.len() as u64);
        assert!(verified.over && verified.rounds >= 1 && verified.moves >= 3);
        for shorter in 1..rig.log.len() {
            let verified = verify_with(&TAKEAWAY, &rig.log[..shorter]).expect("an unfinished record");
            assert!(!verified.over);
        }
    }
}

#[test]
fn verification_detects_every_provable_change() {
    let mut beyond = BTreeSet::new();
    let mut changes = BTreeSet::new();
    for rig in ends() {
        for (index, event) in rig.log.iter().enumerate() {
            for (name, changed) in changes_of(&rig.log, index) {
                assert_ne!(changed, *event, "{name} changes nothing");
                let mut log = rig.log.clone();
                log[index] = changed;
                if verify_with(&TAKEAWAY, &log).is_ok() {
                    let listed = BEYOND_PROOF.contains(&name.as_str());
                    assert!(listed, "{name} is not noticed in event {}: {:#?}", event.seq, log[index]);
                    beyond.insert(name.clone());
                }
                changes.insert(name);
            }
        }
    }
    let listed: BTreeSet<String> = BEYOND_PROOF.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(beyond, listed, "what is listed as beyond proof is");
    assert!(changes.len() > 60, "{changes:#?}");
}

#[test]
fn a_record_without_one_of_its_events_is_noticed() {
    let rig = ends().remove(0);
    let resumed = rig.log.iter().position(|event| event.fact == Fact::ServerRestarted).expect("a restart");
    for removed in 0..rig.log.len() - 1 {
        let mut log = rig.log.clone();
        log.remove(removed);
        verify_with(&TAKEAWAY, &log).expect_err("a number is missing");
        for (index, event) in log.iter_mut().enumerate() {
            event.seq = Seq(index as u64 + 1);
        }
        // If a seat plays on in time, no event proves whether it returned before or after a
        // restart. Without the return of seat 1, its clock would have run as soon as its flag was
        // void.
        let came = matches!(rig.log[removed].fact, Fact::SeatConnected { .. });
        let asked_again = removed > resumed && rig.log[removed].fact == Fact::SeatConnected { seat: Seat(1) };
        let untold = removed + 1 >= resumed && (came && !asked_again)
            // Nor does any event prove whether a draw was declined, or lapsed with the next move.
            || matches!(rig.log[removed].fact, Fact::ProposalAnswered { .. });
        assert_eq!(verify_with(&TAKEAWAY, &log).is_ok(), untold, "event {}", removed + 1);
    }
}

#[test]
fn a_discrepancy_names_place_and_expectation() {
    let mut rig = ends().remove(0);
    let index = rig.log.iter().position(|e| matches!(e.fact, Fact::MovePlayed(_))).expect("a move");
    if let Fact::MovePlayed(moved) = &mut rig.log[index].fact {
        moved.charged += Duration::from_nanos(1);
    }
    let error = verify_with(&TAKEAWAY, &rig.log).expect_err("a discrepancy");
    assert_eq!(error.to_string(), format!("event {}: the move took 1s", index + 1));
    assert_eq!(verify_with(&TAKEAWAY, &[]).expect_err("nothing").seq, Seq(1));
    assert!(verify_with(&TAKEAWAY, &rig.log[1..]).is_err());
}
