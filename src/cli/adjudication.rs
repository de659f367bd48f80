//! What a command line says of ends before the end on the board, as several commands ask for it.

use std::str::FromStr;

use clap::Args;

use crate::{
    cli::usage::Usage,
    games::{Game, rules::Setting},
    referee::{
        Conduct, DrawRule, Refusal, ResignRule, Sides,
        conduct::{MAX_PLIES, MAX_RULE_MOVES, MAX_RULE_SCORE},
    },
};

/// When a match ends before it is over on the board.
#[derive(Args, Debug)]
pub struct AdjudicationArgs {
    /// End a match once a round has this many plies: a draw where the game has draws, else by points; 5000 unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLIES)))]
    pub max_plies: Option<u32>,
    /// A seat loses that reports a score of -SCORE hundredths or less with N moves in a row; for two seats; never
    /// unless given
    #[arg(long, value_name = "N:SCORE")]
    pub resign: Option<Reported>,
    /// With --resign: the other seat must report SCORE or more with as many moves
    #[arg(long, requires = "resign")]
    pub resign_both: bool,
    /// A draw once all seats report a score from -SCORE to SCORE with N moves in a row, from this ply on (0 unless given)
    #[arg(long, value_name = "N:SCORE[:FROM_PLY]")]
    pub draw: Option<Reported>,
}

/// A number of moves, a score, and a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported {
    moves: u32,
    score: i64,
    from_ply: Option<u32>,
}

impl FromStr for Reported {
    type Err = String;

    fn from_str(text: &str) -> Result<Reported, String> {
        let expected =
            || format!("expected N:SCORE, N from 1 to {MAX_RULE_MOVES} and SCORE from 0 to {MAX_RULE_SCORE}");
        let mut parts = text.split(':');
        let moves = parts.next().and_then(|n| n.parse().ok()).filter(|n| (1..=MAX_RULE_MOVES).contains(n));
        let score = parts.next().and_then(|n| n.parse().ok()).filter(|n| (0..=MAX_RULE_SCORE).contains(n));
        let from_ply = match (parts.next(), parts.next()) {
            (None, _) => None,
            (Some(ply), None) => Some(ply.parse().map_err(|_| "expected a number of plies as FROM_PLY".to_owned())?),
            (Some(_), Some(_)) => return Err(expected()),
        };
        match (moves, score) {
            (Some(moves), Some(score)) => Ok(Reported { moves, score, from_ply }),
            _ => Err(expected()),
        }
    }
}

impl AdjudicationArgs {
    /// How matches are conducted by these rules, if they can have them.
    pub fn rules(&self) -> Result<Conduct, Usage> {
        if self.resign.is_some_and(|rule| rule.from_ply.is_some()) {
            return Err(Usage::new("--resign: expected N:SCORE, without a ply"));
        }
        let sides = if self.resign_both { Sides::All } else { Sides::Own };
        let resign_rule = self.resign.map(|Reported { moves, score, .. }| ResignRule { moves, score, sides });
        let draw_rule = self.draw.map(|Reported { moves, score, from_ply }| DrawRule {
            moves,
            score,
            from_ply: from_ply.unwrap_or(0),
        });
        Ok(Conduct { max_plies: self.max_plies, resign_rule, draw_rule, ..Conduct::default() })
    }

    /// How the matches of this game are conducted.
    pub fn conduct(&self, game: &dyn Game, setting: &Setting) -> Result<Conduct, Usage> {
        let conduct = self.rules()?;
        conduct.check_rules(game.facts(), setting.seats()).map_err(|Refusal { field, value, expected, .. }| {
            let option = if field.starts_with("draw") { "--draw" } else { "--resign" };
            Usage::new(format!("{option}: `{value}` is not taken: expected {expected}"))
        })?;
        Ok(conduct)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read() {
        let of = |moves, score, from_ply| Ok(Reported { moves, score, from_ply });
        assert_eq!("3:500".parse(), of(3, 500, None));
        assert_eq!("8:10:40".parse(), of(8, 10, Some(40)));
        for bad in ["", "3", "0:5", "3:-5", "3:5:", "3:5:6:7", "a:5", "3:5:-1"] {
            assert!(bad.parse::<Reported>().is_err(), "{bad}");
        }
    }
}
