//! Records that were changed afterwards: every field of every kind of event.

mod audience;
mod changes;
mod forged;

use std::{collections::BTreeSet, time::Duration};

use referee::{
    games::rules::Points,
    ids::{Nonce, PlayerId, Seat, Seq},
    law::{
        Command, Evidence, Exit, Fact, MatchAdjudicated, Note, Proposal, ProposalAnswer, Ruling, event::Stall,
        verify::verify_with,
    },
    store::{record, seal::Signer},
};

use self::changes::changes_of;
use super::{
    rig::{Rig, host, opened, request, seconds, word},
    takeaway::TAKEAWAY,
};

/// The changes that no record can give away; all others must.
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

/// A match with every kind of event but the last: a seat that leaves before the start, a whole
/// round, a seat that leaves and comes back, a restart; then seat 1's turn in the second round.
fn played() -> Rig {
    let mut rig = Rig::open(&TAKEAWAY, opened("takeaway", &["10+1", "20+2"], &[]));
    rig.at(1.0).does(Command::Connect { seat: Seat(0) });
    rig.at(2.0).does(Command::Disconnect { seat: Seat(0), attended: true });
    let nonce = Nonce::parse("mine").expect("a nonce");
    rig.does(Command::GiveNonce { seat: Seat(0), nonce, request_id: request("n") });
    rig.at(3.0).connect_all();
    for notation in ["take3", "take3", "take1"] {
        rig.ask();
        let asked = rig.now;
        if notation == "take1" {
            rig.now = asked.after(Duration::from_millis(500));
            rig.does(Command::NoteStall { began: asked.after(Duration::from_millis(200)) });
        }
        rig.now = asked.after(Duration::from_secs(1));
        rig.play(notation);
    }
    rig.does(Command::Pause { arbiter: arbiter(), request_id: request("p") });
    rig.does(Command::Resume { arbiter: arbiter(), request_id: request("u") });
    rig.at(10.0).does(Command::Disconnect { seat: Seat(1), attended: true });
    rig.at(11.0).does(Command::Connect { seat: Seat(1) });
    rig.at(12.0).does(Command::Restart);
    rig.at(13.0).connect_all();
    propose(&mut rig, 0);
    respond(&mut rig, 1, ProposalAnswer::Decline);
    rig.at(14.0).ask();
    // The host stalls when the flag of seat 1 falls.
    let stall = Stall { began: seconds(30.0), ended: seconds(36.0) };
    rig.at(36.0).current.note(Note::Stalled(stall));
    rig.does(Command::Expire);
    rig.at(37.0).ask();
    rig
}

fn arbiter() -> PlayerId {
    PlayerId::parse("carl").expect("a name")
}

fn propose(rig: &mut Rig, seat: u8) {
    rig.does(Command::Propose { seat: Seat(seat), proposal: Proposal::Draw, request_id: request("d") });
}

fn respond(rig: &mut Rig, seat: u8, answer: ProposalAnswer) {
    let (proposal, received) = (Proposal::Draw, rig.now);
    rig.does(Command::AnswerProposal { seat: Seat(seat), proposal, answer, request_id: request(""), received });
}

fn adjudicate(rig: &mut Rig, ruling: Ruling) {
    let by = MatchAdjudicated { arbiter: arbiter(), ruling, reason: "it was late".to_owned() };
    rig.does(Command::Adjudicate { by, request_id: request("j") });
}

