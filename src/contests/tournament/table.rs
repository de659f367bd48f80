//! The standings of a tournament, by its format.

use std::collections::BTreeMap;

use super::{
    pairing::bracket::{Bracket, Source, Status},
    schedule::{Drawn, Schedule},
    score::Shown,
    standings::{Standing, explain, standings},
    state::{EncounterState, Tournament},
};
use crate::contest::{Entrant, Outcome, Slot};

impl Tournament {
    /// Returns the standings: in a bracket by progress, otherwise by points and tie-breaks. Absent
    /// entrants come after the others, and disqualified ones last.
    pub fn standings(&self, shown: Shown) -> Vec<Standing> {
        let rules = &self.opened.rules;
        let mut table = standings(self.entrants.len(), &self.happened(shown), rules.points, &rules.tie_breaks)
            .expect("results are checked when they are counted, and name the entrants of their encounter");
        let behind = self.behind(shown);
        if !behind.is_empty() {
            // After the move to the end, no other entrant is compared with these.
            table.sort_by_key(|standing| behind.get(&standing.entrant));
            explain(&mut table, &rules.tie_breaks);
        }
        if let (Some(Schedule::Bracket(drawn)), true) = (&self.schedule, self.shows_all(shown)) {
            self.rank_by_bracket(&mut table, drawn);
        }
        if !behind.is_empty() {
            rank_behind(&mut table, &behind, self.opened.rules.format.is_bracket());
        }
        table
    }

    /// Returns the entrants ranked after all others, regardless of points: absent ones that
    /// forfeited something, and then the disqualified ones.
    fn behind(&self, shown: Shown) -> BTreeMap<Entrant, Behind> {
        let forfeits = |encounter: &EncounterState| {
            let paired = &encounter.paired;
            let of_match = |(number, slot): (usize, &Slot)| match &slot.outcome {
                Outcome::Counted(result) => {
                    result.forfeits.iter().map(|seat| paired.at_seat(number, seat.index())).collect()
                }
                _ => Vec::new(),
            };
            let of_matches = encounter.matches.iter().enumerate().flat_map(of_match);
            of_matches.chain(encounter.forfeited_by.iter().copied()).collect::<Vec<Entrant>>()
        };
        let encounters = self.encounters.iter().filter(|_| self.shows_all(shown));
        let absent = encounters.flat_map(forfeits).filter(|entrant| !self.presence.is_seen(*entrant));
        let disqualified = (0..self.entrants.len()).map(Entrant::at).filter(|one| self.is_disqualified(*one));
        let absent = absent.map(|entrant| (entrant, Behind::Absent));
        absent.chain(disqualified.map(|entrant| (entrant, Behind::Disqualified))).collect()
    }

    fn shows_all(&self, shown: Shown) -> bool {
        shown == Shown::All || self.released_stages.is_none()
    }

    fn rank_by_bracket(&self, table: &mut [Standing], drawn: &Drawn) {
        let Drawn { bracket, stages, statuses, .. } = drawn;
        let reached = reached(bracket, stages, statuses, self.entrants.len());
        table.sort_by_key(|standing| std::cmp::Reverse(reached[standing.entrant.index()].0));
        let mut before: Option<(usize, i64)> = None;
        for (index, standing) in table.iter_mut().enumerate() {
            let (value, words) = &reached[standing.entrant.index()];
            standing.rank = before.filter(|(_, same)| same == value).map_or(index + 1, |(rank, _)| rank);
            standing.reason = format!("{words}; {}", points_alone(standing));
            standing.why.clone_from(words);
            before = Some((standing.rank, *value));
        }
    }
}

/// Why an entrant is ranked after all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Behind {
    Absent,
    Disqualified,
}

