//! Standings: points and tie-breaks.
//!
//! All numbers are integers: points in halves, tie-breaks in the unit of [`TieBreak::unit`].

use std::collections::{BTreeMap, BTreeSet};

use super::pairing::{Entrant, points_in_words, points_with_unit};

/// Maximum tie-breaks.
pub const MAX_TIE_BREAKS: usize = 16;
/// Largest absolute half points of a game or an award, so that sums stay exact.
pub const MAX_HALVES: i64 = 1 << 32;

/// The source of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsSystem {
    /// Points for each game: the entrant with the most points in the game wins; equal most points
    /// draw.
    Games(ResultPoints),
    /// Points for each encounter, by the sum of the points of its matches.
    Encounters(ResultPoints),
    /// The game's own points.
    Own,
    /// Each entrant's lead in the game's own points over the best of the others; negative if it
    /// trails.
    Margins,
}

/// The points for each result, in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultPoints {
    /// The half points of a win.
    pub win: i64,
    /// The half points of a draw.
    pub draw: i64,
    /// The half points of a loss.
    pub loss: i64,
}

impl ResultPoints {
    /// 1 point for a win, 1/2 for a draw, 0 for a loss.
    pub const CLASSIC: ResultPoints = ResultPoints { win: 2, draw: 1, loss: 0 };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The sum of the points of all opponents, one for each encounter, without some of the least
    /// and of the greatest. Stages with an award instead of a game count as an opponent with the
    /// entrant's own points.
    Buchholz {
        /// Number of least opponents omitted.
        cut_least: u8,
        /// Number of greatest opponents omitted.
        cut_greatest: u8,
    },
    /// The sum of the points of the opponents that the entrant won against, and half of those that
    /// it drew with, by encounter.
    SonnebornBerger,
    /// The points from encounters among the tied entrants, if every two of them have met.
    DirectEncounter,
    /// Number of encounters won, without awards.
    Wins,
    /// The sum of the entrant's points after each stage.
    Progressive,
}

impl TieBreak {
    /// Returns the name of the tie-break for people.
    pub fn name(self) -> String {
        match self {
            TieBreak::Buchholz { cut_least: 0, cut_greatest: 0 } => "Buchholz".to_owned(),
            TieBreak::Buchholz { cut_least, cut_greatest: 0 } => format!("Buchholz cut {cut_least}"),
            TieBreak::Buchholz { cut_least, cut_greatest } => {
                format!("Buchholz without the {cut_least} least and the {cut_greatest} greatest")
            }
            TieBreak::SonnebornBerger => "Sonneborn-Berger".to_owned(),
            TieBreak::DirectEncounter => "direct encounter".to_owned(),
            TieBreak::Wins => "wins".to_owned(),
            TieBreak::Progressive => "progressive points".to_owned(),
        }
    }

    /// Returns how many units of the tie-break are one point, or one win.
    pub fn unit(self) -> i64 {
        match self {
            TieBreak::Buchholz { .. } | TieBreak::DirectEncounter | TieBreak::Progressive => 2,
            TieBreak::SonnebornBerger => 4,
            TieBreak::Wins => 1,
        }
    }

    /// Formats a value for people: `7.5`.
    pub fn in_units(self, value: i64) -> String {
        match self.unit() {
            1 => value.to_string(),
            2 => points_in_words(value),
            _ => {
                let quarters = ["", ".25", ".5", ".75"][value.unsigned_abs() as usize % 4];
                format!("{}{}{quarters}", if value < 0 { "-" } else { "" }, value.abs() / 4)
            }
        }
    }

    /// Describes the tie-break for people.
    pub fn in_words(self) -> &'static str {
        match self {
            TieBreak::Buchholz { .. } => "the sum of the points of the opponents",
            TieBreak::SonnebornBerger => {
                "the points of the opponents beaten, and half of those of the opponents drawn with"
            }
            TieBreak::DirectEncounter => "the points from encounters among the tied entrants, if all of them met",
            TieBreak::Wins => "the number of encounters won",
            TieBreak::Progressive => "the sum of the points after each stage",
        }
    }
}

