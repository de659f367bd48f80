//! The commands that read records: replay, verify and report.

mod positions;
pub mod replay;
pub mod report;
