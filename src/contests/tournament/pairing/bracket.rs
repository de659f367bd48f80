//! Brackets: matches whose entrants come from seeds and from other matches. Knockouts and double
//! eliminations are lists of such matches.
//!
//! A [`Bracket`] never changes; [`Bracket::resolve`] computes the state of its matches from the
//! results so far.

use std::collections::BTreeSet;

use super::{ContestReason, Entrant, MAX_ENTRANTS, Pairing};

/// The number of tied encounters after which the better seed advances.
pub const MAX_TIES: usize = 16;

/// Why a bracket is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid number of entrants {entrants}: expected 2 to {MAX_ENTRANTS}")]
pub struct BracketError {
    /// The number found.
    pub entrants: usize,
}

/// The source of an entrant of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The entrant with this seed; an unused seed leaves the place empty.
    Seed(Entrant),
    /// The winner of the match with this number.
    WinnerOf(usize),
    /// The loser of the match with this number.
    LoserOf(usize),
    /// The entrant on this side of a final, but only if the undefeated entrant lost that final:
    /// then there is another final.
    OnlyIfUpset(usize, Side),
}

/// One of the two places of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    First,
    Second,
}

/// A match of a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketMatch {
    /// The name of the match: `W2.1` is the first match of the second stage of winners, `L` is for
    /// losers, `GF` for grand finals, `P3` for the third place.
    pub name: String,
    /// The sources of the two entrants.
    pub sources: [Source; 2],
}

/// The matches, each after the matches that its entrants come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    entrants: usize,
    matches: Vec<BracketMatch>,
}

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// An entrant is not known yet.
    Waiting,
    /// The match has no entrants.
    Empty,
    /// The only entrant of the match advances.
    Bye(Entrant),
    /// An entrant that was not seen since the start; it advances without a match as soon as it is
    /// seen.
    Awaits(Entrant),
    /// The entrants did not appear, and neither advances.
    Deserted(Vec<Entrant>),
    /// The next encounter of the match is to be played: the first, or another one after ties.
    ToPlay {
        /// The number of the encounter in the match, from 0.
        encounter: usize,
        /// The pairing. Seats change with each encounter.
        pairing: Pairing,
    },
    /// The match is over.
    Decided {
        /// The entrant that advances.
        winner: Entrant,
        /// The entrant that does not advance.
        loser: Entrant,
        /// Whether the better seed advanced because [`MAX_TIES`] encounters were tied.
        by_seed: bool,
    },
}

/// The result of an encounter of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encountered {
    /// Points, in the order of the sources of the match.
    Points([i64; 2]),
    /// The entrant of this place wins, because the other one left.
    Walkover(Side),
    /// Neither entrant came.
    Deserted,
}

/// Whether an entrant that advances without a match is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attendance {
    /// The entrant was seen since the start.
    Seen,
    /// The entrant was not seen, and may still come.
    Awaited,
    /// The entrant did not come in time.
    Absent,
}

/// The known results of a bracket's matches, by number.
pub trait Course {
    /// Returns the result of an encounter of a match between these two entrants, in this order;
    /// `None` if it is not over.
    fn encounter(&self, number: usize, encounter: usize, between: [Entrant; 2]) -> Option<Encountered>;

    /// Returns whether an entrant that advances from an unplayed match is present.
    fn attendance(&self, _number: usize, _entrant: Entrant) -> Attendance {
        Attendance::Seen
    }
}

/// The results are points alone: all entrants are present.
impl<F: Fn(usize, usize, [Entrant; 2]) -> Option<[i64; 2]>> Course for F {
    fn encounter(&self, number: usize, encounter: usize, between: [Entrant; 2]) -> Option<Encountered> {
        self(number, encounter, between).map(Encountered::Points)
    }
}

/// The entrant from a source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Comer {
    Unknown,
    Nobody,
    Known(Entrant),
}

impl BracketMatch {
    /// Returns the numbers of the matches that the entrants come from.
    fn come_from(&self) -> impl Iterator<Item = usize> {
        self.sources.iter().filter_map(|source| match source {
            Source::Seed(_) => None,
            Source::WinnerOf(of) | Source::LoserOf(of) | Source::OnlyIfUpset(of, _) => Some(*of),
        })
    }
}

impl Bracket {
    pub(in crate::tournament) fn new(entrants: usize) -> Result<Bracket, BracketError> {
        match (2..=MAX_ENTRANTS).contains(&entrants) {
            true => Ok(Bracket { entrants, matches: Vec::new() }),
            false => Err(BracketError { entrants }),
        }
    }

