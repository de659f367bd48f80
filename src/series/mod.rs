//! A series of matches between the same entrants, as numbers: who meets whom on which seats, with which deals, and what it
//! adds up to. Local runs are series, and so is what a tournament or a ladder plays.
//!
//! [`pairings`] says who sits where, [`deals`] which matches are dealt alike, [`played`] what a match came to, [`tally`] adds
//! the matches up, and [`duplicate_deals`] says how many matches it saved to deal alike. [`encounters`] puts the matches of a
//! mirrored pair or a rotation together, [`comparison`] says what they came to for two entrants, and [`sequential`] ends a series
//! as soon as a test of them has its answer. [`answer`] says in words what a comparison and a test came to.

pub mod answer;
pub mod comparison;
pub mod deals;
pub mod duplicate_deals;
pub mod encounters;
pub mod pairings;
pub mod played;
pub mod sequential;
pub mod tally;
