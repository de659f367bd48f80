//! The report of matches from their records alone, wherever they were played.
//!
//! It follows the rules of [`super::series_report`]. Records do not contain rulings of a host
//! (byes, awards, disqualifications), so the report of a tournament can differ from the
//! tournament's own.
//!
//! Matches of a contest, or of a run of `referee play`, have a place in it. They are sorted by
//! place at the end, so the order of the records does not matter.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    counted::{Counted, CountedEncounter},
    series_report::{MAX_MATCHES, Ranked, ranked},
};
use crate::{
    contest::{MATCH_LABEL, RUN_LABEL},
    ids::{MatchId, PlayerId},
    law::{Event, Fact, MatchOpened, Occasion, Opening},
    openings::file::write_line,
    report::Report,
    series::played::{Played, Unfinished},
    stats::{MatchDigest, counted},
    tournament::MatchKey,
};

/// Matches of the same game between the same players, read from records.
#[derive(Default)]
pub struct RecordReport {
    setting: Option<Setting>,
    players: Vec<String>,
    /// Matches seen so far. Runs of one file with different seeds repeat match ids, so the digest
    /// is part of the key.
    seen: BTreeSet<(MatchId, Option<MatchDigest>)>,
    time_controls: BTreeSet<String>,
    added: Vec<Added>,
    /// Number of matches with each place.
    taken: BTreeMap<Place, u32>,
    pub matches: u32,
    /// Number of records of unfinished matches.
    pub unfinished: u32,
    /// Number of records of imported matches, which are never rated.
    pub imported: u32,
    /// Number of records of matches that were already added.
    pub duplicates: u32,
}

/// A match in the report.
struct Added {
    /// The place of the match in its contest or run, if any.
    place: Option<Place>,
    /// The opening as text; `None` for the game's own start.
    opening: Option<String>,
    /// The match, with its entrants numbered in the order of their arrival.
    counted: Counted,
}

/// The place of a match in its contest or run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    encounter: Scheduled,
    /// The number of the match in its encounter.
    number: u32,
    /// The number of earlier attempts.
    attempt: u32,
}

/// An encounter of a contest or run; the fields are in sorting order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Scheduled {
    /// The contest and the creator of its matches, or the run.
    of: (String, Option<PlayerId>),
    /// Number of earlier matches with the same place, as if the contest was repeated.
    copy: u32,
    stage: Option<u32>,
    number: u32,
    /// The players, in ascending order.
    players: Vec<PlayerId>,
}

/// The encounters that are being assembled.
#[derive(Default)]
struct Arranged {
    encounters: Vec<CountedEncounter>,
    /// For each player, the first stage without an encounter of it.
    free_from: Vec<u32>,
    /// The openings by their text, numbered in the order of their arrival.
    openings: BTreeMap<String, u64>,
    /// The place of the last encounter, with its stage in the report.
    last: Option<(Scheduled, u32)>,
    /// The newest encounter of these players, in ascending order, with this opening.
    newest: BTreeMap<(Vec<usize>, Option<String>), usize>,
}

/// The setting that all matches of a report have in common.
#[derive(PartialEq, Eq)]
struct Setting {
    game: String,
    options: BTreeMap<String, String>,
    seats: usize,
}

/// Why a record does not fit into a report.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The record does not begin with an opening.
    #[error("the match has no opening event")]
    NoBeginning,
    /// The match has another game or other settings than the earlier ones.
    #[error("{field} = {value}: expected {expected}, as in the records before it")]
    Another { field: &'static str, value: String, expected: String },
    /// The record contradicts itself.
    #[error("the record contradicts itself: {0}")]
    Contradiction(String),
    /// There are more matches than [`MAX_MATCHES`].
    #[error("limit reached: {MAX_MATCHES} matches in a report")]
    TooMany,
}

