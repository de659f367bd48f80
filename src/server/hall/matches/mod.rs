//! The life of matches: who may play, how they open, and how they are resumed.
//!
//! | files | purpose |
//! |---|---|
//! | [`consent`], [`barred`], [`owners`] | checks the players |
//! | [`new_match`], [`opening`] | opens matches, and chooses their ids |
//! | [`registry`], [`supervisor`], [`restart`] | runs live matches, and resumes them |
//! | [`match_store`], [`store_failures`] | the store of matches, and how its failures are logged |

pub(super) mod barred;
pub(super) mod consent;
pub(super) mod match_store;
pub(super) mod new_match;
pub(super) mod opening;
pub(super) mod owners;
pub(super) mod registry;
pub(super) mod restart;
pub(super) mod store_failures;
pub(super) mod supervisor;
