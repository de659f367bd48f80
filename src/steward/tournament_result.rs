//! What a match came to, as a tournament counts it, wherever it was played.

use crate::{referee::Verdict, tournament::MatchResult};

/// What a match came to that ended so after so many steps and milliseconds; an `Err` with the word of how it ended where it counts for nobody.
pub fn tournament_result(verdict: &Verdict, plies: u32, elapsed_ms: u64) -> Result<MatchResult, String> {
    let cause = verdict.termination.word().to_owned();
    if verdict.places.is_empty() {
        return Err(cause);
    }
    Ok(MatchResult {
        places: verdict.places.clone(),
        halves: (0..verdict.places.len()).map(|seat| verdict.halves(seat)).collect(),
        cause,
        offender: verdict.seat,
        plies,
        elapsed_ms,
    })
}
