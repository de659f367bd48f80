//! The served entrant of a ladder's pairing, and how its opponents were chosen.

use std::fmt;

use super::entrant::Entrant;

/// The entrant that a pairing served, and how its opponents were chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Served {
    /// The entrant that waited longest and was therefore served.
    pub served: Entrant,
    /// The wait of the served entrant, in milliseconds.
    pub waited_ms: u64,
    /// How the opponents were chosen.
    pub choice: Choice,
    pub opponents: Vec<Opponent>,
}

/// The rule by which opponents were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Opponents at a quantile of strength among the least-met entrants, because the served entrant
    /// is new.
    Wide,
    /// The most informative free opponent.
    Informative,
    /// The best free opponent though below the quality limit, because the patience was over.
    Patience,
}

/// An opponent of the served entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub entrant: Entrant,
    /// The expected score of the served entrant against this opponent, in thousandths.
    pub expected_permille: u32,
    /// On which side of the served entrant's rating the opponent's rating is.
    pub side: Side,
    /// How often the two entrants met among the remembered encounters.
    pub met: u32,
}

/// The position of an opponent's rating relative to the served entrant's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Higher.
    Above,
    /// Equal.
    Level,
    /// Lower.
    Below,
}

impl Side {
    /// Returns 1 for above, 0 for level and -1 for below.
    pub fn sign(self) -> i32 {
        match self {
            Side::Above => 1,
            Side::Level => 0,
            Side::Below => -1,
        }
    }
}

impl fmt::Display for Served {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Served { served, waited_ms, choice, opponents } = self;
        write!(f, "{served} waited longest, {}.{} s; ", waited_ms / 1000, waited_ms % 1000 / 100)?;
        f.write_str(match choice {
            Choice::Wide => "new entrant; it has met these available opponents least often:",
            Choice::Informative => "the most informative opponent who was free:",
            Choice::Patience => "its patience ran out; the best free opponent:",
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

    #[test]
    fn meetings_are_counted_in_words() {
        let opponent = |met| Opponent { entrant: Entrant(met), expected_permille: 500, side: Side::Level, met };
        let opponents = (0..3).map(opponent).collect();
        let why = Served { served: Entrant(8), waited_ms: 1_500, choice: Choice::Wide, opponents };
        let said = why.to_string();
        assert!(said.starts_with("#9 waited longest, 1.5 s; new entrant; it has met these available"));
        for met in ["0.500, not met lately", "0.500, met once lately", "0.500, met 2 times lately"] {
            assert!(said.contains(met), "{said}");
        }
    }
}
