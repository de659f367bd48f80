//! How a table ends.

use super::inbox::Request;
use crate::referee::{Reason, Refusal};

/// Why a table stops before its match is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    Closing,
    /// Events are in the log that this table did not append.
    Conflict,
    /// Another server has taken the match over, and goes on with it.
    Superseded,
    /// What it decided cannot be stored, whatever the state of the store.
    Unstorable(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Over,
    /// The table stopped before that.
    Halted(Halt),
}

/// What those at a table are told that stops before its match is over.
pub fn why(halt: &Halt) -> Refusal {
    match halt {
        Halt::Closing => Refusal::new(Reason::Stopping, "the server is stopping: connect again"),
        Halt::Conflict | Halt::Superseded => {
            let text = "another server goes on with this match: connect again, and repeat what was not answered there";
            Refusal::new(Reason::Stopping, text)
        }
        Halt::Unstorable(_) => {
            Refusal::new(Reason::HostFault, "the match could not go on here; nothing was changed: try again later")
        }
    }
}

/// Answers a request that came after the table stopped. Whoever only looks asks the store.
pub fn decline(request: Request, refusal: &Refusal) {
    match request {
        Request::Command { reply, .. } => reply.send(Err(refusal.clone())),
        Request::Sit { answer: Some(answer), .. } => drop(answer.send(Err(refusal.clone()))),
        _ => {}
    }
}
