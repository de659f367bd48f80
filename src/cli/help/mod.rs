//! Documents of the command line: examples, completions and man pages.

pub mod completions;
pub(super) mod examples;
pub mod man;
