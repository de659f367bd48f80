//! A TOML file that describes a tournament.

use std::{collections::BTreeMap, num::NonZeroU16};

use serde::Deserialize;
use toml::Value;

use super::{
    format_words::FormatTable,
    report::About,
    rules_words::{DealsWord, PointsTable, ReleaseWord, tie_break},
    timetable_words,
};
use crate::{
    contest::ACCEPT_WITHIN_MS,
    runner::{
        contest::{ContestFile, Parts},
        options::{
            engine_words::BadWords,
            file_words::{EntrantTable, OpeningsTable, PlayedAs, game_options, match_words, named, text},
            test_words,
        },
    },
    tournament::{
        Entrant, Rules,
        rules::{Deals, Format, PairTest, Timetable},
    },
};

/// Default number of replays of a void match.
const REPLAYS: u32 = 3;

/// The content of a tournament file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentFile {
    /// The display name of the tournament; default: the name of the file.
    pub name: Option<String>,
    /// Id of the tournament, also used in paths; default: the file name.
    pub id: Option<String>,
    /// The id of the game.
    pub game: String,
    /// The options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// Number of seats of a match; default 2.
    pub seats: Option<u8>,
    /// Number of matches of an encounter; default: the number of seats.
    pub matches_per_encounter: Option<u32>,
    pub format: FormatTable,
    /// The source of points.
    #[serde(default)]
    pub points: PointsTable,
    /// Tie-breaks by name, in the order of their use; default: by format.
    pub tie_breaks: Option<Vec<String>>,
    /// Maximum replays of a void match.
    pub replays: Option<u32>,
    /// Seconds that a match waits on a server for players that have not accepted it or cannot be
    /// seated; default 600.
    pub accept_within: Option<u64>,
    /// The seed of deals and of the order of openings; default 0.
    #[serde(default)]
    pub seed: u64,
    /// Maximum concurrent matches; default 1.
    pub concurrency: Option<NonZeroU16>,
    pub openings: Option<OpeningsTable>,
    /// The test that ends the tournament as soon as it has an answer: `elo0`, `elo1` and the other
    /// keys of `--sprt`.
    pub test: Option<BTreeMap<String, Value>>,
    /// Match settings: options of `referee play`.
    #[serde(default)]
    pub matches: BTreeMap<String, Value>,
    /// Which matches share deals. Default: those of an encounter for engines of this machine, and
    /// none on a server.
    pub deals: Option<DealsWord>,
    /// When results become public, on a server; default: immediately.
    #[serde(default)]
    pub release: ReleaseWord,
    /// When the tournament starts automatically, on a server: a time in RFC 3339.
    pub starts_at: Option<Value>,
    /// Length of the check-in in minutes, on a server: at the start, only entrants that were
    /// connected in this time stay.
    pub check_in: Option<u32>,
    /// How long results are provisional, on a server: `"1d"` (default), or `"0"`.
    pub provisional: Option<String>,
    /// The entrants, the strongest first.
    #[serde(default)]
    pub entrants: Vec<EntrantTable>,
}

impl ContestFile for TournamentFile {
    fn parts(&mut self) -> Parts<'_> {
        Parts {
            id: &mut self.id,
            name: &mut self.name,
            entrants: self.entrants.iter_mut().map(|one| (&mut one.name, &mut one.display_name)).collect(),
            concurrency: self.concurrency,
            seed: self.seed,
            openings: self.openings.as_ref(),
        }
    }

    fn id(&self) -> &str {
        self.id.as_deref().unwrap_or_default()
    }

    fn arguments(&self) -> Result<Vec<String>, BadWords> {
        let TournamentFile { game, options, matches, seed, .. } = self;
        let seats = self.seats.unwrap_or(2);
        PlayedAs { game, options, seats, matches, seed: *seed }.arguments(&self.entrants)
    }
}

