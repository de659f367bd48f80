//! Reads the plan of a run from the command line.

use std::{path::Path, time::Duration};

use anyhow::anyhow;
use clap::{Args as _, Command, FromArgMatches as _};

use super::args::{OnFailureArg, PlayArgs};
use crate::{
    cli::{
        file_options,
        sandbox::{choose, grant},
        usage::Usage,
    },
    engine::{sandbox::Mode, session::Patience},
    games::{Game, rules::Setting},
    law::{Seed, TimeControl},
    runner::{
        names::{EngineName, numbered_name, read_names},
        options::{
            engine_words::{BadWords, EngineWords},
            file_words::in_file_words,
            given,
            pair::Pair,
            test_words,
        },
        plan::{Entrant, MAX_ENGINES, OnFailure, Plan, QUIT},
    },
    series::{
        deals::Deals,
        pairings::{choice_count, pairings},
    },
    stats::counted,
};

/// Default maximum of matches for a test: divisible into whole encounters for any number of seats.
const MAX_TEST_MATCHES: u32 = 100_800;
/// Maximum number of choices of engines for the seats of a match.
const MAX_CHOICES: u64 = 10_000;

/// Reads and checks the command line. Engines will run in `sandbox`, but none is started yet.
pub fn read(args: &PlayArgs, sandbox: Option<Mode>) -> anyhow::Result<Plan> {
    let plan = read_without_matches(args, sandbox)?;
    let Plan { game, setting, engines, .. } = &plan;
    let seats = usize::from(setting.seats());
    if engines.len() < seats {
        let text = format!(
            "{} for {seats} seats: give --engine at least {seats} times",
            counted(engines.len() as u64, ["engine", "engines"])
        );
        return Err(Usage::new(text).into());
    }
    if choice_count(engines.len(), seats) > MAX_CHOICES {
        let text = format!("too many pairings of {} engines on {seats} seats (limit {MAX_CHOICES})", engines.len());
        return Err(Usage::new(text).into());
    }
    let pairings = pairings(engines.len(), seats);
    if args.encounters.is_some() {
        return Err(Usage::new(
            "--encounters is now --cycles: every pairing of the engines in every rotation of the seats",
        )
        .into());
    }
    let matches = match (args.matches, args.cycles) {
        (Some(matches), _) => matches,
        (None, None) if !args.sprt.is_empty() => MAX_TEST_MATCHES,
        (None, cycles) => u32::try_from(pairings.len())
            .ok()
            .and_then(|each| each.checked_mul(cycles.unwrap_or(1)))
            .ok_or_else(|| Usage::new("--cycles: too many matches; give --matches instead"))?,
    };
    if args.duplicate {
        check_duplicate(*game, seats, matches)?;
    }
    let test = match args.sprt.as_slice() {
        [] => None,
        words => Some(test_words::read(words, engines.len(), seats).map_err(Usage::from)?),
    };
    let openings = args.openings.read(*game, setting, plan.seed).map_err(Usage::from)?;
    let matches_a_set = if args.duplicate { u32::try_from(seats).unwrap_or(u32::MAX) } else { 1 };
    let mut plan = Plan {
        pairings,
        matches,
        concurrency: args.concurrency.min(u16::try_from(matches).unwrap_or(u16::MAX)),
        test,
        deals: read_deals(args.seed, matches_a_set)?,
        is_duplicate: args.duplicate,
        openings,
        ..plan
    };
    args.affinity.iter().try_for_each(|affinity| plan.give_cores(affinity))?;
    Ok(plan)
}

