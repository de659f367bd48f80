//! The published results of a log: the ratings of each category, from all matches that count.
//!
//! A rating is a pure function of the set of counted matches, without annulled ones and those of
//! disqualified entrants. The order in which matches ended does not matter.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use referee_ids::Seat;

use super::{
    event::{Fact, LadderEvent},
    published::{PublishError, Ratings, ToRate},
    rules::{RatedBy, Rules},
};
use crate::{
    contest::{Anchor, Entrant, MatchKey, MatchResult, opening_of_set},
    rating::{self, Config, Fit, MAX_SEATS, MatchLog, Prior, deal_points::DealLog},
    stats::MatchDigest,
};

/// Minimum standard deviation of a loose anchor, in Elo. In the log, 0 marks a hard anchor.
const LEAST_SD: f64 = 1.0;
/// Encounters per chunk: adding a match while a reader holds a copy clones one chunk,
/// not everything.
const CHUNK: u32 = 1024;

/// The input of ratings and signals. A copy shares all data except later additions.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The number of seats in each category.
    categories: Vec<u8>,
    rated_by: Vec<RatedBy>,
    names: Vec<String>,
    version_sd: f64,
    entrants: Vec<Known>,
    /// Chunks by the number of their encounters divided by [`CHUNK`].
    chunks: BTreeMap<u32, Arc<Chunk>>,
}

/// Encounters with neighbouring numbers.
#[derive(Clone, Debug, Default)]
struct Chunk {
    /// The category, and the entrants by seat in the first match.
    encounters: BTreeMap<u32, (u16, [u32; MAX_SEATS])>,
    counted: BTreeMap<MatchKey, Outcome>,
    /// The game's own points; only kept for categories rated by points.
    points: BTreeMap<MatchKey, Points>,
    voided: BTreeMap<MatchKey, Option<Seat>>,
}

#[derive(Clone, Debug)]
struct Known {
    name: String,
    owner: String,
    version_of: Option<Entrant>,
    anchors: Vec<Anchor>,
    is_disqualified: bool,
}

/// A match that counts, in compact form: a ladder has millions.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    places: [u8; MAX_SEATS],
    fault: Option<Seat>,
    /// The average thinking time of each seat per move, in microseconds.
    pace_us: [u32; MAX_SEATS],
    digest: Option<MatchDigest>,
}

/// The game's own points of a match that counts.
#[derive(Clone, Copy, Debug)]
struct Points {
    halves: [i64; MAX_SEATS],
    rounds: u32,
}

/// A match that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedMatch {
    /// The key of the match.
    pub match_key: MatchKey,
    /// The number of the category.
    pub category: u16,
    /// The entrants by seat.
    pub entrants: Vec<Entrant>,
    /// The place of each seat, 1 the best.
    pub places: Vec<u32>,
    /// The seat whose program ended the match by a fault.
    pub fault: Option<Seat>,
    /// The average thinking time of each seat per move, in microseconds; 0 without moves.
    pub pace_us: Vec<u32>,
    /// Digest of the steps and the verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
}

