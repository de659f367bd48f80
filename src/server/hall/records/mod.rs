//! Reads of matches from the store: single matches, lists, records and counts. Also prunes old
//! logs.
//!
//! | files | purpose |
//! |---|---|
//! | [`reads`], [`history`], [`frames`] | one match, live or finished |
//! | [`results`], [`standings`] | results in order |
//! | [`record`], [`tally`] | finished matches |
//! | [`summary_cache`], [`standings_cache`] | what was requested recently |
//! | [`retention`] | prunes old logs |

pub(super) mod frames;
pub(super) mod history;
pub(super) mod reads;
pub(super) mod record;
pub(super) mod results;
pub mod retention;
mod standings;
pub mod standings_cache;
pub(super) mod summary_cache;
pub mod tally;
