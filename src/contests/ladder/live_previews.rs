//! The live ratings of a category, updated after every match. An annulled match is removed as if it
//! had never counted.

use std::collections::{BTreeSet, VecDeque};

use super::{
    entrant::EntrantState,
    policy::Strength,
    rules::{Category, MAX_REMEMBERED_ENCOUNTERS},
};
use crate::contest::{Anchor, Entrant, MatchKey, MatchResult};
use crate::rating::preview::{Known, Preview, Previews, START, System};

/// A rating unit of Weng-Lin in Elo: the system's mean gap of 25 / 6 * sqrt(2) is odds of e to 1.
const ELO_PER_WENG_LIN: f64 = 400.0 / (std::f64::consts::LN_10 * 25.0 / 6.0 * std::f64::consts::SQRT_2);
/// Initial rating and deviation of Weng-Lin, in its units.
const WENG_LIN_START: (f64, f64) = (25.0, 25.0 / 3.0);
/// Initial deviation of all entrants, in Elo.
const START_DEVIATION: f64 = 350.0;
/// Least deviation of an anchored entrant for pairings, in Elo.
const LEAST_DEVIATION: f64 = 30.0;
/// Maximum rating changes that a category remembers in order to undo them: two matches per
/// remembered encounter. Longer encounters are therefore remembered for a shorter time. An older
/// match that is annulled still affects these ratings, which serve pairing and display only. A
/// match takes some 230 bytes, all of them about 5 MB. Undoing the oldest recomputes all later ones
/// within one `apply`, so this limit also bounds the time.
const MAX_STEPS: usize = 2 * MAX_REMEMBERED_ENCOUNTERS;

/// The ratings of one category.
#[derive(Clone, Debug)]
pub(super) struct LivePreviews {
    previews: Previews,
    is_pair: bool,
    version_sd: f64,
    /// The number of anchored entrants, and the sum of their ratings. Unknown entrants start at the
    /// mean of the anchors, or at 0 without anchors, like [`crate::rating::Config::prior_mean`].
    anchors: (u32, i64),
    /// The estimated strength of each entrant, by its number; `None` if unknown. A list, because
    /// every pairing reads all free entrants.
    strengths: Vec<Option<Strength>>,
    /// The newest changes of ratings, oldest first.
    steps: VecDeque<Step>,
}

/// A change of ratings.
#[derive(Clone, Debug)]
enum Step {
    Counted(Counted),
    /// A new version started near its parent.
    Version {
        child: Entrant,
        parent: Entrant,
    },
}

/// A match that counted.
#[derive(Clone, Debug)]
struct Counted {
    match_key: MatchKey,
    entrants: Vec<Entrant>,
    places: Vec<u32>,
    /// The rating of each entrant before the match.
    before: Vec<Option<Known>>,
    /// The initial rating of unknown entrants at that time, in the units of the system.
    start: f64,
}

impl LivePreviews {
    /// Creates the live ratings of a category without matches.
    pub fn new(category: &Category, version_sd: u32) -> LivePreviews {
        let is_pair = category.seats == 2;
        LivePreviews {
            previews: Previews::new(if is_pair { System::Glicko2 } else { System::WengLin }),
            is_pair,
            version_sd: f64::from(version_sd),
            anchors: (0, 0),
            strengths: Vec::new(),
            steps: VecDeque::new(),
        }
    }

    /// Returns the rating of the entrant with this name, in the units of its rating system; `None`
    /// if unknown.
    pub fn rating(&self, name: &str) -> Option<Preview> {
        self.previews.rating(name)
    }

    /// Returns the estimated strength of an entrant on the scale of Elo, for any rating system; the
    /// mean of the anchors if the entrant is unknown.
    pub fn strength(&self, entrant: Entrant) -> Strength {
        let unknown = Strength { elo: START + self.mean_of_anchors(), deviation: START_DEVIATION };
        self.strengths.get(entrant.index()).copied().flatten().unwrap_or(unknown)
    }

