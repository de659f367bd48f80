//! The history of a match in short lines.

use std::fmt::Write as _;

use referee::{
    contest::EventOf,
    ladder::Ladder,
    law::{Event, Fact},
    store::{ContestEvent, codec::contest::decode},
    tournament::Tournament,
};

use crate::{contests::Simulated, host::of_run, plan::Plan, run::Log};

/// Maximum length of the description of an event of a contest, in characters.
const LONGEST: usize = 200;

/// Lists every event of every match: its number, its time in the run, and a description.
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

/// Lists every event of every contest: its number, its time since the opening, and a description.
pub fn told_of_contests(plan: &Plan, stored: &[Vec<ContestEvent>]) -> String {
    let mut told = String::new();
    for (contest, events) in plan.contests.iter().zip(stored) {
        let _ = writeln!(told, "  {}", contest.id);
        for bytes in events {
            told += &if contest.is_ladder() { line::<Ladder>(bytes) } else { line::<Tournament>(bytes) };
        }
    }
    told
}

fn line<K: Simulated>(bytes: &[u8]) -> String {
    let Ok(event): Result<EventOf<K>, _> = decode(bytes) else { return "  cannot be read\n".to_owned() };
    let (at, words) = (event.at_ms as f64 / 1000.0, format!("{:?}", event.fact));
    format!("  {:>4} {at:>8.3} {}\n", event.seq.0, words.chars().take(LONGEST).collect::<String>())
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
            format!("p{seat} {notation}{declined}, charged {charged:?}")
        }
        Fact::MoveRefused(refused) => format!("p{} `{}`, refused", refused.seat, refused.declined),
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
            format!("ended: {}{seat} {}", verdict.termination.word(), verdict.detail())
        }
        other => format!("{other:?}"),
    }
}
