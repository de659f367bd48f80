//! What happened in a match, in short lines.

use std::fmt::Write as _;

use referee::referee::{Event, Fact};

use crate::{host::of_run, run::Log};

/// Every event of every match: its number, when it was in the run, and what.
pub fn told(logs: &[Log]) -> String {
    let mut told = String::new();
    for (number, log) in logs.iter().enumerate() {
        let _ = writeln!(told, "  match {number} ({})", log.match_id);
        for event in &log.events {
            let zero = log.fate.stays.range(..=event.seq.0).next_back().map_or(0, |(_, stay)| stay.zero);
            let at = of_run(zero, event.at).as_secs_f64();
            let _ = writeln!(told, "  {:>4} {at:>8.3} {}", event.seq.0, short(event));
        }
    }
    told
}

fn short(event: &Event) -> String {
    match &event.fact {
        Fact::MatchOpened(opened) => format!("opened, {} seats", opened.players.len()),
        Fact::SeatConnected { seat } => format!("p{seat} is here"),
        Fact::SeatDisconnected { seat, .. } => format!("p{seat} has gone"),
        Fact::NonceGiven { seat, .. } => format!("p{seat} gave a nonce"),
        Fact::RoundStarted { round, .. } => format!("round {round}"),
        Fact::MovePlayed(moved) => {
            let declined = moved.declined.as_ref().map(|said| format!(" for `{said}`")).unwrap_or_default();
            let (seat, notation, charged) = (moved.seat, &moved.notation, moved.charged);
            format!("p{seat} {notation}{declined}, charged {charged:?} ({})", moved.request_id.as_str())
        }
        Fact::FlagVoided(voided) => format!("the flag of p{} is void", voided.seat),
        Fact::ForcedMovePlayed { seat, notation, .. } => format!("p{seat} {notation}, forced"),
        Fact::SeatLost(lost) => format!("p{} is lost by {}", lost.seat, lost.cause.word()),
        Fact::MoveSubstituted { seat, notation, .. } => format!("{notation} for p{seat}, who is lost"),
        Fact::ChanceResolved { notation, .. } => notation.clone(),
        Fact::RoundEnded { round, .. } => format!("round {round} is over"),
        Fact::FirstMoveDue { seat, .. } => format!("p{seat} is to move first"),
        Fact::ProposalMade { seat, proposal, .. } => format!("p{seat} proposes {}", proposal.word()),
        Fact::ProposalAnswered { seat, proposal, answer, .. } => format!("p{seat}: {answer:?} {}", proposal.word()),
        Fact::MovesTakenBack { ply, .. } => format!("taken back to ply {ply}"),
        Fact::HostStalled(stall) => format!("the host stalled for {:?}", stall.ended.since(stall.began)),
        Fact::ServerRestarted => "resumed".to_owned(),
        Fact::MatchEnded(ended) => {
            let verdict = &ended.verdict;
            let seat = verdict.seat.map(|seat| format!(", p{seat}")).unwrap_or_default();
            format!("ended: {}{seat} {}", verdict.termination.word(), verdict.detail)
        }
        other => format!("{other:?}"),
    }
}
