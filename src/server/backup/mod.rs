//! Copies of a data directory: [`take`] makes a copy, even while a server is using the directory,
//! and [`restore`] makes a data directory from a copy. Both [`verify`] the new directory before it
//! gets its final name.

mod copy;
mod verify;

pub use copy::{BackupError, restore, take};
pub use verify::{Verified, verify};
