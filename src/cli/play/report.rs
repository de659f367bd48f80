//! Prints a run: a bar on a terminal, a line for each match elsewhere, and the tables at the end.

use std::io::{self, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use super::duplicate_deals;
use crate::{
    referee::{Evidence, Exit, Termination, event::SeatLost},
    runner::{
        Observer,
        finished::Finished,
        plan::{Entrant, Plan},
        records::Records,
    },
    series::{
        played::Played,
        tally::{EntrantTally, Results, Tally},
    },
    transcript::{
        columns::Columns,
        text::{all_points, one_line},
    },
};

/// How much of a verdict's detail a line shows, in characters.
const SHORT: usize = 160;

/// How a run is printed.
pub enum Report {
    /// A bar, and a line for what is out of the ordinary.
    Bar(ProgressBar),
    /// A line for each match.
    Lines,
    /// A JSON object for each match.
    Json,
}

impl Report {
    /// JSON if it is asked for, else what suits standard output.
    pub fn choose(json: bool) -> Report {
        match (json, io::stdout().is_terminal()) {
            (true, _) => Report::Json,
            (false, true) => Report::Bar(ProgressBar::with_draw_target(None, ProgressDrawTarget::stdout())),
            (false, false) => Report::Lines,
        }
    }

    /// Says what is played by whom.
    pub fn begin(&mut self, plan: &Plan) -> io::Result<()> {
        if matches!(self, Report::Json) {
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
        if let Report::Bar(bar) = self {
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
        match self {
            Report::Json => return writeln!(out, "{}", summary_of(plan, tally)),
            Report::Bar(bar) => bar.finish_and_clear(),
            Report::Lines => {}
        }
        writeln!(out, "\n{} of {} matches, {} plies", tally.matches, plan.matches, tally.plies)?;
        let losses = (!tally.losses.is_empty()).then(|| by_loss(plan, tally));
        for table in [results(plan, tally), by_seat(plan, tally), by_cause(plan, tally)].into_iter().chain(losses) {
            writeln!(out)?;
            for line in table.lines() {
                writeln!(out, "{line}")?;
            }
        }
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
        match self {
            Report::Json => writeln!(io::stdout(), "{}", object_of(plan, finished)),
            Report::Lines => writeln!(io::stdout(), "{}", line_of(plan, played)),
            Report::Bar(bar) => {
                if played.verdict.termination != Termination::Normal {
                    bar.println(line_of(plan, played));
                }
                bar.set_message(standing(plan, tally));
                bar.inc(1);
                Ok(())
            }
        }
    }

    fn fault(&mut self, fault: &anyhow::Error) -> io::Result<()> {
        let line = format!("error: {fault:#}");
        match self {
            Report::Bar(bar) => bar.println(line),
            Report::Lines | Report::Json => writeln!(io::stderr(), "{line}")?,
        }
        Ok(())
    }
}

/// `match 3/20: search - random 1-0, points 15-4, normal (home), 9 rounds, 160 plies, 1.20 s`.
fn line_of(plan: &Plan, played: &Played) -> String {
    let names: Vec<&str> = names(plan, played).collect();
    let verdict = &played.verdict;
    let result = match (verdict.places.as_slice(), played.scores()) {
        ([_, _], Some(scores)) => scores.iter().map(|score| half(*score)).collect::<Vec<_>>().join("-"),
        ([], _) => "void".to_owned(),
        (places, _) => format!("places {}", join(places, "-")),
    };
    let by = verdict.seat.and_then(|seat| names.get(seat.index())).map(|name| format!(" by {name}"));
    let detail = in_brackets(&verdict.detail);
    let lost_seat = |lost: &SeatLost| {
        let name = names.get(lost.seat.index()).copied().unwrap_or_default();
        format!(", {name} lost by {}{}", lost.cause.word(), in_brackets(&lost.detail))
    };
    let lost: String = played.lost.iter().map(lost_seat).collect();
    let over = verdict.overrun.map(|overrun| format!(" {:.3} ms over", overrun.as_secs_f64() * 1000.0));
    format!(
        "match {}/{}: {} {result}, points {}, {}{}{}{detail}{lost}, {} rounds, {} plies, {:.2} s",
        played.number,
        plan.matches,
        names.join(" - "),
        all_points(&verdict.totals),
        verdict.termination.word(),
        by.unwrap_or_default(),
        over.unwrap_or_default(),
        played.rounds,
        played.plies,
        played.elapsed.as_secs_f64(),
    )
}

fn object_of(plan: &Plan, finished: &Finished) -> serde_json::Value {
    let played = &finished.played;
    let verdict = &played.verdict;
    json!({
        "match": played.number,
        "matchId": played.match_id.as_str(),
        "players": names(plan, played).collect::<Vec<_>>(),
        "places": verdict.places,
        "points": verdict.totals.iter().map(|points| points.as_f64()).collect::<Vec<_>>(),
        "termination": verdict.termination.word(),
        "seat": verdict.seat.map(|seat| seat.0),
        "detail": verdict.detail,
        "overrunMs": verdict.overrun.map(|overrun| overrun.as_secs_f64() * 1000.0),
        "evidence": verdict.evidence.as_deref().map(evidence_of),
        "rounds": played.rounds,
        "plies": played.plies,
        "moves": played.moves,
        "substituted": played.substituted,
        "lost": played.lost.iter().map(lost_seat).collect::<Vec<_>>(),
        "chargedMs": played.charged.iter().map(|charged| charged.as_secs_f64() * 1000.0).collect::<Vec<_>>(),
        "elapsedMs": played.elapsed.as_secs_f64() * 1000.0,
        "record": finished.record.as_ref().map(|path| path.display().to_string()),
    })
}

fn lost_seat(lost: &SeatLost) -> serde_json::Value {
    json!({
        "seat": lost.seat.0,
        "cause": lost.cause.word(),
        "detail": lost.detail,
        "overrunMs": lost.overrun.map(|overrun| overrun.as_secs_f64() * 1000.0),
        "evidence": lost.evidence.as_deref().map(evidence_of),
    })
}

fn evidence_of(evidence: &Evidence) -> serde_json::Value {
    let (status, signal) = match evidence.exit {
        Some(Exit::Status(status)) => (Some(status), None),
        Some(Exit::Signal(signal)) => (None, Some(signal)),
        None => (None, None),
    };
    json!({"status": status, "signal": signal, "stdout": evidence.stdout, "stderr": evidence.stderr})
}

fn summary_of(plan: &Plan, tally: &Tally) -> serde_json::Value {
    let engines = plan.engines.iter().zip(&tally.entrants).map(|(engine, own)| {
        let results = |r: &Results| json!({"won": r.won, "drawn": r.drawn, "lost": r.lost, "score": r.score});
        json!({
            "name": engine.name.as_str(),
            "all": results(&own.all),
            "bySeat": own.by_seat.iter().map(results).collect::<Vec<_>>(),
            "points": own.points,
            "moves": own.moves,
            "chargedMsPerMove": own.charged_ms_per_move(),
            "flags": own.flags,
        })
    });
    let causes = tally.causes.iter().map(|(termination, cause)| {
        (termination.word().to_owned(), json!({"matches": cause.matches, "byEngine": cause.by_entrant}))
    });
    let losses = tally.losses.iter().map(|(cause, by_engine)| (cause.word().to_owned(), json!(by_engine)));
    json!({
        "summary": {
            "matches": tally.matches,
            "void": tally.void,
            "plies": tally.plies,
            "identicalMatches": tally.repeats.count,
            "engines": engines.collect::<Vec<_>>(),
            "causes": causes.collect::<serde_json::Map<_, _>>(),
            "hostStalls": {"stalls": tally.stalls, "moves": tally.stalled_moves, "voidFlags": tally.void_flags},
            "lostSeats": losses.collect::<serde_json::Map<_, _>>(),
            "duplicate": tally.sets.as_ref().map(|sets| duplicate_deals::object(plan, sets)),
        }
    })
}

fn results(plan: &Plan, tally: &Tally) -> Columns {
    let mut table = Columns::default();
    table.row(["engine", "matches", "won", "drawn", "lost", "score", "points", "ms/move", "flags"]);
    for (engine, own) in plan.engines.iter().zip(&tally.entrants) {
        let all = &own.all;
        table.row([
            engine.name.to_string(),
            all.matches().to_string(),
            all.won.to_string(),
            all.drawn.to_string(),
            all.lost.to_string(),
            all.percent().map_or("-".to_owned(), |percent| format!("{percent:.1} %")),
            own.points.to_string(),
            format!("{:.3}", own.charged_ms_per_move()),
            own.flags.to_string(),
        ]);
    }
    table
}

fn by_seat(plan: &Plan, tally: &Tally) -> Columns {
    let sides = plan.game.facts().sides;
    let mut table = Columns::default();
    let seats = 0..usize::from(plan.setting.seats());
    let side = |seat: usize| format!("as {}", sides.get(seat).map_or("?", |side| side.name));
    table.row(std::iter::once("won-drawn-lost".to_owned()).chain(seats.map(side)));
    for (engine, own) in plan.engines.iter().zip(&tally.entrants) {
        let cells = own.by_seat.iter().map(|r| format!("{}-{}-{}", r.won, r.drawn, r.lost));
        table.row(std::iter::once(engine.name.to_string()).chain(cells));
    }
    table
}

fn by_cause(plan: &Plan, tally: &Tally) -> Columns {
    let mut table = Columns::default();
    let by = plan.engines.iter().map(|engine| format!("by {}", engine.name));
    table.row(["ended by".to_owned(), "matches".to_owned()].into_iter().chain(by));
    for (termination, cause) in &tally.causes {
        let by = cause.by_entrant.iter().map(|count| if *count == 0 { "-".to_owned() } else { count.to_string() });
        table.row([termination.word().to_owned(), cause.matches.to_string()].into_iter().chain(by));
    }
    table
}

fn by_loss(plan: &Plan, tally: &Tally) -> Columns {
    let mut table = Columns::default();
    let by = plan.engines.iter().map(|engine| format!("by {}", engine.name));
    table.row(["played on, lost by".to_owned(), "seats".to_owned()].into_iter().chain(by));
    for (cause, seats) in &tally.losses {
        let by = seats.iter().map(|count| if *count == 0 { "-".to_owned() } else { count.to_string() });
        table.row([cause.word().to_owned(), seats.iter().sum::<u32>().to_string()].into_iter().chain(by));
    }
    table
}

fn standing(plan: &Plan, tally: &Tally) -> String {
    let of = |(engine, own): (&Entrant, &EntrantTally)| format!("{} {}", engine.name, own.all.score);
    plan.engines.iter().zip(&tally.entrants).map(of).collect::<Vec<_>>().join(", ")
}

fn names<'a>(plan: &'a Plan, played: &'a Played) -> impl Iterator<Item = &'a str> {
    played.entrants.iter().map(|engine| plan.engines[*engine].name.as_str())
}

fn join<T: ToString>(items: &[T], between: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// A detail behind a word, where there is one.
fn in_brackets(detail: &str) -> String {
    match short(&one_line(detail)) {
        detail if detail.is_empty() => detail,
        detail => format!(" ({detail})"),
    }
}

/// A detail for a line; the record has all of it.
fn short(detail: &str) -> String {
    match detail.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}...", &detail[..end]),
        None => detail.to_owned(),
    }
}

/// A score of a match of two: `1`, `1/2` or `0`.
fn half(score: f64) -> String {
    if score == 0.5 { "1/2".to_owned() } else { score.to_string() }
}
