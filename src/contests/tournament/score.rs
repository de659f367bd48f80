//! The results of encounters: points for the standings, results for pairings, observations for
//! statistics.

use super::{
    standings::{Happened, PointsSystem},
    state::{AwardState, EncounterState, Tournament},
};
use crate::{
    contest::{Entrant, Outcome, Slot},
    series::encounters::{Encounter as Observed, Made, MatchMade},
};

impl Tournament {
    /// Returns an encounter in the form that statistics observe: its matches in the order of their
    /// numbers.
    pub fn observed(&self, index: usize) -> Observed {
        let encounter = &self.encounters[index];
        let matches = encounter.matches.iter().enumerate().map(|(number, slot)| {
            let Outcome::Counted(result) = &slot.outcome else { return None };
            // A forfeited match was not played.
            if !result.forfeits.is_empty() {
                return None;
            }
            let made = |(seat, place): (usize, &u32)| Made {
                entrant: encounter.paired.at_seat(number, seat).index(),
                place: *place,
                halves: result.halves.get(seat).copied(),
            };
            Some(MatchMade { seats: result.places.iter().enumerate().map(made).collect(), digest: result.digest })
        });
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        Observed { number, opening: None, matches: matches.collect() }
    }

    /// Returns the results of encounters and awards in the form that standings count; only released
    /// stages if `shown` requires it.
    pub fn happened(&self, shown: Shown) -> Vec<Happened> {
        let most = match shown {
            Shown::All => u32::MAX,
            Shown::Released => self.released_stages.unwrap_or(u32::MAX),
        };
        let awards = self.counted_awards().filter(|award| award.stage < most);
        let awards =
            awards.map(|award| Happened::Award { stage: award.stage, entrant: award.entrant, halves: award.halves });
        let encounters = self.encounters.iter().filter(|encounter| encounter.paired.encounter.stage < most);
        encounters.flat_map(|encounter| self.brought(encounter)).chain(awards).collect()
    }

    pub(super) fn is_disqualified(&self, entrant: Entrant) -> bool {
        self.entrants[entrant.index()].status.is_disqualified()
    }

    /// Returns the entrants that get the points of a bye for an encounter because others of it are
    /// out; `None` if its matches count. No match of an encounter with a disqualified entrant
    /// counts. An encounter that was forfeited before its first result, played or awarded, was not
    /// played.
    pub fn walkover(&self, encounter: &EncounterState) -> Option<Vec<Entrant>> {
        let out = self.out_of(encounter);
        let is_annulled = out.iter().any(|entrant| self.is_disqualified(*entrant));
        let has_result = |slot: &Slot| matches!(slot.outcome, Outcome::Counted(_) | Outcome::Awarded(_));
        let is_played = encounter.matches.iter().any(has_result);
        let is_there = |entrant: &&Entrant| !out.contains(entrant) && self.presence.is_seen(**entrant);
        let others = encounter.paired.entrants.iter().filter(is_there).copied();
        (is_annulled || !out.is_empty() && !is_played).then(|| others.collect())
    }

    /// Returns the awards that count: not those of an entrant that was disqualified, or was not
    /// seen since the start.
    pub fn counted_awards(&self) -> impl Iterator<Item = &AwardState> {
        let counts = |award: &&AwardState| {
            !self.is_disqualified(award.entrant) && (award.halves == 0 || self.presence.is_seen(award.entrant))
        };
        self.awards.iter().filter(counts)
    }

    /// Returns whether all entrants of a complete encounter forfeited it.
    pub(super) fn is_deserted(&self, encounter: &EncounterState) -> bool {
        if !encounter.forfeited_by.is_empty() {
            return encounter.forfeited_by.len() == encounter.paired.entrants.len();
        }
        let is_deserted = |slot: &Slot| matches!(&slot.outcome, Outcome::Counted(result) if result.is_deserted());
        encounter.matches.iter().any(is_deserted)
            && encounter.matches.iter().all(|slot| is_deserted(slot) || slot.outcome == Outcome::Void)
    }

    /// Returns the entrants that are out for an encounter: those that forfeited its rest, and those
    /// disqualified since.
    fn out_of(&self, encounter: &EncounterState) -> Vec<Entrant> {
        let entrants = encounter.paired.entrants.iter().copied();
        let is_out = |entrant: &Entrant| encounter.forfeited_by.contains(entrant) || self.is_disqualified(*entrant);
        entrants.filter(is_out).collect()
    }

    fn brought(&self, encounter: &EncounterState) -> Vec<Happened> {
        let stage = encounter.paired.encounter.stage;
        let entrants = &encounter.paired.entrants;
        if let Some(others) = self.walkover(encounter) {
            let halves = self.opened.rules.bye_halves;
            return others.into_iter().map(|entrant| Happened::Award { stage, entrant, halves }).collect();
        }
        let games = self.games(encounter, &self.out_of(encounter));
        if games.is_empty() {
            return Vec::new();
        }
        let is_open = |slot: &Slot| slot.outcome == Outcome::Open;
        let is_over = !encounter.forfeited_by.is_empty() || !encounter.matches.iter().any(is_open);
        vec![Happened::Encounter { stage, entrants: entrants.clone(), games, is_over }]
    }

