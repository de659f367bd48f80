//! Prints a run: a line for each match, or a bar instead on a terminal, and the tables at the end.

use std::io::{self, Write};

use serde_json::json;

use super::{
    duplicate_deals,
    json::{object_of, summary_of},
    line::line_of,
    statistics,
    tables::{standing, tables},
};
use crate::{
    law::Termination,
    runner::{
        End, Observer, finished::Finished, plan::Plan, records::Records, reports::series_report::SeriesReport,
        seeds::PlayedSet,
    },
    series::tally::Tally,
    standard_output::{standard_error, standard_output},
    stats::{counted, weight},
    transcript::{progress::Progress, text::in_brackets},
};

/// The printer of a run.
pub struct Report {
    form: Form,
    progress: Progress,
    /// Number of matches between two lines of standings; 0 prints none.
    rating_interval: u32,
    /// The files written at the end.
    files: Option<SeriesReport>,
}

/// The output format.
enum Form {
    /// Lines only for unusual events, above a bar.
    Brief,
    /// A line for each match.
    Lines,
    /// A JSON object for each match.
    Json,
}

impl Report {
    /// Chooses the output format: JSON if `json`, otherwise depending on standard output and
    /// standard error. If a bar is visible and lines would go to the same terminal, matches get no
    /// lines. With `files`, writes the report of all matches there at the end.
    pub fn choose(json: bool, rating_interval: u32, files: Option<SeriesReport>) -> Report {
        let progress = Progress::choose(json);
        let form = match (json, standard_output().is_terminal() && !progress.is_hidden()) {
            (true, _) => Form::Json,
            (false, true) => Form::Brief,
            (false, false) => Form::Lines,
        };
        Report { form, progress, rating_interval, files }
    }

    /// Prints the players and the rules.
    pub fn begin(&mut self, plan: &Plan) -> io::Result<()> {
        if matches!(self.form, Form::Json) {
            return Ok(());
        }
        let options: Vec<String> =
            plan.setting.options().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let facts = plan.game.facts();
        let mut out = standard_output();
        writeln!(
            out,
            "{} {}: {}, {} at a time",
            facts.name,
            options.join(" "),
            counted(plan.matches, ["match", "matches"]),
            plan.concurrency
        )?;
        for (index, engine) in plan.engines.iter().enumerate() {
            let command = engine.command.shown();
            let display_name = in_brackets(&engine.display_name);
            writeln!(out, "  {}. {}{display_name}  {}  `{command}`", index + 1, engine.name, engine.time_control)?;
        }
        if let Some((openings, order)) = &plan.openings {
            let count = counted(openings.list().len() as u64, ["opening", "openings"]);
            writeln!(out, "  {count}, {}", order.word())?;
        }
        self.progress.begin(u64::from(plan.matches), "");
        Ok(())
    }

    /// Prints the tables, and then writes the files: the results are visible even if writing fails.
    pub fn end(&mut self, plan: &Plan, tally: &Tally, records: &Records, end: End) -> anyhow::Result<()> {
        self.progress.clear();
        self.print_end(plan, tally, records, end)?;
        let Some(files) = &self.files else { return Ok(()) };
        let test = tally.test.as_ref().map(|test| test.ended(end.in_words(plan)));
        let no_trf = files.write(plan, test)?;
        if !matches!(self.form, Form::Json) {
            writeln!(standard_output(), "report: {}", files.directory().display())?;
        }
        if let Some(reason) = no_trf {
            // If standard error is closed, this message has no reader.
            let _ = writeln!(standard_error(), "no TRF: {reason}");
        }
        Ok(())
    }

    fn print_end(&self, plan: &Plan, tally: &Tally, records: &Records, end: End) -> io::Result<()> {
        let mut out = standard_output();
        if matches!(self.form, Form::Json) {
            return writeln!(out, "{}", summary_of(plan, tally, end));
        }
        let [matches, plies] = [counted(plan.matches, ["match", "matches"]), counted(tally.plies, ["ply", "plies"])];
        writeln!(out, "\n{} of {matches}, {plies}", tally.matches)?;
        for table in tables(plan, tally) {
            writeln!(out)?;
            for line in table.lines() {
                writeln!(out, "{line}")?;
            }
        }
        statistics::write(&mut out, plan, tally, end)?;
        let Tally { stalls, stalled_moves, void_flags, .. } = tally;
        if stalls + stalled_moves + void_flags > 0 {
            let stalls = counted(*stalls, ["time", "times"]);
            let moves = counted(*stalled_moves, ["move", "moves"]);
            let void = counted(*void_flags, ["flag is", "flags are"]);
            writeln!(out, "\nthe host stalled {stalls}, in {moves}; {void} void")?;
        }
        if let Some(warning) = weight::warning(tally.meetings.weight()) {
            writeln!(out, "\n{warning}")?;
        }
        if let Some(sets) = &tally.sets {
            duplicate_deals::write(&mut out, plan, sets)?;
        }
        if let Some(pattern) = records.pattern() {
            writeln!(out, "\n{}: {pattern}", counted(records.written, ["record", "records"]))?;
        }
        if let Some(path) = records.seeds() {
            writeln!(out, "their seeds: {}", path.display())?;
        }
        Ok(())
    }
}

impl Observer for Report {
    fn played(&mut self, plan: &Plan, tally: &Tally, finished: &Finished) -> io::Result<()> {
        let played = &finished.played;
        self.files.iter_mut().for_each(|files| files.add(plan, played));
        let is_rated = self.rating_interval > 0 && tally.matches.is_multiple_of(self.rating_interval);
        let is_told = match self.form {
            Form::Json => return writeln!(standard_output(), "{}", object_of(plan, finished)),
            Form::Lines => true,
            Form::Brief => played.verdict.termination != Termination::Normal,
        };
        self.progress.say(beside(plan, tally));
        self.progress.set(u64::from(tally.matches));
        let lines = [is_told.then(|| line_of(plan, played)), is_rated.then(|| statistics::line(plan, tally))];
        if lines.iter().all(Option::is_none) {
            return Ok(());
        }
        self.progress.aside(|| lines.iter().flatten().try_for_each(|line| writeln!(standard_output(), "{line}")))
    }

    fn set_played(&mut self, set: &PlayedSet) -> io::Result<()> {
        let PlayedSet { number, seed } = set;
        match self.form {
            Form::Json => writeln!(standard_output(), "{}", json!({"dealsOf": number, "seed": seed.hex()})),
            Form::Lines => {
                let line = format!("set {number}: its deals follow from the seed {}", seed.hex());
                self.progress.aside(|| writeln!(standard_output(), "{line}"))
            }
            Form::Brief => Ok(()),
        }
    }

    fn fault(&mut self, fault: &anyhow::Error) -> io::Result<()> {
        self.progress.aside(|| writeln!(standard_error(), "error: {fault:#}"))
    }
}

/// Returns the message beside the bar: the scores, and how far a test is from its bounds.
fn beside(plan: &Plan, tally: &Tally) -> String {
    let test = tally.test.as_ref().map(|test| test.report().distance() + "  ");
    test.unwrap_or_default() + &standing(plan, tally)
}
