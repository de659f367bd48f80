//! The house's own players: bots that the server itself plays for, in this process.

use super::Hall;

/// The names of the house's players with the kind of bot behind each (see [`crate::bots`]).
pub const HOUSE: &[(&str, &str)] =
    &[("house-random", "random"), ("house-greedy", "greedy"), ("house-search", "search")];

/// Keeps `tables` matches between the house's players running, so that somebody who comes in sees something alive. Goes
/// on until the hall is closed.
pub async fn demo(_hall: Hall, _tables: usize) {
    todo!()
}
