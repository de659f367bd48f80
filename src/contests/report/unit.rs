//! Units of ratings, and their useful digits: an Elo point is little, a point a deal is much.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Elo: from the order of the places.
    #[default]
    Elo,
    /// The game's own points a deal.
    Points,
}

impl Unit {
    /// The word for it in the heads of tables and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Unit::Elo => "elo",
            Unit::Points => "points",
        }
    }

    /// Its name in the title of a plot.
    pub fn title(self) -> &'static str {
        match self {
            Unit::Elo => "Elo",
            Unit::Points => "points a deal",
        }
    }

    /// Digits after the point in a plot.
    pub fn digits_drawn(self) -> usize {
        match self {
            Unit::Elo => 0,
            Unit::Points => 3,
        }
    }

    /// Digits after the point in a table for a terminal.
    pub fn digits_shown(self) -> usize {
        match self {
            Unit::Elo => 1,
            Unit::Points => 3,
        }
    }

    /// Digits after the point in a file for programs: those of the published table of a ladder
    /// (`ladder/published`).
    pub fn digits_written(self) -> usize {
        match self {
            Unit::Elo => 2,
            Unit::Points => 4,
        }
    }
}
