//! The ways in which a table ends.

use referee_law::{Reason, Refusal};

/// The reason why a table stops before its match is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    Closing,
    /// The log contains events that this table did not append.
    Conflict,
    /// Another server has taken over the match.
    Superseded,
    /// The store will never accept a decision of this table.
    Unstorable(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Over,
    /// The table stopped before the match was over.
    Halted(Halt),
}

/// Returns the refusal for the callers of a table that stops before its match is over.
pub fn why(halt: &Halt) -> Refusal {
    match halt {
        Halt::Closing => Refusal::new(Reason::Stopping, "the server is stopping: reconnect"),
        Halt::Conflict | Halt::Superseded => {
            let text = "another server has taken over this match: reconnect, and repeat unanswered requests";
            Refusal::new(Reason::Stopping, text)
        }
        Halt::Unstorable(_) => {
            Refusal::new(Reason::HostFault, "the match could not continue here; nothing was changed: retry later")
        }
    }
}