/// An event of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    /// The same entrants played one game or more.
    Encounter {
        /// The stage, from 0.
        stage: u32,
        entrants: Vec<Entrant>,
        /// The points of each game in halves, in the order of `entrants`.
        games: Vec<Vec<i64>>,
        /// Whether all games are over. Otherwise, its points count, but no tie-break counts it.
        is_over: bool,
    },
    /// Points without a game: a bye or a forfeit.
    Award {
        /// The stage, from 0.
        stage: u32,
        /// The receiver.
        entrant: Entrant,
        /// The number of half points.
        halves: i64,
    },
}

/// Why standings cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StandingsError {
    /// The number of tie-breaks exceeds the limit.
    #[error("too many tie_breaks: {tie_breaks} (limit {MAX_TIE_BREAKS})")]
    TieBreaks {
        /// The number found.
        tie_breaks: usize,
    },
    /// An entrant is unknown, or listed twice.
    #[error("happened {number} (from 0) names {entrant}, expected each of {entrants} entrants at most once")]
    Entrant {
        /// The number of the event in the list.
        number: usize,
        entrant: Entrant,
        /// The number of entrants.
        entrants: usize,
    },
    /// A game does not have points for each entrant, or has too many.
    #[error(
        "happened {number} (from 0) has points that are not one number from -{MAX_HALVES} to {MAX_HALVES} for each entrant"
    )]
    Points {
        /// The number of the event in the list.
        number: usize,
    },
}

/// The standing of an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place of the entrant, from 1; tied entrants share a place.
    pub rank: usize,
    pub entrant: Entrant,
    /// The points of the entrant, in halves.
    pub halves: i64,
    /// The tie-breaks in their order, each in its unit.
    pub tie_breaks: Vec<i64>,
    /// Why the entrant is below the one before, for people; empty for the first.
    pub why: String,
    /// The points, the tie-breaks and `why`, for people.
    pub reason: String,
}

/// Returns the standings of `entrants` after all results, by points and then by the tie-breaks in
/// order. Tied entrants are in the order of their numbers.
pub fn standings(
    entrants: usize,
    happened: &[Happened],
    points: PointsSystem,
    tie_breaks: &[TieBreak],
) -> Result<Vec<Standing>, StandingsError> {
    if tie_breaks.len() > MAX_TIE_BREAKS {
        return Err(StandingsError::TieBreaks { tie_breaks: tie_breaks.len() });
    }
    let table = Table::new(entrants, happened, points)?;
    let mut groups = split((0..entrants).collect(), &|one| table.halves[one]);
    let mut values = vec![Vec::with_capacity(tie_breaks.len()); entrants];
    for tie_break in tie_breaks {
        let mut parted = Vec::with_capacity(groups.len());
        for group in groups {
            let of_group: BTreeMap<usize, i64> =
                group.iter().map(|one| (*one, table.value(*tie_break, *one, &group))).collect();
            for (one, value) in &of_group {
                values[*one].push(*value);
            }
            parted.extend(split(group, &|one| of_group[&one]));
        }
        groups = parted;
    }
    let mut standings: Vec<Standing> = Vec::with_capacity(entrants);
    for group in groups {
        let rank = standings.len() + 1;
        for one in group {
            let (halves, own) = (table.halves[one], std::mem::take(&mut values[one]));
            let (why, reason) = (String::new(), String::new());
            standings.push(Standing { rank, entrant: Entrant::at(one), halves, tie_breaks: own, why, reason });
        }
    }
    explain(&mut standings, tie_breaks);
    Ok(standings)
}

/// Sets for each standing why it is below the one before.
pub(super) fn explain(standings: &mut [Standing], tie_breaks: &[TieBreak]) {
    for index in 0..standings.len() {
        let (above, rest) = standings.split_at_mut(index);
        let Standing { halves, tie_breaks: own, why: said, reason: explained, .. } = &mut rest[0];
        *said = why(*halves, own, tie_breaks, above.last());
        *explained = reason(*halves, own, tie_breaks, said);
    }
}

