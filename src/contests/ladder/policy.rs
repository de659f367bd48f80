//! The pairing policy of ladders.
//!
//! The entrant that has waited longest is served first. A new entrant meets the opponents in the
//! field that it met least, by quantiles of their ratings. While these opponents are busy, the new
//! entrant waits for them until its patience ends. Otherwise it would often meet the entrants that
//! have just played it, because these are free.
//!
//! Any other entrant meets the most informative opponent. The information of a match about a
//! difference of ratings is p (1 - p), where p is the expected score. Three factors damp it: recent
//! encounters between the two, the opponent's matches in progress, and the side of the served
//! entrant's rating that had more opponents. All of them depend on results and not on true
//! strength, so the choice does not bias a fit of all matches.

use std::collections::BTreeMap;

use super::rules::{Category, PairingRules};
use crate::contest::Entrant;
pub use crate::contest::{Choice, Opponent, Served, Side};

/// Maximum opponents that an entrant remembers.
pub const MAX_REMEMBERED_OPPONENTS: usize = 64;
/// Minimum number of encounters by which the share of an opponent is divided.
const SHARE_WINDOW: u64 = 16;
/// Age, in encounters, at which a meeting damps half as much.
const FORGETS_AFTER: f64 = 8.0;
/// Factor for the candidates on one side of the served entrant's rating, per encounter by which
/// that side had more opponents.
const SIDE_DAMPING: f64 = 0.7;
/// Maximum number of surplus encounters on one side that count.
const MOST_SIDE: i32 = 4;
/// Maximum difference of ratings that count as level, in Elo.
const LEVEL_ELO: f64 = 1.0;

/// The estimated strength of an entrant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating, in Elo.
    pub elo: f64,
    /// The standard deviation of the rating, in Elo.
    pub deviation: f64,
}

/// A free entrant as input of the policy.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    pub entrant: Entrant,
    /// The number of the entrant's owner.
    pub owner: u32,
    /// Since when the entrant has waited, in milliseconds since the ladder was opened.
    pub waiting_since_ms: u64,
    /// Maximum encounters of the entrant at the same time.
    pub at_once: u32,
    /// The number of encounters in progress: less than `at_once`.
    pub in_flight: u32,
    /// How many matches the entrant may still begin today.
    pub left_today: u32,
    /// The recent opponents of the entrant, the newest last; at most [`MAX_REMEMBERED_OPPONENTS`].
    pub recent: &'a [Entrant],
    /// The state of the entrant in each category of the ladder; `None` in categories that it does
    /// not play.
    pub standings: Vec<Option<CategoryStanding>>,
}

/// The state of an entrant in a category.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CategoryStanding {
    /// The estimated strength of the entrant.
    pub strength: Strength,
    /// Number of encounters of the entrant in the category.
    pub encounters: u32,
    /// The number of opponents rated above the entrant at their encounter, minus those below.
    pub above_minus_below: i32,
    /// The number of the component that encounters connect the entrant with.
    pub component: u32,
}

/// An entrant that plays a category.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// The number of the entrant.
    pub entrant: Entrant,
    /// The number of the entrant's owner.
    pub owner: u32,
    /// The component, as in [`CategoryStanding`].
    pub component: u32,
}

/// The circumstances of a pairing: the room for encounters, and the entrants that could play if
/// they were free.
#[derive(Clone, Debug, Default)]
pub struct Field {
    /// How many more encounters may begin.
    pub room: u32,
    /// The present entrants of each category, free or busy.
    pub players: Vec<Vec<Player>>,
    /// The number of present entrants per owner, by category and number of the owner. Lists,
    /// because they are read for every candidate.
    pub players_of: Vec<Vec<u32>>,
    /// The number of encounters in progress of each owner, by number; 0 for owners beyond the end.
    pub owner_in_flight: Vec<u32>,
}

/// A new encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The number of the category.
    pub category: usize,
    /// The entrants by seat in the first match.
    pub entrants: Vec<Entrant>,
    /// The reason for the pairing.
    pub why: Served,
}

/// Returns the expected score of `own` against `other`, 0 to 1, given the uncertainty of both (D.
/// MacKay, "The evidence framework applied to classification networks", 1992, for the logistic
/// function of a normal variable).
pub fn expected_score(own: Strength, other: Strength) -> f64 {
    let nats = std::f64::consts::LN_10 / 400.0;
    let variance = (own.deviation * own.deviation + other.deviation * other.deviation) * nats * nats;
    let gap = (own.elo - other.elo) * nats / (1.0 + std::f64::consts::PI * variance / 8.0).sqrt();
    1.0 / (1.0 + libm::exp(-gap))
}

