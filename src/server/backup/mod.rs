//! Copies of a data directory: [`take`] makes one while a server runs on it, [`restore`] makes a
//! data directory of one. Both [`verify`] what they made before it gets its name.

mod copy;
mod verify;

pub use copy::{BackupError, restore, take};
pub use verify::{Verified, verify};
