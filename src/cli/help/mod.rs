//! What the command line says of itself: examples, completions and man pages.

pub mod completions;
pub(super) mod examples;
pub mod man;