impl RecordReport {
    /// Adds the match of a record. Unfinished, imported and repeated matches are only counted.
    pub fn add(&mut self, events: &[Event]) -> Result<(), Unfit> {
        let Some(Fact::MatchOpened(opened)) = events.first().map(|event| &event.fact) else {
            return Err(Unfit::NoBeginning);
        };
        if opened.is_imported() {
            self.imported += 1;
            return Ok(());
        }
        self.check_setting(opened)?;
        if self.matches == MAX_MATCHES {
            return Err(Unfit::TooMany);
        }
        if let Some(twice) = opened.players.iter().enumerate().find(|(seat, one)| opened.players[..*seat].contains(one))
        {
            return Err(Unfit::Contradiction(format!("{} has two seats", twice.1)));
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
        if !self.seen.insert((opened.match_id.clone(), played.digest)) {
            self.duplicates += 1;
            return Ok(());
        }
        self.matches += 1;
        self.time_controls.extend(opened.time_controls.iter().map(ToString::to_string));
        let place = Place::of(opened).map(|mut place| {
            let copies = self.taken.entry(place.clone()).or_default();
            place.encounter.copy = *copies;
            *copies += 1;
            place
        });
        let is_usual = opened.opening == Opening::default();
        let opening = (!is_usual).then(|| write_line("", &opened.opening, ""));
        self.added.push(Added { place, opening, counted: Counted::of(&played) });
        Ok(())
    }

    /// Returns the report of all matches; `None` without matches.
    pub fn report(mut self) -> anyhow::Result<Option<Report>> {
        self.sort();
        let mut arranged = Arranged { free_from: vec![0; self.players.len()], ..Arranged::default() };
        self.added.into_iter().for_each(|one| arranged.add(one));
        let Some(Setting { game, seats, .. }) = self.setting.filter(|_| self.matches > 0) else { return Ok(None) };
        ranked(Ranked {
            names: self.players,
            // Records contain ids only.
            display_names: Vec::new(),
            game,
            // A match has at most 8 seats, so the number fits.
            seats: seats as u8,
            format: format!("{} from records", counted(self.matches, ["match", "matches"])),
            time_control: self.time_controls.into_iter().collect::<Vec<String>>().join(" "),
            encounters: arranged.encounters.iter().collect(),
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
            self.players.len() - 1
        })
    }

    /// Sorts the matches by place, those without a place first, and renumbers the players in the
    /// new order.
    fn sort(&mut self) {
        self.added.sort_by(|a, b| a.place.cmp(&b.place));
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        let seated = self.added.iter().flat_map(|one| one.counted.entrants().iter().copied());
        for player in seated.chain(0..self.players.len()) {
            let next = numbers.len();
            numbers.entry(player).or_insert(next);
        }
        for one in &mut self.added {
            one.counted.renumber(|player| numbers[&player]);
        }
        let mut named: Vec<(usize, String)> =
            std::mem::take(&mut self.players).into_iter().enumerate().map(|(at, name)| (numbers[&at], name)).collect();
        named.sort_unstable();
        self.players = named.into_iter().map(|(_, name)| name).collect();
    }
}

impl Place {
    /// Returns the place of a match in its contest or run, according to its record.
    fn of(opened: &MatchOpened) -> Option<Place> {
        let key = opened.labels.get(MATCH_LABEL).and_then(|text| MatchKey::parse(text));
        let (of, encounter, pairing) = match (&opened.occasion, key, opened.labels.get(RUN_LABEL)) {
            (Some(Occasion { contest, encounter, pairing }), ..) => {
                ((contest.to_string(), opened.created_by.clone()), *encounter, *pairing)
            }
            // The creator of a match of a run is the player of its seat 0, so it does not identify
            // the run.
            (None, Some(key), Some(run)) => ((format!("run {run}"), None), key.encounter.board, key.number),
            _ => return None,
        };
        let mut players = opened.players.clone();
        players.sort_unstable();
        let encounter =
            Scheduled { of, copy: 0, stage: key.map(|key| key.encounter.stage), number: encounter, players };
        // A match that is played again has the same number, but another occasion.
        let (number, attempt) = key.map_or((pairing, 0), |key| (key.number, key.attempt));
        Some(Place { encounter, number, attempt })
    }
}

impl Arranged {
    fn add(&mut self, added: Added) {
        let Added { place, opening, counted } = added;
        let mut entrants = counted.entrants().to_vec();
        entrants.sort_unstable();
        let Some(Place { encounter, number, attempt }) = place else {
            let key = (entrants, opening);
            let at = self.newest.get(&key).copied().filter(|at| {
                let known = &self.encounters[*at];
                (known.len() as usize) < key.0.len() && !known.has_seated(counted.entrants())
            });
            let at = at.unwrap_or_else(|| {
                let stage = self.first_free(&key.0);
                self.begin(key.0.clone(), stage, key.1.clone())
            });
            self.newest.insert(key, at);
            let number = self.encounters[at].len();
            self.encounters[at].add(number, 0, counted);
            return;
        };
        let at = match &self.last {
            Some((last, _)) if *last == encounter => self.encounters.len() - 1,
            last => {
                let same_stage = last.as_ref().filter(|(last, _)| last.is_of_the_stage_of(&encounter));
                let stage = match (same_stage, encounter.stage) {
                    (Some((_, stage)), _) => *stage,
                    (None, Some(_)) => self.free_from.iter().max().copied().unwrap_or(0),
                    (None, None) => self.first_free(&entrants),
                };
                self.last = Some((encounter, stage));
                self.begin(entrants, stage, opening)
            }
        };
        self.encounters[at].add(number, attempt, counted);
    }

    /// Returns the first stage in which all these players are free.
    fn first_free(&self, entrants: &[usize]) -> u32 {
        entrants.iter().map(|entrant| self.free_from[*entrant]).max().unwrap_or(0)
    }

    fn begin(&mut self, entrants: Vec<usize>, stage: u32, opening: Option<String>) -> usize {
        entrants.iter().for_each(|entrant| self.free_from[*entrant] = stage + 1);
        let reason = "as their records have it".to_owned();
        let next = self.openings.len() as u64;
        let opening = opening.map(|text| *self.openings.entry(text).or_insert(next));
        self.encounters.push(CountedEncounter::new(entrants, stage, reason, opening));
        self.encounters.len() - 1
    }
}

impl Scheduled {
    /// Returns whether both encounters have a stage, and the same one.
    fn is_of_the_stage_of(&self, other: &Scheduled) -> bool {
        self.stage.is_some() && (&self.of, self.copy, self.stage) == (&other.of, other.copy, other.stage)
    }
}
