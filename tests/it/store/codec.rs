//! Events as bytes, as JSON and as records.

use std::{collections::BTreeMap, time::Duration};

use proptest::{collection::vec, option, prelude::*};
use prost::Message as _;
use referee::{
    games::rules::Points,
    ids::{MatchId, Nonce, PlayerId, RequestId, Seat, Seq},
    pb,
    referee::{
        Adjudicated, Clock, Conduct, DrawRule, Event, Evidence, Exit, Fact, IllegalPolicy, LostSeats, Opened, Promise,
        Proposal, ResignRule, Response, Ruling, Seed, Sides, Stakes, Termination, Time, TimeControl, Verdict,
        event::{Ended, FlagVoided, MAX_TRIES, Moved, SeatLost, Stall},
    },
    store::{
        codec::{decode, encode, of_json, to_json, to_message},
        limits::check,
        record::{self, BadRecord, MAX_LINE},
    },
};

use crate::referee::time_controls::arb_control;

use super::sample::{id, moved, opened, player};

/// An event of every kind with every field set, and the optional ones unset once. Logs like this one are out there: it
/// never changes.
fn golden() -> Vec<Event> {
    let points = |halves: [i64; 2]| halves.map(|halves| Points { halves }).to_vec();
    let facts = vec![
        Fact::Opened(Box::new(golden_opened())),
        Fact::SeatConnected { seat: Seat(0) },
        Fact::SeatDisconnected { seat: Seat(1), grace_until: Time(30_000_000_001) },
        Fact::RoundStarted { round: 1, position: "8/8 w \"-\"\n\u{e9}".to_owned() },
        Fact::Moved(golden_moved(Some(Duration::from_nanos(59_999_999_999)), "request \u{1f600}")),
        Fact::Moved(golden_moved(None, "")),
        Fact::Forced { seat: Seat(1), round: 1, ply: 2, notation: "pass".to_owned() },
        Fact::ChanceCame { round: 1, ply: 3, notation: "3-5".to_owned() },
        Fact::RoundEnded { round: 1, cause: "home".to_owned(), points: points([2, 0]), totals: points([5, -1]) },
        Fact::Resumed,
        Fact::Ended(golden_ended(Termination::Flag, true)),
        Fact::Ended(golden_ended(Termination::Abort, false)),
    ];
    let event = |(index, fact)| Event { seq: Seq(index as u64 + 1), at: Time(index as u64 * 1_000_000_007), fact };
    facts.into_iter().enumerate().map(event).collect()
}

pub fn golden_opened() -> Opened {
    Opened {
        match_id: id("match-1"),
        game: "kamisado".to_owned(),
        options: [("length", "marathon"), ("fill", "left")].map(|(k, v)| (k.to_owned(), v.to_owned())).into(),
        time_controls: vec![TimeControl::parse("60+0.1").unwrap(), TimeControl::UNLIMITED],
        players: vec![player("ann"), player("bob")],
        opened_unix_ms: 1_700_000_000_123,
        grace: Duration::from_secs(30),
        start_grace: Duration::from_secs(60),
        illegal: IllegalPolicy::Retry { tries: MAX_TRIES },
        lost_seats: LostSeats::End,
        luck: None,
        conduct: Conduct::default(),
        rematch_of: None,
    }
}

pub fn golden_moved(remaining: Option<Duration>, request_id: &str) -> Moved {
    Moved {
        seat: Seat(1),
        round: 1,
        ply: 1,
        notation: "a1-b2".to_owned(),
        declined: None,
        sent: Time(4_000_000_000),
        received: Time(4_000_000_101),
        lag: Duration::ZERO,
        charged: Duration::from_nanos(101),
        clock: Clock { left: remaining, ..Clock::default() },
        score: None,
        stalled: Duration::ZERO,
        request_id: RequestId::parse(request_id).unwrap(),
    }
}

