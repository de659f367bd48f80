//! Converts the rules of a match.

use std::time::Duration;

use super::{asked_ms, bad_option, in_range};
use referee_games::{
    BadOpening, Game, MoveError, Opening,
    opening::{MAX_OPENING_MOVES, MAX_START_POSITION},
    rules::{Facts, Setting},
};
use referee_law::{
    Absence, Conduct, Reason, Refusal, TimeControl,
    event::{IllegalMovePolicy, LostSeatPolicy, MAX_RETRIES},
    opening::luck::{MAX_NONCE_WAIT, usual_nonce_wait},
};
use referee_proto::v1;
use referee_store::{read_absence, read_conduct, whole_ms, write_absence, write_conduct, write_lost_seat_policy};

use crate::hall::{AskedGraces, NewMatch};

const SHORTEST_GRACE: Duration = Duration::from_millis(1);
/// Maximum grace of a match, if the host sets no lower limit: 365 days.
const LONGEST_GRACE: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Parses the time control of each seat: one for all, or one per seat.
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

pub(super) fn asked_nonce_wait(asked: Option<i64>, facts: &Facts) -> Result<Duration, Refusal> {
    let span = |ms| asked_ms("rules.nonce_wait_ms", ms, Duration::ZERO..=MAX_NONCE_WAIT);
    asked.map_or_else(|| Ok(usual_nonce_wait(facts)), span)
}

/// Returns the requested graces of a match. The limit of the host is checked later.
pub(super) fn asked_graces(rules: &v1::MatchRules) -> Result<AskedGraces, Refusal> {
    Ok(AskedGraces {
        absence: asked_absence("rules.absence", rules.absence)?,
        disconnect: asked_grace("rules.disconnect_grace_ms", rules.disconnect_grace_ms)?,
        attend: asked_grace("rules.attend_grace_ms", rules.attend_grace_ms)?,
        start: asked_grace("rules.start_grace_ms", rules.start_grace_ms)?,
    })
}

/// Parses the limit of absence; `None` if the request leaves it open.
pub(super) fn asked_absence(field: &'static str, asked: i32) -> Result<Option<Absence>, Refusal> {
    match read_absence(asked) {
        None if asked != 0 => Err(Refusal::of_field(Reason::BadField, field, &asked.to_string(), "a value of Absence")),
        absence => Ok(absence),
    }
}

fn asked_grace(field: &'static str, asked: Option<i64>) -> Result<Option<Duration>, Refusal> {
    asked.map(|ms| asked_ms(field, ms, SHORTEST_GRACE..=LONGEST_GRACE)).transpose()
}

pub(super) fn asked_conduct(rules: &v1::MatchRules, facts: &Facts, seats: u8) -> Result<Conduct, Refusal> {
    asked_grace("rules.first_move_grace_ms", rules.first_move_grace_ms)?;
    rules.max_plies.map(|most| in_range("rules.max_plies", most, 1..=u32::MAX)).transpose()?;
    let conduct = read_conduct(rules);
    conduct.check_rules(facts, seats)?;
    Ok(conduct)
}

/// Parses the start position and the opening moves, in canonical notation.
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
    let field = "rules.illegal_move_retries";
    match Asked::try_from(policy) {
        Ok(Asked::Retry) => {
            let retries = in_range(field, retries.unwrap_or(MAX_RETRIES), 1..=MAX_RETRIES)?;
            Ok(IllegalMovePolicy::Retry { retries })
        }
        Ok(_) if retries.is_some() => {
            let (given, expected) = (retries.unwrap_or(0).to_string(), "no value without ILLEGAL_MOVE_POLICY_RETRY");
            Err(Refusal::of_field(Reason::BadField, field, &given, expected))
        }
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

/// Converts the rules of a proposed match. Rules that the server decides stay unset.
pub(super) fn proposed_rules(of: &NewMatch) -> v1::MatchRules {
    v1::MatchRules {
        time_controls: of.time_controls.iter().map(TimeControl::to_string).collect(),
        lost_seat_policy: write_lost_seat_policy(of.lost_seat_policy).into(),
        absence: of.graces.absence.map_or(v1::Absence::Unspecified, write_absence).into(),
        disconnect_grace_ms: of.graces.disconnect.map(whole_ms),
        attend_grace_ms: of.graces.attend.map(whole_ms),
        start_grace_ms: of.graces.start.map(whole_ms),
        nonce_wait_ms: Some(whole_ms(of.luck.nonce_wait)),
        start_position: of.opening.start_position.clone(),
        opening_moves: of.opening.moves.clone(),
        ..write_conduct(&of.conduct, of.illegal_move_policy)
    }
}
