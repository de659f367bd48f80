//! Generates changes of every field of every kind of event.

use std::time::Duration;

use referee_games::rules::Points;
use referee_ids::{MatchId, Nonce, PlayerId, Seat, Seq};
use referee_law::{
    Absence, Clock, Conduct, Consent, Contest, EndReason, Event, Fact, Graces, IllegalMovePolicy, LostSeatPolicy,
    MatchAdjudicated, MatchOpened, Occasion, Promise, Proposal, ProposalAnswer, Ruling, Seed, Stakes, Termination,
    Time, TimeControl,
    ending::termination::LAW,
    event::{FlagVoided, MatchEnded, MovePlayed, MoveRefused, Stall},
};

use crate::{every_end::evidence, rig::request};

/// Returns every change of one event, each with a name.
pub fn changes_of(log: &[Event], index: usize) -> Vec<(String, Event)> {
    let event = &log[index];
    let Event { seq, at, fact } = event;
    let mut changes = vec![
        ("seq: the next".to_owned(), Event { seq: seq.next(), ..event.clone() }),
        ("seq: none".to_owned(), Event { seq: Seq(0), ..event.clone() }),
    ];
    if let Some(before) = index.checked_sub(1).map(|before| log[before].at).filter(|before| before.0 > 0) {
        changes.push(("at: before the event before".to_owned(), Event { at: Time(before.0 - 1), ..event.clone() }));
    }
    if let Some(after) = log.get(index + 1) {
        changes.push(("at: after the event after".to_owned(), Event { at: Time(after.at.0 + 1), ..event.clone() }));
    }
    changes.extend(changes_of_fact(fact).into_iter().map(|(name, fact)| {
        let kind = format!("{}.{name}", kind(event));
        (kind, Event { seq: *seq, at: *at, fact })
    }));
    changes
}

fn kind(event: &Event) -> &'static str {
    match event.fact {
        Fact::MatchOpened(_) => "match_opened",
        Fact::SeatConnected { .. } => "seat_connected",
        Fact::SeatDisconnected { .. } => "seat_disconnected",
        Fact::NonceGiven { .. } => "nonce_given",
        Fact::RoundStarted { .. } => "round_started",
        Fact::MovePlayed(_) => "move_played",
        Fact::MoveRefused(_) => "move_refused",
        Fact::FlagVoided(_) => "flag_voided",
        Fact::HostStalled(_) => "host_stalled",
        Fact::SeatLost(_) => "seat_lost",
        Fact::MoveSubstituted { .. } => "move_substituted",
        Fact::ForcedMovePlayed { .. } => "forced_move_played",
        Fact::ChanceResolved { .. } => "chance_resolved",
        Fact::RoundEnded { .. } => "round_ended",
        Fact::FirstMoveDue { .. } => "first_move_due",
        Fact::ProposalMade { .. } => "proposal_made",
        Fact::ProposalAnswered { .. } => "proposal_answered",
        Fact::MovesTakenBack { .. } => "moves_taken_back",
        Fact::MatchPaused { .. } => "match_paused",
        Fact::MatchResumed { .. } => "match_resumed",
        Fact::MatchAdjudicated { .. } => "match_adjudicated",
        Fact::ServerRestarted => "server_restarted",
        Fact::MatchEnded(_) => "match_ended",
    }
}

