//! The report of matches that are known by their records alone, wherever they were played.
//!
//! It follows the rules of [`super::series_report`]. Records do not contain what a host ruled
//! (byes, awards, disqualifications), so the report of a tournament can differ from its own.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    counted::{Counted, CountedEncounter},
    series_report::{MAX_MATCHES, Ranked, ranked},
};
use crate::{
    contest::MATCH_LABEL,
    ids::{MatchId, PlayerId},
    openings::file::write_line,
    referee::{Contest, Event, Fact, MatchOpened, Occasion, Opening},
    report::Report,
    series::played::{Played, Unfinished},
    tournament::MatchKey,
};

/// Matches of the same game between the same players, read from records.
#[derive(Default)]
pub struct RecordReport {
    setting: Option<Setting>,
    players: Vec<String>,
    /// By player, the first stage in which it is free.
    free_from: Vec<u32>,
    seen: BTreeSet<MatchId>,
    time_controls: BTreeSet<String>,
    encounters: Vec<CountedEncounter>,
    /// The openings by their text, in the order in which they came.
    openings: BTreeMap<String, u64>,
    /// The encounters of contests by who made their matches, their numbers there, and their players
    /// in ascending order.
    scheduled: BTreeMap<(Contest, Option<PlayerId>, u32, Vec<usize>), usize>,
    /// The newest encounter of these players, in ascending order, from this opening.
    newest: BTreeMap<(Vec<usize>, String), usize>,
    /// Matches in the report.
    pub matches: u32,
    /// Records of matches that are not over.
    pub unfinished: u32,
    /// Records of matches that were there already.
    pub duplicates: u32,
}

/// What all matches of a report have in common.
#[derive(PartialEq, Eq)]
struct Setting {
    game: String,
    options: BTreeMap<String, String>,
    seats: usize,
}

/// Why a record does not fit into a report.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It does not begin with an opening.
    #[error("the match has no beginning")]
    NoBeginning,
    /// It is of another game, or of another kind of match, than those before it.
    #[error("{field} = {value}: expected {expected}, as in the records before it")]
    Another {
        /// What is different.
        field: &'static str,
        /// How it is here.
        value: String,
        /// How it was before.
        expected: String,
    },
    /// It says what no match can be.
    #[error("the record contradicts itself: {0}")]
    Contradiction(String),
    /// There are more matches than [`MAX_MATCHES`].
    #[error("limit reached: {MAX_MATCHES} matches in a report")]
    TooMany,
}

impl RecordReport {
    /// Adds the match of a record; one that is not over, or is there already, is counted only.
    pub fn add(&mut self, events: &[Event]) -> Result<(), Unfit> {
        let Some(Fact::MatchOpened(opened)) = events.first().map(|event| &event.fact) else {
            return Err(Unfit::NoBeginning);
        };
        self.check_setting(opened)?;
        if self.matches == MAX_MATCHES {
            return Err(Unfit::TooMany);
        }
        if let Some(twice) = opened.players.iter().enumerate().find(|(seat, one)| opened.players[..*seat].contains(one))
        {
            return Err(Unfit::Contradiction(format!("{} sits twice", twice.1)));
        }
        let entrants: Vec<usize> = opened.players.iter().map(|player| self.entrant(player.as_str())).collect();
        let played = match Played::read(0, &entrants, events) {
            Ok(played) => played,
            Err(Unfinished::NoEnd) => {
                self.unfinished += 1;
                return Ok(());
            }
            Err(Unfinished::NoBeginning) => return Err(Unfit::NoBeginning),
        };
        let places = played.verdict.places.len();
        if places != 0 && places != entrants.len() {
            return Err(Unfit::Contradiction(format!("{places} places for {} seats", entrants.len())));
        }
        if !self.seen.insert(opened.match_id.clone()) {
            self.duplicates += 1;
            return Ok(());
        }
        self.matches += 1;
        self.time_controls.extend(opened.time_controls.iter().map(ToString::to_string));
        let (at, number, attempt) = self.place(opened, &entrants);
        self.encounters[at].add(number, attempt, Counted::of(&played));
        Ok(())
    }

