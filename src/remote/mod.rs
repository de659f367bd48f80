//! The shared parts of the commands that call a server: its address, the calls, and the output.
//!
//! [`CallArgs`] holds the server, the caller and the output format. [`Calls`] makes a call and
//! returns the lines to print. `lists` formats lists as tables or as JSON, and `lobby` formats
//! updates of the lobby. [`RulesArgs`] are the rules of a match, [`ProposalArgs`] a proposed match,
//! and [`parse_span`] parses spans of time.

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

pub use calls::{Calls, NewSecrets};
pub use match_rules::RulesArgs;
pub use proposal::ProposalArgs;
pub use rated_ladder::RatedLadder;
pub use scopes::sent;
pub use server::{CallArgs, ServerArgs, TokenArgs};
pub use spans::{ahead, parse_span};
pub use words::{DeclineArg, StateArg};
