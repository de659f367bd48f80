//! Options for early ends of matches, shared by several commands.

use clap::Args;

use super::{engine_words::BadWords, reported::Reported};
use crate::{
    games::{Game, rules::Setting},
    law::{Conduct, DrawRule, Refusal, ResignRule, Sides, opening::conduct::MAX_PLIES},
};

/// When to end a match before it is over on the board.
#[derive(Args, Debug)]
pub struct AdjudicationArgs {
    /// End a match once a round has this many plies. The result is a draw if the game has draws,
    /// else by points [default: 5000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLIES)))]
    pub max_plies: Option<u32>,
    /// Resign for a seat that reports -SCORE or less for N moves in a row. For matches of two seats
    /// only
    #[arg(long, value_name = "N:SCORE")]
    pub resign: Option<Reported>,
    /// With --resign: the other seat must also report SCORE or more N times
    #[arg(long, requires = "resign")]
    pub resign_both: bool,
    /// Declare a draw if all seats report -SCORE to SCORE N times in a row. The rule applies from
    /// ply FROM_PLY on (default 0)
    #[arg(long, value_name = "N:SCORE[:FROM_PLY]")]
    pub draw: Option<Reported>,
}

impl AdjudicationArgs {
    /// Returns these rules, or an error if they contradict each other.
    pub fn rules(&self) -> Result<Conduct, BadWords> {
        if self.resign.is_some_and(|rule| rule.from_ply.is_some()) {
            return Err(BadWords::new("--resign: expected N:SCORE, without a ply"));
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

    /// Returns the conduct of matches of this game with these rules.
    pub fn conduct(&self, game: &dyn Game, setting: &Setting) -> Result<Conduct, BadWords> {
        let conduct = self.rules()?;
        conduct.check_rules(game.facts(), setting.seats()).map_err(|Refusal { field, value, expected, .. }| {
            let option = if field.contains("draw_rule") { "--draw" } else { "--resign" };
            BadWords::new(format!("invalid {option}: expected {expected}, not `{value}`"))
        })?;
        Ok(conduct)
    }
}
