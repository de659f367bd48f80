//! What a match of a tournament came to, from its events.

use crate::{series::played::Played, tournament::MatchResult};

/// What a match came to; an `Err` is the word of why it counts for nobody.
pub(super) fn of(played: &Played) -> Result<MatchResult, String> {
    let verdict = &played.verdict;
    let cause = verdict.termination.word().to_owned();
    if verdict.places.is_empty() {
        return Err(cause);
    }
    Ok(MatchResult {
        places: verdict.places.clone(),
        halves: (0..verdict.places.len())
            .map(|seat| verdict.totals.get(seat).map_or(0, |points| points.halves))
            .collect(),
        cause,
        offender: verdict.seat,
        plies: played.plies,
        elapsed_ms: u64::try_from(played.elapsed.as_millis()).unwrap_or(u64::MAX),
    })
}
