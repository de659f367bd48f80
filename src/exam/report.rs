//! What is asked of an examination, and what it reports.

use std::{fmt, io, time::Duration};

/// Said where the failed steps are as many as were asked for.
const ENOUGH: &str = "Fix these first: the remaining steps were skipped.";

/// What the user asked for.
pub struct Want {
    /// The games to try; none is all that the program plays.
    pub games: Vec<String>,
    /// How long each answer may take.
    pub patience: Duration,
    /// After how many failed steps the examination ends: they mostly have the same cause.
    pub max_failed: usize,
}

/// What came of a step: an error says what was wrong.
pub type Outcome = Result<Passed, String>;

/// What came of a step that is not failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passed {
    Well,
    /// The protocol allows it, but it costs the program something or will surprise somebody.
    But(String),
    /// There is nothing to ask here.
    NotAsked(String),
}

/// A step that was taken.
pub struct Finding {
    /// Its number, from 1.
    pub number: usize,
    /// What the program must do in it.
    pub title: String,
    pub outcome: Outcome,
    /// What was said in it, a line for each message; empty unless it failed.
    pub transcript: String,
}

/// Whoever is told how an examination goes. An error ends it.
pub trait Report {
    /// A bot is awaited at this URL with this token, for as long as an answer may take.
    fn awaiting(&mut self, url: &str, token: &str, patience: Duration) -> io::Result<()>;
    fn step(&mut self, finding: &Finding) -> io::Result<()>;
    /// Something is to be known beside the steps.
    fn note(&mut self, text: &str) -> io::Result<()>;
}

/// Numbers the steps, counts those that failed, and passes all on.
pub struct Progress<'a> {
    report: &'a mut dyn Report,
    max_failed: usize,
    taken: usize,
    failed: usize,
}

impl<'a> Progress<'a> {
    pub fn new(report: &'a mut dyn Report, max_failed: usize) -> Progress<'a> {
        Progress { report, max_failed, taken: 0, failed: 0 }
    }

    /// Reports a step; the transcript is asked for where it failed.
    pub fn step(
        &mut self,
        title: impl fmt::Display,
        outcome: Outcome,
        transcript: impl FnOnce() -> String,
    ) -> io::Result<()> {
        self.taken += 1;
        self.failed += usize::from(outcome.is_err());
        let transcript = if outcome.is_err() { transcript() } else { String::new() };
        self.report.step(&Finding { number: self.taken, title: title.to_string(), outcome, transcript })
    }

    /// Reports something beside the steps.
    pub fn note(&mut self, text: &str) -> io::Result<()> {
        self.report.note(text)
    }

    /// Reports where a bot is awaited.
    pub fn awaiting(&mut self, url: &str, token: &str, patience: Duration) -> io::Result<()> {
        self.report.awaiting(url, token, patience)
    }

    /// Whether as many steps failed as were asked for, which is then reported.
    pub fn is_enough(&mut self) -> io::Result<bool> {
        let enough = self.failed >= self.max_failed;
        if enough {
            self.note(ENOUGH)?;
        }
        Ok(enough)
    }
}

/// Passed without a word up to `limit`, and behind it at some cost.
pub fn within(took: Duration, limit: Duration, cost: &str) -> Passed {
    match took <= limit {
        true => Passed::Well,
        false => Passed::But(format!("it took {} ms of {} ms: {cost}", took.as_millis(), limit.as_millis())),
    }
}