/// Moves entrants to the end; the others move up. In a bracket, the reason already explains why an
/// absent entrant went out.
fn rank_behind(table: &mut [Standing], behind: &BTreeMap<Entrant, Behind>, is_bracket: bool) {
    table.sort_by_key(|standing| behind.get(&standing.entrant));
    let ahead = table.iter().filter(|standing| !behind.contains_key(&standing.entrant)).count();
    let absent = behind.values().filter(|why| **why == Behind::Absent).count();
    let ranks: Vec<usize> = table[..ahead].iter().map(|standing| standing.rank).collect();
    for (index, standing) in table.iter_mut().enumerate() {
        let (rank, why) = match behind.get(&standing.entrant) {
            None => {
                standing.rank = ranks.iter().filter(|rank| **rank < ranks[index]).count() + 1;
                continue;
            }
            Some(Behind::Absent) => (ahead + 1, Some("did not come").filter(|_| !is_bracket)),
            Some(Behind::Disqualified) => (ahead + absent + 1, Some("disqualified")),
        };
        standing.rank = rank;
        if let Some(why) = why {
            standing.why = why.to_owned();
            standing.reason.clone_from(&standing.why);
        }
    }
}

/// Returns the reason of a standing without the comparison with the one before, which the bracket
/// replaces.
fn points_alone(standing: &Standing) -> &str {
    let Standing { reason, why, .. } = standing;
    reason.strip_suffix(why.as_str()).and_then(|points| points.strip_suffix("; ")).unwrap_or(reason)
}

/// Returns how far each entrant came, the furthest greatest, and in words.
fn reached(bracket: &Bracket, stages: &[u32], found: &[Status], entrants: usize) -> Vec<(i64, String)> {
    let last = i64::from(stages.iter().max().copied().unwrap_or(0));
    let goes_on = |number: usize| {
        let goes = |source: &Source| matches!(source, Source::LoserOf(of) if *of == number);
        bracket.matches().iter().any(|one| one.sources.iter().any(goes))
    };
    let mut reached = vec![(4 * last + 6, "not beaten yet".to_owned()); entrants];
    let decider = (0..found.len())
        .rev()
        .find(|number| bracket.matches()[*number].name != "P3" && !matches!(found[*number], Status::Empty));
    for (number, status) in found.iter().enumerate() {
        let stage = i64::from(stages[number]);
        let (winner, loser, by_seed) = match status {
            Status::Decided { winner, loser, by_seed } => (winner, loser, by_seed),
            Status::Deserted(absent) => {
                let value = if bracket.matches()[number].name == "P3" { 4 * last - 2 } else { 4 * stage };
                for entrant in absent {
                    set(&mut reached, *entrant, value, format!("did not come to {}", bracket.matches()[number].name));
                }
                continue;
            }
            Status::Bye(entrant) if Some(number) == decider => {
                let words = format!("won {} as its opponent did not come", bracket.matches()[number].name);
                set(&mut reached, *entrant, 4 * last + 8, words);
                continue;
            }
            _ => continue,
        };
        let name = &bracket.matches()[number].name;
        let tied = if *by_seed { ", decided by seed as all encounters were tied" } else { "" };
        let lost = format!("lost {name} to {winner}{tied}");
        if name == "P3" {
            set(&mut reached, *winner, 4 * last - 1, format!("won {name} against {loser}{tied}"));
            set(&mut reached, *loser, 4 * last - 2, lost);
        } else if Some(number) == decider {
            set(&mut reached, *winner, 4 * last + 8, format!("won {name} against {loser}{tied}"));
            set(&mut reached, *loser, 4 * last + 4, lost);
        } else if !goes_on(number) && !name.starts_with("GF") {
            set(&mut reached, *loser, 4 * stage, lost);
        }
    }
    // The loser of a semi-final waits for the match for third place, and cannot advance further.
    for (number, one) in bracket.matches().iter().enumerate().filter(|(_, one)| one.name == "P3") {
        if matches!(found[number], Status::Decided { .. }) {
            continue;
        }
        for source in one.sources {
            let Source::LoserOf(of) = source else { continue };
            if let Status::Decided { loser, winner, .. } = &found[of] {
                let words = format!("lost {} to {winner}", bracket.matches()[of].name);
                set(&mut reached, *loser, 4 * last - 2, words);
            }
        }
    }
    reached
}

fn set(reached: &mut [(i64, String)], entrant: Entrant, value: i64, words: String) {
    reached[entrant.index()] = (value, words);
}
