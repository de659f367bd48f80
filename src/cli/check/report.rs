//! What the user is shown: a line a step, and the verdict.

use std::{io, process::ExitCode};

use super::{
    super::output,
    exam::{Outcome, Passed},
    probe::Probe,
};

/// What was shown so far.
#[derive(Debug, Default)]
pub struct Report {
    taken: usize,
    warnings: usize,
    not_asked: usize,
    failed: usize,
}

impl Report {
    /// Shows a step; the transcript where it failed.
    pub fn step(
        &mut self,
        title: impl std::fmt::Display,
        outcome: &Outcome,
        transcript: impl FnOnce() -> String,
    ) -> io::Result<()> {
        self.taken += 1;
        let number = self.taken;
        match outcome {
            Ok(Passed::Well) => output::line(format_args!("ok   {number:3}  {title}")),
            Ok(Passed::But(cost)) => {
                self.warnings += 1;
                output::line(format_args!("warn {number:3}  {title}\n           {cost}"))
            }
            Ok(Passed::NotAsked(why)) => {
                self.not_asked += 1;
                output::line(format_args!("-    {number:3}  {title}\n           not asked: {why}"))
            }
            Err(problem) => {
                self.failed += 1;
                let said = transcript();
                output::line(format!("FAIL {number:3}  {title}\n           {problem}\n{said}").trim_end())
            }
        }
    }

    /// Shows something beside the steps.
    pub fn note(&self, text: &str) -> io::Result<()> {
        output::line(format_args!("\n{text}"))
    }

    /// How many steps failed.
    pub fn failed(&self) -> usize {
        self.failed
    }

    /// Shows the verdict on `who`; gives the exit code.
    pub fn verdict(&self, who: &str, speed: Option<String>) -> io::Result<ExitCode> {
        let Report { taken, warnings, not_asked, failed } = self;
        let well = taken - warnings - not_asked - failed;
        let counts = format!("{well} ok, {failed} failed, {warnings} with a warning, {not_asked} not asked");
        output::line(format_args!("\n{taken} steps: {counts}."))?;
        speed.into_iter().try_for_each(output::line)?;
        let speaks = if *failed == 0 { "speaks" } else { "does not speak" };
        output::line(format_args!("{who} {speaks} the protocol."))?;
        Ok(if *failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// The lines of the step that an engine failed.
pub fn transcript(probe: &Probe) -> String {
    probe.transcript("             ")
}
