//! The law of one match, from its opening to its verdict. Quiet: time, luck and stored events come in as arguments,
//! events and refusals go out as values.
//!
//! [`Match::decide`] holds every `if` and changes nothing; [`Match::apply`] cannot fail and is also how a log is
//! replayed; [`Match::deadline`] says when to ask again.

pub mod clock;
pub mod command;
pub mod decide;
pub mod event;
pub mod refusal;
pub mod sight;
pub mod state;
pub mod verify;

pub use clock::{Time, TimeControl};
pub use command::Command;
pub use event::{Event, Fact, IllegalPolicy, Opened, Termination, Verdict};
pub use refusal::{Reason, Refusal};
pub use sight::{SeenEvent, same_for_all, seen_by};
pub use state::{Deadline, Match, Phase, TurnRequest};
