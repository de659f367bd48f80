//! Challenges: proposed matches, and how these open. They are kept in memory, so a restart closes
//! them.
//!
//! | files | purpose |
//! |---|---|
//! | [`challenge`], [`board`], [`lifecycle`] | proposes and answers challenges |
//! | [`opening`], [`seeks`] | opens their matches, and pairs seeks |
//! | [`rematch`], [`rematch_votes`] | rematches |

pub mod board;
pub mod challenge;
pub mod lifecycle;
pub(super) mod opening;
pub mod rematch;
pub(super) mod rematch_votes;
pub(super) mod seeks;