/// Returns the information of a match: 1 if both are equally likely to win, towards 0 if the winner
/// is clear.
pub fn information(own: Strength, other: Strength) -> f64 {
    let expected = expected_score(own, other);
    4.0 * expected * (1.0 - expected)
}

/// Returns the next pairings, with each entrant at most once. Apply them and call again until the
/// result is empty. Takes time quadratic in the number of candidates.
///
/// Guarantee while there is room: an entrant is paired once its patience is over and it has a free
/// opponent that all rules permit, including the maximum share.
pub fn pair(
    candidates: &[Candidate],
    categories: &[Category],
    rules: &PairingRules,
    field: &Field,
    now_ms: u64,
) -> Vec<Chosen> {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|index| (candidates[*index].waiting_since_ms, candidates[*index].entrant));
    let mut taken = vec![false; candidates.len()];
    let mut chosen = Vec::new();
    let mut table = Table { candidates, categories, rules, field, owners: field.owner_in_flight.clone(), now_ms };
    for served in order {
        if chosen.len() >= field.room as usize {
            break;
        }
        if taken[served] {
            continue;
        }
        if let Some((one, seated)) = table.serve(served, &taken) {
            for index in seated {
                taken[index] = true;
                let owner = candidates[index].owner as usize;
                table.owners.resize(table.owners.len().max(owner + 1), 0);
                table.owners[owner] += 1;
            }
            chosen.push(one);
        }
    }
    chosen
}

/// The input of a pairing.
struct Table<'a> {
    candidates: &'a [Candidate<'a>],
    categories: &'a [Category],
    rules: &'a PairingRules,
    field: &'a Field,
    /// The number of encounters in progress of each owner, including those of this call.
    owners: Vec<u32>,
    now_ms: u64,
}

/// A possible opponent of the served entrant.
struct Possible {
    index: usize,
    strength: Strength,
    /// The information of a match, damped by repeats and by the opponent's encounters in progress;
    /// 0 to 1.
    quality: f64,
    met: u32,
    /// How often the opponent met the served entrant or another entrant of the table, whichever is
    /// more.
    met_at_table: u32,
    component: u32,
}

