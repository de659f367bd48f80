//! The law of a match, in virtual time.

mod adjudication;
mod busy_host;
mod clocks;
mod commands;
mod conduct;
mod lost;
mod luck;
mod presence;
mod random_commands;
mod repeats;
pub mod rig;
mod sight;
mod stalls;
pub mod takeaway;
mod tampering;
pub mod time_controls;
mod verdicts;
mod whole_matches;