    /// Returns the mean rating of the anchors, in Elo; 0 without anchors.
    fn mean_of_anchors(&self) -> f64 {
        let (count, sum) = self.anchors;
        if count > 0 { sum as f64 / f64::from(count) } else { 0.0 }
    }

    /// Updates the stored strength of an entrant.
    fn moved(&mut self, entrant: Entrant, entrants: &[EntrantState]) {
        let strength = self.strength_of(name(entrants, entrant));
        if self.strengths.len() <= entrant.index() {
            self.strengths.resize(entrant.index() + 1, None);
        }
        self.strengths[entrant.index()] = strength;
    }

    fn strength_of(&self, name: &str) -> Option<Strength> {
        let Preview { rating, deviation } = self.rating(name)?;
        if self.is_pair {
            return Some(Strength { elo: rating, deviation: deviation.unwrap_or(START_DEVIATION) });
        }
        Some(Strength {
            elo: START + (rating - WENG_LIN_START.0) * ELO_PER_WENG_LIN,
            deviation: deviation.unwrap_or(WENG_LIN_START.1) * ELO_PER_WENG_LIN,
        })
    }

    /// Returns the strength of an entrant on the scale of published ratings, where 0 is the start
    /// without anchors. `None` if unknown.
    pub fn live_elo(&self, entrant: Entrant, name: &str) -> Option<Strength> {
        self.rating(name)?;
        let Strength { elo, deviation } = self.strength(entrant);
        Some(Strength { elo: elo - START, deviation })
    }

    /// Returns the common initial rating without anchors, and the number of Elo per unit.
    fn scale(&self) -> (f64, f64) {
        if self.is_pair { (START, 1.0) } else { (WENG_LIN_START.0, ELO_PER_WENG_LIN) }
    }

    /// Adds an entrant with a known rating.
    pub fn start_anchored(&mut self, entrant: Entrant, anchor: Anchor, entrants: &[EntrantState]) {
        let (start, elo_per_unit) = self.scale();
        let deviation = f64::from(anchor.sd).clamp(LEAST_DEVIATION, START_DEVIATION);
        // Anchors are on the scale of published ratings.
        let rating = start + f64::from(anchor.elo) / elo_per_unit;
        self.previews.start(name(entrants, entrant), Preview { rating, deviation: Some(deviation / elo_per_unit) });
        let (count, sum) = self.anchors;
        self.anchors = (count + 1, sum + i64::from(anchor.elo));
        self.moved(entrant, entrants);
    }

    /// Adds a new version of an entrant with the present rating of its parent.
    pub fn start_version(&mut self, child: Entrant, parent: Entrant, entrants: &[EntrantState]) {
        if self.start_near(name(entrants, child), name(entrants, parent)) {
            self.remember(Step::Version { child, parent });
            self.moved(child, entrants);
        }
    }

    /// Starts a version near its parent. Returns `false` if the parent has no rating.
    fn start_near(&mut self, child: &str, parent: &str) -> bool {
        let (_, elo_per_unit) = self.scale();
        let Some(Preview { rating, deviation }) = self.rating(parent) else { return false };
        let own = deviation.unwrap_or(0.0) * elo_per_unit;
        let deviation = (own * own + self.version_sd * self.version_sd).sqrt().min(START_DEVIATION);
        self.previews.start(child, Preview { rating, deviation: Some(deviation / elo_per_unit) });
        true
    }

    /// Updates the ratings after a match that counts.
    pub fn count(&mut self, match_key: MatchKey, seated: Vec<Entrant>, result: &MatchResult, of: &[EntrantState]) {
        let names: Vec<&str> = seated.iter().map(|entrant| name(of, *entrant)).collect();
        let before = names.iter().map(|name| self.previews.known(name)).collect();
        let (usual, elo_per_unit) = self.scale();
        let start = usual + self.mean_of_anchors() / elo_per_unit;
        self.previews.start_all_at(start);
        // `could_have` and `decide` have checked that the result has a place for each seat.
        if self.previews.add(&names, &result.places).is_ok() {
            let places = result.places.clone();
            seated.iter().for_each(|entrant| self.moved(*entrant, of));
            self.remember(Step::Counted(Counted { match_key, entrants: seated, places, before, start }));
        }
    }

