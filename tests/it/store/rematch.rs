//! The golden log of a rematch.

use referee::{
    ids::Seq,
    referee::{Event, Fact, MatchOpened, Time},
    store::{
        codec::{decode, encode, of_message, to_message},
        record,
    },
};

use super::{codec::golden_opened, sample::id};

const GOLDEN_REMATCH: &str = include_str!("../../../golden/log-v1-rematch.jsonl");

fn golden_rematch() -> Event {
    let opened = MatchOpened { rematch_of: Some(id("match-0")), ..golden_opened() };
    Event { seq: Seq(1), at: Time::ZERO, fact: Fact::MatchOpened(Box::new(opened)) }
}

#[test]
fn the_golden_log_of_a_rematch_is_still_read_and_written() {
    assert_eq!(record::write(&[golden_rematch()]), GOLDEN_REMATCH);
    assert_eq!(record::read(GOLDEN_REMATCH).unwrap(), [golden_rematch()]);
    assert_eq!(decode(&encode(&golden_rematch())).unwrap(), golden_rematch());
}

#[test]
fn a_rematch_of_nothing_that_can_be_named_is_refused() {
    let mut message = to_message(&golden_rematch());
    if let Some(referee::pb::log::event::Event::MatchOpened(opened)) = &mut message.event {
        opened.rematch_of = "Not an id".to_owned();
    }
    assert_eq!(of_message(message).unwrap_err().field, "match_opened.rematch_of");
}