/// Returns every change of a fact. The patterns name every field, so the compiler reports a new
/// one.
fn changes_of_fact(fact: &Fact) -> Vec<(String, Fact)> {
    let name = |name: &str, fact: Fact| (name.to_owned(), fact);
    let other = |seat: &Seat| Seat(1 - seat.0);
    match fact.clone() {
        Fact::MatchOpened(opened) => [changes_of_opened(&opened), changes_of_its_maker(&opened)].concat(),
        Fact::SeatConnected { seat } => vec![
            name("seat", Fact::SeatConnected { seat: other(&seat) }),
            name("seat: none such", Fact::SeatConnected { seat: Seat(9) }),
        ],
        Fact::SeatDisconnected { seat, grace_until, attended } => changes_of_departure(seat, grace_until, attended),
        Fact::NonceGiven { seat, nonce, request_id } => {
            let fact = |seat, nonce: &str, request_id| {
                let nonce = Nonce::parse(nonce).expect("a nonce");
                Fact::NonceGiven { seat, nonce, request_id }
            };
            vec![
                name("seat", fact(other(&seat), nonce.as_str(), request_id.clone())),
                name("seat: none such", fact(Seat(9), nonce.as_str(), request_id.clone())),
                name("nonce", fact(seat, "another", request_id)),
                name("request_id", fact(seat, nonce.as_str(), request("another"))),
            ]
        }
        Fact::RoundStarted { round, position } => vec![
            name("round", Fact::RoundStarted { round: round + 1, position: position.clone() }),
            name("position", Fact::RoundStarted { round, position: format!("{position}1") }),
        ],
        Fact::MovePlayed(moved) => changes_of_moved(&moved),
        Fact::MoveRefused(refused) => changes_of_refused(&refused),
        Fact::FlagVoided(void) => changes_of_void(&void),
        Fact::SeatLost(_) | Fact::MoveSubstituted { .. } | Fact::ServerRestarted => Vec::new(),
        Fact::ForcedMovePlayed { seat, round, ply, notation } => vec![
            name("seat", Fact::ForcedMovePlayed { seat: other(&seat), round, ply, notation: notation.clone() }),
            name("round", Fact::ForcedMovePlayed { seat, round: round + 1, ply, notation: notation.clone() }),
            name("ply", Fact::ForcedMovePlayed { seat, round, ply: ply + 1, notation: notation.clone() }),
            name("notation", Fact::ForcedMovePlayed { seat, round, ply, notation: "take1".into() }),
        ],
        Fact::ChanceResolved { round, ply, notation } => {
            let another = if notation == "deal1" { "deal2" } else { "deal1" };
            vec![
                name("round", Fact::ChanceResolved { round: round + 1, ply, notation: notation.clone() }),
                name("ply", Fact::ChanceResolved { round, ply: ply + 1, notation: notation.clone() }),
                name("notation: no outcome", Fact::ChanceResolved { round, ply, notation: "take1".into() }),
                name("notation: not canonical", Fact::ChanceResolved { round, ply, notation: notation.to_uppercase() }),
                name("notation: another outcome", Fact::ChanceResolved { round, ply, notation: another.into() }),
            ]
        }
        Fact::RoundEnded { round, cause, points, totals } => {
            let fact = |round, cause: &str, points: &[Points], totals: &[Points]| Fact::RoundEnded {
                round,
                cause: cause.to_owned(),
                points: points.to_vec(),
                totals: totals.to_vec(),
            };
            let more: Vec<Points> = points.iter().map(|p| Points { halves: p.halves + 1 }).collect();
            vec![
                name("round", fact(round + 1, &cause, &points, &totals)),
                name("cause", fact(round, "home", &points, &totals)),
                name("points", fact(round, &cause, &more, &totals)),
                name("totals", fact(round, &cause, &points, &more)),
            ]
        }
        Fact::HostStalled(stall) => changes_of_stall(stall),
        Fact::MatchEnded(ended) => changes_of_ended(&ended),
        _ => changes_of_conduct(fact),
    }
}

