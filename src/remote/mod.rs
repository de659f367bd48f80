//! What the commands that call a server share: where it is, the calls, and how their answers are printed.
//!
//! [`CallArgs`] says where the server is, who calls it and how answers are shown. [`Calls`] makes a call and gives the lines to be printed;
//! `lists` shows lists as tables or as JSON, `lobby` what the lobby tells. [`RulesArgs`] is what a match is played by, [`ProposalArgs`] a match that is proposed, and [`parse_span`] reads spans of time as people
//! write them.

mod calls;
mod contest_records;
mod lists;
mod lobby;
mod match_rules;
mod progress;
mod proposal;
mod rated_ladder;
mod scopes;
mod server;
mod spans;
mod words;

pub use calls::Calls;
pub use match_rules::RulesArgs;
pub use proposal::ProposalArgs;
pub use rated_ladder::RatedLadder;
pub use scopes::sent;
pub use server::{CallArgs, ServerArgs, TokenArgs, block_on, ours};
pub use spans::{ahead, parse_span};
pub use words::{DeclineArg, StateArg};
