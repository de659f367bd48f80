//! Events of ladders as bytes (`referee.log.v1.LadderEvent`). What comes back is checked: a broken event is an error that names its field,
//! never a panic.

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
    ladder::{Fact, LadderEvent},
    pb::log,
};

pub use rules::{read as read_rules, write as rules_message};
pub use write::declaration as declaration_message;

/// An event as everybody may see it, with the sentences that a person reads.
pub fn shown(event: &LadderEvent) -> log::LadderEvent {
    let mut message = public(written(event, contest_reason::shown));
    if let (Some(log::ladder_event::Event::EncounterPaired(paired)), Fact::EncounterPaired(of)) =
        (&mut message.event, &event.fact)
        && let Some(why) = &mut paired.why
    {
        why.sentence = of.why.to_string();
    }
    message
}

/// An event as it is signed: as everybody may see it, without sentences.
pub fn signed(event: &LadderEvent) -> log::LadderEvent {
    public(written(event, contest_reason::write))
}

/// Removes what the deals follow from, and the words that only the server reads.
fn public(mut message: log::LadderEvent) -> log::LadderEvent {
    if let Some(log::ladder_event::Event::LadderOpened(opened)) = &mut message.event {
        opened.deal_seed.clear();
        let categories = opened.rules.iter_mut().flat_map(|rules| &mut rules.categories);
        categories.for_each(|category| category.match_setup.clear());
    }
    message
}

fn written(event: &LadderEvent, said: Written) -> log::LadderEvent {
    log::LadderEvent { seq: event.seq.0, at_ms: event.at_ms, event: Some(write::fact(&event.fact, said)) }
}

/// The bytes of an event.
pub fn encode(event: &LadderEvent) -> Vec<u8> {
    written(event, contest_reason::write).encode_to_vec()
}

/// An event as a server shows it: without what the deals follow from.
pub fn read_shown(mut message: log::LadderEvent) -> Result<LadderEvent, BrokenEvent> {
    if let Some(log::ladder_event::Event::LadderOpened(opened)) = &mut message.event {
        opened.deal_seed = vec![0; 32];
    }
    let seq = Seq(message.seq);
    Ok(LadderEvent { seq, at_ms: message.at_ms, fact: read::fact(seq, message.event)? })
}

/// The event of these bytes.
pub fn decode(bytes: &[u8]) -> Result<LadderEvent, BrokenEvent> {
    let message = log::LadderEvent::decode(bytes).map_err(|error| {
        BrokenEvent::new(Seq(0), "ladder_event", error, "the bytes of a `referee.log.v1.LadderEvent`")
    })?;
    let seq = Seq(message.seq);
    Ok(LadderEvent { seq, at_ms: message.at_ms, fact: read::fact(seq, message.event)? })
}