fn changes_of_conduct(fact: &Fact) -> Vec<(String, Fact)> {
    let name = |name: &str, fact: Fact| (name.to_owned(), fact);
    let (other, another) = (|seat: Seat| Seat(1 - seat.0), PlayerId::parse("another").expect("a name"));
    match fact.clone() {
        Fact::ProposalMade { seat, proposal, request_id } => vec![
            name("seat", Fact::ProposalMade { seat: other(seat), proposal, request_id: request_id.clone() }),
            name("seat: none such", Fact::ProposalMade { seat: Seat(9), proposal, request_id: request_id.clone() }),
            name("proposal", Fact::ProposalMade { seat, proposal: Proposal::Takeback, request_id }),
            name("request_id", Fact::ProposalMade { seat, proposal, request_id: request("another") }),
        ],
        Fact::ProposalAnswered { seat, proposal, answer, request_id } => {
            let otherwise =
                if answer == ProposalAnswer::Accept { ProposalAnswer::Decline } else { ProposalAnswer::Accept };
            let fact =
                |seat, proposal, answer, request_id| Fact::ProposalAnswered { seat, proposal, answer, request_id };
            vec![
                name("seat", fact(other(seat), proposal, answer, request_id.clone())),
                name("seat: none such", fact(Seat(9), proposal, answer, request_id.clone())),
                name("proposal", fact(seat, Proposal::Takeback, answer, request_id.clone())),
                name("answer", fact(seat, proposal, otherwise, request_id)),
                name("request_id", fact(seat, proposal, answer, request("another"))),
            ]
        }
        Fact::FirstMoveDue { seat, until } => vec![
            name("seat", Fact::FirstMoveDue { seat: other(seat), until }),
            name("until", Fact::FirstMoveDue { seat, until: Time(until.0 + 1) }),
        ],
        Fact::MovesTakenBack { round, ply, clocks } => vec![
            name("round", Fact::MovesTakenBack { round: round + 1, ply, clocks: clocks.clone() }),
            name("ply", Fact::MovesTakenBack { round, ply: ply + 1, clocks: clocks.clone() }),
            name("clocks", Fact::MovesTakenBack { round, ply, clocks: clocks.into_iter().rev().collect() }),
            name("clocks: none", Fact::MovesTakenBack { round, ply, clocks: Vec::new() }),
        ],
        Fact::MatchPaused { arbiter, request_id } => vec![
            name("arbiter", Fact::MatchPaused { arbiter: another, request_id }),
            name("request_id", Fact::MatchPaused { arbiter: arbiter.clone(), request_id: request("another") }),
            name("not at all", Fact::MatchResumed { arbiter, request_id: request("p") }),
        ],
        Fact::MatchResumed { arbiter, request_id } => vec![
            name("arbiter", Fact::MatchResumed { arbiter: another, request_id }),
            name("request_id", Fact::MatchResumed { arbiter: arbiter.clone(), request_id: request("another") }),
            name("not at all", Fact::MatchPaused { arbiter, request_id: request("u") }),
        ],
        Fact::MatchAdjudicated { by, request_id } => {
            let fact = |by| Fact::MatchAdjudicated { by, request_id: request_id.clone() };
            let ruled = |ruling| fact(MatchAdjudicated { ruling, ..by.clone() });
            let mut changes = vec![
                name("arbiter", fact(MatchAdjudicated { arbiter: another, ..by.clone() })),
                name("reason", fact(MatchAdjudicated { reason: "it was early".to_owned(), ..by.clone() })),
                name("request_id", Fact::MatchAdjudicated { by: by.clone(), request_id: request("another") }),
                name("ruling: other points", ruled(Ruling::Points(vec![Points::whole(5), Points::whole(3)]))),
                name("ruling: one point", ruled(Ruling::Points(vec![Points::whole(3)]))),
                name("ruling: another loser", ruled(Ruling::Loss(Seat(1)))),
                name("ruling: no such loser", ruled(Ruling::Loss(Seat(2)))),
            ];
            if by.ruling != Ruling::AsItStands {
                changes.push(name("ruling: as it stands", ruled(Ruling::AsItStands)));
            }
            changes
        }
        other => panic!("no change of {other:?} is tried"),
    }
}

