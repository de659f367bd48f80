//! Double elimination: an entrant is out after two losses.

use super::bracket::{Bracket, BracketError, Side, Source};

/// Returns the bracket of a double elimination, seeded by the numbers of the entrants.
///
/// The losers of the winners' bracket enter the losers' bracket on lines that keep earlier
/// opponents apart as long as possible. Of a stage of m matches, the loser of match i goes to line
/// m+1-i in every second stage, and in the others to line ((i-1+m/2) mod m)+1. The winners'
/// champion meets the losers' champion (`GF1`), and again (`GF2`) if that is the first defeat of
/// the winners' champion.
pub fn double_elimination(entrants: usize) -> Result<Bracket, BracketError> {
    let mut bracket = Bracket::new(entrants)?;
    let winners = bracket.add_winners();
    let first = winners[0].chunks_exact(2).map(|pair| [Source::LoserOf(pair[0]), Source::LoserOf(pair[1])]);
    let first: Vec<[Source; 2]> = first.collect();
    let mut stage: Vec<usize> =
        first.into_iter().enumerate().map(|(at, sources)| bracket.add(format!("L1.{}", at + 1), sources)).collect();
    for (turn, losers) in winners.iter().enumerate().skip(1) {
        let lines = losers.len();
        let mut dropped = vec![0; lines];
        for (at, one) in losers.iter().enumerate() {
            let line = if turn % 2 == 1 { lines - 1 - at } else { (at + lines / 2) % lines };
            dropped[line] = *one;
        }
        let meet = (0..lines).map(|line| {
            let sources = [Source::WinnerOf(stage[line]), Source::LoserOf(dropped[line])];
            bracket.add(format!("L{}.{}", 2 * turn, line + 1), sources)
        });
        stage = meet.collect();
        if lines > 1 {
            let halved = stage.chunks_exact(2).enumerate().map(|(at, pair)| {
                let sources = [Source::WinnerOf(pair[0]), Source::WinnerOf(pair[1])];
                bracket.add(format!("L{}.{}", 2 * turn + 1, at + 1), sources)
            });
            stage = halved.collect();
        }
    }
    let last = winners[winners.len() - 1][0];
    let champion_of_losers = stage.first().map_or(Source::LoserOf(last), |one| Source::WinnerOf(*one));
    let final_one = bracket.add("GF1".to_owned(), [Source::WinnerOf(last), champion_of_losers]);
    let again = [Source::OnlyIfUpset(final_one, Side::First), Source::OnlyIfUpset(final_one, Side::Second)];
    bracket.add("GF2".to_owned(), again);
    Ok(bracket)
}
