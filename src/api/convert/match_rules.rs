//! Rules of a match.

use std::time::Duration;

use super::bad_option;
use crate::{
    games::{
        BadOpening, Game, MoveError, Opening,
        opening::{MAX_OPENING_MOVES, MAX_START_POSITION},
        rules::{Facts, Setting},
    },
    hall::NewMatch,
    pb::v1,
    referee::{
        Reason, Refusal, TimeControl,
        event::{IllegalMovePolicy, LostSeatPolicy, MAX_RETRIES},
        luck::{MAX_NONCE_WAIT, usual_nonce_wait},
    },
    store::{whole_ms, write_conduct, write_lost_seat_policy},
};

/// Parses the time control of each seat: one for all, or one per player.
pub(super) fn asked_time_controls(rules: &v1::MatchRules, seats: usize) -> Result<Vec<TimeControl>, Refusal> {
    let parse = |(at, text): (usize, &String)| {
        TimeControl::parse(text).map_err(|bad| {
            let field = format!("rules.time_controls[{at}]");
            Refusal::of_field(Reason::BadTimeControl, field, text, bad.expected.to_owned())
        })
    };
    match rules.time_controls.as_slice() {
        [every] => Ok(vec![parse((0, every))?; seats]),
        each if each.len() == seats => each.iter().enumerate().map(parse).collect(),
        other => {
            let expected = format!("1, for all seats, or {seats}, one for each seat");
            let given = other.len().to_string();
            Err(Refusal::of_field(Reason::BadTimeControl, "rules.time_controls", &given, expected))
        }
    }
}

pub(super) fn asked_nonce_wait(asked_ms: Option<u32>, facts: &Facts) -> Result<Duration, Refusal> {
    let Some(asked_ms) = asked_ms else { return Ok(usual_nonce_wait(facts)) };
    let asked = Duration::from_millis(asked_ms.into());
    if asked > MAX_NONCE_WAIT {
        let expected = format!("at most {}", MAX_NONCE_WAIT.as_millis());
        return Err(Refusal::of_field(Reason::BadField, "rules.nonce_wait_ms", &asked_ms.to_string(), expected));
    }
    Ok(asked)
}

/// Parses the start position and moves, in canonical notation.
pub(super) fn asked_opening(
    game: &'static dyn Game,
    setting: &Setting,
    rules: &v1::MatchRules,
) -> Result<Opening, Refusal> {
    let (start_position, moves) = (&rules.start_position, &rules.opening_moves);
    let asked = Opening { start_position: start_position.clone(), moves: moves.clone() };
    asked.canonical(game, setting).map_err(|cause| {
        let position =
            |expected: String| Refusal::of_field(Reason::BadPosition, "rules.start_position", start_position, expected);
        match cause {
            BadOpening::Option(bad) => bad_option(bad),
            BadOpening::PositionTooLong => {
                let given = format!("{} bytes", start_position.len());
                let field = "rules.start_position";
                Refusal::limit_of_field("start_position", MAX_START_POSITION, field, &given, "bytes")
            }
            BadOpening::TooManyMoves => {
                let (given, field) = (format!("{} moves", moves.len()), "rules.opening_moves");
                Refusal::limit_of_field(
                    "opening_moves",
                    MAX_OPENING_MOVES,
                    field,
                    &given,
                    "moves, forced steps included",
                )
            }
            BadOpening::NotOpen if start_position.is_empty() => {
                let (field, given) = ("rules.opening_moves", moves.join(", "));
                Refusal::of_field(Reason::BadPosition, field, &given, format!("nothing: {}", BadOpening::NotOpen))
            }
            BadOpening::NotOpen => position(format!("nothing: {}", BadOpening::NotOpen)),
            BadOpening::Position(bad) => {
                position(format!("a position with these seats and options; at byte {}: {}", bad.at, bad.expected))
            }
            BadOpening::PositionIsOver => position("a position in which a seat is to move".to_owned()),
            BadOpening::Move { at, notation, cause } => {
                let (reason, expected) = match cause {
                    MoveError::Unreadable(bad) => {
                        (Reason::UnreadableMove, format!("{} at byte {}", bad.expected, bad.at))
                    }
                    MoveError::Illegal => (Reason::IllegalMove, "a legal move".to_owned()),
                };
                Refusal::of_field(reason, format!("rules.opening_moves[{at}]"), &notation, expected)
            }
            BadOpening::Ends { at, notation } => {
                let field = format!("rules.opening_moves[{at}]");
                Refusal::of_field(Reason::BadPosition, field, &notation, "moves that do not end the round")
            }
        }
    })
}

pub(super) fn asked_illegal_move_policy(rules: &v1::MatchRules) -> Result<IllegalMovePolicy, Refusal> {
    use v1::IllegalMovePolicy as Asked;
    let (policy, retries) = (rules.illegal_move_policy, rules.illegal_move_retries);
    let bad_retries = |expected: String| {
        Refusal::of_field(Reason::BadField, "rules.illegal_move_retries", &retries.to_string(), expected)
    };
    match Asked::try_from(policy) {
        Ok(Asked::Retry) if retries > MAX_RETRIES => Err(bad_retries(format!("at most {MAX_RETRIES}"))),
        Ok(Asked::Retry) => Ok(IllegalMovePolicy::Retry { retries: if retries == 0 { MAX_RETRIES } else { retries } }),
        Ok(_) if retries > 0 => Err(bad_retries("0 without ILLEGAL_MOVE_POLICY_RETRY".to_owned())),
        Ok(Asked::Unspecified | Asked::Forfeit) => Ok(IllegalMovePolicy::Forfeit),
        Ok(Asked::Substitute) => Ok(IllegalMovePolicy::Substitute),
        Err(_) => {
            let expected = "a value of IllegalMovePolicy";
            Err(Refusal::of_field(Reason::BadField, "rules.illegal_move_policy", &policy.to_string(), expected))
        }
    }
}

pub(super) fn asked_lost_seat_policy(rules: &v1::MatchRules) -> Result<LostSeatPolicy, Refusal> {
    match v1::LostSeatPolicy::try_from(rules.lost_seat_policy) {
        Ok(v1::LostSeatPolicy::Unspecified | v1::LostSeatPolicy::Substitute) => Ok(LostSeatPolicy::Substitute),
        Ok(v1::LostSeatPolicy::End) => Ok(LostSeatPolicy::End),
        Err(_) => {
            let (value, expected) = (rules.lost_seat_policy.to_string(), "a value of LostSeatPolicy");
            Err(Refusal::of_field(Reason::BadField, "rules.lost_seat_policy", &value, expected))
        }
    }
}

/// Converts the rules of a proposed match; those left to the server are unset.
pub(super) fn proposed_rules(of: &NewMatch) -> v1::MatchRules {
    v1::MatchRules {
        time_controls: of.time_controls.iter().map(TimeControl::to_string).collect(),
        lost_seat_policy: write_lost_seat_policy(of.lost_seat_policy).into(),
        disconnect_grace_ms: of.disconnect_grace.map_or(0, whole_ms),
        start_grace_ms: of.start_grace.map_or(0, whole_ms),
        nonce_wait_ms: Some(whole_ms(of.luck.nonce_wait)),
        start_position: of.opening.start_position.clone(),
        opening_moves: of.opening.moves.clone(),
        ..write_conduct(&of.conduct, of.illegal_move_policy)
    }
}
