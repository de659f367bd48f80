//! Reports of a run, and of matches from records alone.
//!
//! | files | purpose |
//! |---|---|
//! | [`series_report`], [`record_report`] | what is reported |
//! | [`counted`] | which matches the statistics count |
//! | [`report_files`] | writes a report in every format |

pub(super) mod counted;
pub mod record_report;
pub mod report_files;
pub mod series_report;
