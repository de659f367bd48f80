//! Matches in the form that reports count: forfeits are in the standings, but not in the
//! statistics.

use std::collections::BTreeMap;

use crate::runner::finished::result;
use crate::{
    report::{ReportEncounter, ReportMatch},
    series::played::Played,
    tournament::{Entrant, Tournament, place_points, standings::Happened},
};

/// A match in the form that reports count.
#[derive(Clone)]
pub struct Counted {
    one: ReportMatch,
    is_forfeit: bool,
    /// The points of each seat for its place; `None` if the match is void.
    points: Option<Vec<i64>>,
}

/// The matches of an encounter.
pub struct CountedEncounter {
    pub entrants: Vec<usize>,
    /// The stage, from 0.
    pub stage: u32,
    /// Why the entrants met, for people.
    pub reason: String,
    /// The number of the opening, as in [`ReportEncounter::opening`].
    pub opening: Option<u64>,
    /// The matches by their number in the encounter, each with the number of earlier attempts.
    matches: BTreeMap<u32, (u32, Counted)>,
}

impl Counted {
    /// Counts a match that was played.
    pub fn of(played: &Played) -> Counted {
        let one = reported(played);
        match result::<Tournament>(played, 0) {
            Ok(result) if !result.forfeits.is_empty() => {
                let points =
                    if result.is_deserted() { vec![0; result.places.len()] } else { place_points(&result.places) };
                let one = ReportMatch { places: Vec::new(), halves: Vec::new(), ..one };
                Counted { one, is_forfeit: true, points: Some(points) }
            }
            Ok(result) => Counted { one, is_forfeit: false, points: Some(place_points(&result.places)) },
            Err(_) => Counted { one, is_forfeit: false, points: None },
        }
    }
}

impl Counted {
    /// Returns the entrants of the match, seat 0 first.
    pub fn entrants(&self) -> &[usize] {
        &self.one.entrants
    }

    /// Renumbers the entrants of the match.
    pub fn renumber(&mut self, number_of: impl Fn(usize) -> usize) {
        self.one.entrants.iter_mut().for_each(|entrant| *entrant = number_of(*entrant));
    }
}

impl CountedEncounter {
    /// Creates an encounter without matches.
    pub fn new(entrants: Vec<usize>, stage: u32, reason: String, opening: Option<u64>) -> CountedEncounter {
        CountedEncounter { entrants, stage, reason, opening, matches: BTreeMap::new() }
    }

    /// Adds match `number`, which was played `attempt` times before. Only the last attempt counts.
    pub fn add(&mut self, number: u32, attempt: u32, counted: Counted) {
        if self.matches.get(&number).is_none_or(|(known, _)| *known <= attempt) {
            self.matches.insert(number, (attempt, counted));
        }
    }

    /// Returns the number of matches.
    pub fn len(&self) -> u32 {
        u32::try_from(self.matches.len()).unwrap_or(u32::MAX)
    }

    /// Returns whether a match has these entrants on its seats, seat 0 first.
    pub fn has_seated(&self, entrants: &[usize]) -> bool {
        self.matches.values().any(|(_, other)| other.one.entrants == entrants)
    }

    /// Returns the encounter for the standings; `None` if no match of it counts. The encounter is
    /// over once each entrant has had every seat.
    pub fn happened(&self, seats: usize) -> Option<Happened> {
        let games: Vec<Vec<i64>> = (self.matches.values())
            .filter_map(|(_, counted)| {
                let points = counted.points.as_ref()?;
                let of = |entrant: &usize| {
                    let seat = counted.one.entrants.iter().position(|seated| seated == entrant);
                    seat.and_then(|seat| points.get(seat)).copied().unwrap_or(0)
                };
                Some(self.entrants.iter().map(of).collect())
            })
            .collect();
        // A report has few entrants, so every number fits.
        let entrants = self.entrants.iter().map(|entrant| Entrant(*entrant as u32)).collect();
        let is_over = self.matches.len() >= seats;
        (!games.is_empty()).then_some(Happened::Encounter { stage: self.stage, entrants, games, is_over })
    }

    /// Returns the encounter for a report. It has unplayed matches until each entrant has had every
    /// seat.
    pub fn reported(&self, seats: usize) -> ReportEncounter {
        let all = || self.matches.values().map(|(_, counted)| counted);
        let of =
            |is_forfeit: bool| all().filter(|one| one.is_forfeit == is_forfeit).map(|one| one.one.clone()).collect();
        ReportEncounter {
            stage: self.stage,
            entrants: self.entrants.clone(),
            reason: self.reason.clone(),
            opening: self.opening,
            matches: of(false),
            forfeits: of(true),
            lacks: seats.saturating_sub(self.matches.len()),
        }
    }
}

/// Returns a match for a report.
fn reported(played: &Played) -> ReportMatch {
    let verdict = &played.verdict;
    ReportMatch {
        name: played.match_id.as_str().to_owned(),
        entrants: played.entrants.clone(),
        places: verdict.places.clone(),
        halves: (0..played.entrants.len()).map(|seat| verdict.halves(seat)).collect(),
        termination: verdict.termination.word().to_owned(),
        by_seat: verdict.seat.map(|seat| seat.index()),
        detail: verdict.detail(),
        digest: played.digest,
    }
}
