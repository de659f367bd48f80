//! The house's own players: bots that the server itself plays for, in this process.

/// The names of the house's players with the kind of bot behind each (see [`crate::bots`]).
pub const HOUSE: &[(&str, &str)] =
    &[("house-random", "random"), ("house-greedy", "greedy"), ("house-search", "search")];
