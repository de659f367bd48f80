//! Generates arbitrary events for the tests of the store.

use std::{collections::BTreeMap, time::Duration};

use proptest::{collection::vec, option, prelude::*};
use referee::{
    games::{Opening, rules::Points},
    ids::{MatchId, Nonce, PlayerId, RequestId, Seat, Seq, is_printing},
    law::{
        Absence, Clock, Conduct, Consent, Contest, DrawRule, EndReason, Event, Evidence, Exit, Fact, Graces,
        IllegalMovePolicy, LostSeatPolicy, MatchAdjudicated, MatchOpened, Occasion, Promise, Proposal, ProposalAnswer,
        ResignRule, Ruling, Seed, Sides, Stakes, Termination, Time, Verdict,
        event::{FlagVoided, MAX_RETRIES, MatchEnded, MovePlayed, MoveRefused, SeatLost, Stall},
    },
};

use super::sample::id;
use crate::controls::arb_control;

fn arb_text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z0-9 +-]{0,12}", any::<String>()]
}

fn arb_seat() -> impl Strategy<Value = Seat> {
    (0u8..8).prop_map(Seat)
}

fn arb_time() -> impl Strategy<Value = Time> {
    (0..=i64::MAX).prop_map(|nanos| Time(nanos.cast_unsigned()))
}

fn arb_span() -> impl Strategy<Value = Duration> {
    arb_time().prop_map(|time| Duration::from_nanos(time.0))
}

/// Generates a duration as in the rules of a match.
fn arb_ms() -> impl Strategy<Value = Duration> {
    any::<u32>().prop_map(|ms| Duration::from_millis(ms.into()))
}

fn arb_points() -> impl Strategy<Value = Vec<Points>> {
    vec((-(1i64 << 53) + 1..1 << 53).prop_map(|halves| Points { halves }), 0..=8)
}

fn arb_request_id() -> impl Strategy<Value = RequestId> {
    "[^\\p{Cc}]{0,16}".prop_map(|text| {
        let printing: String = text.chars().filter(|c| is_printing(*c)).collect();
        RequestId::parse(&printing).unwrap()
    })
}

fn arb_opened() -> impl Strategy<Value = MatchOpened> {
    let seats = vec((arb_control(), "[a-z][a-z0-9_-]{0,31}"), 1..=8);
    let options = proptest::collection::btree_map(arb_text(), arb_text(), 0..5);
    let illegal = prop_oneof![
        (1..=MAX_RETRIES).prop_map(|retries| IllegalMovePolicy::Retry { retries }),
        Just(IllegalMovePolicy::Forfeit),
        Just(IllegalMovePolicy::Substitute)
    ];
    let lost_seat_policy = prop_oneof![Just(LostSeatPolicy::Substitute), Just(LostSeatPolicy::End)];
    let absence = prop_oneof![Just(Absence::Grace), Just(Absence::ClockOnly)];
    let graces = (absence, arb_ms(), arb_ms(), arb_ms()).prop_map(|(absence, disconnect, attend, start)| Graces {
        absence,
        disconnect,
        attend,
        start,
    });
    let luck = option::of(arb_promise());
    ("[a-z0-9-]{1,64}", arb_text(), options, seats, any::<i64>(), graces, (illegal, lost_seat_policy), luck).prop_map(
        |(match_id, game, options, seats, opened_unix_ms, graces, (illegal, lost_seat_policy), luck)| MatchOpened {
            match_id: MatchId::parse(&match_id).unwrap(),
            game,
            options: BTreeMap::from_iter(options),
            time_controls: seats.iter().map(|(control, _)| control.clone()).collect(),
            players: seats.iter().map(|(_, name)| PlayerId::parse(name).unwrap()).collect(),
            opened_unix_ms,
            graces,
            illegal_move_policy: illegal,
            lost_seat_policy,
            luck,
            conduct: some_conduct(opened_unix_ms),
            rematch_of: (opened_unix_ms & 64 != 0).then(|| id("the-one-before")),
            created_by: (opened_unix_ms & 128 != 0).then(|| PlayerId::parse("maker").unwrap()),
            occasion: (opened_unix_ms & 256 != 0).then(|| Occasion {
                contest: Contest::Ladder("the-ladder_1".to_owned()),
                encounter: opened_unix_ms as u32,
                pairing: 3,
            }),
            labels: [("stage.1".to_owned(), "the value é".to_owned())].into(),
            opening: Opening {
                start_position: if opened_unix_ms & 512 != 0 { "a1 \"b\" é".to_owned() } else { String::new() },
                moves: vec!["a1-b2".to_owned(); (opened_unix_ms & 3) as usize],
            },
            consents: seats.iter().map(|_| some_consent(opened_unix_ms)).collect(),
            law: Default::default(),
        },
    )
}