/// Splits a group by a value, the greatest first; within a part, the order stays.
fn split(mut group: Vec<usize>, value: &dyn Fn(usize) -> i64) -> Vec<Vec<usize>> {
    group.sort_by_key(|one| std::cmp::Reverse(value(*one)));
    group.chunk_by(|a, b| value(*a) == value(*b)).map(<[usize]>::to_vec).collect()
}

fn reason(halves: i64, values: &[i64], tie_breaks: &[TieBreak], why: &str) -> String {
    let mut reason = points_with_unit(halves, "");
    for (tie_break, value) in tie_breaks.iter().zip(values) {
        reason += &format!(", {} {}", tie_break.name(), tie_break.in_units(*value));
    }
    if why.is_empty() { reason } else { reason + "; " + why }
}

fn why(halves: i64, values: &[i64], tie_breaks: &[TieBreak], before: Option<&Standing>) -> String {
    let Some(before) = before else { return String::new() };
    let decisive =
        tie_breaks.iter().zip(values.iter().zip(&before.tie_breaks)).find(|(_, (mine, theirs))| mine != theirs);
    match decisive {
        _ if before.halves != halves => format!("below {} by points", before.entrant),
        None => format!("tied with {}", before.entrant),
        Some((tie_break, (mine, theirs))) => {
            let (mine, theirs) = (tie_break.in_units(*mine), tie_break.in_units(*theirs));
            format!("below {} by {} ({}): {mine} to {theirs}", before.entrant, tie_break.name(), tie_break.in_words())
        }
    }
}

/// An encounter as seen by one of its entrants.
#[derive(Clone, Debug)]
struct Met {
    opponents: Vec<usize>,
    halves: i64,
    /// The result against each opponent: 2 for a win, 1 for a draw, 0 for a loss.
    against: Vec<i64>,
    is_won: bool,
}

/// The results by entrant.
struct Table {
    halves: Vec<i64>,
    met: Vec<Vec<Met>>,
    /// Number of awards of each entrant.
    awards: Vec<i64>,
    /// The points of each entrant by stage.
    by_stage: Vec<BTreeMap<u32, i64>>,
    stages: BTreeSet<u32>,
}

impl Table {
    fn new(entrants: usize, happened: &[Happened], points: PointsSystem) -> Result<Table, StandingsError> {
        let mut table = Table {
            halves: vec![0; entrants],
            met: vec![Vec::new(); entrants],
            awards: vec![0; entrants],
            by_stage: vec![BTreeMap::new(); entrants],
            stages: BTreeSet::new(),
        };
        for (number, one) in happened.iter().enumerate() {
            check(number, one, entrants)?;
            match one {
                Happened::Award { stage, entrant, halves } => {
                    table.awards[entrant.index()] += 1;
                    table.add(*stage, entrant.index(), *halves);
                }
                Happened::Encounter { stage, entrants, games, is_over } => {
                    let brought = table.add_encounter(*stage, entrants, games, points);
                    for (entrant, met) in entrants.iter().zip(brought).filter(|_| *is_over) {
                        table.met[entrant.index()].push(met);
                    }
                }
            }
        }
        Ok(table)
    }

    fn add(&mut self, stage: u32, entrant: usize, halves: i64) {
        self.halves[entrant] += halves;
        *self.by_stage[entrant].entry(stage).or_default() += halves;
        self.stages.insert(stage);
    }

    /// Adds the points of an encounter, and returns it as seen by each of its entrants.
    fn add_encounter(
        &mut self,
        stage: u32,
        entrants: &[Entrant],
        games: &[Vec<i64>],
        points: PointsSystem,
    ) -> Vec<Met> {
        let sums: Vec<i64> = (0..entrants.len()).map(|seat| games.iter().map(|game| game[seat]).sum()).collect();
        let of_seat = |(seat, entrant): (usize, &Entrant)| {
            let halves = match points {
                PointsSystem::Own | PointsSystem::Margins => sums[seat],
                PointsSystem::Encounters(result) => of_result(&sums, seat, result),
                PointsSystem::Games(result) => games.iter().map(|game| of_result(game, seat, result)).sum(),
            };
            let others = (0..entrants.len()).filter(|other| *other != seat);
            self.add(stage, entrant.index(), halves);
            Met {
                opponents: others.clone().map(|other| entrants[other].index()).collect(),
                halves,
                against: others.clone().map(|other| 1 + (sums[seat] - sums[other]).signum()).collect(),
                is_won: others.clone().all(|other| sums[seat] > sums[other]),
            }
        };
        entrants.iter().enumerate().map(of_seat).collect()
    }

