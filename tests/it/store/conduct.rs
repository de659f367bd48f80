//! The golden logs of how matches are conducted.

use referee::{
    games::rules::Points,
    ids::{RequestId, Seat, Seq},
    referee::{
        Conduct, DrawRule, Event, Fact, MatchAdjudicated, MatchOpened, Proposal, ProposalAnswer, ResignRule, Ruling,
        Sides, Stakes, Termination, Time, event::MovePlayed,
    },
    store::{
        codec::{decode, encode},
        record,
    },
};

use super::{
    codec::{golden_ended, golden_moved, golden_opened},
    sample::player,
};

/// What seats and arbiters do beside moves.
fn golden_conduct() -> Vec<Event> {
    let request_id = || RequestId::parse("r").unwrap();
    let (seat, arbiter) = (Seat(1), player("carl"));
    let by = |ruling, reason: &str| Fact::MatchAdjudicated {
        by: MatchAdjudicated { arbiter: player("carl"), ruling, reason: reason.to_owned() },
        request_id: RequestId::parse("r").unwrap(),
    };
    let facts = vec![
        Fact::MatchOpened(Box::new(MatchOpened {
            conduct: Conduct { stakes: Stakes::Rated, ..Conduct::default() },
            ..golden_opened()
        })),
        Fact::ProposalMade { seat, proposal: Proposal::Draw, request_id: request_id() },
        Fact::ProposalMade { seat: Seat(0), proposal: Proposal::Takeback, request_id: RequestId::default() },
        Fact::ProposalAnswered {
            seat,
            proposal: Proposal::Draw,
            answer: ProposalAnswer::Accept,
            request_id: request_id(),
        },
        Fact::ProposalAnswered {
            seat,
            proposal: Proposal::Takeback,
            answer: ProposalAnswer::Decline,
            request_id: request_id(),
        },
        Fact::MovesTakenBack { round: 1, ply: 2 },
        Fact::MatchPaused { arbiter: arbiter.clone(), request_id: request_id() },
        Fact::MatchResumed { arbiter, request_id: request_id() },
        by(Ruling::AsItStands, ""),
        by(Ruling::Points(vec![Points { halves: 1 }, Points { halves: -3 }]), "it was late"),
        by(Ruling::Loss(Seat(0)), "it left"),
        Fact::MatchEnded(golden_ended(Termination::Claim, true)),
        Fact::MatchEnded(golden_ended(Termination::DrawAgreed, false)),
        Fact::MatchEnded(golden_ended(Termination::Adjudication, true)),
    ];
    let event = |(index, fact)| Event { seq: Seq(index as u64 + 1), at: Time(index as u64 * 1_000_000_007), fact };
    facts.into_iter().enumerate().map(event).collect()
}

const GOLDEN_CONDUCT: &str = include_str!("../../../golden/log-v1-conduct.jsonl");

#[test]
fn the_golden_log_of_conduct_is_still_read_and_written() {
    assert_eq!(record::write(&golden_conduct()), GOLDEN_CONDUCT);
    assert_eq!(record::read(GOLDEN_CONDUCT).unwrap(), golden_conduct());
    for event in golden_conduct() {
        assert_eq!(decode(&encode(&event)).unwrap(), event);
    }
}

/// Rules by which a match ends early.
fn golden_rules() -> Vec<Event> {
    let with = |conduct| Fact::MatchOpened(Box::new(MatchOpened { conduct, ..golden_opened() }));
    let resign = |sides| Some(ResignRule { moves: 3, score: 500, sides });
    let draw_rule = Some(DrawRule { moves: 8, score: 10, from_ply: 40 });
    let moved = |score| Fact::MovePlayed(MovePlayed { score, ..golden_moved(None, "") });
    let facts = vec![
        with(Conduct { max_plies: Some(400), resign_rule: resign(Sides::All), draw_rule, ..Conduct::default() }),
        with(Conduct { resign_rule: resign(Sides::Own), ..Conduct::default() }),
        moved(Some(-35)),
        moved(Some(0)),
        Fact::MatchEnded(golden_ended(Termination::MaxPlies, false)),
    ];
    let event = |(index, fact)| Event { seq: Seq(index as u64 + 1), at: Time(index as u64 * 1_000_000_007), fact };
    facts.into_iter().enumerate().map(event).collect()
}

const GOLDEN_RULES: &str = include_str!("../../../golden/log-v1-rules.jsonl");

#[test]
fn the_golden_log_of_rules_is_still_read_and_written() {
    assert_eq!(record::write(&golden_rules()), GOLDEN_RULES);
    assert_eq!(record::read(GOLDEN_RULES).unwrap(), golden_rules());
    for event in golden_rules() {
        assert_eq!(decode(&encode(&event)).unwrap(), event);
    }
}