    /// Returns the points of the counting matches of an encounter, in the order of its entrants. By
    /// the points system, these are the game's own points, their margins, or 2 for each
    /// lower-ranked entrant and 1 for each equal one. Unplayed matches are won by the entrants that
    /// were present.
    fn games(&self, encounter: &EncounterState, out: &[Entrant]) -> Vec<Vec<i64>> {
        let paired = &encounter.paired;
        let seats = paired.entrants.len();
        let games = encounter.matches.iter().enumerate().filter_map(|(number, slot)| {
            let of_seat = match &slot.outcome {
                // A match that all entrants missed gives no points, whatever a draw or a loss is
                // worth.
                Outcome::Counted(result) if result.is_deserted() => return None,
                Outcome::Counted(result) => match self.opened.rules.points {
                    PointsSystem::Own => result.halves.clone(),
                    PointsSystem::Margins => margins(&result.halves),
                    PointsSystem::Games(_) | PointsSystem::Encounters(_) => place_points(&result.places),
                },
                Outcome::Open if !out.is_empty() => self
                    .unplayed((0..seats).map(|seat| if out.contains(&paired.at_seat(number, seat)) { 2 } else { 1 })),
                Outcome::Awarded(winner) => {
                    self.unplayed((0..seats).map(|seat| if paired.at_seat(number, seat) == *winner { 1 } else { 2 }))
                }
                Outcome::Open | Outcome::Void => return None,
            };
            let of_entrant = |index: usize| of_seat.get(paired.seat_of(number, index)).copied().unwrap_or(0);
            Some((0..seats).map(of_entrant).collect())
        });
        games.collect()
    }

    /// Returns the points of a match that was not played, by the places of its seats: none in
    /// systems that count the game's own points.
    fn unplayed(&self, places: impl ExactSizeIterator<Item = u32>) -> Vec<i64> {
        match self.opened.rules.points {
            PointsSystem::Own | PointsSystem::Margins => vec![0; places.len()],
            PointsSystem::Games(_) | PointsSystem::Encounters(_) => place_points(&places.collect::<Vec<u32>>()),
        }
    }

    /// Returns the result of each entrant of a complete encounter, in the order of its entrants:
    /// more points win the encounter.
    pub(super) fn score(&self, encounter: &EncounterState) -> Vec<i64> {
        let out = &encounter.forfeited_by;
        let entrants = &encounter.paired.entrants;
        if !out.is_empty() {
            // An entrant that left has lost, whatever was played before.
            return entrants.iter().map(|entrant| i64::from(!out.contains(entrant))).collect();
        }
        let sum = |games: &[Vec<i64>]| -> Vec<i64> {
            (0..entrants.len()).map(|index| games.iter().map(|game| game[index]).sum()).collect()
        };
        let score = sum(&self.games(encounter, out));
        let is_level = score.iter().all(|own| *own == score[0]);
        match self.opened.rules.points {
            // Unplayed matches give none of the game's own points, but decide ties.
            PointsSystem::Own | PointsSystem::Margins if is_level => sum(&self.decided_unplayed(encounter)),
            _ => score,
        }
    }

    /// Returns the points for places in the forfeited or awarded matches of an encounter, each in
    /// the order of its entrants.
    fn decided_unplayed(&self, encounter: &EncounterState) -> Vec<Vec<i64>> {
        let paired = &encounter.paired;
        let seats = paired.entrants.len();
        let decided = encounter.matches.iter().enumerate().filter_map(|(number, slot)| {
            let places: Vec<u32> = match &slot.outcome {
                Outcome::Counted(result) if !result.forfeits.is_empty() && !result.is_deserted() => {
                    result.places.clone()
                }
                Outcome::Awarded(winner) => {
                    (0..seats).map(|seat| if paired.at_seat(number, seat) == *winner { 1 } else { 2 }).collect()
                }
                _ => return None,
            };
            let of_seat = place_points(&places);
            let of_entrant = |index: usize| of_seat.get(paired.seat_of(number, index)).copied().unwrap_or(0);
            Some((0..seats).map(of_entrant).collect())
        });
        decided.collect()
    }
}

/// Returns how far each entrant is ahead of the best of the others.
fn margins(halves: &[i64]) -> Vec<i64> {
    let best_but =
        |own: usize| halves.iter().enumerate().filter(|(seat, _)| *seat != own).map(|(_, halves)| *halves).max();
    halves.iter().enumerate().map(|(seat, own)| own - best_but(seat).unwrap_or(0)).collect()
}

/// The results that a reader may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All results.
    All,
    /// The public results.
    Released,
}

/// Returns the value of each place against the others, in half points: 2 for each lower-ranked
/// seat, 1 for each equal one.
pub fn place_points(places: &[u32]) -> Vec<i64> {
    let against = |own: &u32| {
        let behind = places.iter().filter(|place| *place > own).count() as i64;
        let beside = places.iter().filter(|place| *place == own).count() as i64 - 1;
        2 * behind + beside
    };
    places.iter().map(against).collect()
}
