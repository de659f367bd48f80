//! The log, the output of commands, and the profile that gives them defaults.

pub mod logging;
pub mod output;
pub(super) mod profile;
