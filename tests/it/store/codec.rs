//! Events as bytes, as JSON and as records.

use std::time::Duration;

use proptest::{collection::vec, prelude::*};
use prost::Message as _;
use referee::{
    games::rules::Points,
    ids::{Nonce, RequestId, Seat, Seq},
    pb,
    referee::{
        Clock, Conduct, Event, Fact, IllegalMovePolicy, LawVersion, LostSeatPolicy, MatchOpened, Promise, Seed,
        Termination, Time, TimeControl, Verdict,
        event::{MAX_RETRIES, MatchEnded, MovePlayed},
    },
    store::{
        codec::{decode, encode, of_json, to_json, to_message},
        limits::check,
        record::{self, BadRecord, MAX_LINE},
    },
};

use super::{
    any_event::arb_event,
    sample::{id, moved, opened, player},
};

/// An event of every kind with every field set, and the optional ones unset once. Logs like this one are out there: it
/// never changes.
fn golden() -> Vec<Event> {
    let points = |halves: [i64; 2]| halves.map(|halves| Points { halves }).to_vec();
    let facts = vec![
        Fact::MatchOpened(Box::new(golden_opened())),
        Fact::SeatConnected { seat: Seat(0) },
        Fact::SeatDisconnected { seat: Seat(1), grace_until: Time(30_000_000_001) },
        Fact::RoundStarted { round: 1, position: "8/8 w \"-\"\n\u{e9}".to_owned() },
        Fact::MovePlayed(golden_moved(Some(Duration::from_nanos(59_999_999_999)), "request \u{1f600}")),
        Fact::MovePlayed(golden_moved(None, "")),
        Fact::ForcedMovePlayed { seat: Seat(1), round: 1, ply: 2, notation: "pass".to_owned() },
        Fact::ChanceResolved { round: 1, ply: 3, notation: "3-5".to_owned() },
        Fact::RoundEnded { round: 1, cause: "home".to_owned(), points: points([2, 0]), totals: points([5, -1]) },
        Fact::ServerRestarted,
        Fact::MatchEnded(golden_ended(Termination::Flag, true)),
        Fact::MatchEnded(golden_ended(Termination::Abort, false)),
    ];
    let event = |(index, fact)| Event { seq: Seq(index as u64 + 1), at: Time(index as u64 * 1_000_000_007), fact };
    facts.into_iter().enumerate().map(event).collect()
}

pub fn golden_opened() -> MatchOpened {
    MatchOpened {
        match_id: id("match-1"),
        game: "kamisado".to_owned(),
        options: [("length", "marathon"), ("fill", "left")].map(|(k, v)| (k.to_owned(), v.to_owned())).into(),
        time_controls: vec![TimeControl::parse("60+0.1").unwrap(), TimeControl::UNLIMITED],
        players: vec![player("ann"), player("bob")],
        opened_unix_ms: 1_700_000_000_123,
        disconnect_grace: Duration::from_secs(30),
        start_grace: Duration::from_secs(60),
        illegal_move_policy: IllegalMovePolicy::Retry { retries: MAX_RETRIES },
        lost_seat_policy: LostSeatPolicy::End,
        luck: None,
        conduct: Conduct::default(),
        rematch_of: None,
        law: LawVersion::V1,
        created_by: None,
        occasion: None,
        labels: Default::default(),
        opening: Default::default(),
        consents: Vec::new(),
    }
}

pub fn golden_moved(remaining: Option<Duration>, request_id: &str) -> MovePlayed {
    MovePlayed {
        seat: Seat(1),
        round: 1,
        ply: 1,
        notation: "a1-b2".to_owned(),
        declined: None,
        sent: Time(4_000_000_000),
        received: Time(4_000_000_101),
        lag: Duration::ZERO,
        round_trip: Duration::ZERO,
        charged: Duration::from_nanos(101),
        clock: Clock { left: remaining, ..Clock::default() },
        score: None,
        stalled: Duration::ZERO,
        request_id: RequestId::parse(request_id).unwrap(),
    }
}

