//! The report of a tournament.

use std::collections::BTreeMap;

use super::unit::Unit;
use crate::{
    series::sequential::EndedTest,
    stats::MatchDigest,
    tournament::standings::{Standing, TieBreak},
};

/// Maximum entrants of a report.
pub const MAX_ENTRANTS: usize = 4096;
/// Maximum seats of a match.
pub const MAX_SEATS: usize = 8;

/// The report of a tournament. Entrants are identified by their index in [`Report::entrants`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub name: String,
    /// The id of the game.
    pub game: String,
    /// Number of seats of a match, 2 to 8.
    pub seats: u8,
    /// The pairing format, for people: `Swiss, 7 stages`.
    pub format: String,
    /// The time control in its own notation; empty without a time control.
    pub time_control: String,
    /// The names of the entrants, in the order of their numbers.
    pub entrants: Vec<String>,
    /// The display names of the entrants, in the same order; empty for entrants without one or if
    /// it equals the name. The list may be shorter if the remaining entrants have none.
    pub display_names: Vec<String>,
    /// The tie-breaks, in the order of their use.
    pub tie_breaks: Vec<TieBreak>,
    /// How and why entrants are out, for people, by entrant number.
    pub out: BTreeMap<usize, String>,
    /// Whether the results are `provisional` or `final`, or the tournament was `cancelled`; `None`
    /// while matches are played.
    pub phase: Option<&'static str>,
    /// The standings, the first place first.
    pub standings: Vec<Standing>,
    /// The pairings, in the order in which they were made.
    pub encounters: Vec<ReportEncounter>,
    /// Points without a match.
    pub awards: Vec<Award>,
    /// The ratings; can be empty.
    pub ratings: Vec<Rating>,
    pub unit: Unit,
    /// The test of two entrants; `None` without a test.
    pub test: Option<EndedTest>,
}

/// An encounter: matches of the same entrants, on all seats.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportEncounter {
    /// The stage, from 0.
    pub stage: u32,
    pub entrants: Vec<usize>,
    /// Why the entrants met, for people.
    pub reason: String,
    /// The number of the opening: equal numbers are equal openings. `None` for the game's own
    /// start.
    pub opening: Option<u64>,
    /// The finished matches, in the order of their ends.
    pub matches: Vec<ReportMatch>,
    /// The matches that were not played because entrants were out or did not come. The other
    /// entrants won them, and no statistics count them. They have no places and no points.
    /// `by_seat` is the first seat that forfeits; `None` if all do.
    pub forfeits: Vec<ReportMatch>,
    /// Number of matches still to be played.
    pub lacks: usize,
}

/// A match that is over.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportMatch {
    /// The id of the match, or its number in the contest, such as `cup-e1-m1`.
    pub name: String,
    /// The entrants by seat.
    pub entrants: Vec<usize>,
    /// The place of each seat, 1 the best; seats can share a place. Empty if the match is void.
    pub places: Vec<u32>,
    /// The game's own points of each seat, in halves. Empty if unknown.
    pub halves: Vec<i64>,
    /// The word for the termination: `normal`, `flag`.
    pub termination: String,
    /// The seat that caused the end, if any.
    pub by_seat: Option<usize>,
    /// Details of the termination, for people.
    pub detail: String,
    /// Digest of the steps and the verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
}

/// Points without a match, for a bye or an encounter that was forfeited as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Award {
    /// The stage, from 0.
    pub stage: u32,
    pub entrant: usize,
    /// The number of half points.
    pub halves: i64,
    pub reason: String,
}

/// A rating with its 95 % interval, in [`Report::unit`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    pub entrant: usize,
    /// The rating; finite.
    pub value: f64,
    /// The lower end; finite.
    pub low: f64,
    /// The upper end; finite.
    pub high: f64,
}

/// Why a report contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadReport {
    /// A number is out of range.
    #[error("invalid {field} = {value}: expected {expected}")]
    Number {
        /// The field: `encounters[3].matches[0].places`.
        field: String,
        value: String,
        /// The accepted form.
        expected: String,
    },
}

impl Report {
    /// Checks the assumptions of the writers: every index identifies an entrant, every list of a
    /// match is empty or has one item per seat, and ratings are finite and ordered. From an invalid
    /// report, writers omit what they cannot place, and do not panic.
    pub fn check(&self) -> Result<(), BadReport> {
        let bad = |field: String, value: String, expected: String| Err(BadReport::Number { field, value, expected });
        let entrants = self.entrants.len();
        if entrants > MAX_ENTRANTS {
            return bad("entrants".into(), entrants.to_string(), format!("at most {MAX_ENTRANTS}"));
        }
        let seats = usize::from(self.seats);
        if !(2..=MAX_SEATS).contains(&seats) {
            return bad("seats".into(), seats.to_string(), format!("2 to {MAX_SEATS}"));
        }
        for (at, standing) in self.standings.iter().enumerate() {
            self.check_names(&format!("standings[{at}].entrant"), &[standing.entrant.index()])?;
        }
        if let Some(test) = &self.test {
            self.check_names("test.entrants", &[test.entrants.0, test.entrants.1])?;
        }
        for (at, award) in self.awards.iter().enumerate() {
            self.check_names(&format!("awards[{at}].entrant"), &[award.entrant])?;
        }
        for (at, rating) in self.ratings.iter().enumerate() {
            self.check_names(&format!("ratings[{at}].entrant"), &[rating.entrant])?;
            if !rating.is_drawable() {
                let value = format!("{} [{}, {}]", rating.value, rating.low, rating.high);
                let expected = "finite numbers in ascending order of low, value, high";
                return bad(format!("ratings[{at}]"), value, expected.into());
            }
        }
        for (at, encounter) in self.encounters.iter().enumerate() {
            self.check_names(&format!("encounters[{at}].entrants"), &encounter.entrants)?;
            for (number, one) in encounter.matches.iter().enumerate() {
                self.check_match(&format!("encounters[{at}].matches[{number}]"), one)?;
            }
            for (number, one) in encounter.forfeits.iter().enumerate() {
                let field = format!("encounters[{at}].forfeits[{number}]");
                self.check_match(&field, one)?;
                if !one.places.is_empty() {
                    let expected = "no places, since the match was not played";
                    return bad(field, format!("places {:?}", one.places), expected.into());
                }
            }
        }
        Ok(())
    }

