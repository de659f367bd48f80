//! Golden records: events of every kind and whole matches, in the format since the first release.

use std::time::Duration;

use prost::Message as _;
use referee::{
    games::rules::Points,
    ids::{Nonce, RequestId, Seat, Seq},
    law::{
        Clock, Conduct, DrawRule, EndReason, Event, Evidence, Exit, Fact, IllegalMovePolicy, LostSeatPolicy,
        MatchAdjudicated, MatchOpened, Promise, Proposal, ProposalAnswer, ResignRule, Ruling, Seed, Sides, Stakes,
        Stall, Termination, Time, TimeControl, Verdict,
        event::{FlagVoided, MAX_RETRIES, MatchEnded, MovePlayed, MoveRefused, SeatLost},
        verify::verify,
    },
    store::{
        codec::{decode, encode, to_message},
        record,
    },
};

use super::sample::{id, match_opened, player};

/// Name of a golden log, and a function that returns its facts.
type Golden = (&'static str, fn() -> Vec<Fact>);

/// Every golden log in `golden/log`. Logs like these exist on other hosts, so no line may ever
/// change.
const LOGS: [Golden; 8] = [
    ("clocks", clocks),
    ("conduct", conduct),
    ("events", events),
    ("luck", luck),
    ("outages", outages),
    ("reasons", reasons),
    ("rules", rules),
    ("verdicts", verdicts),
];

pub fn opened() -> MatchOpened {
    MatchOpened {
        options: [("length", "marathon"), ("fill", "left")].map(|(k, v)| (k.to_owned(), v.to_owned())).into(),
        time_controls: vec![TimeControl::parse("60+0.1").unwrap(), TimeControl::UNLIMITED],
        opened_unix_ms: 1_700_000_000_123,
        illegal_move_policy: IllegalMovePolicy::Retry { retries: MAX_RETRIES },
        ..match_opened()
    }
}

fn open(change: impl FnOnce(&mut MatchOpened)) -> Fact {
    let mut opened = opened();
    change(&mut opened);
    Fact::MatchOpened(Box::new(opened))
}

fn moved(change: impl FnOnce(&mut MovePlayed)) -> Fact {
    let mut moved = MovePlayed {
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
        clock: Clock::default(),
        score: None,
        stalled: Duration::ZERO,
    };
    change(&mut moved);
    Fact::MovePlayed(moved)
}

fn end(termination: Termination, change: impl FnOnce(&mut MatchEnded)) -> Fact {
    let mut ended = MatchEnded {
        verdict: Verdict {
            termination,
            seat: None,
            reason: EndReason::Plain,
            declined: None,
            overrun: None,
            evidence: None,
            totals: points([5, -1]),
            places: vec![],
        },
        sent: None,
        received: None,
        lag: Duration::ZERO,
        round_trip: Duration::ZERO,
        request_id: RequestId::default(),
        seed: None,
        ended_unix_ms: None,
    };
    change(&mut ended);
    Fact::MatchEnded(ended)
}

fn refused(declined: &str, reason: EndReason) -> Fact {
    let (seat, declined, received) = (Seat(1), declined.to_owned(), Time(9));
    Fact::MoveRefused(MoveRefused { seat, round: 2, ply: 7, declined, reason, received })
}

fn points(halves: [i64; 2]) -> Vec<Points> {
    halves.map(|halves| Points { halves }).to_vec()
}

fn request() -> RequestId {
    RequestId::parse("request \u{1f600}").unwrap()
}

const fn nanos(nanos: u64) -> Duration {
    Duration::from_nanos(nanos)
}

fn events() -> Vec<Fact> {
    vec![
        open(|_| {}),
        open(|opened| opened.rematch_of = Some(id("match-0"))),
        Fact::SeatConnected { seat: Seat(0) },
        Fact::SeatDisconnected { seat: Seat(1), grace_until: Some(Time(30_000_000_001)), attended: true },
        Fact::SeatDisconnected { seat: Seat(0), grace_until: None, attended: false },
        Fact::RoundStarted { round: 1, position: "8/8 w \"-\"\n\u{e9}".to_owned() },
        moved(|moved| moved.clock.left = Some(nanos(59_999_999_999))),
        moved(|moved| moved.declined = Some("g2\n\u{e9}".to_owned())),
        Fact::ForcedMovePlayed { seat: Seat(1), round: 1, ply: 2, notation: "pass".to_owned() },
        Fact::MoveSubstituted { seat: Seat(1), round: 1, ply: 3, notation: "a1-b2".to_owned() },
        Fact::ChanceResolved { round: 1, ply: 4, notation: "3-5".to_owned() },
        Fact::RoundEnded { round: 1, cause: "home".to_owned(), points: points([2, 0]), totals: points([5, -1]) },
        Fact::FirstMoveDue { seat: Seat(1), until: Time(7) },
        Fact::ServerRestarted,
        end(Termination::Flag, |ended| {
            (ended.verdict.seat, ended.verdict.places) = (Some(Seat(0)), vec![2, 1]);
            (ended.sent, ended.received, ended.request_id) =
                (Some(Time(7)), Some(Time(i64::MAX.cast_unsigned())), request());
        }),
        end(Termination::Abort, |ended| ended.ended_unix_ms = Some(1_700_000_000_456)),
    ]
}

fn luck() -> Vec<Fact> {
    let seed = Seed::new(std::array::from_fn(|index| index as u8));
    let promise = |nonce_wait, deal_id: Option<&str>| {
        Some(Promise { commitment: seed.commitment(), nonce_wait, deal_id: deal_id.map(id), is_withheld: false })
    };
    let nonce = |text| Nonce::parse(text).unwrap();
    vec![
        open(|opened| opened.luck = promise(Duration::from_secs(5), Some("deals-1"))),
        open(|opened| opened.luck = promise(Duration::ZERO, None)),
        Fact::NonceGiven { seat: Seat(1), nonce: nonce("abc"), request_id: request() },
        Fact::NonceGiven { seat: Seat(0), nonce: nonce(""), request_id: RequestId::default() },
        end(Termination::Abort, |ended| ended.seed = Some(seed.clone())),
    ]
}

fn full_clock() -> Clock {
    Clock {
        left: Some(nanos(1)),
        stage: 2,
        moves_to_go: Some(0),
        periods: 3,
        round_left: Some(Duration::ZERO),
        match_left: Some(nanos(5)),
    }
}

fn clocks() -> Vec<Fact> {
    let stall = |began, ended| Stall { began: Time(began), ended: Time(ended) };
    let void = |stalls| {
        let (seat, round, ply, sent) = (Seat(1), 2, 7, Time(9));
        Fact::FlagVoided(FlagVoided { seat, round, ply, sent, lag: nanos(8), round_trip: nanos(6), stalls })
    };
    vec![
        moved(|moved| (moved.lag, moved.stalled, moved.clock) = (nanos(7), nanos(60_000_000), full_clock())),
        moved(|moved| moved.round_trip = nanos(99_000_001)),
        void(vec![stall(1, 1 << 30), stall(1 << 31, 1 << 38)]),
        void(Vec::new()),
    ]
}

fn conduct() -> Vec<Fact> {
    let (seat, arbiter) = (Seat(1), player("carl"));
    let answer = |proposal, answer| Fact::ProposalAnswered { seat, proposal, answer, request_id: request() };
    let by = |ruling, reason: &str| Fact::MatchAdjudicated {
        by: MatchAdjudicated { arbiter: player("carl"), ruling, reason: reason.to_owned() },
        request_id: request(),
    };
    vec![
        open(|opened| opened.conduct.stakes = Stakes::Rated),
        Fact::ProposalMade { seat, proposal: Proposal::Draw, request_id: request() },
        Fact::ProposalMade { seat: Seat(0), proposal: Proposal::Takeback, request_id: RequestId::default() },
        answer(Proposal::Draw, ProposalAnswer::Accept),
        answer(Proposal::Takeback, ProposalAnswer::Decline),
        Fact::MovesTakenBack { round: 1, ply: 2, clocks: vec![Clock::default(), full_clock()] },
        Fact::MatchPaused { arbiter: arbiter.clone(), request_id: request() },
        Fact::MatchResumed { arbiter, request_id: request() },
        by(Ruling::AsItStands, ""),
        by(Ruling::Points(points([1, -3])), "it was late"),
        by(Ruling::Loss(Seat(0)), "it left"),
        end(Termination::Claim, |ended| ended.verdict.seat = Some(Seat(0))),
        end(Termination::DrawAgreed, |_| {}),
        end(Termination::Adjudication, |ended| ended.verdict.seat = Some(Seat(0))),
    ]
}

fn rules() -> Vec<Fact> {
    let resign = |sides| Some(ResignRule { moves: 3, score: 500, sides });
    let draw_rule = Some(DrawRule { moves: 8, score: 10, from_ply: 40 });
    let all = Conduct { max_plies: Some(400), resign_rule: resign(Sides::All), draw_rule, ..Conduct::default() };
    vec![
        open(|opened| opened.conduct = all),
        open(|opened| opened.conduct.resign_rule = resign(Sides::Own)),
        open(|opened| opened.illegal_move_policy = IllegalMovePolicy::Retry { retries: 3 }),
        refused("", EndReason::Unreadable),
        refused("g2\n\u{e9}", EndReason::NotLegal),
        open(|opened| opened.lost_seat_policy = LostSeatPolicy::Substitute),
        moved(|moved| moved.score = Some(-35)),
        moved(|moved| moved.score = Some(0)),
        end(Termination::MaxPlies, |_| {}),
    ]
}

fn verdicts() -> Vec<Fact> {
    let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let failed = |exit, stdout: &[&str], stderr: &[&str]| {
        let evidence = Some(Box::new(Evidence { exit, stdout: owned(stdout), stderr: owned(stderr) }));
        end(Termination::ProtocolError, |ended| ended.verdict.evidence = evidence)
    };
    vec![
        end(Termination::Flag, |ended| ended.verdict.overrun = Some(nanos(1_000_001))),
        end(Termination::IllegalMove, |ended| {
            (ended.verdict.declined, ended.verdict.reason) = (Some("g2\n\u{e9}".to_owned()), EndReason::NotLegal);
        }),
        failed(Some(Exit::Status(-3)), &["id name x", "bestmove"], &["boom \u{1f600}"]),
        failed(Some(Exit::Signal(11)), &[], &[]),
        failed(Some(Exit::Status(0)), &[], &["", "\t"]),
        failed(None, &["go?"], &[]),
    ]
}

fn reasons() -> Vec<Fact> {
    let because = |termination, reason: EndReason| end(termination, |ended| ended.verdict.reason = reason);
    let text = |text: &str| text.to_owned();
    let (seat, moves) = (Seat(1), 3);
    vec![
        because(Termination::Normal, EndReason::Rules(text("home"))),
        because(Termination::MaxPlies, EndReason::PlyLimit(400)),
        because(Termination::Adjudication, EndReason::ReportedLoss { moves, score: 500 }),
        because(Termination::Adjudication, EndReason::ReportedDraw { moves, score: 10 }),
        because(Termination::Adjudication, EndReason::Ruling(text("it was late"))),
        because(Termination::IllegalMove, EndReason::Unreadable),
        because(Termination::Unattended, EndReason::Missing(vec![Seat(0), seat])),
        because(Termination::NoShow, EndReason::NoFirstMove(seat)),
        because(Termination::Abort, EndReason::CalledOff(None)),
        because(Termination::Abort, EndReason::CalledOff(Some(seat))),
        because(Termination::Abort, EndReason::LongPause),
        because(Termination::Abort, EndReason::NoSeatMoved),
        because(Termination::Abort, EndReason::NoSeatCameBack),
        because(Termination::ProtocolError, EndReason::Program(text("exit status 1"))),
        because(Termination::HostFault, EndReason::StalledFlags(seat)),
        because(Termination::HostFault, EndReason::OftenStalled),
        because(Termination::HostFault, EndReason::Game(text("a turn without a legal move"))),
        because(Termination::HostFault, EndReason::Host(text("the disk is full"))),
        because(Termination::Abort, EndReason::NotCounted),
    ]
}

fn outages() -> Vec<Fact> {
    let lost = SeatLost {
        seat: Seat(1),
        cause: Termination::Flag,
        reason: EndReason::Plain,
        declined: None,
        overrun: Some(nanos(3)),
        evidence: None,
        sent: Some(Time(9)),
        received: Some(Time(10)),
        lag: Duration::ZERO,
        round_trip: nanos(99_000_001),
        request_id: request(),
    };
    vec![
        Fact::HostStalled(Stall { began: Time(7), ended: Time::ZERO }),
        Fact::SeatLost(lost),
        end(Termination::HostFault, |ended| ended.round_trip = nanos(99_000_001)),
    ]
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/golden/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default()
}

/// Returns whether a golden file differs from the bytes that are written now. If so, stores those
/// in `target`.
fn differs(name: &str, written: &[u8]) -> bool {
    if file(name) == written {
        return false;
    }
    let found = format!("{}/target/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::create_dir_all(std::path::Path::new(&found).parent().unwrap()).unwrap();
    std::fs::write(&found, written).unwrap();
    true
}

#[test]
fn golden_logs_are_still_read_and_written() {
    let (mut all, mut changed) = (Vec::new(), Vec::new());
    for (name, facts) in LOGS {
        // A stall ends at the time of its event.
        let at = |index: u64| Time((index + 1) * 1_000_000_007);
        let number = |(index, mut fact)| {
            if let Fact::HostStalled(stall) = &mut fact {
                stall.ended = at(index);
            }
            Event { seq: Seq(index + 1), at: at(index), fact }
        };
        let events: Vec<Event> = (0..).zip(facts()).map(number).collect();
        let file_name = format!("log/{name}.jsonl");
        if differs(&file_name, record::write(&events).as_bytes()) {
            changed.push(file_name.clone());
        }
        assert_eq!(record::read(&record::write(&events)).unwrap(), events, "{name}");
        for event in &events {
            assert_eq!(decode(&encode(event)).unwrap(), *event, "{name}");
        }
        all.extend(events);
    }
    // The events in protobuf's delimited form: each follows its length.
    let bytes: Vec<u8> = all.iter().flat_map(|event| to_message(event).encode_length_delimited_to_vec()).collect();
    if differs("log/all.binpb", &bytes) {
        changed.push("log/all.binpb".to_owned());
    }
    assert!(changed.is_empty(), "written differently now, see target/golden: {changed:?}");
}

/// Whole matches. The second has nonces, luck, a replaced illegal move, and a seat that lost while
/// the others played on.
#[test]
fn golden_matches_are_still_true() {
    let mut changed = Vec::new();
    for name in ["signed-record.jsonl", "lost-seat.jsonl"] {
        let text = String::from_utf8(file(name)).unwrap();
        let events = record::read(&text).unwrap();
        let plain: String = text.split_inclusive('\n').filter(|line| !line.starts_with("{\"seal\"")).collect();
        if record::write(&events) != plain {
            differs(name, record::write(&events).as_bytes());
            changed.push(name);
        }
        let verified = verify(&events).unwrap_or_else(|found| panic!("{name}: {found}"));
        assert!(verified.over && verified.moves > 10, "{name}: {verified:?}");
        let count = |is: fn(&Fact) -> bool| events.iter().filter(|event| is(&event.fact)).count();
        let declined = count(|fact| matches!(fact, Fact::MovePlayed(moved) if moved.declined.is_some()));
        let lost = count(|fact| matches!(fact, Fact::SeatLost(lost) if lost.evidence.is_some()));
        let substituted = count(|fact| matches!(fact, Fact::MoveSubstituted { .. }));
        if name == "lost-seat.jsonl" {
            assert!(verified.chance_proven && (declined, lost) == (1, 1) && substituted > 0, "{verified:?}");
        }
    }
    assert!(changed.is_empty(), "written differently now, see target/golden: {changed:?}");
}
