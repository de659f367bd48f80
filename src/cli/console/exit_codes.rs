//! Exit codes of commands.

/// The command failed.
pub const FAILED: u8 = 1;
/// Usage error.
pub const USAGE: u8 = 2;
/// Interrupted by Ctrl-C.
pub const INTERRUPTED: u8 = 130;