    /// The report of all matches; `None` if there is none.
    pub fn report(self) -> anyhow::Result<Option<Report>> {
        let Some(Setting { game, seats, .. }) = self.setting.filter(|_| self.matches > 0) else { return Ok(None) };
        ranked(Ranked {
            names: self.players,
            // Records have ids alone.
            display_names: Vec::new(),
            game,
            // Records have at most 8 seats.
            seats: seats as u8,
            format: format!("{} matches from records", self.matches),
            time_control: self.time_controls.into_iter().collect::<Vec<String>>().join(" "),
            encounters: self.encounters.iter().collect(),
        })
        .map(Some)
    }

    fn check_setting(&mut self, opened: &MatchOpened) -> Result<(), Unfit> {
        let (game, options) = (opened.game.clone(), opened.options.clone());
        let own = Setting { game, options, seats: opened.players.len() };
        let known =
            self.setting.get_or_insert_with(|| Setting { options: own.options.clone(), game: own.game.clone(), ..own });
        let in_words = |options: &BTreeMap<String, String>| {
            options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<String>>().join(" ")
        };
        let differs = |field, value: String, expected: String| Err(Unfit::Another { field, value, expected });
        if own.game != known.game {
            return differs("game", own.game, known.game.clone());
        }
        if own.seats != known.seats {
            return differs("seats", own.seats.to_string(), known.seats.to_string());
        }
        if own.options != known.options {
            return differs("options", in_words(&own.options), in_words(&known.options));
        }
        Ok(())
    }

    fn entrant(&mut self, name: &str) -> usize {
        self.players.iter().position(|player| player == name).unwrap_or_else(|| {
            self.players.push(name.to_owned());
            self.free_from.push(0);
            self.players.len() - 1
        })
    }

    /// The encounter of a match, its number there, and how often it was played before.
    fn place(&mut self, opened: &MatchOpened, entrants: &[usize]) -> (usize, u32, u32) {
        let mut sorted = entrants.to_vec();
        sorted.sort_unstable();
        if let Some(Occasion { contest, encounter, pairing }) = &opened.occasion {
            let key = (contest.clone(), opened.created_by.clone(), *encounter, sorted);
            let at = self.scheduled.get(&key).copied().unwrap_or_else(|| self.begin(entrants, opened));
            self.scheduled.insert(key, at);
            // A match that is played again has its number and another occasion.
            let match_key = opened.labels.get(MATCH_LABEL).and_then(|text| MatchKey::parse(text));
            return match match_key {
                Some(key) => (at, key.number, key.attempt),
                None => (at, *pairing, 0),
            };
        }
        let key = (sorted, write_line("", &opened.opening, ""));
        let at = self.newest.get(&key).copied().filter(|at| {
            let known = &self.encounters[*at];
            (known.len() as usize) < entrants.len() && !known.has_seated(entrants)
        });
        let at = at.unwrap_or_else(|| self.begin(entrants, opened));
        self.newest.insert(key, at);
        (at, self.encounters[at].len(), 0)
    }

    /// Begins an encounter. Its stage is the first in which all its players are free.
    fn begin(&mut self, entrants: &[usize], opened: &MatchOpened) -> usize {
        let mut entrants = entrants.to_vec();
        entrants.sort_unstable();
        let stage = entrants.iter().map(|entrant| self.free_from[*entrant]).max().unwrap_or(0);
        entrants.iter().for_each(|entrant| self.free_from[*entrant] = stage + 1);
        let reason = "as their records have it".to_owned();
        let opening = self.opening(opened);
        self.encounters.push(CountedEncounter::new(entrants, stage, reason, opening));
        self.encounters.len() - 1
    }

    /// The number of the opening of a match; `None` if it begins as the game does.
    fn opening(&mut self, opened: &MatchOpened) -> Option<u64> {
        if opened.opening == Opening::default() {
            return None;
        }
        let next = self.openings.len() as u64;
        Some(*self.openings.entry(write_line("", &opened.opening, "")).or_insert(next))
    }
}
