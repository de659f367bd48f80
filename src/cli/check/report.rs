//! What the user is shown: a line a step, and the verdict.

use std::process::ExitCode;

use super::{
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
    pub fn step(&mut self, title: impl std::fmt::Display, outcome: &Outcome, transcript: impl FnOnce() -> String) {
        self.taken += 1;
        let number = self.taken;
        match outcome {
            Ok(Passed::Well) => println!("ok   {number:3}  {title}"),
            Ok(Passed::But(cost)) => {
                self.warnings += 1;
                println!("warn {number:3}  {title}\n           {cost}");
            }
            Ok(Passed::NotAsked(why)) => {
                self.not_asked += 1;
                println!("-    {number:3}  {title}\n           not asked: {why}");
            }
            Err(problem) => {
                self.failed += 1;
                println!("FAIL {number:3}  {title}\n           {problem}");
                print!("{}", transcript());
            }
        }
    }

    /// Shows something beside the steps.
    pub fn note(&self, text: &str) {
        println!("\n{text}");
    }

    /// How many steps failed.
    pub fn failed(&self) -> usize {
        self.failed
    }

    /// Shows the verdict on `who`; gives the exit code.
    pub fn verdict(&self, who: &str, speed: Option<String>) -> ExitCode {
        let Report { taken, warnings, not_asked, failed } = self;
        let well = taken - warnings - not_asked - failed;
        println!("\n{taken} steps: {well} ok, {failed} failed, {warnings} with a warning, {not_asked} not asked.");
        speed.into_iter().for_each(|speed| println!("{speed}"));
        match failed {
            0 => println!("{who} speaks the protocol."),
            _ => println!("{who} does not speak the protocol."),
        }
        if *failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// The lines of the step that an engine failed.
pub fn transcript(probe: &Probe) -> String {
    probe.transcript("             ")
}
