//! Reported scores that end a match, in the form of a command line: `N:SCORE[:FROM_PLY]`.

use std::str::FromStr;

use crate::law::opening::conduct::{MAX_RULE_MOVES, MAX_RULE_SCORE};

/// A number of moves, a score, and a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported {
    /// Number of consecutive moves, 1 to [`MAX_RULE_MOVES`].
    pub moves: u32,
    /// The score in hundredths, 0 to [`MAX_RULE_SCORE`].
    pub score: i64,
    /// The first ply, if given.
    pub from_ply: Option<u32>,
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