    /// Annuls a match, and recomputes the ratings.
    pub fn void(&mut self, match_key: &MatchKey, entrants: &[EntrantState]) {
        self.take_out(|counted| counted.match_key == *match_key, entrants);
    }

    /// Annuls all matches of an entrant, and recomputes the ratings.
    pub fn disqualify(&mut self, entrant: Entrant, entrants: &[EntrantState]) {
        self.take_out(|counted| counted.entrants.contains(&entrant), entrants);
    }

    /// Drops matches of forgotten encounters: they can no longer be annulled.
    pub fn forget(&mut self, is_remembered: impl Fn(u32) -> bool) {
        let is_settled = |step: &Step| match step {
            Step::Counted(counted) => !is_remembered(counted.match_key.encounter.board),
            Step::Version { .. } => true,
        };
        // Steps are dropped only from the front, so the rest has no gap.
        while self.steps.front().is_some_and(is_settled) {
            self.steps.pop_front();
        }
    }

    fn remember(&mut self, step: Step) {
        if self.steps.len() >= MAX_STEPS {
            self.steps.pop_front();
        }
        self.steps.push_back(step);
    }

    /// Removes the matches for which `is_out` holds, and replays later matches of affected
    /// entrants.
    fn take_out(&mut self, is_out: impl Fn(&Counted) -> bool, entrants: &[EntrantState]) {
        let is_out = |step: &Step| matches!(step, Step::Counted(counted) if is_out(counted));
        let Some(first) = self.steps.iter().position(is_out) else { return };
        let mut steps = std::mem::take(&mut self.steps);
        // Entrants in `moved` have the rating of the current step, all others their final rating.
        let mut moved = BTreeSet::new();
        for step in steps.range_mut(first..) {
            let goes = is_out(step);
            match step {
                Step::Version { child, parent } => {
                    if moved.contains(parent) {
                        let child_name = name(entrants, *child);
                        if !self.start_near(child_name, name(entrants, *parent)) {
                            self.previews.put_back(child_name, None);
                        }
                        moved.insert(*child);
                    }
                }
                Step::Counted(counted) => {
                    if goes || counted.entrants.iter().any(|entrant| moved.contains(entrant)) {
                        self.play_again(counted, goes, &mut moved, entrants);
                    }
                }
            }
        }
        steps.retain(|step| !is_out(step));
        self.steps = steps;
        moved.into_iter().for_each(|entrant| self.moved(entrant, entrants));
    }

    /// Counts a match again from the present ratings of its entrants, unless `goes`: then only its
    /// effect is undone.
    fn play_again(
        &mut self,
        counted: &mut Counted,
        goes: bool,
        moved: &mut BTreeSet<Entrant>,
        entrants: &[EntrantState],
    ) {
        let names: Vec<&str> = counted.entrants.iter().map(|entrant| name(entrants, *entrant)).collect();
        for ((entrant, name), before) in counted.entrants.iter().zip(&names).zip(&mut counted.before) {
            if moved.insert(*entrant) {
                self.previews.put_back(name, *before);
            } else {
                *before = self.previews.known(name);
            }
        }
        if !goes {
            self.previews.start_all_at(counted.start);
            // `add` succeeded when the match was first counted, so it cannot fail now.
            let _ = self.previews.add(&names, &counted.places);
        }
    }
}

fn name(entrants: &[EntrantState], entrant: Entrant) -> &str {
    entrants.get(entrant.index()).map_or("", |state| &state.entry.name)
}
