//! Why entrants meet, in words.

use std::fmt;

use super::policy::{Choice, Opponent, Side, Why};

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Why { served, waited_ms, choice, opponents } = self;
        write!(f, "{served} waited longest, {}.{} s; ", waited_ms / 1000, waited_ms % 1000 / 100)?;
        f.write_str(match choice {
            Choice::Wide => "it is new, and has met nobody in the field less often:",
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
            write!(f, "{comma} {entrant} {side} it, expected score {whole}.{part:03}, met {met} times lately")?;
        }
        Ok(())
    }
}