impl TournamentFile {
    /// Returns the texts for the report of the tournament.
    pub fn about(&self) -> About<'_> {
        let time_control = self.matches.get("tc").and_then(|tc| tc.as_str()).unwrap_or_default();
        About { id: self.id(), game: &self.game, time_control, ..About::default() }
    }

    /// Returns the rules in the file, checked for its entrants.
    pub fn rules(&self) -> Result<Rules, BadWords> {
        let rules = self.rules_of_any()?;
        let entrants = self.entrants.len();
        let checked = rules.check_entrants(entrants).and_then(|()| rules.check_encounters(entrants));
        checked.map_err(|bad| BadWords::new(bad.to_string()))?;
        Ok(rules)
    }

    /// Returns a warning if the rules allow something that the host may not intend.
    pub fn warning(&self, rules: &Rules) -> Option<String> {
        let others = self.entrants.len().checked_sub(1).filter(|others| *others > 0)?;
        match &rules.format {
            Format::Swiss { stages, .. } if *stages as usize > others => Some(format!(
                "warning: format.stages is {stages}, but each of {} entrants has only {others} opponents: pairs will repeat",
                others + 1
            )),
            _ => None,
        }
    }

    /// Returns the rules in the file, independent of its entrants.
    pub fn rules_of_any(&self) -> Result<Rules, BadWords> {
        let seats = self.seats.unwrap_or(2);
        let matches_per_encounter = self.matches_per_encounter.unwrap_or(seats.into());
        let points = self.points.system()?;
        let tie_breaks = match &self.tie_breaks {
            Some(names) => names.iter().map(|name| tie_break(name)).collect::<Result<_, _>>()?,
            None => self.format.usual_tie_breaks(),
        };
        let test = match &self.test {
            Some(words) => {
                let mut words = words.clone();
                if let Some(of) = words.get_mut("of") {
                    *of = Value::String(self.numbers_of(of)?);
                }
                let words = named("test", "", &words)?;
                let read = test_words::read(&words, self.entrants.len(), usize::from(seats));
                let read = read.map_err(|bad| BadWords::new(bad.text.replacen("--sprt", "test", 1)))?;
                let (first, second) = read.entrants;
                let entrants = (Entrant(first as u32), Entrant(second as u32));
                Some(PairTest { hypotheses: read.hypotheses(), entrants })
            }
            None => None,
        };
        let rules = Rules {
            format: self.format.read()?,
            seats,
            matches_per_encounter,
            points,
            bye_halves: self.points.bye_halves(points, matches_per_encounter)?,
            tie_breaks,
            replays: self.replays.unwrap_or(REPLAYS),
            accept_within_ms: self.accept_within.map_or(ACCEPT_WITHIN_MS, |seconds| seconds.saturating_mul(1000)),
            release: self.release.into(),
            deals: self.deals.map_or(Deals::Own, Deals::from),
            test,
            // Without a server, there is no timetable.
            timetable: Timetable::default(),
        };
        rules.check().map_err(|bad| BadWords::new(bad.to_string()))?;
        Ok(rules)
    }

    /// Returns the scheduled actions of a server.
    pub fn timetable(&self) -> Result<Timetable, BadWords> {
        let starts_at_unix_ms = self.starts_at.as_ref().map(timetable_words::starts_at).transpose()?;
        let provisional_ms = timetable_words::provisional(self.provisional.as_deref())?;
        Ok(Timetable { starts_at_unix_ms, check_in_minutes: self.check_in.unwrap_or(0), provisional_ms })
    }

    /// Converts the names of the tested entrants, `of = ["new", "old"]`, to their numbers from 1.
    fn numbers_of(&self, of: &Value) -> Result<String, BadWords> {
        let Value::Array(names) = of else { return text("test.of", of) };
        let number = |name: &Value| {
            let name = text("test.of", name)?;
            let mut entrants = self.entrants.iter();
            let found = entrants.position(|entrant| entrant.name == name || entrant.display_name == name.trim());
            let unknown = || BadWords::new(format!("test.of names `{name}`, expected the names of two entrants"));
            Ok(found.ok_or_else(unknown)?.saturating_add(1).to_string())
        };
        Ok(names.iter().map(number).collect::<Result<Vec<_>, BadWords>>()?.join(","))
    }

    /// Returns the match settings as options of a command line.
    pub fn match_words(&self) -> Result<Vec<String>, BadWords> {
        match_words(&self.matches)
    }

    /// Returns the options of the game, by name.
    pub fn game_options(&self) -> Result<BTreeMap<String, String>, BadWords> {
        game_options(&self.options)
    }
}
