//! How a match ends: the causes, who loses by its own conduct, and the ranking.
//!
//! | files | purpose |
//! |---|---|
//! | [`termination`], [`end_reason`] | every cause of an end, as one table, and as codes |
//! | [`lost`], [`forfeit`], [`evidence`] | seats that lose or forfeit, and why a program failed |
//! | [`scoring`] | the ranking at the end |

pub(super) mod end_reason;
pub mod evidence;
pub mod forfeit;
pub mod lost;
pub mod scoring;
pub mod termination;
