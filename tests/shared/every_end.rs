//! A match with many events, ended in every possible way.

use std::time::Duration;

use referee_games::rules::Points;
use referee_ids::{Nonce, PlayerId, Seat};
use referee_law::{Command, Evidence, Exit, MatchAdjudicated, Note, Proposal, ProposalAnswer, Ruling, event::Stall};

use super::{
    rig::{Rig, host, opened, request, seconds},
    takeaway::TAKEAWAY,
};

/// Returns a match with every kind of event except the end. A seat leaves before the start, and a
/// whole round is played. Later a seat leaves and returns, and the server restarts. It is then seat
/// 1's turn in the second round.
pub fn played() -> Rig {
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
    // The host is stalled when seat 1's flag falls.
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

/// Returns copies of the played match, each ended in a different way.
pub fn ends() -> Vec<Rig> {
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
            // Without this move, seat 1 would run out of time before seat 0's grace period ends.
            rig.at(39.0).play("take1");
            rig.does(Command::Disconnect { seat: Seat(1), attended: false });
            rig.does(Command::Restart);
            // Seat 0 returns late enough that its own clock is still running when seat 1's grace
            // period ends.
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

pub fn evidence() -> Evidence {
    Evidence { exit: Some(Exit::Signal(9)), stdout: vec!["out".into()], stderr: vec!["err".into()] }
}
