//! `referee openings check`: check every line of a file, find similar openings, and measure their
//! balance.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::anyhow;
use clap::Args;
use serde_json::json;

use super::judging::{Interruptible, JudgeArgs, NamedGameArgs, object};
use crate::{
    cli::{
        console::output::{self, complain},
        usage::Usage,
    },
    games::{Course, Game, rules::Setting, search::split_mix::SplitMix64},
    openings::{
        Alike, Judgement, Openings, Work, alike,
        file::MAX_FILE,
        make::{MAX_MATCHES, MAX_NODES},
    },
    runner::judging::judge,
    stats::counted,
};

#[derive(Args)]
pub struct CheckArgs {
    /// Openings file
    file: PathBuf,
    #[command(flatten)]
    game: NamedGameArgs,
    /// Play N matches from each opening [default: none]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_MATCHES)))]
    play: Option<u32>,
    #[command(flatten)]
    judge: JudgeArgs,
    /// Print one JSON object for the file and, with --play, one per opening
    #[arg(long)]
    json: bool,
}

pub fn run(args: CheckArgs) -> anyhow::Result<ExitCode> {
    let (game, setting) = args.game.read()?;
    let openings = read(&args.file, game, &setting)?;
    let found = alike(game, &setting, &openings);
    let Some(matches) = args.play else {
        print(&args, game, &openings, &found, &[])?;
        return Ok(ExitCode::SUCCESS);
    };
    if setting.seats() != 2 {
        let text = format!("--play: {} has {} seats, expected 2", game.facts().id, setting.seats());
        return Err(Usage::new(text).into());
    }
    let (judged_by, threads, mut rng) = (args.judge.judge(), args.judge.threads(), SplitMix64::new(args.judge.seed));
    if !(1..=MAX_NODES).contains(&judged_by.nodes) {
        return Err(Usage::new(format!("--nodes {}: expected 1 to {MAX_NODES}", judged_by.nodes)).into());
    }
    let courses: Result<Vec<Course>, _> =
        openings.list().iter().map(|one| Course::open_with(game, &setting, &one.opening)).collect();
    let courses = courses.map_err(|bad| anyhow!("unplayable opening: {bad}"))?;
    Interruptible::listen()?.run(
        args.json,
        move |progress| {
            let mut work = |course| {
                let (position, seed) = (Course::position(course), rng.number());
                Work { judge: judged_by, position, matches, seed }
            };
            let work: Vec<Work<'_>> = courses.iter().map(&mut work).collect();
            progress.begin(work.len() as u64, "openings");
            Ok(judge(&work, threads, &mut |done| progress.set(done as u64)))
        },
        |played| print(&args, game, &openings, &found, &played),
    )
}

/// Reads a file and prints its invalid lines, up to a limit, on standard error.
fn read(path: &Path, game: &'static dyn Game, setting: &Setting) -> Result<Openings, Usage> {
    let shown = path.display();
    let unreadable = |cause: &dyn std::fmt::Display| Usage::new(format!("{shown}: {cause}"));
    let mut bytes = Vec::new();
    // Reading one byte more than the limit shows that the file is too large.
    let whole = File::open(path).and_then(|file| file.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes));
    whole.map_err(|cause| unreadable(&cause))?;
    let text = String::from_utf8(bytes).map_err(|bad| {
        let at = bad.utf8_error().valid_up_to();
        unreadable(&format!("invalid UTF-8 at byte {at} (from 0): expected a text file"))
    })?;
    Openings::parse(game, setting, &text).map_err(|first| {
        let faults = Openings::faults(game, setting, &text);
        faults.iter().filter(|fault| **fault != first).for_each(|fault| complain(format_args!("{shown}: {fault}")));
        unreadable(&first)
    })
}

fn print(
    args: &CheckArgs,
    game: &dyn Game,
    openings: &Openings,
    found: &Alike,
    played: &[Judgement],
) -> anyhow::Result<()> {
    let (count, id) = (openings.list().len(), game.facts().id);
    let (written, of) = openings.as_written();
    let mut all = Judgement::default();
    for (one, judgement) in openings.list().iter().zip(played) {
        all.add(judgement);
        match args.json {
            true => output::line(json!({"line": one.line, "name": one.name, "played": object(judgement)}))?,
            false => output::line(format_args!("line {}: {}", one.line, judgement.in_words()))?,
        }
    }
    let played = (!played.is_empty()).then_some(&all);
    if args.json {
        return Ok(output::line(json!({
            "game": id,
            "openings": count,
            "repeats": found.repeats,
            "twins": found.twins,
            "written": (of > 0).then(|| object(&written)),
            "played": played.map(object),
        }))?);
    }
    for (first, later) in &found.repeats {
        output::line(format_args!("line {later}: same position as line {first}"))?;
    }
    for (first, later) in &found.twins {
        output::line(format_args!("line {later}: same as line {first}, turned or mirrored"))?;
    }
    let count = counted(count as u64, ["opening", "openings"]);
    let repeats = counted(found.repeats.len() as u64, ["repeat", "repeats"]);
    let twins = counted(found.twins.len() as u64, ["twin", "twins"]);
    output::line(format_args!("{id}: {count}, {repeats}, {twins}"))?;
    if of > 0 {
        output::line(format_args!("as written of {of}, {}", written.in_words()))?;
    }
    if let Some(all) = played {
        output::line(format_args!("as played, {}", all.in_words()))?;
    }
    Ok(())
}
