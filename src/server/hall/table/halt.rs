//! How a table ends.

use super::inbox::Request;
use referee_law::{Reason, Refusal};

/// Why a table stops before its match is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    Closing,
    /// The log has events that this table did not append.
    Conflict,
    /// Another server has taken over the match.
    Superseded,
    /// The store can never accept its decision.
    Unstorable(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Over,
    /// Stopped before the match was over.
    Halted(Halt),
}

/// Returns what to send to the users of a table that stops before its match is over.
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

/// Rejects a request that arrived after the table stopped. Readers use the store instead.
pub fn decline(request: Request, refusal: &Refusal) {
    match request {
        Request::Command { reply, .. } => reply.send(Err(refusal.clone())),
        Request::Sit { answer: Some(answer), .. } => drop(answer.send(Err(refusal.clone()))),
        _ => {}
    }
}