pub fn golden_ended(termination: Termination, full: bool) -> Ended {
    Ended {
        verdict: Verdict {
            termination,
            seat: full.then_some(Seat(0)),
            detail: "60 s were over".to_owned(),
            overrun: None,
            evidence: None,
            totals: vec![Points { halves: 5 }, Points { halves: -1 }],
            places: if full { vec![2, 1] } else { vec![] },
        },
        sent: full.then_some(Time(7)),
        received: full.then_some(Time(u64::MAX)),
        lag: Duration::ZERO,
        request_id: RequestId::parse(if full { "r" } else { "" }).unwrap(),
        seed: None,
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
        Some(Promise { commitment: seed.commitment(), nonce_wait, deal_id: deal_id.map(id) })
    };
    let nonce = Nonce::parse("abc").unwrap();
    let opened = |luck| Fact::Opened(Box::new(Opened { luck, ..golden_opened() }));
    let facts = vec![
        opened(promise(Duration::from_secs(5), Some("deals-1"))),
        opened(promise(Duration::ZERO, None)),
        Fact::NonceGiven { seat: Seat(1), nonce, request_id: RequestId::parse("r").unwrap() },
        Fact::NonceGiven { seat: Seat(0), nonce: Nonce::default(), request_id: RequestId::default() },
        Fact::Ended(Ended { seed: Some(seed.clone()), ..golden_ended(Termination::Abort, false) }),
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
    fn opened_of(event: &mut pb::log::Event) -> &mut pb::log::Opened {
        match event.event.as_mut().unwrap() {
            pb::log::event::Event::Opened(opened) => opened,
            other => panic!("{other:?}"),
        }
    }
    fn luck_of(event: &mut pb::log::Event) -> &mut pb::log::Luck {
        opened_of(event)
            .luck
            .get_or_insert_with(|| pb::log::Luck { commitment: "a7".repeat(32), ..pb::log::Luck::default() })
    }
    let cases: [(&str, Break); 16] = [
        ("opened.luck.commitment", |event| luck_of(event).commitment.truncate(63)),
        ("opened.luck.commitment", |event| luck_of(event).commitment = "A7".repeat(32)),
        ("opened.luck.deal_id", |event| luck_of(event).deal_id = "No Id".to_owned()),
        ("seq", |event| event.seq = 0),
        ("seq", |event| event.seq = u64::MAX),
        ("event", |event| event.event = None),
        ("opened.match_id", |event| opened_of(event).match_id = "no id".to_owned()),
        ("opened.players", |event| opened_of(event).players[1] = "No Name".to_owned()),
        ("opened.players", |event| opened_of(event).players.clear()),
        ("opened.players", |event| opened_of(event).players = vec!["ann".to_owned(); 9]),
        ("opened.time_controls", |event| opened_of(event).time_controls[0] = "soon".to_owned()),
        ("opened.time_controls", |event| opened_of(event).time_controls.truncate(1)),
        ("opened.illegal", |event| opened_of(event).illegal = 0),
        ("opened.illegal", |event| opened_of(event).illegal = 77),
        ("opened.game", |event| opened_of(event).game = "x".repeat(70_000)),
        ("opened.options", |event| {
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
    assert_eq!(line(&good.replace("\"seat\":1", "\"seat\":9")), (1, "moved.seat"));
    assert_eq!(line(&good.replace("\"seat\":1", "\"seat\":300")), (1, "moved.seat"));
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

fn arb_text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z0-9 +-]{0,12}", any::<String>()]
}

fn arb_seat() -> impl Strategy<Value = Seat> {
    (0u8..8).prop_map(Seat)
}

fn arb_time() -> impl Strategy<Value = Time> {
    any::<u64>().prop_map(Time)
}

fn arb_span() -> impl Strategy<Value = Duration> {
    any::<u64>().prop_map(Duration::from_nanos)
}

fn arb_points() -> impl Strategy<Value = Vec<Points>> {
    vec(any::<i64>().prop_map(|halves| Points { halves }), 0..=8)
}

fn arb_request_id() -> impl Strategy<Value = RequestId> {
    "[^\\p{Cc}]{0,16}".prop_map(|text| RequestId::parse(&text).unwrap())
}

fn arb_opened() -> impl Strategy<Value = Opened> {
    let seats = vec((arb_control(), "[a-z][a-z0-9_-]{0,31}"), 1..=8);
    let options = proptest::collection::btree_map(arb_text(), arb_text(), 0..5);
    let illegal = prop_oneof![
        (1..=MAX_TRIES).prop_map(|tries| IllegalPolicy::Retry { tries }),
        Just(IllegalPolicy::Forfeit),
        Just(IllegalPolicy::Substitute)
    ];
    let lost_seats = prop_oneof![Just(LostSeats::Substitute), Just(LostSeats::End)];
    let graces = (arb_span(), arb_span());
    let luck = option::of(arb_promise());
    ("[a-z0-9-]{1,64}", arb_text(), options, seats, any::<i64>(), graces, (illegal, lost_seats), luck).prop_map(
        |(match_id, game, options, seats, opened_unix_ms, (grace, start_grace), (illegal, lost_seats), luck)| Opened {
            match_id: MatchId::parse(&match_id).unwrap(),
            game,
            options: BTreeMap::from_iter(options),
            time_controls: seats.iter().map(|(control, _)| control.clone()).collect(),
            players: seats.iter().map(|(_, name)| PlayerId::parse(name).unwrap()).collect(),
            opened_unix_ms,
            grace,
            start_grace,
            illegal,
            lost_seats,
            luck,
            conduct: some_conduct(opened_unix_ms),
            rematch_of: (opened_unix_ms & 64 != 0).then(|| id("the-one-before")),
        },
    )
}

/// One of several ways to conduct a match, picked by a number.
fn some_conduct(number: i64) -> Conduct {
    let is = |bit: i64| number & bit != 0;
    let sides = if is(8) { Sides::All } else { Sides::Own };
    Conduct {
        stakes: if is(1) { Stakes::Rated } else { Stakes::Casual },
        first_move_grace: is(32).then_some(Duration::from_nanos(number.unsigned_abs())),
        max_plies: is(2).then_some(number as u32),
        resign: is(4).then_some(ResignRule { moves: number as u32, score: number, sides }),
        draw: is(16).then_some(DrawRule { moves: 3, score: number, from_ply: number as u32 }),
    }
}

fn arb_seed() -> impl Strategy<Value = Seed> {
    any::<[u8; 32]>().prop_map(Seed::new)
}

fn arb_promise() -> impl Strategy<Value = Promise> {
    let deal_id = option::of("[a-z0-9-]{1,64}".prop_map(|text| id(&text)));
    (arb_seed(), arb_span(), deal_id).prop_map(|(seed, nonce_wait, deal_id)| Promise {
        commitment: seed.commitment(),
        nonce_wait,
        deal_id,
    })
}

fn arb_clock() -> impl Strategy<Value = Clock> {
    let spans = (option::of(arb_span()), option::of(arb_span()), option::of(arb_span()));
    (spans, any::<u32>(), option::of(any::<u32>()), any::<u32>()).prop_map(
        |((left, round_left, match_left), stage, moves_to_go, periods)| Clock {
            left,
            stage,
            moves_to_go,
            periods,
            round_left,
            match_left,
        },
    )
}

fn arb_moved() -> impl Strategy<Value = Moved> {
    let times = (arb_time(), arb_time(), arb_span(), arb_span(), arb_clock(), arb_span());
    (arb_seat(), 1u32.., any::<u32>(), (arb_text(), option::of(arb_text())), times, arb_request_id()).prop_map(
        |(seat, round, ply, (notation, declined), (sent, received, lag, charged, clock, stalled), request_id)| Moved {
            seat,
            round,
            ply,
            notation,
            declined,
            sent,
            received,
            lag,
            charged,
            clock,
            score: (ply % 3 == 0).then_some(i64::from(ply) - 1_000_000),
            stalled,
            request_id,
        },
    )
}

fn arb_flag_voided() -> impl Strategy<Value = FlagVoided> {
    let stalls = vec((arb_time(), arb_time()).prop_map(|(began, ended)| Stall { began, ended }), 0..=64);
    (arb_seat(), 1u32.., any::<u32>(), arb_time(), option::of(arb_time()), arb_span(), stalls).prop_map(
        |(seat, round, ply, sent, received, lag, stalls)| FlagVoided { seat, round, ply, sent, received, lag, stalls },
    )
}

fn arb_ended() -> impl Strategy<Value = Ended> {
    use Termination::{
        Abort, Adjudication, Board, Claim, Disconnect, DrawAgreed, Flag, HostFault, IllegalMove, MaxPlies,
        ProtocolError, Resignation,
    };
    let all = vec![
        Board,
        MaxPlies,
        Claim,
        DrawAgreed,
        Adjudication,
        Resignation,
        IllegalMove,
        ProtocolError,
        Disconnect,
        Flag,
        Abort,
        HostFault,
    ];
    let verdict =
        (proptest::sample::select(all), option::of(arb_seat()), arb_text(), arb_points(), vec(any::<u32>(), 0..=8))
            .prop_map(|(termination, seat, detail, totals, places)| Verdict {
                termination,
                seat,
                detail,
                overrun: None,
                evidence: None,
                totals,
                places,
            });
    let verdict = (verdict, option::of(arb_span()), option::of(arb_evidence()))
        .prop_map(|(verdict, overrun, evidence)| Verdict { overrun, evidence: evidence.map(Box::new), ..verdict });
    let times = (option::of(arb_time()), option::of(arb_time()), arb_span());
    (verdict, times, arb_request_id(), option::of(arb_seed())).prop_map(
        |(verdict, (sent, received, lag), request_id, seed)| Ended { verdict, sent, received, lag, request_id, seed },
    )
}

fn arb_evidence() -> impl Strategy<Value = Evidence> {
    let exit = prop_oneof![any::<i32>().prop_map(Exit::Status), any::<i32>().prop_map(Exit::Signal)];
    let lines = || vec("\\PC{0,60}", 0..=20);
    (option::of(exit), lines(), lines()).prop_map(|(exit, stdout, stderr)| Evidence { exit, stdout, stderr })
}

fn arb_conduct() -> impl Strategy<Value = Fact> {
    let proposal = || prop_oneof![Just(Proposal::Draw), Just(Proposal::Takeback)];
    let response = prop_oneof![Just(Response::Accept), Just(Response::Decline)];
    let arbiter = || "[a-z][a-z0-9_-]{0,31}".prop_map(|name| PlayerId::parse(&name).unwrap());
    let ruling = prop_oneof![
        Just(Ruling::AsItStands),
        arb_points().prop_map(Ruling::Points),
        arb_seat().prop_map(Ruling::Loss),
    ];
    prop_oneof![
        (arb_seat(), proposal(), arb_request_id()).prop_map(|(seat, proposal, request_id)| Fact::Proposed {
            seat,
            proposal,
            request_id
        }),
        (arb_seat(), proposal(), response, arb_request_id()).prop_map(|(seat, proposal, response, request_id)| {
            Fact::Responded { seat, proposal, response, request_id }
        }),
        (1u32.., any::<u32>()).prop_map(|(round, ply)| Fact::TakenBack { round, ply }),
        (arb_seat(), arb_time()).prop_map(|(seat, until)| Fact::FirstMoveDue { seat, until }),
        (arbiter(), arb_request_id()).prop_map(|(arbiter, request_id)| Fact::Paused { arbiter, request_id }),
        (arbiter(), arb_request_id()).prop_map(|(arbiter, request_id)| Fact::Unpaused { arbiter, request_id }),
        (arbiter(), ruling, arb_text(), arb_request_id()).prop_map(|(arbiter, ruling, reason, request_id)| {
            Fact::Adjudicated { by: Adjudicated { arbiter, ruling, reason }, request_id }
        }),
    ]
}

fn arb_fact() -> impl Strategy<Value = Fact> {
    let step = || (1u32.., any::<u32>(), arb_text());
    prop_oneof![
        arb_opened().prop_map(|opened| Fact::Opened(Box::new(opened))),
        arb_seat().prop_map(|seat| Fact::SeatConnected { seat }),
        (arb_seat(), arb_time()).prop_map(|(seat, grace_until)| Fact::SeatDisconnected { seat, grace_until }),
        (arb_seat(), "[!-~]{0,64}", arb_request_id()).prop_map(|(seat, nonce, request_id)| Fact::NonceGiven {
            seat,
            nonce: Nonce::parse(&nonce).unwrap(),
            request_id
        }),
        (1u32.., arb_text()).prop_map(|(round, position)| Fact::RoundStarted { round, position }),
        arb_moved().prop_map(Fact::Moved),
        arb_flag_voided().prop_map(Fact::FlagVoided),
        (arb_seat(), step()).prop_map(|(seat, (round, ply, notation))| Fact::Forced { seat, round, ply, notation }),
        arb_ended().prop_map(|Ended { verdict, sent, received, lag, request_id, .. }| {
            let Verdict { termination: cause, detail, overrun, evidence, .. } = verdict;
            let seat = verdict.seat.unwrap_or(Seat(0));
            Fact::SeatLost(SeatLost { seat, cause, detail, overrun, evidence, sent, received, lag, request_id })
        }),
        (arb_seat(), step()).prop_map(|(seat, (round, ply, notation))| Fact::Substituted {
            seat,
            round,
            ply,
            notation
        }),
        step().prop_map(|(round, ply, notation)| Fact::ChanceCame { round, ply, notation }),
        (1u32.., arb_text(), arb_points(), arb_points()).prop_map(|(round, cause, points, totals)| Fact::RoundEnded {
            round,
            cause,
            points,
            totals
        }),
        Just(Fact::Resumed),
        arb_conduct(),
        arb_ended().prop_map(Fact::Ended),
    ]
}

fn arb_event() -> impl Strategy<Value = Event> {
    (1..=i64::MAX as u64, arb_time(), arb_fact()).prop_map(|(seq, at, fact)| Event { seq: Seq(seq), at, fact })
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
