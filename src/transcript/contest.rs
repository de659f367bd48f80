//! What the printers of tournaments and ladders have in common.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
};

use super::progress::Progress;
use crate::standard_output::standard_output;

/// Prints a tournament or a ladder while it is played, and how it stands at the end.
pub struct Printer {
    pub(super) is_json: bool,
    /// The display names of entrants that have one, by name.
    pub(super) display_names: BTreeMap<String, String>,
    progress: Progress,
    /// Whether the bar is there.
    has_begun: bool,
    /// How many matches are counted between two lines that say how it stands; 0 is never.
    rating_interval: u32,
    /// How many were counted here.
    counted: u32,
}

impl Printer {
    /// Returns a printer of JSON objects, or of lines for people with one that says how it stands after every
    /// `rating_interval` matches that count; 0 is never.
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

    /// Shows these display names, by name.
    pub fn with_display_names(self, display_names: BTreeMap<String, String>) -> Printer {
        Printer { display_names, ..self }
    }

    /// Prints a line above the bar.
    pub(super) fn say(&self, line: &str) -> io::Result<()> {
        self.progress.aside(|| writeln!(standard_output(), "{line}"))
    }

    /// Counts a match, and prints after every `rating_interval` of them what `line` returns. JSON has no such line.
    pub(super) fn count(&mut self, line: impl FnOnce() -> String) -> io::Result<()> {
        self.counted = self.counted.saturating_add(1);
        let is_due = self.rating_interval > 0 && self.counted.is_multiple_of(self.rating_interval);
        if self.is_json || !is_due { Ok(()) } else { self.say(&line()) }
    }

    /// Whether a bar is seen, so that it is worth counting what it shows.
    pub(super) fn has_bar(&self) -> bool {
        !self.progress.is_hidden()
    }

    /// Moves the bar to so many steps of all, and says something beside it.
    pub(super) fn show(&mut self, done: u64, all: u64, message: String) {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.progress.begin(all, "");
        }
        self.progress.expect(all);
        self.progress.set(done);
        self.progress.say(message);
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        self.progress.clear();
    }
}
