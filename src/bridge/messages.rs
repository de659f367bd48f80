//! The messages between the stream from the server and the seat of one match.

use referee_client::{
    Refusal,
    pb::{MatchEvent, Turn, submit_command_request::Command},
};

/// A message of the server about the match.
pub enum Told {
    Event(Box<MatchEvent>),
    Turn(Box<Turn>),
    /// A command of ours was declined.
    Refused {
        /// The refused command, if known.
        command: Option<Command>,
        refusal: Refusal,
    },
    /// The match ended while the connection was cut.
    Over,
}

/// An answer of the engine in a match.
pub struct Reply {
    pub match_id: String,
    pub command: Command,
}
