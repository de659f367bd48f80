//! Tournaments: results in, pairings out. Nothing here starts a match.

pub mod arena;
pub mod berger;
pub mod bracket;
pub mod designs;
pub mod double_elimination;
pub mod king_of_the_hill;
pub mod knockout;
pub mod matching;
mod pairing;
pub mod standings;
pub mod swiss;

pub use pairing::{Bye, Entrant, MAX_ENTRANTS, MAX_STAGES, Pairing, Stage};