impl Results {
    /// Folds events into results. The opening must come first, and entrants in the order of their
    /// entries; all other events can be in any order.
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a LadderEvent>) -> Results {
        let mut results = Results::default();
        events.into_iter().for_each(|event| results.apply(event));
        results
    }

    /// Applies an event.
    pub fn apply(&mut self, event: &LadderEvent) {
        match &event.fact {
            Fact::Opened(opened) => self.open(&opened.rules),
            Fact::EntrantEntered(entry) => self.entrants.push(Known {
                name: entry.name.clone(),
                owner: entry.owner.as_str().to_owned(),
                version_of: entry.version_of,
                anchors: entry.anchors.clone(),
                is_disqualified: false,
            }),
            Fact::EntrantDisqualified { entrant, .. } => {
                if let Some(known) = self.entrants.get_mut(entrant.index()) {
                    known.is_disqualified = true;
                }
            }
            Fact::EncounterPaired(paired) => {
                let mut entrants = [0; MAX_SEATS];
                entrants.iter_mut().zip(&paired.entrants).for_each(|(place, entrant)| *place = entrant.0);
                self.chunk(paired.number).encounters.insert(paired.number, (paired.category, entrants));
            }
            Fact::MatchCounted { result, .. } if result.is_forfeit() => {}
            Fact::MatchCounted { match_key, result } => self.count(*match_key, result),
            Fact::MatchVoided { match_key, fault, .. } => {
                self.chunk(match_key.encounter.board).voided.insert(*match_key, *fault);
            }
            // No other fact changes a rating.
            _ => {}
        }
    }

    fn count(&mut self, match_key: MatchKey, result: &MatchResult) {
        let (places, pace_us) = ([0; MAX_SEATS], [0; MAX_SEATS]);
        let mut outcome = Outcome { places, fault: result.fault, pace_us, digest: result.digest };
        for (place, found) in outcome.places.iter_mut().zip(&result.places) {
            *place = u8::try_from(*found).unwrap_or(u8::MAX);
        }
        for (pace, (moves, thought_ms)) in outcome.pace_us.iter_mut().zip(result.moves.iter().zip(&result.thought_ms)) {
            let us = thought_ms.saturating_mul(1000) / u64::from(*moves).max(1);
            *pace = if *moves == 0 { 0 } else { u32::try_from(us).unwrap_or(u32::MAX).max(1) };
        }
        // Only categories rated by points need the points.
        let points = self.rated_by.contains(&RatedBy::Points).then(|| {
            let mut halves = [0; MAX_SEATS];
            halves.iter_mut().zip(&result.halves).for_each(|(place, found)| *place = *found);
            Points { halves, rounds: result.rounds }
        });
        let chunk = self.chunk(match_key.encounter.board);
        chunk.counted.insert(match_key, outcome);
        chunk.points.extend(points.map(|points| (match_key, points)));
    }

    /// Returns the chunk with this encounter, exclusively owned.
    fn chunk(&mut self, encounter: u32) -> &mut Chunk {
        Arc::make_mut(self.chunks.entry(encounter / CHUNK).or_default())
    }

    fn open(&mut self, rules: &Rules) {
        self.categories = rules.categories.iter().map(|category| category.seats).collect();
        self.rated_by = rules.categories.iter().map(|category| category.rated_by).collect();
        self.names = rules.categories.iter().map(|category| category.name.clone()).collect();
        self.version_sd = f64::from(rules.version_sd);
    }

    /// Returns the names of the categories, in the order of their numbers.
    pub fn categories(&self) -> &[String] {
        &self.names
    }

    /// Returns the category with this name, or the only category if the name is empty.
    pub fn category_named(&self, name: &str) -> Option<u16> {
        let index = match (name, self.names.len()) {
            ("", 1) => Some(0),
            _ => self.names.iter().position(|one| one == name),
        };
        index.and_then(|index| u16::try_from(index).ok())
    }

    /// Returns the matches that count, in all categories, by their keys.
    pub fn matches(&self) -> impl Iterator<Item = CountedMatch> + '_ {
        let stands = self.chunks.values().flat_map(|chunk| {
            let stands = chunk.counted.iter().filter(|(key, _)| !chunk.voided.contains_key(key));
            stands.map(move |(key, outcome)| (chunk, key, outcome))
        });
        stands.filter_map(|(chunk, key, outcome)| {
            let (category, first) = chunk.encounters.get(&key.encounter.board)?;
            let seats = usize::from(*self.categories.get(usize::from(*category))?);
            let entrants = seated(first, seats, key.number);
            if entrants.iter().any(|entrant| self.entrants.get(entrant.index()).is_none_or(|one| one.is_disqualified)) {
                return None;
            }
            Some(CountedMatch {
                match_key: *key,
                category: *category,
                entrants,
                places: outcome.places.iter().take(seats).map(|place| u32::from(*place)).collect(),
                fault: outcome.fault,
                pace_us: outcome.pace_us[..seats].to_vec(),
                digest: outcome.digest,
            })
        })
    }

    /// Returns the number of each encounter's opening in a category, by the number of the
    /// encounter.
    pub fn openings(&self, category: u16) -> BTreeMap<u32, u64> {
        let seats = self.categories.get(usize::from(category)).map_or(0, |seats| usize::from(*seats));
        let mut met: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        let paired = self.chunks.values().flat_map(|chunk| &chunk.encounters).filter(|(_, (of, _))| *of == category);
        let mut numbers = BTreeMap::new();
        for (number, (_, entrants)) in paired {
            let mut set: Vec<u32> = entrants.iter().take(seats).copied().collect();
            set.sort_unstable();
            let met = met.entry(set).or_default();
            let entrants = entrants.iter().take(seats).map(|entrant| *entrant as usize);
            numbers.insert(*number, opening_of_set(entrants, *met));
            *met += 1;
        }
        numbers
    }

    /// Returns the void matches caused by an entrant's fault, with that entrant.
    pub fn voided_by(&self) -> impl Iterator<Item = (MatchKey, Entrant)> + '_ {
        let voided =
            self.chunks.values().flat_map(|chunk| chunk.voided.iter().map(move |(key, fault)| (chunk, key, fault)));
        voided.filter_map(|(chunk, key, fault)| {
            let (category, first) = chunk.encounters.get(&key.encounter.board)?;
            let seats = usize::from(*self.categories.get(usize::from(*category))?);
            Some((*key, *seated(first, seats, key.number).get(fault.as_ref()?.index())?))
        })
    }

    /// Returns the number of entrants.
    pub fn entrants(&self) -> usize {
        self.entrants.len()
    }

    /// Returns the name of an entrant.
    pub fn name(&self, entrant: Entrant) -> Option<&str> {
        self.entrants.get(entrant.index()).map(|known| known.name.as_str())
    }

    /// Returns the owner of an entrant.
    pub fn owner(&self, entrant: Entrant) -> Option<&str> {
        self.entrants.get(entrant.index()).map(|known| known.owner.as_str())
    }

    /// Returns the number of seats in a category.
    fn seats(&self, category: u16) -> Result<usize, PublishError> {
        let categories = self.categories.len();
        let unknown = PublishError::UnknownCategory { category, categories };
        self.categories.get(usize::from(category)).map(|seats| usize::from(*seats)).ok_or(unknown)
    }

    /// Returns the points per deal of a category, from every match with at least one finished deal.
    fn deals(&self, category: u16) -> Result<DealLog, PublishError> {
        let seats = self.seats(category)?;
        let mut log = DealLog::new(seats)?;
        for one in self.matches().filter(|one| one.category == category) {
            let chunk = self.chunks.get(&(one.match_key.encounter.board / CHUNK));
            let points = chunk.and_then(|chunk| chunk.points.get(&one.match_key)).filter(|points| points.rounds > 0);
            if let Some(Points { halves, rounds }) = points {
                let names: Vec<&str> = one.entrants.iter().filter_map(|entrant| self.name(*entrant)).collect();
                log.add_match(&names, &halves[..seats], *rounds, one.digest)?;
            }
        }
        Ok(log)
    }

    /// Returns the log of a category by ranks, and its priors: the anchors, and one relative to the
    /// parent for each new version. The log contains all entrants that played in the category,
    /// their ancestors, and the anchored entrants.
    pub fn log(&self, category: u16) -> Result<(MatchLog, Config), PublishError> {
        let mut log = MatchLog::new(self.seats(category)?)?;
        let mut rated: BTreeSet<Entrant> = BTreeSet::new();
        for one in self.matches().filter(|one| one.category == category) {
            let names: Vec<&str> = one.entrants.iter().filter_map(|entrant| self.name(*entrant)).collect();
            log.add_match(&names, &one.places, one.digest)?;
            rated.extend(&one.entrants);
        }
        let anchor = |known: &Known| known.anchors.iter().find(|anchor| anchor.category == category).copied();
        let anchored =
            self.entrants.iter().enumerate().filter(|(_, known)| anchor(known).is_some() && !known.is_disqualified);
        rated.extend(anchored.map(|(index, _)| Entrant::at(index)));
        let mut config = Config::default();
        // Parents joined before their versions, so a descending pass visits every version before
        // its parent.
        while let Some(entrant) = rated.pop_last() {
            let Some(known) = self.entrants.get(entrant.index()) else { continue };
            log.enter(&known.name)?;
            let parent = self.parent(entrant);
            let prior = match (anchor(known), parent.and_then(|parent| Some((parent, self.name(parent)?)))) {
                (Some(Anchor { elo, sd: 0, .. }), _) => Some(Prior::Fixed { elo: f64::from(elo) }),
                (Some(Anchor { elo, sd, .. }), _) => {
                    Some(Prior::Around { elo: f64::from(elo), sd: f64::from(sd).max(LEAST_SD) })
                }
                (None, Some((parent, name))) => {
                    rated.insert(parent);
                    Some(Prior::Like { parent: name.to_owned(), sd: self.version_sd })
                }
                (None, None) => None,
            };
            config.priors.extend(prior.map(|prior| (known.name.clone(), prior)));
        }
        Ok((log, config))
    }

    /// Returns the entrant that a new version is assumed to resemble before any match: its nearest
    /// ancestor that is not disqualified.
    fn parent(&self, entrant: Entrant) -> Option<Entrant> {
        let before = |one: &Entrant| {
            let parent = self.entrants.get(one.index())?.version_of;
            parent.filter(|parent| parent < one)
        };
        let mut ancestors = std::iter::successors(before(&entrant), before);
        ancestors.find(|one| self.entrants.get(one.index()).is_some_and(|known| !known.is_disqualified))
    }

    /// Returns the input of the published ratings of a category.
    pub fn to_rate(&self, category: u16) -> Result<ToRate, PublishError> {
        match self.rated_by.get(usize::from(category)) {
            Some(RatedBy::Points) => {
                let log = self.deals(category)?;
                self.somebody_has_played(category, log.matches())?;
                Ok(ToRate::Points(log))
            }
            Some(RatedBy::Ranks) | None => self.played_log(category).map(|(log, config)| ToRate::Ranks(log, config)),
        }
    }

    /// Returns the log of a category by ranks; fails if no match counts.
    fn played_log(&self, category: u16) -> Result<(MatchLog, Config), PublishError> {
        let (log, config) = self.log(category)?;
        self.somebody_has_played(category, log.matches())?;
        Ok((log, config))
    }

    fn somebody_has_played(&self, category: u16, matches: u64) -> Result<(), PublishError> {
        let name = || self.names.get(usize::from(category)).cloned().unwrap_or_default();
        if matches == 0 { Err(PublishError::Nobody { category: name() }) } else { Ok(()) }
    }

    /// Fits the published ratings of a category.
    pub fn publish(&self, category: u16) -> Result<Ratings, PublishError> {
        self.to_rate(category)?.rate()
    }

    /// Fits the ratings of a category by ranks, even if it is published by points.
    pub fn fit(&self, category: u16) -> Result<Fit, PublishError> {
        let (log, config) = self.played_log(category)?;
        Ok(rating::fit(&log, &config)?)
    }
}