pub fn golden_ended(termination: Termination, full: bool) -> MatchEnded {
    MatchEnded {
        verdict: Verdict {
            termination,
            seat: full.then_some(Seat(0)),
            detail: "60 s were over".to_owned(),
            declined: None,
            overrun: None,
            evidence: None,
            totals: vec![Points { halves: 5 }, Points { halves: -1 }],
            places: if full { vec![2, 1] } else { vec![] },
        },
        sent: full.then_some(Time(7)),
        received: full.then_some(Time(u64::MAX)),
        lag: Duration::ZERO,
        round_trip: Duration::ZERO,
        request_id: RequestId::parse(if full { "r" } else { "" }).unwrap(),
        seed: None,
        ended_unix_ms: None,
    }
}

/// The bytes of each event behind its length, as protobuf delimits messages.
const GOLDEN_BYTES: &[u8] = include_bytes!("../../../golden/log-v1.binpb");
const GOLDEN_LINES: &str = include_str!("../../../golden/log-v1.jsonl");

#[test]
fn the_golden_log_still_reads() {
    assert_eq!(record::read(GOLDEN_LINES).unwrap(), golden());
    let mut bytes = GOLDEN_BYTES;
    let mut events = Vec::new();
    while !bytes.is_empty() {
        let length = prost::decode_length_delimiter(&mut bytes).unwrap();
        let (event, rest) = bytes.split_at(length);
        events.push(decode(event).unwrap());
        bytes = rest;
    }
    assert_eq!(events, golden());
}

#[test]
fn the_golden_log_is_still_written() {
    let lines = record::write(&golden());
    let bytes: Vec<u8> = golden().iter().flat_map(|event| to_message(event).encode_length_delimited_to_vec()).collect();
    assert_eq!(lines, GOLDEN_LINES);
    assert_eq!(bytes, GOLDEN_BYTES);
}

/// The same for what came later: the luck of a match.
fn golden_luck() -> Vec<Event> {
    let seed = Seed::new(std::array::from_fn(|index| index as u8));
    let promise = |nonce_wait, deal_id: Option<&str>| {
        Some(Promise { commitment: seed.commitment(), nonce_wait, deal_id: deal_id.map(id), is_withheld: false })
    };
    let nonce = Nonce::parse("abc").unwrap();
    let opened = |luck| Fact::MatchOpened(Box::new(MatchOpened { luck, ..golden_opened() }));
    let facts = vec![
        opened(promise(Duration::from_secs(5), Some("deals-1"))),
        opened(promise(Duration::ZERO, None)),
        Fact::NonceGiven { seat: Seat(1), nonce, request_id: RequestId::parse("r").unwrap() },
        Fact::NonceGiven { seat: Seat(0), nonce: Nonce::default(), request_id: RequestId::default() },
        Fact::MatchEnded(MatchEnded { seed: Some(seed.clone()), ..golden_ended(Termination::Abort, false) }),
    ];
    let event = |(index, fact)| Event { seq: Seq(index as u64 + 1), at: Time(index as u64 * 1_000_000_007), fact };
    facts.into_iter().enumerate().map(event).collect()
}

const GOLDEN_LUCK: &str = include_str!("../../../golden/log-v1-luck.jsonl");

#[test]
fn the_golden_log_of_luck_is_still_read_and_written() {
    assert_eq!(record::write(&golden_luck()), GOLDEN_LUCK);
    assert_eq!(record::read(GOLDEN_LUCK).unwrap(), golden_luck());
    for event in golden_luck() {
        assert_eq!(decode(&encode(&event)).unwrap(), event);
    }
}

