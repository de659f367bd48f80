//! Knockouts: an entrant is out after a loss.

use super::bracket::{Bracket, BracketError, Source};

/// Whether the losers of the semi-finals play for third place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThirdPlace {
    /// The losers of the semi-finals share the third place.
    #[default]
    Shared,
    /// The losers of the semi-finals play a match, if there are two of them: from 4 entrants on.
    Played,
}

/// Returns the bracket of a knockout, seeded by the numbers of the entrants. The best seeds have
/// byes if the number is no power of two.
pub fn knockout(entrants: usize, third_place: ThirdPlace) -> Result<Bracket, BracketError> {
    let mut bracket = Bracket::new(entrants)?;
    let stages = bracket.add_winners();
    if third_place == ThirdPlace::Played
        && let [.., semi_finals, _] = stages.as_slice()
    {
        bracket.add("P3".to_owned(), [Source::LoserOf(semi_finals[0]), Source::LoserOf(semi_finals[1])]);
    }
    Ok(bracket)
}
