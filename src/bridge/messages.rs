//! The messages between the stream from the server and the seat of one match.

use referee_client::{
    Refusal,
    pb::{MatchEvent, Turn, submit_command_request::Command},
};

/// A message to the seat about its match.
pub enum Told {
    Event(Box<MatchEvent>),
    Turn(Box<Turn>),
    /// The server refused a command of this seat.
    Refused {
        /// The refused command, if known.
        command: Option<Command>,
        refusal: Refusal,
    },
    /// The match ended while the connection was cut.
    Over,
}

/// A command that the engine sends in a match.
pub struct Reply {
    pub match_id: String,
    pub command: Command,
}
