//! What clocks are charged by, as it is stored. Logs like the golden one are out there: it never changes.

use std::time::Duration;

use referee::{
    ids::{Seat, Seq},
    referee::{
        Clock, Event, Fact, Stall, Time,
        event::{FlagVoided, MovePlayed},
    },
    store::{
        codec::{decode, encode, to_json},
        limits::check,
        record,
    },
};

use super::sample::moved;

const GOLDEN: &str = include_str!("../../../golden/log-v1-clocks.jsonl");

fn golden() -> Vec<Event> {
    let nanos = Duration::from_nanos;
    let full = Clock {
        left: Some(nanos(1)),
        stage: 2,
        moves_to_go: Some(0),
        periods: 3,
        round_left: Some(Duration::ZERO),
        match_left: Some(nanos(5)),
    };
    let with = |seq, lag, stalled, clock| {
        let Event { seq, at, fact } = moved(seq);
        let Fact::MovePlayed(moved) = fact else { unreachable!("it is a move") };
        Event {
            seq,
            at,
            fact: Fact::MovePlayed(MovePlayed { lag: nanos(lag), stalled: nanos(stalled), clock, ..moved }),
        }
    };
    let void = |seq, received, stalls| {
        let (seat, sent, lag) = (Seat(1), Time(9), nanos(8));
        let fact = Fact::FlagVoided(FlagVoided {
            seat,
            round: 2,
            ply: 7,
            sent,
            received,
            lag,
            round_trip: Duration::ZERO,
            stalls,
        });
        Event { seq: Seq(seq), at: Time(1 << 40), fact }
    };
    let stall = |began, ended| Stall { began: Time(began), ended: Time(ended) };
    vec![
        with(2, 7, 60_000_000, full),
        with(3, 0, 0, Clock::default()),
        void(4, Some(Time(1 << 39)), vec![stall(1, 1 << 30), stall(1 << 31, 1 << 38)]),
        void(5, None, Vec::new()),
    ]
}

#[test]
fn the_golden_log_still_reads() {
    assert_eq!(record::read(GOLDEN).expect("it reads"), golden());
    let lines: Vec<String> = golden().iter().map(to_json).collect();
    assert_eq!(lines, GOLDEN.lines().collect::<Vec<_>>());
    for event in golden() {
        assert_eq!(decode(&encode(&event)), Ok(event));
    }
}

#[test]
fn stalls_are_bounded() {
    let many = vec![Stall { began: Time(1), ended: Time(2) }; 65];
    let mut event = golden().remove(3);
    if let Fact::FlagVoided(void) = &mut event.fact {
        void.stalls = many;
    }
    let error = check(&event).expect_err("too many");
    assert_eq!((error.field, error.expected), ("flag_voided.stalls", "at most 64 entries"));
}
