//! The version of the law, outages of the host and round trips, as they are stored. Logs like the golden one are out there: it
//! never changes.

use std::time::Duration;

use referee::{
    ids::{Seat, Seq},
    pb::log::event::Event as Kind,
    referee::{
        Event, Fact, LawVersion, MatchOpened, Stall, Termination, Time,
        event::{FlagVoided, MatchEnded, MovePlayed, SeatLost},
    },
    store::{
        codec::{decode, encode, of_message, to_message},
        record,
    },
};

use super::codec::{golden_ended, golden_moved, golden_opened};

const GOLDEN: &str = include_str!("../../../golden/log-v1-outages.jsonl");

fn golden() -> Vec<Event> {
    let round_trip = Duration::from_nanos(99_000_001);
    let (seat, sent, lag) = (Seat(1), Time(9), Duration::ZERO);
    let MatchEnded { verdict, received, request_id, .. } = golden_ended(Termination::Flag, true);
    let lost = SeatLost {
        seat,
        cause: verdict.termination,
        detail: verdict.detail,
        declined: verdict.declined,
        overrun: verdict.overrun,
        evidence: verdict.evidence,
        sent: Some(sent),
        received,
        lag,
        round_trip,
        request_id,
    };
    let void = FlagVoided { seat, round: 1, ply: 3, sent, received: None, lag, round_trip, stalls: Vec::new() };
    let facts = [
        Fact::MatchOpened(Box::new(MatchOpened { law: LawVersion::V2, ..golden_opened() })),
        Fact::HostStalled(Stall { began: Time(7), ended: Time(1_000_000_007) }),
        Fact::MovePlayed(MovePlayed { round_trip, ..golden_moved(None, "") }),
        Fact::FlagVoided(void),
        Fact::SeatLost(lost),
        Fact::MatchEnded(MatchEnded { round_trip, ..golden_ended(Termination::HostFault, false) }),
    ];
    let event = |(index, fact): (u64, Fact)| Event { seq: Seq(index + 1), at: Time(index * 1_000_000_007), fact };
    (0..).zip(facts).map(event).collect()
}

#[test]
fn the_golden_log_of_outages_is_still_read_and_written() {
    assert_eq!(record::write(&golden()), GOLDEN);
    assert_eq!(record::read(GOLDEN).unwrap(), golden());
    for event in golden() {
        assert_eq!(decode(&encode(&event)).unwrap(), event);
    }
}

#[test]
fn a_law_that_this_program_does_not_know_is_refused() {
    let known = [(0, LawVersion::V1), (1, LawVersion::V1), (2, LawVersion::V2), (3, LawVersion::V3)];
    for (version, read) in known.map(|(version, law)| (version, Ok(law))).into_iter().chain([(4, Err(()))]) {
        let mut message = to_message(&golden()[0]);
        if let Some(Kind::MatchOpened(opened)) = &mut message.event {
            opened.law_version = version;
        }
        let law = of_message(message).map(|event| match event.fact {
            Fact::MatchOpened(opened) => opened.law,
            other => panic!("{other:?}"),
        });
        assert_eq!(law.map_err(|error| assert_eq!(error.field, "match_opened.law_version")), read, "{version}");
    }
}
