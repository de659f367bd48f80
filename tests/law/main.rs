//! The law of a match, in virtual time.

mod accept_policies;
mod adjudication;
mod bots;
mod clocks;
mod commands;
mod conduct;
mod hidden;
mod lost;
mod luck;
mod openings;
mod plain;
mod presence;
mod random_commands;
mod repeats;
mod sight;
mod tampering;
mod verdicts;
mod whole_matches;

#[path = "../shared/controls.rs"]
mod controls;
#[path = "../shared/every_end.rs"]
mod every_end;
#[path = "../shared/hiding.rs"]
mod hiding;
#[path = "../shared/planted.rs"]
mod planted;
#[path = "../shared/rig.rs"]
mod rig;
#[path = "../shared/settings.rs"]
mod settings;
#[path = "../shared/takeaway.rs"]
mod takeaway;
#[path = "../shared/tries.rs"]
mod tries;
