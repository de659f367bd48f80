//! Prints a tournament or a ladder for people while it is played.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
};

use super::{
    progress::Progress,
    text::{one_line, score},
};
use crate::{
    contest::{
        ContestKind, ContestReason, Entrant, EntryRemoval, EventOf, Fact, FactOf, MatchKey, MatchResult, Opening,
        Paired, Phase,
    },
    contest_steward::Observer,
    law::Seed,
    standard_output::standard_output,
    stats::{counted, utc::utc},
    store::codec::contest::{StoredOpening, shown},
};

/// A kind of contest with the texts of its printer.
pub(super) trait Told: ContestKind<Opened: StoredOpening> {
    /// Whether the end must be printed, because the standings do not show it.
    const SAYS_ITS_END: bool;

    /// Returns the name of an entering player, and the categories that it plays; no categories in a
    /// tournament.
    fn entry(entry: &<Self::Opened as Opening>::Entry) -> (&str, &[u16]);
    /// Returns the name of a category; empty in a tournament.
    fn category(&self, number: u16) -> String;
    /// Returns the standings in a line, printed after a match that counts.
    fn standing_line(&self, match_key: &MatchKey) -> String;
    /// Returns the content of the progress bar: finished matches, all matches, and a message.
    /// `None` if the contest has no end.
    fn bar(&self) -> Option<(u64, u64, String)>;
    /// Returns the answer of the contest's test, with names; empty without a test.
    fn test_in_words(&self) -> String;
}

/// The printer of a tournament or a ladder while it is played, and of its standings at the end.
pub struct Printer {
    pub(super) is_json: bool,
    /// The display names of entrants that have one, by name.
    pub(super) display_names: BTreeMap<String, String>,
    progress: Progress,
    /// Whether the bar is visible.
    has_begun: bool,
    /// Number of counted matches between two lines of standings; 0 prints none.
    rating_interval: u32,
    /// Number of matches that this printer has counted.
    counted: u32,
}

impl Printer {
    /// Returns a printer of JSON objects, or of text. Text has standings after every
    /// `rating_interval` counted matches; 0 prints none.
    pub fn new(json: bool, rating_interval: u32) -> Printer {
        Printer {
            is_json: json,
            display_names: BTreeMap::new(),
            progress: Progress::choose(json),
            has_begun: false,
            rating_interval,
            counted: 0,
        }
    }

    /// Adds the display names of entrants, by name.
    pub fn with_display_names(self, display_names: BTreeMap<String, String>) -> Printer {
        Printer { display_names, ..self }
    }

    /// Prints a line above the bar.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        self.progress.aside(|| writeln!(standard_output(), "{line}"))
    }

    /// Counts a match, and prints `line` after every `rating_interval` of them. JSON omits this
    /// line.
    pub(super) fn count(&mut self, line: impl FnOnce() -> String) -> io::Result<()> {
        self.counted = self.counted.saturating_add(1);
        let is_due = self.rating_interval > 0 && self.counted.is_multiple_of(self.rating_interval);
        if self.is_json || !is_due { Ok(()) } else { self.say(&line()) }
    }

    /// Returns whether a bar is visible, so that it must be updated.
    pub(super) fn has_bar(&self) -> bool {
        !self.progress.is_hidden()
    }

    /// Sets the bar to `done` of `all` steps, with a message beside it.
    pub(super) fn show(&mut self, done: u64, all: u64, message: String) {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.progress.begin(all, "");
        }
        self.progress.expect(all);
        self.progress.set(done);
        self.progress.say(message);
    }

    pub(super) fn clear(&self) {
        self.progress.clear();
    }
}

impl<C: Told> Observer<C> for Printer {
    fn happened(&mut self, of: &C, event: &EventOf<C>) -> anyhow::Result<()> {
        let line = if self.is_json {
            let mut object = serde_json::to_value(shown(event))?;
            object["text"] = line(of, &event.fact).unwrap_or_default().into();
            Some(object.to_string())
        } else {
            line(of, &event.fact)
        };
        if let Some(line) = line {
            self.say(&line)?;
        }
        if let Fact::MatchCounted { match_key, .. } = &event.fact {
            self.count(|| of.standing_line(match_key))?;
        }
        if self.has_bar()
            && let Some((done, all, message)) = of.bar()
        {
            self.show(done, all, message);
        }
        Ok(())
    }
}

/// Returns the name of an entrant, in one line.
pub(super) fn name<C: ContestKind>(of: &C, entrant: Entrant) -> String {
    of.name_of(entrant).map_or_else(String::new, one_line)
}

fn names<C: ContestKind>(of: &C, entrants: &[Entrant]) -> Vec<String> {
    entrants.iter().map(|entrant| name(of, *entrant)).collect()
}

/// Returns the entrants of a match, seat 0 first.
fn seated<C: Told>(of: &C, key: &MatchKey) -> Vec<String> {
    of.paired(key).map_or_else(Vec::new, |paired| names(of, &paired.seated(key.number as usize)))
}

