//! Events as bytes (`referee.v1.MatchEvent`) and as canonical proto3 JSON. Reading validates: a
//! broken event is an error that names the field, never a panic.

mod conduct;
pub mod contest;
mod digest;
mod end_reason;
mod facts;
mod opened;
mod read;
mod rules;
mod write;

use prost::Message as _;
use referee_ids::Seq;
use referee_law::{Event, Fact, SeenEvent};
use referee_proto::{
    json,
    v1::{self, match_event::Event as Kind},
};

pub use conduct::{read_answer, read_proposal};
pub use read::{read_contest, read_ms};
pub use rules::{
    read_absence, read_conduct, whole_ms, write_absence, write_conduct, write_lost_seat_policy, write_rules,
};
pub use write::{write_contest, write_luck, write_occasion, write_termination, write_verdict};

use super::limits::{BrokenEvent, check};

pub fn encode(event: &Event) -> Vec<u8> {
    to_message(event).encode_to_vec()
}

pub fn decode(bytes: &[u8]) -> Result<Event, BrokenEvent> {
    let message = v1::MatchEvent::decode(bytes)
        .map_err(|error| BrokenEvent::new(Seq(0), "event", error, "the bytes of a `referee.v1.MatchEvent`"))?;
    of_message(message)
}

/// Writes an event as canonical proto3 JSON, without a line break.
pub fn to_json(event: &Event) -> String {
    serde_json::to_string(&to_message(event)).expect("every enum value that is written is one of the schema")
}

/// Reads an event from JSON.
pub fn of_json(text: &str) -> Result<Event, BrokenEvent> {
    let message = json::read_written::<v1::MatchEvent>("referee.v1.MatchEvent", text)
        .map_err(|error| BrokenEvent::new(Seq(0), "event", error, "the JSON of a `referee.v1.MatchEvent`"))?;
    of_message(message)
}

pub fn to_message(event: &Event) -> v1::MatchEvent {
    let fact = Some(facts::write(&event.fact));
    v1::MatchEvent { seq: event.seq.0, at_ns: event.at.nanos(), event: fact, revealed: None }
}

/// Converts an event for the viewer who sees it, with sentences for people.
pub fn shown(seen: &SeenEvent) -> v1::MatchEvent {
    let revealed = seen.revealed().map(|of| v1::Revealed {
        position: of.position.clone(),
        steps: of.steps.iter().map(|(ply, step)| v1::RevealedStep { ply: *ply, notation: step.clone() }).collect(),
    });
    let mut fact = facts::write(seen.fact());
    match (&mut fact, seen.fact()) {
        (Kind::SeatLost(message), Fact::SeatLost(lost)) => message.detail = lost.detail(),
        (Kind::MatchEnded(v1::MatchEnded { verdict: Some(message), .. }), Fact::MatchEnded(ended)) => {
            message.detail = ended.verdict.detail();
        }
        _ => {}
    }
    v1::MatchEvent { seq: seen.seq().0, at_ns: seen.at().nanos(), event: Some(fact), revealed }
}

pub fn of_message(message: v1::MatchEvent) -> Result<Event, BrokenEvent> {
    let event = facts::read(message)?;
    check(&event)?;
    Ok(event)
}