fn changes_of_departure(seat: Seat, grace_until: Option<Time>, attended: bool) -> Vec<(String, Fact)> {
    let gone = |name: &str, seat, grace_until, attended| {
        (name.to_owned(), Fact::SeatDisconnected { seat, grace_until, attended })
    };
    let longer = grace_until.map(|until| Time(until.0 + 1));
    vec![
        gone("seat", Seat(1 - seat.0), grace_until, attended),
        gone("seat: none such", Seat(9), grace_until, attended),
        gone("grace_until", seat, longer, attended),
        gone("grace_until: none", seat, None, attended),
        gone("attended", seat, grace_until, !attended),
    ]
}

fn changes_of_opened(opened: &MatchOpened) -> Vec<(String, Fact)> {
    let MatchOpened {
        match_id: _,
        game: _,
        options: _,
        time_controls: _,
        players: _,
        opened_unix_ms: _,
        graces: Graces { absence: _, disconnect: _, attend: _, start: _ },
        illegal_move_policy: _,
        lost_seat_policy: _,
        luck: _,
        conduct: Conduct { stakes: _, first_move_grace: _, max_plies: _, resign_rule: _, draw_rule: _ },
        rematch_of: _,
        law: _,
        created_by: _,
        occasion: _,
        labels: _,
        opening: _,
        consents: _,
    } = opened;
    let with = |name: &str, change: fn(&mut MatchOpened)| {
        let mut changed = opened.clone();
        change(&mut changed);
        (name.to_owned(), Fact::MatchOpened(Box::new(changed)))
    };
    vec![
        with("match_id", |o| o.match_id = MatchId::parse("another").expect("an id")),
        with("options: fewer rounds", |o| drop(o.options.insert("rounds".into(), "1".into()))),
        with("options: endless", |o| drop(o.options.insert("endless".into(), "true".into()))),
        with("options: unknown", |o| drop(o.options.insert("colour".into(), "red".into()))),
        with("time_controls: seat 0", |o| o.time_controls[0] = TimeControl::parse("10+2").expect("a control")),
        with("time_controls: seat 1", |o| o.time_controls[1] = TimeControl::parse("21+2").expect("a control")),
        with("time_controls: renewed", |o| o.time_controls[0] = TimeControl::parse("0.5+1").expect("a control")),
        with("time_controls: unlimited", |o| o.time_controls[0] = TimeControl::UNLIMITED),
        with("time_controls: one less", |o| o.time_controls.truncate(1)),
        with("players: a name", |o| o.players.swap(0, 1)),
        with("players: one less", |o| o.players.truncate(1)),
        with("opened_unix_ms", |o| o.opened_unix_ms += 1),
        with("consents: one less", |o| o.consents = vec![Consent::Act]),
        with("consents: by policy", |o| o.consents = vec![Consent::Policy; 2]),
        with("rematch_of", |o| o.rematch_of = Some(o.match_id.clone())),
        with("disconnect_grace", |o| o.graces.disconnect += Duration::from_nanos(1)),
        with("absence", |o| o.graces.absence = Absence::ClockOnly),
        with("attend_grace", |o| o.graces.attend += Duration::from_secs(1)),
        with("start_grace", |o| o.graces.start += Duration::from_nanos(1)),
        with("illegal_move_policy", |o| o.illegal_move_policy = IllegalMovePolicy::Forfeit),
        with("conduct.first_move_grace", |o| o.conduct.first_move_grace = Some(Duration::from_secs(99))),
        with("conduct.max_plies", |o| o.conduct.max_plies = Some(1)),
        with("lost_seat_policy", |o| o.lost_seat_policy = LostSeatPolicy::End),
        with("conduct.stakes", |o| o.conduct.stakes = Stakes::Rated),
        with("opening.start_position", |o| o.opening.start_position = "nothing".to_owned()),
        with("opening.moves", |o| o.opening.moves.push("take1".to_owned())),
        with("luck: none", |o| o.luck = None),
        with("luck.commitment", |o| promise(o).commitment = Seed::new([8; 32]).commitment()),
        with("luck.nonce_wait", |o| promise(o).nonce_wait += Duration::from_secs(9)),
        with("luck.deal_id", |o| promise(o).deal_id = Some(MatchId::parse("another").expect("an id"))),
    ]
}