impl Table<'_> {
    /// Returns an encounter for a candidate, and the indexes of all its entrants. The category that
    /// the candidate played least comes first.
    fn serve(&self, served: usize, taken: &[bool]) -> Option<(Chosen, Vec<usize>)> {
        let own = &self.candidates[served];
        let waited_ms = self.now_ms.saturating_sub(own.waiting_since_ms);
        let mut played: Vec<(u32, usize, &CategoryStanding)> = own
            .standings
            .iter()
            .enumerate()
            .filter_map(|(category, standing)| {
                standing.as_ref().map(|standing| (standing.encounters, category, standing))
            })
            .collect();
        played.sort_by_key(|(encounters, category, _)| (*encounters, *category));
        let least_quality = f64::from(self.rules.least_quality_permille) / 1000.0;
        let mut fallback = None;
        for (encounters, category, standing) in played {
            let possible = self.possible(served, category, standing.strength, taken);
            let is_wide = encounters < self.rules.wide_encounters;
            let Some(seated) = self.choose(served, category, standing, possible, is_wide) else { continue };
            let choice = match is_wide {
                true if self.is_spread(served, category, standing, &seated) => Choice::Wide,
                false if seated.iter().all(|one| one.quality >= least_quality) => Choice::Informative,
                _ => Choice::Patience,
            };
            let found = self.chosen(served, category, standing, &seated, choice, waited_ms);
            if choice != Choice::Patience {
                return Some(found);
            }
            if waited_ms >= self.rules.patience_ms && fallback.is_none() {
                fallback = Some(found);
            }
        }
        fallback
    }

    /// Returns whether a candidate may now play an encounter of a category at all.
    fn may_play(&self, index: usize, category: usize) -> bool {
        let candidate = &self.candidates[index];
        candidate.in_flight < candidate.at_once
            && candidate.left_today >= self.categories[category].matches_per_encounter
            && count(&self.owners, candidate.owner as usize) < self.rules.owner_in_flight
            && candidate.standings.get(category).is_some_and(Option::is_some)
    }

    /// Returns whether a candidate may meet an opponent again that it met `met` times recently.
    fn share_allows(&self, index: usize, category: usize, met: u32) -> bool {
        let candidate = &self.candidates[index];
        let others = self.count_others(index, category).max(1) as u64;
        let percent = u64::from(self.rules.opponent_share_percent).max(200 / others);
        let window = (candidate.recent.len() as u64 + 1).max(SHARE_WINDOW);
        (u64::from(met) + 1) * 100 <= percent * window
    }

    fn possible(&self, served: usize, category: usize, strength: Strength, taken: &[bool]) -> Vec<Possible> {
        if !self.may_play(served, category) {
            return Vec::new();
        }
        let own = &self.candidates[served];
        let meetings = meetings(own.recent);
        let is_patient = self.now_ms.saturating_sub(own.waiting_since_ms) < self.rules.patience_ms;
        let of = |index: usize| {
            let other = &self.candidates[index];
            if index == served || taken[index] || other.owner == own.owner || !self.may_play(index, category) {
                return None;
            }
            let standing = other.standings[category].as_ref()?;
            let (met, repeats) = meetings.get(&other.entrant).copied().unwrap_or_default();
            let met_back = if met == 0 && other.recent.len() < MAX_REMEMBERED_OPPONENTS {
                0
            } else {
                times_met(other.recent, own.entrant)
            };
            // A new opponent also meets the least-met of the field first, unless the patience of
            // the served entrant is over.
            let is_new = standing.encounters < self.rules.wide_encounters;
            if is_patient && is_new && met_back > 0 && met_back > self.least_met(index, category, 1)[0] {
                return None;
            }
            if !self.share_allows(served, category, met) || !self.share_allows(index, category, met_back) {
                return None;
            }
            let load = 1.0 - 0.5 * f64::from(other.in_flight) / f64::from(other.at_once.max(1));
            let quality = information(strength, standing.strength) * load / (1.0 + repeats);
            let CategoryStanding { strength, component, .. } = *standing;
            Some(Possible { index, strength, quality, met, met_at_table: met, component })
        };
        (0..self.candidates.len()).filter_map(of).collect()
    }

    /// Returns as many opponents of different owners as the category has seats for; `None` if there
    /// are too few.
    fn choose(
        &self,
        served: usize,
        category: usize,
        standing: &CategoryStanding,
        mut possible: Vec<Possible>,
        is_wide: bool,
    ) -> Option<Vec<Possible>> {
        let seats = usize::from(self.categories[category].seats);
        let mut owners = vec![self.candidates[served].owner];
        let mut balance = standing.above_minus_below;
        let mut components = vec![standing.component];
        let mut seated = Vec::with_capacity(seats - 1);
        for seat in 1..seats {
            possible.retain(|one| !owners.contains(&self.candidates[one.index].owner));
            let best = if is_wide {
                let target = quantile(standing.encounters as usize * (seats - 1) + seat);
                self.at_quantile(&mut possible, &components, target)?
            } else {
                let score =
                    |one: &Possible| one.quality * side_damping(balance, side_of(standing.strength, one.strength));
                let better = |a: &Possible, b: &Possible| {
                    let order = score(b).total_cmp(&score(a)).then(a.met.cmp(&b.met));
                    order.then(self.candidates[a.index].entrant.cmp(&self.candidates[b.index].entrant))
                };
                (0..possible.len()).min_by(|a, b| better(&possible[*a], &possible[*b]))?
            };
            let one = possible.swap_remove(best);
            if is_wide {
                // All entrants of a table meet each other, so their earlier meetings count too.
                let recent = self.candidates[one.index].recent;
                for other in &mut possible {
                    other.met_at_table =
                        other.met_at_table.max(times_met(recent, self.candidates[other.index].entrant));
                }
            }
            owners.push(self.candidates[one.index].owner);
            components.push(one.component);
            balance += side_of(standing.strength, one.strength).sign();
            seated.push(one);
        }
        Some(seated)
    }

    /// Returns the index of the possible opponent at a quantile of the ratings of the least-met
    /// ones, preferably outside `components`.
    fn at_quantile(&self, possible: &mut [Possible], components: &[u32], quantile: f64) -> Option<usize> {
        let key = |one: &Possible| (one.met_at_table, components.contains(&one.component));
        let least = possible.iter().map(key).min()?;
        let entrant = |one: &Possible| self.candidates[one.index].entrant;
        possible.sort_by(|a, b| {
            let is_more = (key(a) > least).cmp(&(key(b) > least));
            is_more.then(a.strength.elo.total_cmp(&b.strength.elo)).then(entrant(a).cmp(&entrant(b)))
        });
        let count = possible.iter().filter(|one| key(one) == least).count();
        Some(((quantile * count as f64) as usize).min(count - 1))
    }

    /// Returns whether a candidate meets its least-met opponents of the whole field, busy ones
    /// included. Its last wide encounter must also connect it with the rest of the field.
    fn is_spread(&self, served: usize, category: usize, standing: &CategoryStanding, seated: &[Possible]) -> bool {
        let mut met: Vec<u32> = seated.iter().map(|one| one.met_at_table).collect();
        met.sort_unstable();
        let are_least =
            met.iter().zip(self.least_met(served, category, seated.len())).all(|(met, least)| *met <= least);
        let is_last = standing.encounters + 1 == self.rules.wide_encounters;
        let is_other = |component: u32| component != standing.component;
        are_least
            && (!is_last
                || seated.iter().any(|one| is_other(one.component))
                || !self.others(served, category).any(|other| is_other(other.component)))
    }

    /// Returns the entrants of the field, free or busy, that a candidate may meet.
    fn others(&self, of: usize, category: usize) -> impl Iterator<Item = &Player> {
        let own = &self.candidates[of];
        let players = self.field.players.get(category).into_iter().flatten();
        players.filter(|other| other.entrant != own.entrant && other.owner != own.owner)
    }

    /// Returns the number of [`Self::others`].
    fn count_others(&self, of: usize, category: usize) -> usize {
        let owner = self.candidates[of].owner as usize;
        let of_owner = self.field.players_of.get(category).map_or(0, |owners| count(owners, owner));
        self.field.players.get(category).map_or(0, Vec::len).saturating_sub(of_owner as usize)
    }

    /// Returns the `count` smallest numbers of recent meetings between a candidate and each entrant
    /// of the field, ascending.
    fn least_met(&self, of: usize, category: usize, count: usize) -> Vec<u32> {
        let meetings = meetings(self.candidates[of].recent);
        // In a large field, enough entrants have not been met at all.
        if self.count_others(of, category) >= meetings.len() + count {
            return vec![0; count];
        }
        let times = |other: &Player| meetings.get(&other.entrant).map_or(0, |met| met.0);
        let mut met: Vec<u32> = self.others(of, category).map(times).collect();
        met.sort_unstable();
        met.resize(count, u32::MAX);
        met
    }

    fn chosen(
        &self,
        served: usize,
        category: usize,
        standing: &CategoryStanding,
        seated: &[Possible],
        choice: Choice,
        waited_ms: u64,
    ) -> (Chosen, Vec<usize>) {
        let opponent = |one: &Possible| Opponent {
            entrant: self.candidates[one.index].entrant,
            expected_permille: (1000.0 * expected_score(standing.strength, one.strength)).round() as u32,
            side: side_of(standing.strength, one.strength),
            met: one.met,
        };
        let opponents: Vec<Opponent> = seated.iter().map(opponent).collect();
        let indexes: Vec<usize> = std::iter::once(served).chain(seated.iter().map(|one| one.index)).collect();
        let entrants = indexes.iter().map(|index| self.candidates[*index].entrant).collect();
        let why = Served { served: self.candidates[served].entrant, waited_ms, choice, opponents };
        (Chosen { category, entrants, why }, indexes)
    }
}

