//! The commands that read records: replay, verify and report.

pub mod replay;
pub mod report;
