//! A series of matches between the same entrants, as numbers: who meets whom on which seats, with which deals, and what it
//! adds up to. Local runs are series, and so is what a tournament or a ladder plays.
//!
//! [`pairings`] says who sits where, [`deals`] which matches are dealt alike, [`played`] what a match came to, [`tally`] adds
//! the matches up, [`repeats`] finds those that are the same move for move, and [`duplicate_deals`] says how many matches it
//! saved to deal alike.

pub mod deals;
pub mod duplicate_deals;
pub mod pairings;
pub mod played;
pub mod repeats;
pub mod tally;
