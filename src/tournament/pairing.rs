//! What a pairing system gives: who meets whom, on which seats, and why.

pub use crate::contest::Entrant;

/// The most entrants of a tournament that is paired stage by stage.
pub const MAX_ENTRANTS: usize = 2048;
/// The most stages of a tournament.
pub const MAX_STAGES: usize = 128;

/// Entrants that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who sits on seat 0, 1, ...
    pub entrants: Vec<Entrant>,
    /// Why they meet, and on these seats, for people.
    pub reason: String,
}

/// An entrant that meets nobody in a stage, because the others come out even without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bye {
    /// Who that is.
    pub entrant: Entrant,
    /// Why it is this one, for people.
    pub reason: String,
}

/// One wave of pairings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Who meets whom, the pairing that is published first before all others.
    pub pairings: Vec<Pairing>,
    /// Who has nobody to meet.
    pub byes: Vec<Bye>,
}

/// Points in halves as people read them: `2.5`.
pub fn points_in_words(halves: i64) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", (halves / 2).abs())
}

/// The same with their unit, `1 point` or `2.5 virtual points`; `kind` may be empty.
pub fn points_with_unit(halves: i64, kind: &str) -> String {
    let between = if kind.is_empty() { "" } else { " " };
    let unit = if halves.abs() == 2 { "point" } else { "points" };
    format!("{} {kind}{between}{unit}", points_in_words(halves))
}