fn some_consent(number: i64) -> Consent {
    match number.rem_euclid(3) {
        0 => Consent::Act,
        1 => Consent::Policy,
        _ => Consent::House,
    }
}

/// Returns one of several ways to conduct a match, selected by the bits of `number`.
fn some_conduct(number: i64) -> Conduct {
    let is = |bit: i64| number & bit != 0;
    let sides = if is(8) { Sides::All } else { Sides::Own };
    Conduct {
        stakes: if is(1) { Stakes::Rated } else { Stakes::Casual },
        first_move_grace: is(32).then_some(Duration::from_millis((number as u32 | 1).into())),
        max_plies: is(2).then_some(number as u32 | 1),
        resign_rule: is(4).then_some(ResignRule { moves: number as u32, score: number, sides }),
        draw_rule: is(16).then_some(DrawRule { moves: 3, score: number, from_ply: number as u32 }),
    }
}

fn arb_seed() -> impl Strategy<Value = Seed> {
    any::<[u8; 32]>().prop_map(Seed::new)
}

fn arb_promise() -> impl Strategy<Value = Promise> {
    let deal_id = option::of("[a-z0-9-]{1,64}".prop_map(|text| id(&text)));
    (arb_seed(), arb_ms(), deal_id, any::<bool>()).prop_map(|(seed, nonce_wait, deal_id, is_withheld)| Promise {
        commitment: seed.commitment(),
        nonce_wait,
        deal_id,
        is_withheld,
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

fn arb_moved() -> impl Strategy<Value = MovePlayed> {
    let times = (arb_time(), arb_time(), (arb_span(), arb_span()), arb_span(), arb_clock(), arb_span());
    (arb_seat(), 1u32.., any::<u32>(), (arb_text(), option::of(arb_text())), times).prop_map(
        |(seat, round, ply, (notation, declined), times)| {
            let (sent, received, (lag, round_trip), charged, clock, stalled) = times;
            MovePlayed {
                seat,
                round,
                ply,
                notation,
                declined,
                sent,
                received,
                lag,
                round_trip,
                charged,
                clock,
                score: (ply % 3 == 0).then_some(i64::from(ply) - 1_000_000),
                stalled,
            }
        },
    )
}

fn arb_move_refused() -> impl Strategy<Value = MoveRefused> {
    let reason = prop_oneof![Just(EndReason::NotLegal), Just(EndReason::Unreadable)];
    (arb_seat(), 1u32.., any::<u32>(), arb_text(), reason, arb_time()).prop_map(
        |(seat, round, ply, declined, reason, received)| MoveRefused { seat, round, ply, declined, reason, received },
    )
}

fn arb_flag_voided() -> impl Strategy<Value = FlagVoided> {
    let stalls = vec((arb_time(), arb_time()).prop_map(|(began, ended)| Stall { began, ended }), 0..=64);
    let times = (arb_time(), arb_span(), arb_span());
    (arb_seat(), 1u32.., any::<u32>(), times, stalls).prop_map(|(seat, round, ply, (sent, lag, round_trip), stalls)| {
        FlagVoided { seat, round, ply, sent, lag, round_trip, stalls }
    })
}

fn arb_reason() -> impl Strategy<Value = EndReason> {
    (0u8..20, arb_text(), any::<u32>(), any::<i64>(), vec(arb_seat(), 1..4)).prop_map(
        |(kind, text, number, score, seats)| {
            let seat = seats[0];
            match kind {
                0 => EndReason::Plain,
                1 => EndReason::Rules(text),
                2 => EndReason::PlyLimit(number),
                3 => EndReason::ReportedLoss { moves: number, score },
                4 => EndReason::ReportedDraw { moves: number, score },
                5 => EndReason::Ruling(text),
                6 => EndReason::Unreadable,
                7 => EndReason::NotLegal,
                8 => EndReason::Missing(seats),
                9 => EndReason::NoFirstMove(seat),
                10 => EndReason::CalledOff(None),
                11 => EndReason::CalledOff(Some(seat)),
                12 => EndReason::LongPause,
                13 => EndReason::NoSeatMoved,
                14 => EndReason::NoSeatCameBack,
                15 => EndReason::Program(text),
                16 => EndReason::StalledFlags(seat),
                17 => EndReason::OftenStalled,
                18 => EndReason::NotCounted,
                _ => {
                    if number.is_multiple_of(2) {
                        EndReason::Game(text)
                    } else {
                        EndReason::Host(text)
                    }
                }
            }
        },
    )
}

fn arb_ended() -> impl Strategy<Value = MatchEnded> {
    use Termination::{
        Abort, Adjudication, Claim, Disconnect, DrawAgreed, Flag, HostFault, IllegalMove, MaxPlies, NoShow, Normal,
        ProtocolError, Resignation, Unattended,
    };
    let all = vec![
        Normal,
        MaxPlies,
        Claim,
        DrawAgreed,
        Adjudication,
        Resignation,
        IllegalMove,
        ProtocolError,
        NoShow,
        Disconnect,
        Flag,
        Unattended,
        Abort,
        HostFault,
    ];
    let verdict =
        (proptest::sample::select(all), option::of(arb_seat()), arb_reason(), arb_points(), vec(any::<u32>(), 0..=8))
            .prop_map(|(termination, seat, reason, totals, places)| Verdict {
                termination,
                seat,
                reason,
                declined: None,
                overrun: None,
                evidence: None,
                totals,
                places,
            });
    let verdict = (verdict, option::of(arb_text()), option::of(arb_span()), option::of(arb_evidence())).prop_map(
        |(verdict, declined, overrun, evidence)| Verdict {
            declined,
            overrun,
            evidence: evidence.map(Box::new),
            ..verdict
        },
    );
    let times = (option::of(arb_time()), option::of(arb_time()), arb_span(), arb_span());
    (verdict, times, arb_request_id(), option::of(arb_seed())).prop_map(
        |(verdict, (sent, received, lag, round_trip), request_id, seed)| MatchEnded {
            ended_unix_ms: received.map(|at| 1 + (at.0 >> 2) as i64),
            verdict,
            sent,
            received,
            lag,
            round_trip,
            request_id,
            seed,
        },
    )
}

fn arb_evidence() -> impl Strategy<Value = Evidence> {
    let exit = prop_oneof![any::<i32>().prop_map(Exit::Status), any::<i32>().prop_map(Exit::Signal)];
    let lines = || vec("\\PC{0,60}", 0..=20);
    (option::of(exit), lines(), lines()).prop_map(|(exit, stdout, stderr)| Evidence { exit, stdout, stderr })
}

fn arb_conduct() -> impl Strategy<Value = Fact> {
    let proposal = || prop_oneof![Just(Proposal::Draw), Just(Proposal::Takeback)];
    let answer = prop_oneof![Just(ProposalAnswer::Accept), Just(ProposalAnswer::Decline)];
    let arbiter = || "[a-z][a-z0-9_-]{0,31}".prop_map(|name| PlayerId::parse(&name).unwrap());
    let ruling = prop_oneof![
        Just(Ruling::AsItStands),
        arb_points().prop_map(Ruling::Points),
        arb_seat().prop_map(Ruling::Loss),
    ];
    prop_oneof![
        (arb_seat(), proposal(), arb_request_id()).prop_map(|(seat, proposal, request_id)| Fact::ProposalMade {
            seat,
            proposal,
            request_id
        }),
        (arb_seat(), proposal(), answer, arb_request_id()).prop_map(|(seat, proposal, answer, request_id)| {
            Fact::ProposalAnswered { seat, proposal, answer, request_id }
        }),
        (1u32.., any::<u32>(), vec(arb_clock(), 0..=8)).prop_map(|(round, ply, clocks)| Fact::MovesTakenBack {
            round,
            ply,
            clocks
        }),
        (arb_seat(), arb_time()).prop_map(|(seat, until)| Fact::FirstMoveDue { seat, until }),
        (arbiter(), arb_request_id()).prop_map(|(arbiter, request_id)| Fact::MatchPaused { arbiter, request_id }),
        (arbiter(), arb_request_id()).prop_map(|(arbiter, request_id)| Fact::MatchResumed { arbiter, request_id }),
        (arbiter(), ruling, arb_text(), arb_request_id()).prop_map(|(arbiter, ruling, reason, request_id)| {
            Fact::MatchAdjudicated { by: MatchAdjudicated { arbiter, ruling, reason }, request_id }
        }),
    ]
}

fn arb_fact() -> impl Strategy<Value = Fact> {
    let step = || (1u32.., any::<u32>(), arb_text());
    prop_oneof![
        arb_opened().prop_map(|opened| Fact::MatchOpened(Box::new(opened))),
        arb_seat().prop_map(|seat| Fact::SeatConnected { seat }),
        (arb_seat(), option::of(arb_time()), any::<bool>())
            .prop_map(|(seat, grace_until, attended)| Fact::SeatDisconnected { seat, grace_until, attended }),
        (arb_seat(), "[!-~]{0,64}", arb_request_id()).prop_map(|(seat, nonce, request_id)| Fact::NonceGiven {
            seat,
            nonce: Nonce::parse(&nonce).unwrap(),
            request_id
        }),
        (1u32.., arb_text()).prop_map(|(round, position)| Fact::RoundStarted { round, position }),
        arb_moved().prop_map(Fact::MovePlayed),
        arb_move_refused().prop_map(Fact::MoveRefused),
        arb_flag_voided().prop_map(Fact::FlagVoided),
        (arb_seat(), step()).prop_map(|(seat, (round, ply, notation))| Fact::ForcedMovePlayed {
            seat,
            round,
            ply,
            notation
        }),
        arb_ended().prop_map(|MatchEnded { verdict, sent, received, lag, round_trip, request_id, .. }| {
            let Verdict { termination: cause, reason, declined, overrun, evidence, .. } = verdict;
            let seat = verdict.seat.unwrap_or(Seat(0));
            Fact::SeatLost(SeatLost {
                seat,
                cause,
                reason,
                declined,
                overrun,
                evidence,
                sent,
                received,
                lag,
                round_trip,
                request_id,
            })
        }),
        (arb_seat(), step()).prop_map(|(seat, (round, ply, notation))| Fact::MoveSubstituted {
            seat,
            round,
            ply,
            notation
        }),
        step().prop_map(|(round, ply, notation)| Fact::ChanceResolved { round, ply, notation }),
        (1u32.., arb_text(), arb_points(), arb_points()).prop_map(|(round, cause, points, totals)| Fact::RoundEnded {
            round,
            cause,
            points,
            totals
        }),
        Just(Fact::ServerRestarted),
        arb_time().prop_map(|began| Fact::HostStalled(Stall { began, ended: began })),
        arb_conduct(),
        arb_ended().prop_map(Fact::MatchEnded),
    ]
}

pub fn arb_event() -> impl Strategy<Value = Event> {
    (1..=i64::MAX as u64, arb_time(), arb_fact()).prop_map(|(seq, at, mut fact)| {
        if let Fact::HostStalled(stall) = &mut fact {
            (stall.began, stall.ended) = (stall.began.min(at), at);
        }
        Event { seq: Seq(seq), at, fact }
    })
}
