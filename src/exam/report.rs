//! The request for an examination, and its results.

use std::{fmt, io, time::Duration};

/// Printed when the maximum of failed steps is reached.
const ENOUGH: &str = "Fix these first: the remaining steps were skipped.";

/// The user's request.
pub struct Want {
    /// Games to try; empty means all that the program plays.
    pub games: Vec<String>,
    /// Time limit of an answer.
    pub patience: Duration,
    /// Failed steps after which the examination ends; later failures often share their cause.
    pub max_failed: usize,
}

/// The result of a step; the error tells what was wrong.
pub type Outcome = Result<Passed, String>;

/// The result of a step that did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Passed {
    Well,
    /// Allowed by the protocol, but with a cost.
    But(String),
    /// Not applicable.
    NotAsked(String),
}

/// The result of a step, with its context.
pub struct Finding {
    /// Number, from 1.
    pub number: usize,
    /// Requirement of the step.
    pub title: String,
    pub outcome: Outcome,
    /// Messages of the step, one a line; empty unless it failed.
    pub transcript: String,
}

/// Receives the results of an examination. An error ends it.
pub trait Report {
    /// A bot is expected at this URL with this token, within `patience`.
    fn awaiting(&mut self, url: &str, token: &str, patience: Duration) -> io::Result<()>;
    fn step(&mut self, finding: &Finding) -> io::Result<()>;
    /// A remark besides the steps.
    fn note(&mut self, text: &str) -> io::Result<()>;
}

/// Numbers the steps, counts failures, and forwards everything.
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

    /// Reports a step; the transcript is used if it failed.
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

    /// Reports where a bot is expected.
    pub fn awaiting(&mut self, url: &str, token: &str, patience: Duration) -> io::Result<()> {
        self.report.awaiting(url, token, patience)
    }

    /// Returns whether the maximum of failed steps is reached, and reports it.
    pub fn is_enough(&mut self) -> io::Result<bool> {
        let enough = self.failed >= self.max_failed;
        if enough {
            self.note(ENOUGH)?;
        }
        Ok(enough)
    }
}

/// Passes without remark up to `limit`, and with a cost beyond it.
pub fn within(took: Duration, limit: Duration, cost: &str) -> Passed {
    match took <= limit {
        true => Passed::Well,
        false => Passed::But(format!("it took {} ms of {} ms: {cost}", took.as_millis(), limit.as_millis())),
    }
}