    /// Adds a match, and returns its number.
    pub(in crate::tournament) fn add(&mut self, name: String, sources: [Source; 2]) -> usize {
        self.matches.push(BracketMatch { name, sources });
        self.matches.len() - 1
    }

    /// Adds all stages of winners, and returns the numbers of the matches of each stage. The better
    /// half of the seeds has byes first.
    pub(in crate::tournament) fn add_winners(&mut self) -> Vec<Vec<usize>> {
        let size = self.entrants.next_power_of_two();
        let lines = seeded_lines(size);
        let seeds =
            lines.chunks_exact(2).map(|pair| [Source::Seed(Entrant::at(pair[0])), Source::Seed(Entrant::at(pair[1]))]);
        let seeds: Vec<[Source; 2]> = seeds.collect();
        let first = seeds.into_iter().enumerate().map(|(at, sources)| self.add(format!("W1.{}", at + 1), sources));
        let mut stages = vec![first.collect::<Vec<usize>>()];
        while let Some(before) = stages.last().filter(|stage| stage.len() > 1) {
            let pairs: Vec<[usize; 2]> = before.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
            let number = stages.len() + 1;
            let stage = pairs.into_iter().enumerate();
            let stage = stage.map(|(at, pair)| self.add(format!("W{number}.{}", at + 1), pair.map(Source::WinnerOf)));
            stages.push(stage.collect());
        }
        stages
    }

    /// Returns the matches, each after the matches that its entrants come from.
    pub fn matches(&self) -> &[BracketMatch] {
        &self.matches
    }

    /// Returns for each match whether its entrants may depend on the result of match `from`.
    pub fn followers(&self, from: usize) -> Vec<bool> {
        let mut follow = vec![false; self.matches.len()];
        for (at, one) in self.matches.iter().enumerate() {
            follow[at] = one.come_from().any(|of| of == from || follow[of]);
        }
        follow
    }

    /// Returns whether the state of a match depends on match `number` directly. That match is a
    /// source of its entrants or, for a match played only after an upset, a source of the entrants
    /// of the first final.
    fn is_read_from(&self, one: &BracketMatch, number: usize) -> bool {
        let is_upset_of = |source: &Source| match source {
            Source::OnlyIfUpset(of, _) => self.matches[*of].come_from().any(|from| from == number),
            _ => false,
        };
        one.come_from().any(|of| of == number) || one.sources.iter().any(is_upset_of)
    }

    /// Returns the state of each match. `results` has for each match, by its number, the points of
    /// its encounters so far, in the order of the match's sources (not of seats). Matches beyond
    /// the end of `results` have no points, and neither do encounters after a decision.
    pub fn resolve(&self, results: &[Vec<[i64; 2]>]) -> Vec<Status> {
        let points = |number: usize, encounter: usize, _: [Entrant; 2]| results.get(number)?.get(encounter).copied();
        let mut found: Vec<Status> = Vec::with_capacity(self.matches.len());
        for number in 0..self.matches.len() {
            found.push(self.status(number, &found, &points));
        }
        found
    }

    /// Updates `found`, a result of [`Bracket::resolve`], after the result of one match has
    /// changed. Returns the matches that it checked: the changed one, and those that depend on a
    /// change.
    pub fn resolve_again(&self, found: &mut [Status], changed: usize, course: impl Course) -> Vec<usize> {
        let (mut open, mut looked_at) = (BTreeSet::from([changed]), Vec::new());
        // Matches come after their sources, so one ascending pass is enough.
        while let Some(number) = open.pop_first().filter(|number| *number < self.matches.len()) {
            let status = self.status(number, found, &course);
            looked_at.push(number);
            if status != found[number] {
                found[number] = status;
                let after = self.matches.iter().enumerate().skip(number + 1);
                open.extend(after.filter(|(_, one)| self.is_read_from(one, number)).map(|(after, _)| after));
            }
        }
        looked_at
    }

    /// Returns the state of a match, from the states of its sources.
    fn status(&self, number: usize, found: &[Status], course: &impl Course) -> Status {
        let one = &self.matches[number];
        match one.sources.map(|source| self.comer(source, found)) {
            [Comer::Unknown, _] | [_, Comer::Unknown] => Status::Waiting,
            [Comer::Nobody, Comer::Nobody] => Status::Empty,
            [Comer::Known(entrant), Comer::Nobody] | [Comer::Nobody, Comer::Known(entrant)] => {
                let is_of_seeds = one.sources.iter().all(|source| matches!(source, Source::Seed(_)));
                match course.attendance(number, entrant) {
                    _ if is_of_seeds => Status::Bye(entrant),
                    Attendance::Seen => Status::Bye(entrant),
                    Attendance::Awaited => Status::Awaits(entrant),
                    Attendance::Absent => Status::Deserted(vec![entrant]),
                }
            }
            [Comer::Known(first), Comer::Known(second)] => stand(&one.name, number, [first, second], course),
        }
    }