/// Returns changes of the creator and the occasion of the match.
fn changes_of_its_maker(opened: &MatchOpened) -> Vec<(String, Fact)> {
    let with = |name: &str, change: fn(&mut MatchOpened)| {
        let mut changed = opened.clone();
        change(&mut changed);
        (name.to_owned(), Fact::MatchOpened(Box::new(changed)))
    };
    vec![
        with("created_by", |o| o.created_by = None),
        with("occasion", |o| {
            o.occasion = Some(Occasion { contest: Contest::Ladder("another".into()), encounter: 1, pairing: 1 });
        }),
        with("labels", |o| drop(o.labels.insert("another".into(), String::new()))),
    ]
}

fn promise(opened: &mut MatchOpened) -> &mut Promise {
    opened.luck.as_mut().expect("a promise")
}

fn changes_of_moved(moved: &MovePlayed) -> Vec<(String, Fact)> {
    let MovePlayed {
        seat: _,
        round: _,
        ply: _,
        notation: _,
        declined: _,
        sent: _,
        received: _,
        lag: _,
        round_trip: _,
        charged: _,
        clock,
        score: _,
        stalled: _,
    } = moved;
    let Clock { left: _, stage: _, moves_to_go: _, periods: _, round_left: _, match_left: _ } = clock;
    let with = |name: &str, change: fn(&mut MovePlayed)| {
        let mut changed = moved.clone();
        change(&mut changed);
        (name.to_owned(), Fact::MovePlayed(changed))
    };
    let nano = Duration::from_nanos(1);
    let mut other_move = moved.clone();
    other_move.notation = if moved.notation == "take1" { "take2".into() } else { "take1".into() };
    let mut less = moved.clone();
    less.charged = less.charged.saturating_sub(nano);
    let mut changes = vec![
        with("seat", |m| m.seat = Seat(1 - m.seat.0)),
        with("round", |m| m.round += 1),
        with("ply", |m| m.ply += 1),
        with("notation: not canonical", |m| m.notation = m.notation.to_uppercase()),
        with("notation: illegal", |m| m.notation = "take9".into()),
        with("notation: unreadable", |m| m.notation = "fly".into()),
        ("notation: another move".to_owned(), Fact::MovePlayed(other_move)),
        with("sent: later", |m| m.sent.0 += 1),
        with("sent: before its turn", |m| m.sent = Time::ZERO),
        with("received: later", |m| m.received.0 += 1),
        with("received: earlier", |m| m.received.0 -= 1),
        with("charged: more", |m| m.charged += Duration::from_nanos(1)),
        with("lag", |m| m.lag += Duration::from_nanos(1)),
        with("round_trip", |m| m.round_trip += Duration::from_nanos(1)),
        with("round_trip: beyond its limit", |m| m.round_trip = Duration::from_millis(1001)),
        with("lag: for less", |m| (m.lag, m.charged) = (Duration::from_nanos(1), m.charged.saturating_sub(m.lag))),
        with("clock.left: more", |m| m.clock.left = m.clock.left.map(|left| left + Duration::from_nanos(1))),
        with("clock.left: less", |m| m.clock.left = m.clock.left.map(|left| left - Duration::from_nanos(1))),
        with("clock.left: unlimited", |m| m.clock.left = None),
        with("clock.stage", |m| m.clock.stage += 1),
        with("clock.moves_to_go", |m| m.clock.moves_to_go = Some(7)),
        with("clock.periods", |m| m.clock.periods += 1),
        with("clock.round_left", |m| m.clock.round_left = Some(Duration::from_secs(7))),
        with("clock.match_left", |m| m.clock.match_left = Some(Duration::from_secs(7))),
        with("stalled: for longer than the turn", |m| m.stalled = Duration::from_secs(10_000)),
        with("stalled", |m| m.stalled += Duration::from_nanos(1)),
        with("times: a flag", |m| {
            (m.received, m.charged) = (Time(1 << 60), Duration::from_nanos((1 << 60) - m.sent.0))
        }),
        with("score", |m| m.score = Some(7)),
    ];
    if less != *moved {
        changes.push(("charged: less".to_owned(), Fact::MovePlayed(less)));
    }
    changes
}

