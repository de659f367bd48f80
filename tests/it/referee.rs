//! The law of a match, in virtual time.

mod rig;
mod time_controls;
mod whole_matches;
