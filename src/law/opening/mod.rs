//! The opening of a match: the agreement of its players, its conduct, its occasion and its luck.
//!
//! | files | purpose |
//! |---|---|
//! | [`accept_policy`], [`agreement`] | which matches a player accepts, and how a player agreed |
//! | [`absence`] | how long a match waits for seats that are not connected |
//! | [`conduct`] | what seats and arbiters may do besides moves |
//! | [`occasion`] | the contest slot of the match, and its labels |
//! | [`luck`], [`law_version`] | the source of chance, and the version of the law |

pub(super) mod absence;
pub mod accept_policy;
pub(super) mod agreement;
pub mod conduct;
pub(super) mod law_version;
pub mod luck;
pub mod occasion;
