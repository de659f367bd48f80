//! Units of ratings, and their number of decimals: an Elo point is little, a point per deal is
//! much.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Elo, from the order of places.
    #[default]
    Elo,
    /// The game's own points per deal.
    Points,
}

impl Unit {
    /// Returns the word for the unit in table heads and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Unit::Elo => "elo",
            Unit::Points => "points",
        }
    }

    /// Returns the name of the unit in the title of a plot.
    pub fn title(self) -> &'static str {
        match self {
            Unit::Elo => "Elo",
            Unit::Points => "points a deal",
        }
    }

    /// Returns the number of decimals in a plot.
    pub fn digits_drawn(self) -> usize {
        match self {
            Unit::Elo => 0,
            Unit::Points => 3,
        }
    }

    /// Returns the number of decimals in a table for a terminal.
    pub fn digits_shown(self) -> usize {
        match self {
            Unit::Elo => 1,
            Unit::Points => 3,
        }
    }

    /// Returns the number of decimals in a file for programs: as in the published table of a ladder
    /// (`ladder/published`).
    pub fn digits_written(self) -> usize {
        match self {
            Unit::Elo => 2,
            Unit::Points => 4,
        }
    }
}
