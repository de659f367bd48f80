//! The law of a match, in virtual time.

mod accept_policies;
mod adjudication;
mod busy_host;
mod clock_start;
mod clocks;
mod commands;
mod conduct;
mod late;
mod lost;
mod luck;
mod openings;
mod outages;
mod presence;
mod random_clocks;
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