/// Reads the plan without its matches, for callers that schedule them.
pub fn read_without_matches(args: &PlayArgs, sandbox: Option<Mode>) -> anyhow::Result<Plan> {
    let (game, setting) = read_game(args)?;
    let conduct = args.adjudication.conduct(game, &setting)?;
    let engines = read_engines(args, sandbox)?;
    let patience = Duration::from_secs(args.patience);
    Ok(Plan {
        game,
        setting,
        engines,
        pairings: Vec::new(),
        matches: 0,
        concurrency: args.concurrency,
        cores: Vec::new(),
        patience: Patience { introduction: patience, ready: patience, quit: QUIT },
        seed: args.seed.unwrap_or(0),
        test: None,
        deals: Deals::own(),
        openings: None,
        strikes: args.strikes,
        is_duplicate: false,
        conduct,
        illegal_move_policy: args.policies.illegal_move_policy,
        lost_seat_policy: args.policies.lost_seat_policy.into(),
        on_failure: match args.on_failure {
            OnFailureArg::Recover => OnFailure::Recover,
            OnFailureArg::Stop => OnFailure::Stop,
        },
    })
}

/// Reads the plan without its matches from the command line that a file produces, for this number
/// of concurrent matches. Errors use the keys of the file.
pub fn of_file(path: &Path, words: Vec<String>, concurrency: u16) -> anyhow::Result<Plan> {
    let said = |text: &str| BadWords::new(format!("{}: {}", path.display(), in_file_words(text)));
    let command = PlayArgs::augment_args(Command::new("play").no_binary_name(true));
    let matches = file_options::read(path, command, &words)?;
    let options = PlayArgs::from_arg_matches(&matches)?;
    let plan = choose(&options.engine_limits.sandbox).and_then(|mode| {
        let mut plan = read_without_matches(&options, mode)?;
        plan.concurrency = concurrency;
        let base = path.parent().unwrap_or(Path::new(""));
        for engine in &mut plan.engines {
            let directory = &mut engine.command.directory;
            *directory = directory.take().map(|directory| base.join(directory));
        }
        options.affinity.iter().try_for_each(|affinity| plan.give_cores(affinity))?;
        Ok(plan)
    });
    plan.map_err(
        |error| if error.is::<Usage>() || error.is::<BadWords>() { said(&error.to_string()).into() } else { error },
    )
}

/// Returns the deals of sets of matches. Without a number, the seed comes from the operating
/// system.
fn read_deals(number: Option<u64>, matches_a_set: u32) -> anyhow::Result<Deals> {
    match number {
        Some(number) => Ok(Deals::numbered(number, matches_a_set)),
        None if matches_a_set == 1 => Ok(Deals::own()),
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random seed from the system: {error}"))?;
            Ok(Deals::drawn(Seed::new(bytes), matches_a_set))
        }
    }
}

fn read_game(args: &PlayArgs) -> Result<(&'static dyn Game, Setting), Usage> {
    let (game, setting) = args.game.read()?;
    if args.game.setting.seats.is_some() {
        return Ok((game, setting));
    }
    let facts = game.facts();
    let engines = u8::try_from(args.engines.engines.len()).unwrap_or(u8::MAX);
    let mut fitting = args.game.clone();
    fitting.setting.seats = Some(engines.clamp(facts.min_seats, facts.max_seats));
    fitting.read()
}

/// Checks that shared deals are possible. A set needs consecutive matches, one per seat: the
/// pairings list the rotations of a choice in sequence.
fn check_duplicate(game: &dyn Game, seats: usize, matches: u32) -> Result<(), Usage> {
    let facts = game.facts();
    if !facts.chance {
        return Err(Usage::new(format!("--duplicate: {} has no element of chance, so there are no deals", facts.id)));
    }
    match usize::try_from(matches).unwrap_or(usize::MAX).is_multiple_of(seats) {
        true => Ok(()),
        false => Err(Usage::new(format!(
            "invalid --matches {matches}: --duplicate needs a multiple of {seats}, the matches of a set"
        ))),
    }
}