fn changes_of_refused(refused: &MoveRefused) -> Vec<(String, Fact)> {
    let MoveRefused { seat: _, round: _, ply: _, declined: _, reason: _, received: _ } = refused;
    let with = |name: &str, change: fn(&mut MoveRefused)| {
        let mut changed = refused.clone();
        change(&mut changed);
        (name.to_owned(), Fact::MoveRefused(changed))
    };
    vec![
        with("seat", |r| r.seat = Seat(1 - r.seat.0)),
        with("round", |r| r.round += 1),
        with("ply", |r| r.ply += 1),
        with("declined: a legal move", |r| r.declined = "take1".to_owned()),
        with("reason", |r| r.reason = EndReason::Unreadable),
        with("reason: none", |r| r.reason = EndReason::Plain),
        with("received: before its turn", |r| r.received = Time::ZERO),
        with("received: after it was decided", |r| r.received.0 += 1_000_000_000),
    ]
}

fn changes_of_void(void: &FlagVoided) -> Vec<(String, Fact)> {
    let FlagVoided { seat: _, round: _, ply: _, sent: _, lag: _, round_trip: _, stalls: _ } = void;
    let with = |name: &str, change: fn(&mut FlagVoided)| {
        let mut changed = void.clone();
        change(&mut changed);
        (name.to_owned(), Fact::FlagVoided(changed))
    };
    vec![
        with("seat", |v| v.seat = Seat(1 - v.seat.0)),
        with("round", |v| v.round += 1),
        with("ply", |v| v.ply += 1),
        with("sent: a flag that had not fallen", |v| v.sent.0 += 1_000_000_000),
        with("sent: before its turn", |v| v.sent = Time::ZERO),
        with("lag", |v| v.lag += Duration::from_nanos(1)),
        with("round_trip", |v| v.round_trip += Duration::from_nanos(1)),
        with("round_trip: none", |v| v.round_trip = Duration::ZERO),
        with("stalls: none", |v| v.stalls.clear()),
        with("stalls: too short", |v| v.stalls[0].began.0 = v.stalls[0].ended.0 - 49_000_000),
        with("stalls: elsewhere", |v| v.stalls[0] = Stall { began: Time(0), ended: Time(100_000_000) }),
        with("stalls: one again", |v| v.stalls.push(v.stalls[0])),
    ]
}

fn changes_of_stall(Stall { began, ended }: Stall) -> Vec<(String, Fact)> {
    let with = |name: &str, began: Time, ended: Time| (name.to_owned(), Fact::HostStalled(Stall { began, ended }));
    vec![
        with("began: before the event before", Time::ZERO, ended),
        with("began: when it ended", ended, ended),
        with("began: later", Time(began.0 + 1), ended),
        with("ended: earlier", began, Time(ended.0 - 1)),
        with("ended: later", began, Time(ended.0 + 1)),
    ]
}

fn change_reason(reason: &mut EndReason) {
    match reason {
        EndReason::Rules(text) | EndReason::Ruling(text) | EndReason::Program(text) => text.push('!'),
        EndReason::Host(text) => text.push('!'),
        EndReason::PlyLimit(plies) => *plies += 1,
        EndReason::ReportedLoss { moves, .. } | EndReason::ReportedDraw { moves, .. } => *moves += 1,
        EndReason::Missing(seats) => seats.push(Seat(1)),
        EndReason::NotLegal => *reason = EndReason::Unreadable,
        _ => *reason = EndReason::CalledOff(Some(Seat(1))),
    }
}

