//! Events of tournaments as bytes (`referee.log.v1.TournamentEvent`). What comes back is checked: a broken event is an error that names
//! its field, never a panic.

mod read;
mod rules;
mod write;

use prost::Message as _;

use super::super::limits::BrokenEvent;
use crate::{ids::Seq, pb::log, tournament::TournamentEvent};

/// The bytes of an event.
pub fn encode(event: &TournamentEvent) -> Vec<u8> {
    let message = log::TournamentEvent { seq: event.seq.0, at_ms: event.at_ms, event: Some(write::fact(&event.fact)) };
    message.encode_to_vec()
}

/// The event of these bytes.
pub fn decode(bytes: &[u8]) -> Result<TournamentEvent, BrokenEvent> {
    let message = log::TournamentEvent::decode(bytes).map_err(|error| {
        BrokenEvent::new(Seq(0), "tournament_event", error, "the bytes of a `referee.log.v1.TournamentEvent`")
    })?;
    let seq = Seq(message.seq);
    Ok(TournamentEvent { seq, at_ms: message.at_ms, fact: read::fact(seq, message.event)? })
}
