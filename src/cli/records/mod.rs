//! The commands that read records: replay, verify and report; export and import.

pub mod export;
pub mod import;
mod pictures;
mod plain;
mod positions;
pub mod replay;
pub mod report;