fn changes_of_ended(ended: &MatchEnded) -> Vec<(String, Fact)> {
    let MatchEnded { verdict, sent: _, received: _, lag: _, round_trip: _, request_id: _, .. } = ended;
    let with = |name: &str, change: &dyn Fn(&mut MatchEnded)| {
        let mut changed = ended.clone();
        change(&mut changed);
        (name.to_owned(), Fact::MatchEnded(changed))
    };
    let own = verdict.termination;
    // If both seats could claim, no record can prove which one did. The loser can be proved.
    let seat = if own == Termination::Claim { "seat: another claimed" } else { "seat" };
    // The reason is free text about the action of a program or the host.
    let in_free_words = matches!(own, Termination::ProtocolError | Termination::HostFault);
    let reason = if in_free_words { "reason: in free words" } else { "reason" };
    let mut changes = vec![
        with("ended_unix_ms", &|e| e.ended_unix_ms = Some(1)),
        with(seat, &|e| e.verdict.seat = Some(e.verdict.seat.map_or(Seat(0), |seat| Seat(1 - seat.0)))),
        with("seat: none such", &|e| e.verdict.seat = Some(Seat(9))),
        with("reason: none such", &|e| e.verdict.reason = EndReason::NoFirstMove(Seat(9))),
        with(reason, &|e| change_reason(&mut e.verdict.reason)),
        with("declined", &|e| e.verdict.declined = Some("take9 and more".to_owned())),
        with("overrun", &|e| e.verdict.overrun = Some(e.verdict.overrun.unwrap_or_default() + Duration::from_nanos(1))),
        with("points", &|e| e.verdict.totals[0].halves += 1),
        with("points: one more", &|e| e.verdict.totals.push(Points::ZERO)),
        with("places", &|e| e.verdict.places = vec![3, 3]),
        with("places: one more", &|e| e.verdict.places.push(1)),
        with("sent: after the end", &|e| e.sent = Some(Time(1 << 60))),
        with("sent: before its turn", &|e| e.sent = Some(Time::ZERO)),
        with("received: after the end", &|e| e.received = Some(Time(1 << 60))),
        with("received: before its turn", &|e| e.received = Some(Time::ZERO)),
        with("lag", &|e| e.lag += Duration::from_nanos(1)),
        with("round_trip", &|e| e.round_trip += Duration::from_nanos(1)),
        with("request_id", &|e| e.request_id = request("another")),
        with("seed", &|e| e.seed = Some(Seed::new([8; 32]))),
        with("seed: none", &|e| e.seed = None),
    ];
    match ended.verdict.evidence.is_some() {
        true => changes.push(with("evidence: none", &|e| e.verdict.evidence = None)),
        false if own.loses() => changes.push(with("evidence", &|e| e.verdict.evidence = Some(Box::new(evidence())))),
        false => changes.push(with("evidence: of nobody", &|e| e.verdict.evidence = Some(Box::new(evidence())))),
    }
    if ended.verdict.declined.is_some() {
        changes.push(with("declined: a legal move", &|e| e.verdict.declined = Some("take1".to_owned())));
        changes.push(with("declined: none", &|e| e.verdict.declined = None));
        changes.push(with("declined: another illegal move", &|e| {
            e.verdict.declined = Some("take7".to_owned());
        }));
    }
    if ended.verdict.overrun.is_some() {
        changes.push(with("overrun: none", &|e| e.verdict.overrun = None));
    }
    if own == Termination::Flag {
        changes.push(with("sent: later", &|e| e.sent = e.sent.map(|sent| Time(sent.0 + 1))));
        changes.push(with("sent: never", &|e| e.sent = None));
        changes.push(with("received: in time", &|e| e.received = e.sent));
    }
    for termination in LAW.map(|cause| cause.termination).into_iter().filter(|other| *other != own) {
        let name = format!("termination: {} for {}", own.word(), termination.word());
        changes.push(with(&name, &|e| e.verdict.termination = termination));
    }
    if ended.verdict.seat.is_some() {
        changes.push(with("seat: none", &|e| e.verdict.seat = None));
    }
    changes
}
