//! Events of tournaments as bytes (`referee.log.v1.TournamentEvent`). What comes back is checked: a broken event is an error that names
//! its field, never a panic.

mod read;
mod rules;
mod write;

use prost::Message as _;

use super::{
    super::limits::BrokenEvent,
    contest_reason::{self, Written},
};
use crate::{
    ids::Seq,
    pb::log,
    tournament::{Rules, TournamentEvent},
};

/// An event as a message.
pub fn message(event: &TournamentEvent) -> log::TournamentEvent {
    written(event, contest_reason::write)
}

/// An event as everybody may see it, with the sentences that a person reads: without what the deals
/// follow from, and without the words that only the server reads.
pub fn shown(event: &TournamentEvent) -> log::TournamentEvent {
    let mut message = written(event, contest_reason::shown);
    if let Some(log::tournament_event::Event::TournamentOpened(opened)) = &mut message.event {
        opened.deal_seed.clear();
        opened.match_setup.clear();
    }
    message
}

fn written(event: &TournamentEvent, said: Written) -> log::TournamentEvent {
    log::TournamentEvent { seq: event.seq.0, at_ms: event.at_ms, event: Some(write::fact(&event.fact, said)) }
}

/// The bytes of an event.
pub fn encode(event: &TournamentEvent) -> Vec<u8> {
    message(event).encode_to_vec()
}

/// An event as a server shows it: without what the deals follow from.
pub fn read_shown(mut message: log::TournamentEvent) -> Result<TournamentEvent, BrokenEvent> {
    if let Some(log::tournament_event::Event::TournamentOpened(opened)) = &mut message.event {
        opened.deal_seed = vec![0; 32];
    }
    let seq = Seq(message.seq);
    Ok(TournamentEvent { seq, at_ms: message.at_ms, fact: read::fact(seq, message.event)? })
}

/// Rules as a message.
pub fn rules_message(rules: &Rules) -> log::TournamentRules {
    rules::write(rules)
}

/// The rules of a message; whether a tournament can be played by them is [`Rules::check`]'s to say.
pub fn read_rules(message: log::TournamentRules) -> Result<Rules, BrokenEvent> {
    rules::read(Seq(0), message)
}

/// The event of these bytes.
pub fn decode(bytes: &[u8]) -> Result<TournamentEvent, BrokenEvent> {
    let message = log::TournamentEvent::decode(bytes).map_err(|error| {
        BrokenEvent::new(Seq(0), "tournament_event", error, "the bytes of a `referee.log.v1.TournamentEvent`")
    })?;
    let seq = Seq(message.seq);
    Ok(TournamentEvent { seq, at_ms: message.at_ms, fact: read::fact(seq, message.event)? })
}
