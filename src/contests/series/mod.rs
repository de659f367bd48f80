//! A series of matches between the same entrants, as numbers: pairings, seats, deals and totals.
//! Local runs are series, and so are the matches of a tournament or a ladder.
//!
//! [`pairings`] assigns seats, [`deals`] decides which matches share deals, [`played`] holds the
//! result of a match, [`tally`] adds the matches up, and [`duplicate_deals`] measures the saving
//! from shared deals. [`encounters`] groups the matches of a mirrored pair or a rotation,
//! [`comparison`] holds their results for two entrants, and [`sequential`] ends a series as soon as
//! a test of them has its answer. [`answer`] puts a comparison and a test into words.

pub mod answer;
pub mod comparison;
pub mod deals;
pub mod duplicate_deals;
pub mod encounters;
pub mod pairings;
pub mod played;
pub mod sequential;
pub mod tally;
