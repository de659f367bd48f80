//! Events as bytes (`referee.log.v1`) and as canonical proto3 JSON. What comes back is checked: a broken event is an error
//! that names its field, never a panic.

mod conduct;
mod digest;
mod end_reason;
mod facts;
pub mod ladder;
mod read;
pub mod tournament;
mod write;

pub use end_reason::write_reason;
use prost::Message as _;

use super::limits::{BrokenEvent, check};
use crate::{
    ids::Seq,
    pb::{json, log},
    referee::Event,
};

/// The bytes of an event.
pub fn encode(event: &Event) -> Vec<u8> {
    to_message(event).encode_to_vec()
}

/// The event of these bytes.
pub fn decode(bytes: &[u8]) -> Result<Event, BrokenEvent> {
    let message = log::Event::decode(bytes)
        .map_err(|error| BrokenEvent::new(Seq(0), "event", error, "the bytes of a `referee.log.v1.Event`"))?;
    of_message(message)
}

/// An event as canonical proto3 JSON, without a line break.
pub fn to_json(event: &Event) -> String {
    serde_json::to_string(&to_message(event)).expect("every enum value that is written is one of the schema")
}

/// The event of this JSON.
pub fn of_json(text: &str) -> Result<Event, BrokenEvent> {
    let message = json::read_written::<log::Event>("referee.log.v1.Event", text)
        .map_err(|error| BrokenEvent::new(Seq(0), "event", error, "the JSON of a `referee.log.v1.Event`"))?;
    of_message(message)
}

/// An event as a message.
pub fn to_message(event: &Event) -> log::Event {
    log::Event { seq: event.seq.0, at_ns: event.at.0, event: Some(facts::write(&event.fact)) }
}

/// The event of a message.
pub fn of_message(message: log::Event) -> Result<Event, BrokenEvent> {
    let event = facts::read(message)?;
    check(&event)?;
    Ok(event)
}