/// Returns the entrants by seat in match `number` of an encounter, from those of its first match.
fn seated(first: &[u32; MAX_SEATS], seats: usize, number: u32) -> Vec<Entrant> {
    let number = number as usize;
    (0..seats).map(|seat| Entrant(first[(seat + seats - number % seats) % seats])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{ContestReason, EncounterKey, Paired};
    use referee_ids::Seq;

    fn paired(number: u32) -> LadderEvent {
        let (encounter, entrants) = (EncounterKey::numbered(number), vec![Entrant(0), Entrant(1)]);
        let reason = ContestReason::Played;
        let fact = Fact::EncounterPaired(Paired { encounter, number, category: 0, entrants, matches: 2, reason });
        LadderEvent { seq: Seq(1), at_ms: 0, fact }
    }

    #[test]
    fn what_is_added_while_a_copy_is_looked_at_costs_no_copy_of_all() {
        let events: Vec<LadderEvent> = (0..10 * CHUNK).map(paired).collect();
        let looked_at = Results::fold(&events);
        let mut results = looked_at.clone();
        for number in [0, 1, 10 * CHUNK - 1] {
            results.apply(&paired(number));
        }
        let shared = results.chunks.iter().filter(|(at, chunk)| Arc::ptr_eq(chunk, &looked_at.chunks[at])).count();
        assert_eq!((results.chunks.len(), shared), (10, 8));
    }
}