    /// Returns the value of a tie-break for one of a group of tied entrants.
    fn value(&self, tie_break: TieBreak, entrant: usize, group: &[usize]) -> i64 {
        let met = &self.met[entrant];
        match tie_break {
            TieBreak::Buchholz { cut_least, cut_greatest } => {
                let opponents = met.iter().flat_map(|one| &one.opponents).map(|other| self.halves[*other]);
                let own = (0..self.awards[entrant]).map(|_| self.halves[entrant]);
                let mut all: Vec<i64> = opponents.chain(own).collect();
                all.sort_unstable();
                let end = all.len().saturating_sub(usize::from(cut_greatest));
                all[..end].iter().skip(usize::from(cut_least)).sum()
            }
            TieBreak::SonnebornBerger => met
                .iter()
                .flat_map(|one| one.opponents.iter().zip(&one.against))
                .map(|(other, result)| self.halves[*other] * result)
                .sum(),
            TieBreak::DirectEncounter => self.direct(entrant, group),
            TieBreak::Wins => met.iter().filter(|one| one.is_won).count() as i64,
            TieBreak::Progressive => {
                let (mut sum, mut so_far) = (0, 0);
                for stage in &self.stages {
                    so_far += self.by_stage[entrant].get(stage).copied().unwrap_or(0);
                    sum += so_far;
                }
                sum
            }
        }
    }

    /// Returns the points from encounters within a group; 0 for all if two of them have not met. An
    /// encounter of more than two entrants counts if all of them are in the group.
    fn direct(&self, entrant: usize, group: &[usize]) -> i64 {
        let members: BTreeSet<usize> = group.iter().copied().collect();
        let inside = |one: &&Met| one.opponents.iter().all(|other| members.contains(other));
        let met_all = group.iter().all(|one| {
            let met: BTreeSet<usize> =
                self.met[*one].iter().filter(inside).flat_map(|met| met.opponents.iter().copied()).collect();
            met.len() + 1 == group.len()
        });
        if !met_all {
            return 0;
        }
        self.met[entrant].iter().filter(inside).map(|one| one.halves).sum()
    }
}

fn check(number: usize, one: &Happened, entrants: usize) -> Result<(), StandingsError> {
    let (named, fits) = match one {
        Happened::Award { entrant, halves, .. } => {
            (std::slice::from_ref(entrant), (-MAX_HALVES..=MAX_HALVES).contains(halves))
        }
        Happened::Encounter { entrants, games, .. } => {
            let fits = |game: &Vec<i64>| {
                game.len() == entrants.len() && game.iter().all(|halves| (-MAX_HALVES..=MAX_HALVES).contains(halves))
            };
            (entrants.as_slice(), games.iter().all(fits))
        }
    };
    let mut seen = BTreeSet::new();
    if let Some(entrant) = named.iter().find(|entrant| entrant.index() >= entrants || !seen.insert(**entrant)) {
        return Err(StandingsError::Entrant { number, entrant: *entrant, entrants });
    }
    if fits { Ok(()) } else { Err(StandingsError::Points { number }) }
}

/// Returns the points for the result of a seat in a game, by the most points.
fn of_result(points: &[i64], seat: usize, result: ResultPoints) -> i64 {
    let most = points.iter().max().copied().unwrap_or(0);
    let with_most = points.iter().filter(|of_seat| **of_seat == most).count();
    match points[seat] == most {
        true if with_most == 1 => result.win,
        true => result.draw,
        false => result.loss,
    }
}
