//! How long a match waits for seats that are not connected.

use std::time::Duration;

use crate::clock::time_control::TimeControl;

/// How long a match waits for seats that are not connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graces {
    pub absence: Absence,
    /// How long a seat may be disconnected.
    pub disconnect: Duration,
    /// How long a seat that `Attend` held may be disconnected, if longer than `disconnect`.
    pub attend: Duration,
    /// How long the match waits for its seats before it starts.
    pub start: Duration,
}

/// Limit of the absence of a seat after the start of the match. A seat without a clock always has
/// its grace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Absence {
    /// A seat that stays away longer than its grace loses.
    #[default]
    Grace,
    /// A seat may be away as long as its clock lasts. Once every seat has been connected, the match
    /// starts even without seats that left again.
    ClockOnly,
}

impl Default for Graces {
    fn default() -> Graces {
        Graces {
            absence: Absence::Grace,
            disconnect: Duration::from_secs(60),
            attend: Duration::from_secs(600),
            start: Duration::from_secs(300),
        }
    }
}

impl Graces {
    /// Returns how long a seat that leaves a live match may be away.
    pub fn of(self, attended: bool) -> Duration {
        if attended { self.disconnect.max(self.attend) } else { self.disconnect }
    }
}

impl Absence {
    /// Minimum time for a first move that makes [`Absence::ClockOnly`] the default.
    pub const LONG_MOVE: Duration = Duration::from_secs(3600);

    /// Returns the default absence for these time controls.
    pub fn usual(time_controls: &[TimeControl]) -> Absence {
        let shortest = time_controls.iter().filter_map(TimeControl::for_first_move).min();
        if shortest.is_some_and(|time| time >= Absence::LONG_MOVE) { Absence::ClockOnly } else { Absence::Grace }
    }
}
