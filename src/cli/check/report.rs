//! Prints an examination: a line a step, and the verdict.

use std::{io, process::ExitCode, time::Duration};

use serde_json::json;

use crate::{
    cli::output,
    exam::report::{Finding, Passed, Report},
};

/// Where the line below a step begins.
const MARGIN: &str = "           ";

/// Prints every step as it was taken, and counts them.
#[derive(Debug, Default)]
pub struct Printer {
    as_json: bool,
    taken: usize,
    warnings: usize,
    not_asked: usize,
    failed: usize,
}

impl Report for Printer {
    fn awaiting(&mut self, url: &str, token: &str, patience: Duration) -> io::Result<()> {
        let seconds = patience.as_secs();
        if self.as_json {
            return output::line(json!({"awaiting": {"url": url, "token": token, "seconds": seconds}}));
        }
        output::line(format_args!("A bot is awaited for {seconds} s at {url} with the token\n  {token}\n"))
    }

    fn step(&mut self, finding: &Finding) -> io::Result<()> {
        let Finding { number, title, outcome, transcript } = finding;
        self.taken += 1;
        if self.as_json {
            return self.step_as_json(finding);
        }
        match outcome {
            Ok(Passed::Well) => output::line(format_args!("ok   {number:3}  {title}")),
            Ok(Passed::But(cost)) => {
                self.warnings += 1;
                output::line(format_args!("warn {number:3}  {title}\n{MARGIN}{cost}"))
            }
            Ok(Passed::NotAsked(why)) => {
                self.not_asked += 1;
                output::line(format_args!("-    {number:3}  {title}\n{MARGIN}not asked: {why}"))
            }
            Err(problem) => {
                self.failed += 1;
                let said: String = transcript.lines().map(|line| format!("\n{MARGIN}  {line}")).collect();
                output::line(format_args!("FAIL {number:3}  {title}\n{MARGIN}{problem}{said}"))
            }
        }
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        if self.as_json { output::line(json!({ "note": text })) } else { output::line(format_args!("\n{text}")) }
    }
}

impl Printer {
    /// One that prints lines for a person, or JSON, an object a line.
    pub fn new(as_json: bool) -> Printer {
        Printer { as_json, ..Printer::default() }
    }

    fn step_as_json(&mut self, finding: &Finding) -> io::Result<()> {
        let Finding { number, title, outcome, transcript } = finding;
        let (word, detail) = match outcome {
            Ok(Passed::Well) => ("ok", ""),
            Ok(Passed::But(cost)) => ("warn", cost.as_str()),
            Ok(Passed::NotAsked(why)) => ("notAsked", why.as_str()),
            Err(problem) => ("fail", problem.as_str()),
        };
        self.warnings += usize::from(word == "warn");
        self.not_asked += usize::from(word == "notAsked");
        self.failed += usize::from(word == "fail");
        let said: Vec<&str> = transcript.lines().collect();
        output::line(json!({"step": number, "title": title, "outcome": word, "detail": detail, "transcript": said}))
    }

    /// Prints the verdict on `who`; gives the exit code.
    pub fn verdict(&self, who: &str, speed: Option<String>) -> io::Result<ExitCode> {
        let Printer { as_json, taken, warnings, not_asked, failed } = self;
        let well = taken - warnings - not_asked - failed;
        let code = if *failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        if *as_json {
            output::line(json!({"verdict": {
                "speaks": *failed == 0, "ok": well, "failed": failed, "warnings": warnings, "notAsked": not_asked,
                "speed": speed,
            }}))?;
            return Ok(code);
        }
        let counts = format!("{well} ok, {failed} failed, {warnings} with a warning, {not_asked} not asked");
        output::line(format_args!("\n{taken} steps: {counts}."))?;
        speed.into_iter().try_for_each(output::line)?;
        let speaks = if *failed == 0 { "speaks" } else { "does not speak" };
        output::line(format_args!("{who} {speaks} the protocol."))?;
        Ok(code)
    }
}