/// The same match, ended in every way.
fn ends() -> Vec<Rig> {
    let with = |end: fn(&mut Rig)| {
        let mut rig = played();
        rig.at(38.0);
        end(&mut rig);
        rig
    };
    vec![
        with(|rig| {
            while rig.current.verdict().is_none() {
                rig.play(&rig.legal()[0].clone());
            }
        }),
        with(|rig| drop(rig.does(Command::Resign { seat: Seat(0), request_id: request("r") }))),
        with(|rig| {
            for _ in 0..17 {
                rig.play("take9");
            }
        }),
        with(|rig| {
            let detail = "exit status 1".to_owned();
            rig.does(Command::Misbehave { seat: Seat(1), detail, evidence: evidence(), received: seconds(38.0) });
        }),
        with(|rig| {
            rig.does(Command::Disconnect { seat: Seat(0), attended: false });
            // The clock of seat 1 would run out before the grace of seat 0 is over.
            rig.at(39.0).play("take1");
            rig.does(Command::Disconnect { seat: Seat(1), attended: false });
            rig.does(Command::Restart);
            // It comes back so late that its own clock has not run out when the grace of seat 1 is
            // over.
            rig.at(68.0).does(Command::Connect { seat: Seat(0) });
            rig.at(69.5).does(Command::Expire);
        }),
        with(|rig| {
            rig.now = rig.current.deadline().expect("a flag").at;
            rig.does(Command::Expire);
        }),
        with(|rig| {
            rig.now = rig.current.deadline().expect("a flag").at;
            rig.play("take1");
        }),
        with(|rig| drop(rig.does(Command::Abort { by: host(), request_id: request("a") }))),
        with(|rig| drop(rig.does(Command::Fault { detail: "the disk is full".into() }))),
        with(|rig| {
            propose(rig, 1);
            respond(rig, 0, ProposalAnswer::Accept);
        }),
        with(|rig| {
            rig.play("take3");
            rig.play("take1");
            rig.ask();
            let (seat, received) = (Seat(0), rig.now);
            rig.does(Command::ClaimDraw { seat, request_id: request("c"), received });
        }),
        with(|rig| adjudicate(rig, Ruling::AsItStands)),
        with(|rig| adjudicate(rig, Ruling::Loss(Seat(0)))),
        with(|rig| adjudicate(rig, Ruling::Points(vec![Points::whole(3), Points::whole(5)]))),
    ]
}

fn evidence() -> Evidence {
    Evidence { exit: Some(Exit::Signal(9)), stdout: vec!["out".into()], stderr: vec!["err".into()] }
}

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

/// Replaces every sentence in a line of a record.
fn reword(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::String(text) if text.contains(' ') => "in other words".clone_into(text),
        serde_json::Value::Array(values) => values.iter_mut().for_each(reword),
        serde_json::Value::Object(fields) => {
            fields.iter_mut().filter(|(name, _)| *name != "position").for_each(|(_, value)| reword(value));
        }
        _ => {}
    }
}

#[test]
fn records_outlive_sentences() {
    for rig in ends() {
        let signed = record::write_sealed(&rig.log, Some(&Signer::of_secret(&[7; 32])));
        for event in &rig.log {
            if let Fact::MatchEnded(ended) = &event.fact
                && ended.verdict.reason.text().is_none()
                && ended.verdict.detail().contains(' ')
            {
                assert!(!signed.contains(&ended.verdict.detail()), "{signed}");
            }
        }
        let reworded = signed.lines().map(|line| {
            let mut line = serde_json::from_str(line).expect("JSON");
            reword(&mut line);
            format!("{line}\n")
        });
        let events = record::read(&reworded.collect::<String>()).expect("a record");
        verify_with(&TAKEAWAY, &events).unwrap_or_else(|found| panic!("{found}: {signed}"));
    }
}

#[test]
fn every_change_is_noticed_but_those_beyond_proof() {
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
        // Nothing tells whether a seat came back before or after a restart, as long as it plays on
        // in time. Had seat 1 not come back, its clock would have run at once when its flag was
        // void.
        let came = matches!(rig.log[removed].fact, Fact::SeatConnected { .. });
        let asked_again = removed > resumed && rig.log[removed].fact == Fact::SeatConnected { seat: Seat(1) };
        let untold = removed + 1 >= resumed && (came && !asked_again)
            // Nor whether a draw was declined, or the move that came instead let it lapse.
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
