//! Tournaments: results in, pairings out. Nothing here starts a match.

pub mod matching;
mod pairing;
pub mod swiss;

pub use pairing::{Bye, Entrant, MAX_ENTRANTS, MAX_STAGES, Pairing, Stage};