    /// Returns the stage of each match, from 0: one after the last of its sources.
    pub fn stages(&self) -> Vec<u32> {
        let mut stages: Vec<u32> = Vec::with_capacity(self.matches.len());
        for one in &self.matches {
            stages.push(one.come_from().map(|before| stages[before] + 1).max().unwrap_or(0));
        }
        stages
    }

    fn comer(&self, source: Source, found: &[Status]) -> Comer {
        match source {
            Source::Seed(entrant) if entrant.index() < self.entrants => Comer::Known(entrant),
            Source::Seed(_) => Comer::Nobody,
            Source::WinnerOf(number) => match &found[number] {
                Status::Bye(entrant) | Status::Decided { winner: entrant, .. } => Comer::Known(*entrant),
                Status::Empty | Status::Deserted(_) => Comer::Nobody,
                Status::Waiting | Status::ToPlay { .. } | Status::Awaits(_) => Comer::Unknown,
            },
            Source::LoserOf(number) => match &found[number] {
                Status::Decided { loser, .. } => Comer::Known(*loser),
                Status::Bye(_) | Status::Empty | Status::Deserted(_) => Comer::Nobody,
                Status::Waiting | Status::ToPlay { .. } | Status::Awaits(_) => Comer::Unknown,
            },
            Source::OnlyIfUpset(number, side) => {
                let undefeated = self.comer(self.matches[number].sources[0], found);
                match &found[number] {
                    Status::Decided { winner, loser, .. } if undefeated == Comer::Known(*loser) => {
                        Comer::Known(if side == Side::First { *loser } else { *winner })
                    }
                    Status::Waiting | Status::ToPlay { .. } | Status::Awaits(_) => Comer::Unknown,
                    Status::Decided { .. } | Status::Bye(_) | Status::Empty | Status::Deserted(_) => Comer::Nobody,
                }
            }
        }
    }
}

/// Returns the state of a match between two known entrants.
fn stand(name: &str, number: usize, [first, second]: [Entrant; 2], course: &impl Course) -> Status {
    let mut encounter = 0;
    while let Some(encountered) = course.encounter(number, encounter, [first, second]) {
        match encountered {
            Encountered::Deserted => return Status::Deserted(vec![first, second]),
            Encountered::Walkover(side) => {
                let (winner, loser) = if side == Side::First { (first, second) } else { (second, first) };
                return match course.attendance(number, winner) {
                    Attendance::Seen => Status::Decided { winner, loser, by_seed: false },
                    Attendance::Awaited => Status::Awaits(winner),
                    Attendance::Absent => Status::Deserted(vec![winner, loser]),
                };
            }
            Encountered::Points([of_first, of_second]) if of_first != of_second => {
                let (winner, loser) = if of_first > of_second { (first, second) } else { (second, first) };
                return Status::Decided { winner, loser, by_seed: false };
            }
            Encountered::Points(_) => encounter += 1,
        }
        if encounter == MAX_TIES {
            let is_seen = |entrant: &Entrant| course.attendance(number, *entrant) == Attendance::Seen;
            let (better, worse) = (first.min(second), first.max(second));
            return match [better, worse].into_iter().find(is_seen) {
                Some(winner) => {
                    let loser = if winner == better { worse } else { better };
                    Status::Decided { winner, loser, by_seed: true }
                }
                None => Status::Deserted(vec![better, worse]),
            };
        }
    }
    let mut entrants = vec![first.min(second), first.max(second)];
    if encounter % 2 == 1 {
        entrants.reverse();
    }
    // The number is at most one more than `MAX_TIES`.
    let reason = ContestReason::Bracket { name: name.to_owned(), encounter: encounter as u32 + 1 };
    Status::ToPlay { encounter, pairing: Pairing { entrants, reason } }
}

/// Returns the seeds by line: the two best seeds can meet only in the last stage, and so on.
fn seeded_lines(size: usize) -> Vec<usize> {
    let mut lines = vec![0];
    while lines.len() < size {
        let last = lines.len() * 2 - 1;
        lines = lines.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    lines
}
