//! What a match came to, as a tournament counts it, wherever it was played.

use crate::{
    contest::ContestReason,
    referee::{
        Termination, Verdict,
        forfeit::{Played, forfeits},
    },
    tournament::MatchResult,
};

/// Returns what a match of `seats` seats came to, or why it counts for
/// nobody. A match to which no seat came is forfeited by all of them.
pub fn tournament_result(
    verdict: &Verdict,
    seats: usize,
    played: Played<'_>,
    plies: u32,
    elapsed_ms: u64,
    digest: Option<[u8; 16]>,
) -> Result<MatchResult, ContestReason> {
    let cause = verdict.termination.word().to_owned();
    if verdict.termination == Termination::Unattended {
        return Ok(MatchResult { cause, elapsed_ms, ..MatchResult::of_no_show(&vec![true; seats]) });
    }
    if verdict.places.is_empty() {
        return Err(ContestReason::Match(cause));
    }
    Ok(MatchResult {
        places: verdict.places.clone(),
        halves: (0..verdict.places.len()).map(|seat| verdict.halves(seat)).collect(),
        cause,
        offender: verdict.seat,
        forfeits: forfeits(verdict, seats, played),
        plies,
        elapsed_ms,
        digest,
    })
}