fn categories<C: Told>(of: &C, numbers: &[u16]) -> Vec<String> {
    numbers.iter().map(|number| of.category(*number)).collect()
}

/// Formats a match: `s1-b2-m1: alpha - beta 1-0, normal, 64 plies`.
fn match_line<C: Told>(of: &C, match_key: &MatchKey, result: &MatchResult) -> String {
    let names = seated(of, match_key);
    let by = result.offender.and_then(|seat| names.get(seat.index()));
    let by = by.map_or_else(String::new, |name| format!(" by {name}"));
    let (names, score, cause) = (names.join(" - "), score(&result.places), result.termination.word());
    let score = if result.is_deserted() { "forfeited by all" } else { &score };
    format!("{match_key}: {names} {score}, {cause}{by}, {}", counted(result.plies, ["ply", "plies"]))
}

fn line<C: Told>(of: &C, fact: &FactOf<C>) -> Option<String> {
    let named = |reason: &ContestReason| one_line(&of.named(reason));
    let about = |entrant: &Entrant, what: &str, reason: &ContestReason| {
        format!("{} {what}: {}", name(of, *entrant), named(reason))
    };
    Some(match fact {
        Fact::Opened(opened) => format!("{} is open", one_line(opened.name())),
        Fact::EntrantEntered(entry) => {
            let (name, plays) = C::entry(entry);
            let late = if *of.phase() == Phase::Entries { "" } else { " late" };
            match plays {
                [] => format!("{} enters{late}", one_line(name)),
                plays => format!("{} enters: {}", one_line(name), categories(of, plays).join(", ")),
            }
        }
        Fact::EntryRemoved { name, reason, cause } => {
            format!("{} {}: {}", one_line(name), removal(*cause), named(reason))
        }
        Fact::EntriesFrozen { reason } => format!("entries are closed: {}", named(reason)),
        Fact::EntriesOpened => "entries are open".to_owned(),
        Fact::DeclarationChanged { entrant, declaration } => {
            format!("{} plays {}", name(of, *entrant), categories(of, &declaration.categories).join(", "))
        }
        Fact::Started => "it begins".to_owned(),
        Fact::Paused { reason } => format!("paused: {}", named(reason)),
        Fact::Resumed => "goes on".to_owned(),
        Fact::EntrantWithdrawn { entrant, reason } => about(entrant, "withdrew", reason),
        Fact::EntrantRevived { entrant } => format!("{} is back", name(of, *entrant)),
        Fact::EntrantQuarantined { entrant, reason, .. } => about(entrant, "is quarantined", reason),
        Fact::EntrantReleased { entrant, reason } => about(entrant, "is released", reason),
        Fact::EntrantDisqualified { entrant, reason } => about(entrant, "is disqualified", reason),
        Fact::EntrantSeen { entrant } => format!("{} is here", name(of, *entrant)),
        Fact::EncounterPaired(Paired { encounter, entrants, category, reason, .. }) => {
            let category = of.category(*category);
            let played = if category.is_empty() { category } else { format!(", {category}") };
            format!("{encounter}: {}{played} ({})", names(of, entrants).join(" - "), named(reason))
        }
        Fact::AwardGiven { stage, entrant, reason, .. } => {
            format!("s{}: {} ({})", stage + 1, name(of, *entrant), named(reason))
        }
        Fact::MatchCounted { match_key, result } => match_line(of, match_key, result),
        Fact::MatchVoided { match_key, reason, .. } => format!("{match_key}: void, {}", named(reason)),
        Fact::MatchAwarded { match_key, winner, reason } => {
            format!("{match_key}: awarded to {}: {}", name(of, *winner), named(reason))
        }
        // `referee tournament status` shows the waiting matches.
        Fact::MatchWaits { .. } => return None,
        Fact::EncounterForfeited { encounter, by } => {
            format!("{encounter}: forfeited by {}", names(of, by).join(", "))
        }
        Fact::ResultsReleased { through_stage } => {
            format!("the results up to stage {} are released", through_stage.saturating_add(1))
        }
        Fact::DealsShown { encounter, seed } => {
            format!("{encounter}: its deals follow from the seed {}", Seed::new(*seed).hex())
        }
        Fact::TestDecided => format!("the test has ended: {}", of.test_in_words()),
        Fact::Provisional { until_unix_ms, .. } => {
            format!("the results are provisional until {} UTC", utc(*until_unix_ms))
        }
        Fact::Ended { reason } if C::SAYS_ITS_END => format!("closed: {}", named(reason)),
        Fact::Ended { .. } => return None,
    })
}

fn removal(cause: EntryRemoval) -> &'static str {
    match cause {
        EntryRemoval::Withdrawn => "left before the start",
        EntryRemoval::Barred => "was disqualified before the start",
        EntryRemoval::Absent => "missed the check-in",
    }
}
