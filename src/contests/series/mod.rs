//! A series of matches between the same entrants, as numbers: pairings, seats, deals and totals.
//! Local runs are series, and so are the matches of a tournament or a ladder.
//!
//! [`pairings`] assigns seats, [`deals`] decides which matches share deals, [`played`] has the
//! result of a match, [`tally`] sums the matches, and [`duplicate_deals`] measures the saving from
//! shared deals. [`encounters`] groups the matches of a mirrored pair or a rotation, [`comparison`]
//! has their results for two entrants, and [`sequential`] ends a series as soon as its test has an
//! answer. [`answer`] puts a comparison and a test into words.

pub mod answer;
pub mod comparison;
pub mod deals;
pub mod duplicate_deals;
pub mod encounters;
pub mod pairings;
pub mod played;
pub mod sequential;
pub mod tally;
