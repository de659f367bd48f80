//! The live ratings of a category, updated match by match. An annulled match is removed as if it
//! had never counted.

use std::collections::{BTreeSet, VecDeque};

use super::{
    policy::Strength,
    rules::Category,
    state::{EntrantState, MAX_REMEMBERED_ENCOUNTERS},
};
use crate::contest::{Anchor, Entrant, MatchKey, MatchResult};
use crate::rating::preview::{Known, Preview, Previews, START, System};

/// A rating unit of Weng-Lin in Elo: its mean gap of 25 / 6 * sqrt(2) is odds of e to 1.
const ELO_PER_WENG_LIN: f64 = 400.0 / (std::f64::consts::LN_10 * 25.0 / 6.0 * std::f64::consts::SQRT_2);
/// Where Weng-Lin starts, and how wide.
const WENG_LIN_START: (f64, f64) = (25.0, 25.0 / 3.0);
/// Initial deviation of all entrants, in Elo.
const START_DEVIATION: f64 = 350.0;
/// Least deviation of an anchored entrant for pairings, in Elo.
const LEAST_DEVIATION: f64 = 30.0;
/// The matches that a category remembers, so that they can be removed: as many as the remembered
/// encounters have if two players change seats once. Longer encounters are remembered less far
/// back. Older annulled matches stay in these ratings, which are for pairing and display. A match
/// takes some 230 bytes, all of them about 5 MB. Removing the first recomputes everything after it,
/// within one `apply`; this limit bounds that.
const MAX_STEPS: usize = 2 * MAX_REMEMBERED_ENCOUNTERS;

/// The ratings of one category.
#[derive(Clone, Debug)]
pub(super) struct LivePreviews {
    previews: Previews,
    is_pair: bool,
    version_sd: f64,
    /// How many entrants are anchored, and the sum of their ratings. Unknown entrants start at the
    /// mean, as [`crate::rating::Config::prior_mean`] has it for the published ratings: at 0
    /// without any anchor.
    anchors: (u32, i64),
    /// The estimated strength of each entrant, by its number; `None` if unknown. Indexed by number
    /// because every pairing looks at all free entrants.
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
    /// The earlier state of each of the entrants.
    before: Vec<Option<Known>>,
    /// The start of unknown entrants at that time, in the units of the system.
    start: f64,
}

impl LivePreviews {
    /// No ratings yet.
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

    /// The rating of the entrant of this name, in the units of its system; `None` if unknown.
    pub fn rating(&self, name: &str) -> Option<Preview> {
        self.previews.rating(name)
    }

    /// How strong an entrant is taken to be, on the scale of Elo, whatever the system; the mean of
    /// the anchors if nothing is known.
    pub fn strength(&self, entrant: Entrant) -> Strength {
        let unknown = Strength { elo: START + self.mean_of_anchors(), deviation: START_DEVIATION };
        self.strengths.get(entrant.index()).copied().flatten().unwrap_or(unknown)
    }

    /// In Elo, with 0 as without anchors.
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

    /// The same on the scale of published ratings, where 0 is the start without anchors; `None` if
    /// nothing is known.
    pub fn live_elo(&self, entrant: Entrant, name: &str) -> Option<Strength> {
        self.rating(name)?;
        let Strength { elo, deviation } = self.strength(entrant);
        Some(Strength { elo: elo - START, deviation })
    }

    /// The common initial rating without anchors, and the number of Elo per unit.
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

    /// Adds a new version of an entrant: it starts at the rating that its parent has now.
    pub fn start_version(&mut self, child: Entrant, parent: Entrant, entrants: &[EntrantState]) {
        if self.start_near(name(entrants, child), name(entrants, parent)) {
            self.remember(Step::Version { child, parent });
            self.moved(child, entrants);
        }
    }

    /// Whether anything is known of the parent.
    fn start_near(&mut self, child: &str, parent: &str) -> bool {
        let (_, elo_per_unit) = self.scale();
        let Some(Preview { rating, deviation }) = self.rating(parent) else { return false };
        let own = deviation.unwrap_or(0.0) * elo_per_unit;
        let deviation = (own * own + self.version_sd * self.version_sd).sqrt().min(START_DEVIATION);
        self.previews.start(child, Preview { rating, deviation: Some(deviation / elo_per_unit) });
        true
    }

    /// A match counts.
    pub fn count(&mut self, match_key: MatchKey, seated: Vec<Entrant>, result: &MatchResult, of: &[EntrantState]) {
        let names: Vec<&str> = seated.iter().map(|entrant| name(of, *entrant)).collect();
        let before = names.iter().map(|name| self.previews.known(name)).collect();
        let (usual, elo_per_unit) = self.scale();
        let start = usual + self.mean_of_anchors() / elo_per_unit;
        self.previews.start_all_at(start);
        // `could_have` and `decide` have seen to it that there is a place for each of the seats.
        if self.previews.add(&names, &result.places).is_ok() {
            let places = result.places.clone();
            seated.iter().for_each(|entrant| self.moved(*entrant, of));
            self.remember(Step::Counted(Counted { match_key, entrants: seated, places, before, start }));
        }
    }

    /// Annuls a match.
    pub fn void(&mut self, match_key: &MatchKey, entrants: &[EntrantState]) {
        self.take_out(|counted| counted.match_key == *match_key, entrants);
    }

    /// Removes all matches of an entrant.
    pub fn disqualify(&mut self, entrant: Entrant, entrants: &[EntrantState]) {
        self.take_out(|counted| counted.entrants.contains(&entrant), entrants);
    }

    /// Matches of forgotten encounters can no longer be removed.
    pub fn forget(&mut self, is_remembered: impl Fn(u32) -> bool) {
        let is_settled = |step: &Step| match step {
            Step::Counted(counted) => !is_remembered(counted.match_key.encounter.board),
            Step::Version { .. } => true,
        };
        // Only from the front, so that the rest has no gap.
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

    /// Replays the matches after the removed ones, as far as they involve affected entrants.
    fn take_out(&mut self, is_out: impl Fn(&Counted) -> bool, entrants: &[EntrantState]) {
        let is_out = |step: &Step| matches!(step, Step::Counted(counted) if is_out(counted));
        let Some(first) = self.steps.iter().position(is_out) else { return };
        let mut steps = std::mem::take(&mut self.steps);
        // Entrants with changes have their state at the present step, all others their final state.
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

    /// Has a match count again, by what its entrants have now, unless it goes.
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
            // It fitted when it was counted.
            let _ = self.previews.add(&names, &counted.places);
        }
    }
}

fn name(entrants: &[EntrantState], entrant: Entrant) -> &str {
    entrants.get(entrant.index()).map_or("", |state| &state.entry.name)
}