fn count(counts: &[u32], index: usize) -> u32 {
    counts.get(index).copied().unwrap_or(0)
}

fn side_of(own: Strength, other: Strength) -> Side {
    match other.elo - own.elo {
        gap if gap > LEVEL_ELO => Side::Above,
        gap if gap < -LEVEL_ELO => Side::Below,
        _ => Side::Level,
    }
}

fn side_damping(above_minus_below: i32, side: Side) -> f64 {
    let too_many = (above_minus_below.saturating_mul(side.sign())).clamp(0, MOST_SIDE);
    (0..too_many).fold(1.0, |damping, _| damping * SIDE_DAMPING)
}

/// Returns how often each recent opponent was met, and how much these meetings damp another one.
/// The newest meetings damp most.
fn meetings(recent: &[Entrant]) -> BTreeMap<Entrant, (u32, f64)> {
    let mut meetings: BTreeMap<Entrant, (u32, f64)> = BTreeMap::new();
    for (age, met) in recent.iter().rev().enumerate() {
        let entry = meetings.entry(*met).or_default();
        *entry = (entry.0 + 1, entry.1 + 1.0 / (1.0 + age as f64 / FORGETS_AFTER));
    }
    meetings
}

fn times_met(recent: &[Entrant], other: Entrant) -> u32 {
    recent.iter().filter(|entrant| **entrant == other).count() as u32
}

/// Returns an item of the van der Corput sequence: 1/2, 1/4, 3/4, 1/8, 5/8, ... Any number of first
/// items is spread evenly over 0 to 1.
fn quantile(number: usize) -> f64 {
    let (mut left, mut place, mut value) = (number, 0.5, 0.0);
    while left > 0 {
        value += place * (left % 2) as f64;
        place /= 2.0;
        left /= 2;
    }
    value
}
