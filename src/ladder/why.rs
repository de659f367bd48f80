//! Why entrants meet, in words.

use std::fmt;

use super::policy::{Choice, Opponent, Side, Why};

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Why { served, waited_ms, choice, opponents } = self;
        write!(f, "{served} waited longest, {}.{} s; ", waited_ms / 1000, waited_ms % 1000 / 100)?;
        f.write_str(match choice {
            Choice::Wide => "it is new, and met these least of all that are here and have matches left:",
            Choice::Informative => "the most informative opponent who was free:",
            Choice::Patience => "its patience was over, the best opponent who was free:",
        })?;
        for (index, opponent) in opponents.iter().enumerate() {
            let Opponent { entrant, expected_permille, side, met } = opponent;
            let side = match side {
                Side::Above => "above",
                Side::Level => "level with",
                Side::Below => "below",
            };
            let comma = if index > 0 { ";" } else { "" };
            let (whole, part) = (expected_permille / 1000, expected_permille % 1000);
            let met = match met {
                0 => "not met".to_owned(),
                1 => "met once".to_owned(),
                times => format!("met {times} times"),
            };
            write!(f, "{comma} {entrant} {side} it, expected score {whole}.{part:03}, {met} lately")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ladder::Entrant;

    #[test]
    fn meetings_are_counted_in_words() {
        let opponent = |met| Opponent { entrant: Entrant(met), expected_permille: 500, side: Side::Level, met };
        let opponents = (0..3).map(opponent).collect();
        let why = Why { served: Entrant(8), waited_ms: 1_500, choice: Choice::Wide, opponents };
        let said = why.to_string();
        assert!(said.starts_with("#9 waited longest, 1.5 s; it is new, and met these least of all that are here"));
        for met in ["0.500, not met lately", "0.500, met once lately", "0.500, met 2 times lately"] {
            assert!(said.contains(met), "{said}");
        }
    }
}
