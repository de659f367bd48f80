//! Prints an examination: one line per step, and the verdict.

use std::{
    fmt::Display,
    io::{self, Write},
    time::Duration,
};

use serde_json::json;

use super::report::{Finding, Passed, Report};

/// Indentation of lines below a step.
const MARGIN: &str = "           ";

/// Prints and counts every step.
#[derive(Debug)]
pub struct Printer<W> {
    out: W,
    as_json: bool,
    taken: usize,
    warnings: usize,
    not_asked: usize,
    failed: usize,
}

impl<W: Write> Report for Printer<W> {
    fn awaiting(&mut self, url: &str, token: &str, patience: Duration) -> io::Result<()> {
        let seconds = patience.as_secs();
        if self.as_json {
            return self.line(json!({"awaiting": {"url": url, "token": token, "seconds": seconds}}));
        }
        self.line(format_args!("Waiting {seconds} s for a bot at {url} with the token\n  {token}\n"))
    }

    fn step(&mut self, finding: &Finding) -> io::Result<()> {
        let Finding { number, title, outcome, transcript } = finding;
        self.taken += 1;
        if self.as_json {
            return self.step_as_json(finding);
        }
        match outcome {
            Ok(Passed::Well) => self.line(format_args!("ok   {number:3}  {title}")),
            Ok(Passed::But(cost)) => {
                self.warnings += 1;
                self.line(format_args!("warn {number:3}  {title}\n{MARGIN}{cost}"))
            }
            Ok(Passed::NotAsked(why)) => {
                self.not_asked += 1;
                self.line(format_args!("-    {number:3}  {title}\n{MARGIN}skipped: {why}"))
            }
            Err(problem) => {
                self.failed += 1;
                let said: String = transcript.lines().map(|line| format!("\n{MARGIN}  {line}")).collect();
                self.line(format_args!("FAIL {number:3}  {title}\n{MARGIN}{problem}{said}"))
            }
        }
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        if self.as_json { self.line(json!({ "note": text })) } else { self.line(format_args!("\n{text}")) }
    }
}

impl<W: Write> Printer<W> {
    /// Creates a printer of lines for people, or of JSON with one object per line.
    pub fn new(out: W, as_json: bool) -> Printer<W> {
        Printer { out, as_json, taken: 0, warnings: 0, not_asked: 0, failed: 0 }
    }

    fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
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
        self.line(json!({"step": number, "title": title, "outcome": word, "detail": detail, "transcript": said}))
    }

    /// Prints the verdict on `who`. Returns whether the program speaks the protocol.
    pub fn verdict(&mut self, who: &str, speed: Option<String>) -> io::Result<bool> {
        let Printer { as_json, taken, warnings, not_asked, failed, .. } = *self;
        let well = taken - warnings - not_asked - failed;
        if as_json {
            self.line(json!({"verdict": {
                "speaks": failed == 0, "ok": well, "failed": failed, "warnings": warnings, "notAsked": not_asked,
                "speed": speed,
            }}))?;
            return Ok(failed == 0);
        }
        let counts = format!("{well} ok, {failed} failed, {warnings} with a warning, {not_asked} skipped");
        self.line(format_args!("\n{taken} steps: {counts}."))?;
        speed.into_iter().try_for_each(|speed| self.line(speed))?;
        let speaks = if failed == 0 { "speaks" } else { "does not speak" };
        self.line(format_args!("{who} {speaks} the protocol."))?;
        Ok(failed == 0)
    }
}
