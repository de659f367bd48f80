//! The log, the output and the exit codes of commands, and the profile that gives them defaults.

pub mod exit_codes;
pub mod logging;
pub mod output;
pub(super) mod profile;
