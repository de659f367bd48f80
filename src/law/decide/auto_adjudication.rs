//! Ends matches by the adjudication rules in their opening: ply limit and reported scores.

use referee_games::{
    Course,
    rules::{Points, Turn},
};
use referee_ids::Seat;

use crate::{
    ending::{end_reason::EndReason, lost::Lost, scoring, termination::Termination},
    event::Fact,
    opening::conduct::{Conduct, DrawRule, ResignRule, Sides},
};

/// Streaks of reported scores per seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reports {
    seats: Vec<Streak>,
}

/// Number of consecutive moves with a report that a rule counts.
#[derive(Clone, Copy, Debug, Default)]
struct Streak {
    lost: u32,
    won: u32,
    even: u32,
}

impl Reports {
    /// Creates empty streaks; without any if no rule uses them.
    pub fn new(conduct: &Conduct, seats: usize) -> Reports {
        Reports { seats: vec![Streak::default(); if conduct.asks_scores() { seats } else { 0 }] }
    }

    /// Records the score, in hundredths of a point, that a seat's program reported with its move,
    /// if any.
    pub fn moved(&mut self, conduct: &Conduct, seat: Seat, score: Option<i64>) {
        let Some(streak) = self.seats.get_mut(seat.index()) else { return };
        let grown = |streak: u32, holds: bool| if holds { streak.saturating_add(1) } else { 0 };
        let at_most = |rule: Option<i64>| score.zip(rule).is_some_and(|(score, rule)| score <= -rule);
        let at_least = |rule: Option<i64>| score.zip(rule).is_some_and(|(score, rule)| score >= rule);
        let resign = conduct.resign_rule.map(|rule| rule.score);
        let within =
            conduct.draw_rule.zip(score).is_some_and(|(rule, score)| score.unsigned_abs() <= rule.score.unsigned_abs());
        streak.lost = grown(streak.lost, at_most(resign));
        streak.won = grown(streak.won, at_least(resign));
        streak.even = grown(streak.even, within);
    }

    /// Resets the streaks, after a round start or takeback.
    pub fn forget(&mut self) {
        self.seats.fill(Streak::default());
    }

    /// Returns the end that a rule requires in this position, if any.
    pub fn end(&self, conduct: &Conduct, course: &Course, all_lost: &Lost) -> Option<Fact> {
        if course.is_over() || course.turn() == Turn::Over {
            return None;
        }
        let mut totals = course.totals().to_vec();
        if let Some((ResignRule { moves, score, .. }, lost)) =
            conduct.resign_rule.and_then(|rule| Some((rule, self.lost(rule)?)))
        {
            let reason = EndReason::ReportedLoss { moves, score };
            let verdict = scoring::verdict(Termination::Adjudication, Some(lost), reason, &totals, all_lost);
            return Some(Fact::MatchEnded(scoring::unasked_end(verdict)));
        }
        let (termination, reason) = match (conduct.draw_rule, conduct.max_plies) {
            (Some(rule), _) if self.is_even(rule, course.ply()) => {
                let DrawRule { moves, score, .. } = rule;
                (Termination::Adjudication, EndReason::ReportedDraw { moves, score })
            }
            (_, Some(most)) if course.ply() >= most => (Termination::MaxPlies, EndReason::PlyLimit(most)),
            _ => return None,
        };
        add_draw(course, &mut totals);
        Some(Fact::MatchEnded(scoring::unasked_end(scoring::verdict(termination, None, reason, &totals, all_lost))))
    }

    /// Returns the seat that loses by its own reports and, if the rule requires them, the reports
    /// of the others.
    fn lost(&self, rule: ResignRule) -> Option<Seat> {
        let seats = || Seat::all(self.seats.len() as u8).zip(&self.seats);
        let others_agree = |lost: Seat| match rule.sides {
            Sides::Own => true,
            Sides::All => seats().all(|(seat, streak)| seat == lost || streak.won >= rule.moves),
        };
        seats().find(|(seat, streak)| streak.lost >= rule.moves && others_agree(*seat)).map(|(seat, _)| seat)
    }

    fn is_even(&self, rule: DrawRule, ply: u32) -> bool {
        let is_even = |streak: &Streak| streak.even >= rule.moves;
        ply >= rule.from_ply && !self.seats.is_empty() && self.seats.iter().all(is_even)
    }
}

/// Adds the points of a draw, if the game has draws.
pub(crate) fn add_draw(course: &Course, totals: &mut [Points]) {
    if let Some(draw) = course.game().facts().draw_points {
        totals.iter_mut().for_each(|total| *total += draw);
    }
}
