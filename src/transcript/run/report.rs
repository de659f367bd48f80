//! Prints a run: a bar on a terminal, a line for each match elsewhere, and the tables at the end.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    duplicate_deals,
    json::{object_of, summary_of},
    line::line_of,
    statistics,
    tables::{standing, tables},
};
use crate::{
    referee::Termination,
    runner::{Observer, finished::Finished, plan::Plan, records::Records},
    series::tally::Tally,
};

/// How a run is printed.
pub struct Report {
    form: Form,
    /// How many matches are played between two lines that say where the engines stand; 0 is never.
    rating_interval: u32,
}

/// What it is printed as.
enum Form {
    /// A bar, and a line for what is out of the ordinary.
    Bar(ProgressBar),
    /// A line for each match.
    Lines,
    /// A JSON object for each match.
    Json,
}

impl Report {
    /// JSON if it is asked for, else what suits standard output.
    pub fn choose(json: bool, rating_interval: u32) -> Report {
        let form = match (json, io::stdout().is_terminal()) {
            (true, _) => Form::Json,
            (false, true) => Form::Bar(ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout())),
            (false, false) => Form::Lines,
        };
        Report { form, rating_interval }
    }

    /// Says what is played by whom.
    pub fn begin(&mut self, plan: &Plan) -> io::Result<()> {
        if matches!(self.form, Form::Json) {
            return Ok(());
        }
        let options: Vec<String> =
            plan.setting.options().iter().map(|(name, value)| format!("{name}={value}")).collect();
        let facts = plan.game.facts();
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "{} {}: {} matches, {} at a time",
            facts.name,
            options.join(" "),
            plan.matches,
            plan.concurrency
        )?;
        for (index, engine) in plan.engines.iter().enumerate() {
            let command = engine.command.words.join(" ");
            writeln!(out, "  {}. {}  {}  `{command}`", index + 1, engine.name, engine.time_control)?;
        }
        if let Form::Bar(bar) = &self.form {
            let style = "{bar:30} {pos}/{len}  {msg}  {elapsed_precise}, {eta} left";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar.set_length(u64::from(plan.matches));
            bar.tick();
        }
        Ok(())
    }

    /// Prints the tables.
    pub fn end(&mut self, plan: &Plan, tally: &Tally, records: &Records) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match &mut self.form {
            Form::Json => return writeln!(out, "{}", summary_of(plan, tally)),
            Form::Bar(bar) => bar.finish_and_clear(),
            Form::Lines => {}
        }
        writeln!(out, "\n{} of {} matches, {} plies", tally.matches, plan.matches, tally.plies)?;
        for table in tables(plan, tally) {
            writeln!(out)?;
            for line in table.lines() {
                writeln!(out, "{line}")?;
            }
        }
        statistics::write(&mut out, plan, tally)?;
        let Tally { stalls, stalled_moves, void_flags, .. } = tally;
        if stalls + stalled_moves + void_flags > 0 {
            writeln!(out, "\nthe host stalled {stalls} times, in {stalled_moves} moves; {void_flags} flags are void")?;
        }
        if tally.repeats.count > 0 {
            writeln!(
                out,
                "\nwarning: {} of {} matches are the same as an earlier one, move for move: the engines always answer alike, \
                 so that playing on tells nothing new",
                tally.repeats.count, tally.matches
            )?;
        }
        if let Some(sets) = &tally.sets {
            duplicate_deals::write(&mut out, plan, sets)?;
        }
        if let Some(pattern) = records.pattern() {
            writeln!(out, "\n{} records: {pattern}", records.written)?;
        }
        Ok(())
    }
}

impl Observer for Report {
    fn played(&mut self, plan: &Plan, tally: &Tally, finished: &Finished) -> io::Result<()> {
        let played = &finished.played;
        let is_rated = self.rating_interval > 0 && tally.matches.is_multiple_of(self.rating_interval);
        match &mut self.form {
            Form::Json => writeln!(io::stdout(), "{}", object_of(plan, finished)),
            Form::Lines => {
                writeln!(io::stdout(), "{}", line_of(plan, played))?;
                if is_rated {
                    writeln!(io::stdout(), "{}", statistics::line(plan, tally))?;
                }
                Ok(())
            }
            Form::Bar(bar) => {
                if played.verdict.termination != Termination::Normal {
                    bar.println(line_of(plan, played));
                }
                if is_rated {
                    bar.println(statistics::line(plan, tally));
                }
                bar.set_message(standing(plan, tally));
                bar.inc(1);
                Ok(())
            }
        }
    }

    fn fault(&mut self, fault: &anyhow::Error) -> io::Result<()> {
        let line = format!("error: {fault:#}");
        match &mut self.form {
            Form::Bar(bar) => bar.println(line),
            Form::Lines | Form::Json => writeln!(io::stderr(), "{line}")?,
        }
        Ok(())
    }
}