    fn check_names(&self, field: &str, named: &[usize]) -> Result<(), BadReport> {
        let entrants = self.entrants.len();
        match named.iter().find(|one| **one >= entrants) {
            Some(one) => Err(BadReport::Number {
                field: field.to_owned(),
                value: one.to_string(),
                expected: format!("less than {entrants}, the number of entrants"),
            }),
            None => Ok(()),
        }
    }

    fn check_match(&self, field: &str, one: &ReportMatch) -> Result<(), BadReport> {
        let seats = usize::from(self.seats);
        let bad = |name: &str, value: String, expected: String| {
            Err(BadReport::Number { field: format!("{field}.{name}"), value, expected })
        };
        self.check_names(&format!("{field}.entrants"), &one.entrants)?;
        if one.entrants.len() != seats {
            return bad("entrants", format!("{} entries", one.entrants.len()), format!("{seats}, one per seat"));
        }
        for (name, len) in [("places", one.places.len()), ("halves", one.halves.len())] {
            if len != 0 && len != seats {
                return bad(name, format!("{len} entries"), format!("{seats}, one per seat, or none"));
            }
        }
        if one.by_seat.is_some_and(|seat| seat >= seats) {
            return bad("by_seat", format!("{:?}", one.by_seat), format!("less than {seats}"));
        }
        Ok(())
    }

    /// Returns the name of an entrant; `?` for an unknown index.
    pub fn name_of(&self, entrant: usize) -> &str {
        self.entrants.get(entrant).map_or("?", String::as_str)
    }

    /// Returns the display name of an entrant; empty if it has none.
    pub fn display_name_of(&self, entrant: usize) -> &str {
        self.display_names.get(entrant).map_or("", String::as_str)
    }

    /// Returns whether any entrant has a display name.
    pub fn has_display_names(&self) -> bool {
        self.display_names.iter().any(|name| !name.is_empty())
    }

    /// Returns the entrants in the order of the standings; entrants missing there follow by number.
    pub fn ranked(&self) -> Vec<usize> {
        let mut is_ranked = vec![false; self.entrants.len()];
        let mut ranked = Vec::with_capacity(self.entrants.len());
        for one in self.standings.iter().map(|standing| standing.entrant.index()).chain(0..self.entrants.len()) {
            if is_ranked.get(one) == Some(&false) {
                is_ranked[one] = true;
                ranked.push(one);
            }
        }
        ranked
    }

    /// Returns all played matches in the order of encounters, each with the number of its
    /// encounter: the matches that statistics use.
    pub fn matches(&self) -> impl Iterator<Item = (usize, &ReportMatch)> {
        self.encounters
            .iter()
            .enumerate()
            .flat_map(|(at, encounter)| encounter.matches.iter().map(move |one| (at, one)))
    }
}

impl ReportEncounter {
    /// Returns the finished matches, then the forfeited ones, in the order of lists.
    pub fn listed(&self) -> impl Iterator<Item = &ReportMatch> {
        self.matches.iter().chain(&self.forfeits)
    }
}

impl Rating {
    /// Returns whether the three numbers are finite and in order.
    pub fn is_drawable(&self) -> bool {
        [self.value, self.low, self.high].iter().all(|one| one.is_finite())
            && self.low <= self.value
            && self.value <= self.high
    }
}

impl ReportMatch {
    /// Returns the place of an entrant; `None` if it did not play, or the match is void.
    pub fn place_of(&self, entrant: usize) -> Option<u32> {
        let seat = self.entrants.iter().position(|one| *one == entrant)?;
        self.places.get(seat).copied()
    }

    /// Returns the score of an entrant in half points per opponent: 2 for a lower-ranked one, 1 for
    /// an equal one, 0 for a higher-ranked one. `None` as in [`ReportMatch::place_of`].
    pub fn score_of(&self, entrant: usize) -> Option<u64> {
        let own = self.place_of(entrant)?;
        let against = |place: &u32| match own.cmp(place) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
        // The sum includes the entrant's own place, which counts as 1.
        Some(self.places.iter().map(against).sum::<u64>() - 1)
    }
}
