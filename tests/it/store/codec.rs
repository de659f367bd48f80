//! Events as bytes, as JSON and in records.

use proptest::{collection::vec, prelude::*};
use prost::Message as _;
use referee::{
    ids::{Seat, Seq},
    law::{
        Event, Evidence, Fact, Stall, Time,
        event::{FlagVoided, MatchEnded},
    },
    pb::v1,
    store::{
        codec::{decode, encode, of_json, to_json, to_message},
        limits::check,
        record::{self, BadRecord, MAX_LINE},
    },
};

use super::{
    any_event::arb_event,
    sample::{ended, moved, opened},
};

#[test]
fn broken_messages_are_refused_by_field() {
    type Break = fn(&mut v1::MatchEvent);
    fn opened_of(event: &mut v1::MatchEvent) -> &mut v1::MatchOpened {
        match event.event.as_mut().unwrap() {
            v1::match_event::Event::MatchOpened(opened) => opened,
            other => panic!("{other:?}"),
        }
    }
    fn rules_of(event: &mut v1::MatchEvent) -> &mut v1::MatchRules {
        opened_of(event).rules.as_mut().unwrap()
    }
    fn luck_of(event: &mut v1::MatchEvent) -> &mut v1::Luck {
        opened_of(event).luck.get_or_insert_with(|| v1::Luck { commitment: "a7".repeat(32), ..v1::Luck::default() })
    }
    let cases: [(&str, Break); 22] = [
        ("match_opened.luck.commitment", |event| luck_of(event).commitment.truncate(63)),
        ("match_opened.luck.commitment", |event| luck_of(event).commitment = "A7".repeat(32)),
        ("match_opened.luck.deal_id", |event| luck_of(event).deal_id = "No Id".to_owned()),
        ("seq", |event| event.seq = 0),
        ("seq", |event| event.seq = u64::MAX),
        ("at_ns", |event| event.at_ns = -1),
        ("event", |event| event.event = None),
        ("match_opened.match_id", |event| opened_of(event).match_id = "no id".to_owned()),
        ("match_opened.players", |event| opened_of(event).players[1] = "No Name".to_owned()),
        ("match_opened.players", |event| opened_of(event).players.clear()),
        ("match_opened.players", |event| opened_of(event).players = vec!["ann".to_owned(); 9]),
        ("match_opened.rules.time_controls", |event| rules_of(event).time_controls[0] = "soon".to_owned()),
        ("match_opened.rules.time_controls", |event| rules_of(event).time_controls.truncate(1)),
        ("match_opened.rules.illegal_move_policy", |event| rules_of(event).illegal_move_policy = 0),
        ("match_opened.rules.illegal_move_policy", |event| rules_of(event).illegal_move_policy = 77),
        ("match_opened.rules", |event| opened_of(event).rules = None),
        ("match_opened.rules.lost_seat_policy", |event| rules_of(event).lost_seat_policy = 0),
        ("match_opened.rematch_of", |event| opened_of(event).rematch_of = "Not an id".to_owned()),
        ("match_opened.law_version", |event| opened_of(event).law_version = 0),
        ("match_opened.law_version", |event| opened_of(event).law_version = 2),
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
fn an_event_is_bounded() {
    let end = |change: &dyn Fn(&mut MatchEnded)| {
        let mut event = ended(9);
        if let Fact::MatchEnded(end) = &mut event.fact {
            change(end);
        }
        event
    };
    let left = |stdout: Vec<String>, stderr: Vec<String>| {
        let evidence = Some(Box::new(Evidence { exit: None, stdout, stderr }));
        end(&|end| end.verdict.evidence = evidence.clone())
    };
    let field = |event: &Event| check(event).map_err(|broken| broken.field);
    assert_eq!(field(&left(vec!["x".repeat(256); 20], Vec::new())), Ok(()));
    assert_eq!(field(&left(vec![String::new(); 21], Vec::new())), Err("match_ended.verdict.evidence.stdout"));
    assert_eq!(field(&left(Vec::new(), vec!["x".repeat(257)])), Err("match_ended.verdict.evidence.stderr"));
    let declined = end(&|end| end.verdict.declined = Some("x".repeat(65_537)));
    assert_eq!(field(&declined), Err("match_ended.verdict.declined"));
    let stalls = vec![Stall { began: Time(1), ended: Time(2) }; 65];
    let (seat, round, ply, sent) = (Seat(1), 2, 7, Time(9));
    let (lag, round_trip) = Default::default();
    let fact = Fact::FlagVoided(FlagVoided { seat, round, ply, sent, lag, round_trip, stalls });
    let error = check(&Event { seq: Seq(5), at: Time(9), fact }).expect_err("too many");
    assert_eq!((error.field, error.expected), ("flag_voided.stalls", "at most 64 entries"));
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
    // Windows line endings and a missing final line ending are valid.
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
        // Any damaged event that decodes must still meet every limit.
        if let Ok(read) = decode(&stored) {
            prop_assert_eq!(check(&read), Ok(()));
        }
    }
}
