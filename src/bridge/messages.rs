//! The messages between the stream from the server and the seat of one match.

use referee_client::{
    Refusal,
    pb::{MatchEvent, Turn, submit_command_request::Command},
};

/// What the server says of the match.
pub enum Told {
    Event(Box<MatchEvent>),
    Turn(Box<Turn>),
    /// A command of ours was declined.
    Refused {
        /// Which, where it is known.
        command: Option<Command>,
        refusal: Refusal,
    },
    /// The match ended while nobody was listening.
    Over,
}

/// What the engine says in a match.
pub enum Reply {
    Move {
        match_id: String,
        /// The id of the turn.
        turn_id: u64,
        notation: String,
        /// What it said last that the position is worth to it, in hundredths of a point.
        score: Option<i64>,
    },
    /// It adds to the luck of the match, or says that it adds nothing.
    Nonce { match_id: String, nonce: String },
    /// It offers the other seats a draw.
    OfferDraw { match_id: String },
    /// It accepts the draw that another seat has offered.
    AcceptDraw { match_id: String },
    /// It claims the draw that the rules offer.
    ClaimDraw { match_id: String },
    /// It gives the match up.
    Resign { match_id: String },
    /// It calls off a match that has not started.
    Abort { match_id: String },
}
