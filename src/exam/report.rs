//! The request for an examination, and its results.

use std::{fmt, io, time::Duration};

/// Printed when the maximum of failed steps is reached.
const ENOUGH: &str = "Fix these first: the remaining steps were skipped.";

/// The user's request.
pub struct Want {
    /// Games to test; empty means all games that the program plays.
    pub games: Vec<String>,
    /// Time limit of an answer.
    pub patience: Duration,
    /// Number of failed steps after which the examination ends. Later failures often have the same
    /// cause.
    pub max_failed: usize,
}

/// The result of a step; the error describes the failure.
pub type Outcome = Result<Passed, String>;

/// The result of a step that did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passed {
    Well,
    /// Allowed by the protocol, but with a disadvantage.
    But(String),
    /// Not applicable to this program.
    NotAsked(String),
}

/// The result of a step, with its context.
pub struct Finding {
    /// Number of the step, from 1.
    pub number: usize,
    /// Requirement of the step.
    pub title: String,
    pub outcome: Outcome,
    /// Messages of the step, one per line; empty unless the step failed.
    pub transcript: String,
}

/// Receives the results of an examination. An error of a method ends the examination.
pub trait Report {
    /// Reports that a bot is expected at this URL with this token, within `patience`.
    fn awaiting(&mut self, url: &str, token: &str, patience: Duration) -> io::Result<()>;
    fn step(&mut self, finding: &Finding) -> io::Result<()>;
    /// Reports a remark that belongs to no step.
    fn note(&mut self, text: &str) -> io::Result<()>;
}

/// Numbers the steps, counts failures, and forwards everything to a report.
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

    /// Reports a step. The transcript is reported only for a failed step.
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

    /// Reports a remark.
    pub fn note(&mut self, text: &str) -> io::Result<()> {
        self.report.note(text)
    }

    /// Reports the address at which a bot is expected.
    pub fn awaiting(&mut self, url: &str, token: &str, patience: Duration) -> io::Result<()> {
        self.report.awaiting(url, token, patience)
    }

    /// Returns whether the maximum of failed steps is reached, and if so reports that.
    pub fn is_enough(&mut self) -> io::Result<bool> {
        let enough = self.failed >= self.max_failed;
        if enough {
            self.note(ENOUGH)?;
        }
        Ok(enough)
    }
}

/// Returns a pass without remark up to `limit`, and a pass with the disadvantage `cost` beyond.
pub fn within(took: Duration, limit: Duration, cost: &str) -> Passed {
    match took <= limit {
        true => Passed::Well,
        false => Passed::But(format!("it took {} ms of {} ms: {cost}", took.as_millis(), limit.as_millis())),
    }
}
