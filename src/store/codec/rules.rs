//! Converts rules of a match to messages and back.

use std::time::Duration;

use referee_law::{
    Absence, Conduct, DrawRule, Graces, MatchOpened, Opening, ResignRule, Sides, Stakes, TimeControl,
    event::{IllegalMovePolicy, LostSeatPolicy, MAX_RETRIES},
};
use referee_proto::v1;

use super::read::{Reader, read_ms};
use crate::limits::BrokenEvent;

/// Writes the rules of a match, with a value in every field.
pub fn write_rules(of: &MatchOpened) -> v1::MatchRules {
    v1::MatchRules {
        time_controls: of.time_controls.iter().map(TimeControl::to_string).collect(),
        lost_seat_policy: write_lost_seat_policy(of.lost_seat_policy).into(),
        absence: write_absence(of.graces.absence).into(),
        disconnect_grace_ms: Some(whole_ms(of.graces.disconnect)),
        attend_grace_ms: Some(whole_ms(of.graces.attend)),
        start_grace_ms: Some(whole_ms(of.graces.start)),
        nonce_wait_ms: of.luck.as_ref().map(|luck| whole_ms(luck.nonce_wait)),
        start_position: of.opening.start_position.clone(),
        opening_moves: of.opening.moves.clone(),
        ..write_conduct(&of.conduct, of.illegal_move_policy)
    }
}

/// Writes the limit of absence.
pub fn write_absence(of: Absence) -> v1::Absence {
    match of {
        Absence::Grace => v1::Absence::Grace,
        Absence::ClockOnly => v1::Absence::ClockOnly,
    }
}

/// Reads the limit of absence; `None` if it is unspecified or unknown.
pub fn read_absence(absence: i32) -> Option<Absence> {
    match v1::Absence::try_from(absence) {
        Ok(v1::Absence::Grace) => Some(Absence::Grace),
        Ok(v1::Absence::ClockOnly) => Some(Absence::ClockOnly),
        Ok(v1::Absence::Unspecified) | Err(_) => None,
    }
}

pub fn write_lost_seat_policy(of: LostSeatPolicy) -> v1::LostSeatPolicy {
    match of {
        LostSeatPolicy::Substitute => v1::LostSeatPolicy::Substitute,
        LostSeatPolicy::End => v1::LostSeatPolicy::End,
    }
}

/// Writes the conduct and the illegal-move policy of a match.
pub fn write_conduct(of: &Conduct, illegal_move_policy: IllegalMovePolicy) -> v1::MatchRules {
    let (illegal_move_policy, illegal_move_retries) = match illegal_move_policy {
        IllegalMovePolicy::Retry { retries } => (v1::IllegalMovePolicy::Retry, Some(retries)),
        IllegalMovePolicy::Forfeit => (v1::IllegalMovePolicy::Forfeit, None),
        IllegalMovePolicy::Substitute => (v1::IllegalMovePolicy::Substitute, None),
    };
    let resign_rule = of.resign_rule.map(|ResignRule { moves, score, sides }| v1::ResignRule {
        moves,
        score,
        all_sides: sides == Sides::All,
    });
    let draw_rule = of.draw_rule.map(|DrawRule { moves, score, from_ply }| v1::DrawRule { moves, score, from_ply });
    v1::MatchRules {
        illegal_move_policy: illegal_move_policy.into(),
        illegal_move_retries,
        first_move_grace_ms: of.first_move_grace.map(whole_ms),
        resign_rule,
        draw_rule,
        max_plies: of.max_plies,
        rated: of.stakes == Stakes::Rated,
        ..v1::MatchRules::default()
    }
}

/// Returns a span in whole milliseconds, rounded down: a client never shows more time than the
/// clock has.
pub fn whole_ms(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// Reads the conduct of a match, without checking its numbers.
pub fn read_conduct(rules: &v1::MatchRules) -> Conduct {
    Conduct {
        stakes: if rules.rated { Stakes::Rated } else { Stakes::Casual },
        first_move_grace: rules.first_move_grace_ms.and_then(read_ms),
        max_plies: rules.max_plies,
        resign_rule: rules.resign_rule.map(|v1::ResignRule { moves, score, all_sides }| ResignRule {
            moves,
            score,
            sides: if all_sides { Sides::All } else { Sides::Own },
        }),
        draw_rule: rules.draw_rule.map(|v1::DrawRule { moves, score, from_ply }| DrawRule { moves, score, from_ply }),
    }
}

/// The stored rules of a match.
pub(super) struct Rules {
    pub time_controls: Vec<TimeControl>,
    pub illegal_move_policy: IllegalMovePolicy,
    pub lost_seat_policy: LostSeatPolicy,
    pub graces: Graces,
    pub conduct: Conduct,
    pub opening: Opening,
}

impl Reader {
    pub(super) fn rules(&self, rules: v1::MatchRules) -> Result<Rules, BrokenEvent> {
        use v1::{IllegalMovePolicy as Policy, LostSeatPolicy as Lost};
        let control = |text: &String| {
            TimeControl::parse(text).map_err(|bad| self.broken("match_opened.rules.time_controls", text, bad.expected))
        };
        let retries = rules.illegal_move_retries.unwrap_or(0);
        if rules.first_move_grace_ms.is_some_and(|ms| ms < 1) {
            let (field, value) = ("match_opened.rules.first_move_grace_ms", rules.first_move_grace_ms.unwrap_or(0));
            return Err(self.broken(field, value, "1 or more"));
        }
        Ok(Rules {
            time_controls: rules.time_controls.iter().map(control).collect::<Result<_, _>>()?,
            illegal_move_policy: match Policy::try_from(rules.illegal_move_policy) {
                Ok(Policy::Retry) if (1..=MAX_RETRIES).contains(&retries) => IllegalMovePolicy::Retry { retries },
                Ok(Policy::Retry) => {
                    return Err(self.broken("match_opened.rules.illegal_move_retries", retries, "1 to 16"));
                }
                Ok(Policy::Forfeit) => IllegalMovePolicy::Forfeit,
                Ok(Policy::Substitute) => IllegalMovePolicy::Substitute,
                Ok(Policy::Unspecified) | Err(_) => {
                    let (field, value) = ("match_opened.rules.illegal_move_policy", rules.illegal_move_policy);
                    return Err(self.broken(field, value, "a known policy"));
                }
            },
            lost_seat_policy: match Lost::try_from(rules.lost_seat_policy) {
                Ok(Lost::Substitute) => LostSeatPolicy::Substitute,
                Ok(Lost::End) => LostSeatPolicy::End,
                Ok(Lost::Unspecified) | Err(_) => {
                    let (field, value) = ("match_opened.rules.lost_seat_policy", rules.lost_seat_policy);
                    return Err(self.broken(field, value, "a known policy"));
                }
            },
            graces: self.graces(&rules)?,
            conduct: read_conduct(&rules),
            opening: Opening { start_position: rules.start_position, moves: rules.opening_moves },
        })
    }

    fn graces(&self, rules: &v1::MatchRules) -> Result<Graces, BrokenEvent> {
        let unknown = || self.broken("match_opened.rules.absence", rules.absence, "a value of Absence other than 0");
        Ok(Graces {
            absence: read_absence(rules.absence).ok_or_else(unknown)?,
            disconnect: self.span_of_ms("match_opened.rules.disconnect_grace_ms", rules.disconnect_grace_ms)?,
            attend: self.span_of_ms("match_opened.rules.attend_grace_ms", rules.attend_grace_ms)?,
            start: self.span_of_ms("match_opened.rules.start_grace_ms", rules.start_grace_ms)?,
        })
    }
}