fn read_engines(args: &PlayArgs, sandbox: Option<Mode>) -> Result<Vec<Entrant>, Usage> {
    let count = args.engines.engines.len();
    if count > MAX_ENGINES {
        return Err(Usage::new(format!("too many engines: {count} (limit {MAX_ENGINES})")));
    }
    if args.names.len() > count {
        return Err(Usage::new(format!(
            "--name is given {} for {}",
            counted(args.names.len() as u64, ["time", "times"]),
            counted(count as u64, ["engine", "engines"])
        )));
    }
    let mut engines: Vec<Entrant> = Vec::with_capacity(count);
    let all = EngineWords::read_each(&args.engines.each)?;
    let words = args.engines.engines.iter().map(|words| Ok(EngineWords::read(words)?.or(&all)));
    let words: Vec<EngineWords> = words.collect::<Result<_, Usage>>()?;
    let names = names_of(&words, &args.names)?;
    for (index, (words, name)) in words.iter().zip(names).enumerate() {
        let mut command = words.command()?;
        let directory = each("--directory", &args.directories, index, count)?;
        command.directory = words.directory.clone().or_else(|| directory.cloned());
        let lines = each("--lines", &args.lines, index, count)?;
        command.spelling = words.spelling.or(lines.copied()).unwrap_or_default();
        args.engine_limits.sandbox.apply(&mut command, sandbox, (index, count), &words.reads)?;
        args.engine_limits.apply(&mut command, (index, count), &words.limits)?;
        command.variables.extend(words.variables.iter().cloned());
        command.ponders = args.ponder;
        let own = |name: &String| words.options.iter().any(|(own, _)| own == name);
        command.options = engine_options(&args.engine_options, (index, count))?;
        command.options.retain(|(name, _)| !own(name));
        command.options.extend(words.options.iter().cloned());
        let named = name.is_some();
        let EngineName { id: name, display: display_name } = name.unwrap_or_else(|| EngineName {
            id: numbered_name("engine", index + 1).expect("a number fits behind a short word"),
            display: String::new(),
        });
        let flag = each("--tc", &args.time_controls, index, count)?;
        let text = words.time_control().or_else(|| flag.cloned()).unwrap_or_default();
        let time_control = TimeControl::parse(&text)
            .map_err(|bad| Usage::new(format!("invalid --tc `{text}`: expected {}", bad.expected)))?;
        engines.push(Entrant { name, display_name, command, time_control, named });
    }
    let records = (!args.no_record).then_some(args.record.as_path());
    let private = [("the records", records), ("the log of --debug", args.debug.as_deref())];
    grant(engines.iter_mut().map(|engine| &mut engine.command), &private)?;
    Ok(engines)
}

/// Returns the value for one engine from one value for all engines or one value for each; `None` if
/// the option is absent.
fn each<'a, T>(flag: &str, given: &'a [T], index: usize, count: usize) -> Result<Option<&'a T>, Usage> {
    match given.len() {
        0 => Ok(None),
        1 => Ok(given.first()),
        times if times == count => Ok(given.get(index)),
        times => Err(Usage::new(format!(
            "{flag} is given {times} times: expected once, or once for each of {count} engines"
        ))),
    }
}

/// Returns the options of one engine.
fn engine_options(given: &[String], which: (usize, usize)) -> Result<Vec<(String, String)>, Usage> {
    let read = |text: &str, rest: &str| match rest.parse::<Pair>() {
        Ok(pair) => Ok((pair.name, pair.value)),
        Err(_) => Err(BadWords::new(format!("--engine-option {text}: expected NAME=VALUE"))),
    };
    Ok(given::meant("--engine-option", given, which, read)?)
}

/// Returns the names of the engines from their words or `--name`; `None` for an engine without one.
fn names_of(words: &[EngineWords], flags: &[String]) -> Result<Vec<Option<EngineName>>, Usage> {
    let given = words.iter().enumerate().map(|(index, words)| words.name.as_ref().or(flags.get(index)));
    let given: Vec<Option<&str>> = given.map(|name| name.map(String::as_str)).collect();
    let texts: Vec<&str> = given.iter().flatten().copied().collect();
    let refused = |(index, expected): (usize, String)| {
        Usage::new(format!("invalid --name `{}`: expected {expected}", texts[index]))
    };
    let mut read = read_names(&texts).map_err(refused)?.into_iter();
    Ok(given.iter().map(|name| name.and_then(|_| read.next())).collect())
}