#[test]
fn broken_messages_are_refused_by_field() {
    type Break = fn(&mut pb::log::Event);
    fn opened_of(event: &mut pb::log::Event) -> &mut pb::log::MatchOpened {
        match event.event.as_mut().unwrap() {
            pb::log::event::Event::MatchOpened(opened) => opened,
            other => panic!("{other:?}"),
        }
    }
    fn luck_of(event: &mut pb::log::Event) -> &mut pb::log::Luck {
        opened_of(event)
            .luck
            .get_or_insert_with(|| pb::log::Luck { commitment: "a7".repeat(32), ..pb::log::Luck::default() })
    }
    let cases: [(&str, Break); 16] = [
        ("match_opened.luck.commitment", |event| luck_of(event).commitment.truncate(63)),
        ("match_opened.luck.commitment", |event| luck_of(event).commitment = "A7".repeat(32)),
        ("match_opened.luck.deal_id", |event| luck_of(event).deal_id = "No Id".to_owned()),
        ("seq", |event| event.seq = 0),
        ("seq", |event| event.seq = u64::MAX),
        ("event", |event| event.event = None),
        ("match_opened.match_id", |event| opened_of(event).match_id = "no id".to_owned()),
        ("match_opened.players", |event| opened_of(event).players[1] = "No Name".to_owned()),
        ("match_opened.players", |event| opened_of(event).players.clear()),
        ("match_opened.players", |event| opened_of(event).players = vec!["ann".to_owned(); 9]),
        ("match_opened.time_controls", |event| opened_of(event).time_controls[0] = "soon".to_owned()),
        ("match_opened.time_controls", |event| opened_of(event).time_controls.truncate(1)),
        ("match_opened.illegal_move_policy", |event| opened_of(event).illegal_move_policy = 0),
        ("match_opened.illegal_move_policy", |event| opened_of(event).illegal_move_policy = 77),
        ("match_opened.game", |event| opened_of(event).game = "x".repeat(70_000)),
        ("match_opened.options", |event| {
            opened_of(event).options = (0..65).map(|n| (n.to_string(), String::new())).collect();
        }),
    ];
    for (field, break_it) in cases {
        let mut message = to_message(&opened("m", "kamisado", ["ann", "bob"]));
        break_it(&mut message);
        let error = decode(&message.encode_to_vec()).unwrap_err();
        assert_eq!(error.field, field);
        assert!(error.to_string().len() < 300, "{error}");
        if field != "seq" {
            assert_eq!(error.seq, Seq(1));
        }
    }
}

#[test]
fn a_record_says_where_it_is_broken() {
    let good = to_json(&moved(3));
    let line = |text: &str| match record::read(text).unwrap_err() {
        BadRecord::Line { line, event } => (line, event.field),
        other => panic!("{other}"),
    };
    assert_eq!(line(&format!("{good}\n\n{{}}\n")), (3, "event"));
    assert_eq!(line("nonsense"), (1, "event"));
    assert_eq!(line(&good.replace("\"seat\":1", "\"seat\":9")), (1, "move_played.seat"));
    assert_eq!(line(&good.replace("\"seat\":1", "\"seat\":300")), (1, "move_played.seat"));
    assert_eq!(line(&good.replace("\"seat\":1", "\"chair\":1")), (1, "event"));
    assert!(matches!(record::read(""), Err(BadRecord::Empty)));
    assert!(matches!(record::read("\r\n \n"), Err(BadRecord::Empty)));
    let long = format!("{good}\n{}\n", "x".repeat(MAX_LINE + 1));
    assert!(matches!(record::read(&long), Err(BadRecord::LineTooLong { line: 2 })));
    let wide = format!("{good}{}\n", " ".repeat(MAX_LINE - good.len()));
    assert_eq!(record::read(&wide).unwrap(), [moved(3)]);
    let garbled = record::read_stream(&b"\xff\xfe\n"[..]);
    assert!(matches!(garbled, Err(BadRecord::Unreadable { line: 1, .. })));
    // Windows line ends and a missing last one do no harm.
    assert_eq!(record::read(&format!("{good}\r\n{good}")).unwrap().len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn events_survive_both_forms(event in arb_event()) {
        prop_assert_eq!(check(&event), Ok(()));
        prop_assert_eq!(decode(&encode(&event)).unwrap(), event.clone());
        let line = to_json(&event);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(of_json(&line).unwrap(), event);
    }

    #[test]
    fn no_bytes_and_no_text_panic(bytes in vec(any::<u8>(), 0..200), event in arb_event(), at in any::<usize>(), flip in 1u8..) {
        let _ = decode(&bytes);
        let _ = record::read(&String::from_utf8_lossy(&bytes));
        let mut stored = encode(&event);
        let at = at % stored.len();
        stored[at] ^= flip;
        // What is read in spite of the damage keeps every limit.
        if let Ok(read) = decode(&stored) {
            prop_assert_eq!(check(&read), Ok(()));
        }
    }
}
