//! What the commands that call a server share: the calls about players, tokens and lists of matches, and how their answers are printed.
//!
//! [`Calls`] makes a call and gives the lines to be printed; `lists` shows lists as tables or as JSON; [`parse_span`] reads spans of
//! time as people write them.

mod calls;
mod lists;
mod scopes;
mod spans;
mod utc;

pub use calls::Calls;
pub use scopes::parse_scope;
pub use spans::{ahead, parse_span};
