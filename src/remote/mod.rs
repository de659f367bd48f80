//! What the commands that call a server share: where it is, the calls, and how their answers are printed.
//!
//! [`CallArgs`] says where the server is, who calls it and how answers are shown. [`Calls`] makes a call and gives the lines to be printed;
//! `lists` shows lists as tables or as JSON. [`RulesArgs`] is what a match is played by, and [`parse_span`] reads spans of time as people
//! write them.

mod calls;
mod lists;
mod match_rules;
mod scopes;
mod server;
mod spans;
mod utc;

pub use calls::Calls;
pub use match_rules::RulesArgs;
pub use scopes::parse_scope;
pub use server::{CallArgs, ServerArgs, TokenArgs, block_on, ours};
pub use spans::{ahead, parse_span};
