//! The history of live ratings: one point per match of an entrant. Points never change: when a
//! match becomes void later, the history only gets another point. Readers of a ladder fold the
//! history from the events; no decision depends on it.

use std::collections::BTreeMap;

use referee_ids::Seq;

use super::{
    event::{Fact, LadderEvent},
    policy::Strength,
    state::Ladder,
};
use crate::contest::Entrant;

/// Maximum points of an entrant in a category. A full history drops every second point, so the
/// whole time stays in view. A point takes 24 bytes.
pub const MAX_POINTS: usize = 256;
/// Half the width of the 95 % interval in standard deviations.
const Z_95: f64 = 1.959_963_984_540_054;

/// The histories of all entrants of a ladder.
#[derive(Clone, Debug, Default)]
pub struct Histories(BTreeMap<(u16, Entrant), History>);

/// The live rating of an entrant after a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPoint {
    /// The number of the event that counted or voided the match.
    pub seq: Seq,
    /// The time of the event, in milliseconds since the ladder was opened.
    pub at_ms: u64,
    elo: f32,
    deviation: f32,
}

#[derive(Clone, Debug)]
struct History {
    /// The number of points so far.
    count: u32,
    /// The distance of kept points: one of this many points is kept.
    every: u32,
    kept: Vec<RatingPoint>,
    newest: RatingPoint,
}

impl Histories {
    /// Adds a point for each entrant of the event's match. Call it after the ladder applied the
    /// event.
    pub fn follow(&mut self, ladder: &Ladder, event: &LadderEvent) {
        let (Fact::MatchCounted { match_key, .. } | Fact::MatchVoided { match_key, .. }) = &event.fact else { return };
        let Some(encounter) = ladder.encounters.get(&match_key.encounter.board) else { return };
        let category = encounter.paired.category;
        for entrant in &encounter.paired.entrants {
            if let Some(Strength { elo, deviation }) = ladder.live_elo(*entrant, category) {
                let (elo, deviation) = (elo as f32, deviation as f32);
                let point = RatingPoint { seq: event.seq, at_ms: event.at_ms, elo, deviation };
                let begin = || History { count: 0, every: 1, kept: Vec::new(), newest: point };
                self.0.entry((category, *entrant)).or_insert_with(begin).push(point);
            }
        }
    }

    /// Returns the points of an entrant in a category, the oldest first: at most [`MAX_POINTS`] and
    /// the newest point.
    pub fn of(&self, category: u16, entrant: Entrant) -> impl Iterator<Item = RatingPoint> + '_ {
        let history = self.0.get(&(category, entrant));
        let kept = history.map_or(&[][..], |history| &history.kept);
        let newest = history.map(|history| history.newest).filter(|newest| kept.last() != Some(newest));
        kept.iter().copied().chain(newest)
    }
}

impl History {
    fn push(&mut self, point: RatingPoint) {
        self.newest = point;
        if self.count.is_multiple_of(self.every) {
            if self.kept.len() == MAX_POINTS {
                let mut is_kept = false;
                self.kept.retain(|_| {
                    is_kept = !is_kept;
                    is_kept
                });
                self.every = self.every.saturating_mul(2);
            }
            // Points are kept by their number, so kept points have equal distances.
            if self.count.is_multiple_of(self.every) {
                self.kept.push(point);
            }
        }
        self.count = self.count.saturating_add(1);
    }
}

impl RatingPoint {
    /// Returns the rating on the scale of published ratings, as [`Ladder::live_elo`] does.
    pub fn elo(&self) -> f64 {
        f64::from(self.elo)
    }

    /// Returns the ends of the 95 % interval of the rating.
    pub fn interval(&self) -> (f64, f64) {
        let half = Z_95 * f64::from(self.deviation);
        (self.elo() - half, self.elo() + half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_history_is_thinned_out_evenly_and_keeps_its_ends() {
        let point = |at: u32| RatingPoint { seq: Seq(at.into()), at_ms: at.into(), elo: at as f32, deviation: 1.0 };
        let mut histories = Histories::default();
        let (category, entrant) = (0, Entrant(3));
        let begin = History { count: 0, every: 1, kept: Vec::new(), newest: point(0) };
        histories.0.insert((category, entrant), begin);
        for at in 0..10_000 {
            histories.0.get_mut(&(category, entrant)).expect("it is there").push(point(at));
            let points: Vec<u64> = histories.of(category, entrant).map(|point| point.seq.0).collect();
            assert!(points.len() <= MAX_POINTS + 1 && points.len() > (MAX_POINTS / 2).min(at as usize), "{at}");
            assert_eq!((points[0], points.last().copied()), (0, Some(at.into())));
            let every = points.get(1).copied().unwrap_or(1);
            let kept = &points[..points.len() - 1];
            assert!(kept.iter().zip(0..).all(|(seq, number)| *seq == number * every), "{points:?}");
        }
        assert_eq!(histories.of(1, entrant).count(), 0);
        let (low, high) = point(7).interval();
        assert!((high - 7.0 - 1.96).abs() < 0.001 && (7.0 - low - 1.96).abs() < 0.001);
    }
}
