//! Groups the matches of a series into encounters.
//!
//! An *encounter* consists of as many consecutive matches as there are seats, with the same
//! entrants moved by one seat each time: a mirrored pair, or a whole rotation. Every entrant plays
//! every seat once, so seats cancel. It is the unit of observation of the statistics.

use std::collections::BTreeMap;

use referee_law::ending::forfeit;

use super::played::Played;
use crate::stats::MatchDigest;

/// The result of an entrant in one match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Made {
    pub entrant: usize,
    /// The entrant's place, 1 the best; entrants can share a place.
    pub place: u32,
    /// The entrant's points of the game, in halves; `None` if unknown.
    pub halves: Option<i64>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchMade {
    /// The result of each seat's entrant, seat 0 first.
    pub seats: Vec<Made>,
    /// Digest of the steps and the verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
}

/// The result of a match; `None` if it is void or was forfeited.
pub type MatchResult = Option<MatchMade>;

impl MatchMade {
    /// Returns the entrants, seat 0 first.
    pub fn entrants(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.seats.iter().map(|made| made.entrant)
    }

    /// Returns whether the other match has the two entrants of this one on exchanged seats.
    pub fn is_mirrored_by(&self, other: &MatchMade) -> bool {
        self.seats.len() == 2 && other.entrants().eq(self.entrants().rev())
    }

    /// Returns the results of two entrants; `None` unless both played in this match.
    pub fn of_both(&self, first: usize, second: usize) -> Option<(Made, Made)> {
        let of = |entrant: usize| self.seats.iter().find(|made| made.entrant == entrant).copied();
        Some((of(first)?, of(second)?))
    }
}

/// All matches of an encounter.
#[derive(Clone, Debug, PartialEq)]
pub struct Encounter {
    /// The number of the encounter in the series, from 0.
    pub number: u32,
    /// The number of the opening: equal numbers are equal openings. `None` for the game's own
    /// start.
    pub opening: Option<u64>,
    /// The matches, mirrored ones adjacent: by number, or two in the order of their ends.
    pub matches: Vec<MatchResult>,
}

/// The incomplete encounters of a series.
pub struct Encounters {
    seats: usize,
    open: BTreeMap<u32, Encounter>,
}

impl Encounters {
    /// Creates an empty list. Matches 1 to `seats` will be the first encounter.
    pub fn new(seats: usize) -> Encounters {
        Encounters { seats: seats.max(1), open: BTreeMap::new() }
    }

    /// Adds a match. Returns the encounter that it completes.
    pub fn add(&mut self, played: &Played) -> Option<Encounter> {
        let number = played.number.saturating_sub(1) / u32::try_from(self.seats).unwrap_or(u32::MAX);
        let begun = || Encounter { number, opening: played.opening, matches: Vec::new() };
        let encounter = self.open.entry(number).or_insert_with(begun);
        encounter.matches.push(result_of(played));
        if encounter.matches.len() < self.seats {
            return None;
        }
        self.open.remove(&number)
    }

    /// Removes and returns the incomplete encounters. Unplayed matches are void.
    pub fn incomplete(&mut self) -> Vec<Encounter> {
        let mut encounters: Vec<Encounter> = std::mem::take(&mut self.open).into_values().collect();
        encounters.iter_mut().for_each(|encounter| encounter.matches.resize(self.seats, None));
        encounters
    }
}

/// Returns the results of the entrants of a match; `None` if it is void or forfeited.
pub(super) fn result_of(played: &Played) -> MatchResult {
    let Played { entrants, verdict, .. } = played;
    let made = |(seat, entrant): (usize, &usize)| Made {
        entrant: *entrant,
        place: verdict.places[seat],
        halves: Some(verdict.halves(seat)),
    };
    let lost: Vec<_> = played.lost.iter().map(|loss| (loss.seat, loss.cause)).collect();
    let of = forfeit::Played { lost: &lost, moves: &played.moves };
    let is_forfeit = !forfeit::forfeits(verdict, entrants.len(), of).is_empty();
    let counts = verdict.places.len() == entrants.len() && !is_forfeit;
    counts.then(|| MatchMade { seats: entrants.iter().enumerate().map(made).collect(), digest: played.digest })
}
