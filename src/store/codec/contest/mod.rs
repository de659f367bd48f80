//! Events of contests as bytes (`referee.v1.ContestEvent`). Reading validates: a broken event is an
//! error that names the field, never a panic.

mod ladder_rules;
mod numbers;
mod opening;
mod read;
mod reader;
mod reason;
mod tournament_rules;
mod write;

use prost::Message as _;
use referee_contests::{contest::Event, tournament::Rules};
use referee_ids::Seq;
use referee_proto::v1::{self, contest_event::Event as Message};

pub use self::{
    ladder_rules::{read as read_ladder_rules, read_pairing, read_quarantine, write as ladder_rules_message},
    numbers::{ms_or, write_ms},
    opening::{StoredOpening, declaration as declaration_message},
};
use super::super::limits::BrokenEvent;

pub fn message<O: StoredOpening>(event: &Event<O>) -> v1::ContestEvent {
    written(event, reason::write)
}

/// Converts an event to its public form, with sentences for people.
pub fn shown<O: StoredOpening>(event: &Event<O>) -> v1::ContestEvent {
    public(written(event, reason::shown))
}

/// Converts an event to its signed form: public, without sentences.
pub fn signed<O: StoredOpening>(event: &Event<O>) -> v1::ContestEvent {
    public(written(event, reason::write))
}

fn written<O: StoredOpening>(event: &Event<O>, said: reason::Written) -> v1::ContestEvent {
    v1::ContestEvent { seq: event.seq.0, at_ms: write_ms(event.at_ms), event: Some(write::fact(&event.fact, said)) }
}

/// Clears the fields that only the server may see: the seed of the deals and the match setup.
fn public(mut message: v1::ContestEvent) -> v1::ContestEvent {
    match &mut message.event {
        Some(Message::TournamentOpened(opened)) => {
            opened.deal_seed.clear();
            opened.match_setup.clear();
        }
        Some(Message::LadderOpened(opened)) => {
            opened.deal_seed.clear();
            let categories = opened.rules.iter_mut().flat_map(|rules| &mut rules.categories);
            categories.for_each(|category| category.match_setup.clear());
        }
        _ => {}
    }
    message
}

pub fn encode<O: StoredOpening>(event: &Event<O>) -> Vec<u8> {
    message(event).encode_to_vec()
}

pub fn decode<O: StoredOpening>(bytes: &[u8]) -> Result<Event<O>, BrokenEvent> {
    let message = v1::ContestEvent::decode(bytes).map_err(|error| {
        BrokenEvent::new(Seq(0), "contest_event", error, "the bytes of a `referee.v1.ContestEvent`")
    })?;
    of_message(message)
}

/// Reads an event in its public form.
pub fn read_shown<O: StoredOpening>(mut message: v1::ContestEvent) -> Result<Event<O>, BrokenEvent> {
    if let Some(Message::TournamentOpened(v1::TournamentOpened { deal_seed, .. }))
    | Some(Message::LadderOpened(v1::LadderOpened { deal_seed, .. })) = &mut message.event
    {
        *deal_seed = vec![0; 32];
    }
    of_message(message)
}

fn of_message<O: StoredOpening>(message: v1::ContestEvent) -> Result<Event<O>, BrokenEvent> {
    let seq = Seq(message.seq);
    Ok(Event { seq, at_ms: numbers::ms(seq, "at_ms", message.at_ms)?, fact: read::fact(seq, message.event)? })
}

pub fn rules_message(rules: &Rules) -> v1::TournamentRules {
    tournament_rules::write(rules)
}

/// Reads the rules of a tournament, which [`Rules::check`] validates.
pub fn read_rules(message: v1::TournamentRules) -> Result<Rules, BrokenEvent> {
    tournament_rules::read(Seq(0), message)
}
