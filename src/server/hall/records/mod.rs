//! The store's knowledge of matches: reads, lists, records and counts, and when logs are pruned.
//!
//! | files | purpose |
//! |---|---|
//! | [`reads`], [`history`], [`frames`] | one match, live or finished |
//! | [`results`], [`standings`] | results in order |
//! | [`record`], [`tally`], [`summary_cache`] | finished matches |
//! | [`retention`] | prunes old logs |

pub(super) mod frames;
pub(super) mod history;
pub(super) mod reads;
pub(super) mod record;
pub(super) mod results;
pub mod retention;
pub mod standings;
pub(super) mod summary_cache;
pub mod tally;
