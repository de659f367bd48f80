//! `referee openings make`: make a set of openings that are balanced for the house's search bot.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::json;

use super::judging::{Interruptible, JudgeArgs, NamedGameArgs, object};
use crate::{
    cli::{
        console::output::{self, complain},
        usage::Usage,
    },
    openings::{
        BadRecipe, Made, Recipe,
        make::{MAX_CANDIDATES, make},
    },
    replaced_file::ReplacedFile,
    runner::judging::judge,
    stats::counted,
    transcript::progress::Progress,
};

/// Default number of candidates per opening.
const CANDIDATES_AN_OPENING: usize = 5;

#[derive(Args)]
pub struct MakeArgs {
    #[command(flatten)]
    game: NamedGameArgs,
    /// Length of each opening in plies
    #[arg(long, value_name = "N", required = true)]
    plies: u32,
    /// Number of openings to make; fewer if too few are balanced
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// Candidates to try [default: 5 per opening]
    #[arg(long, value_name = "N")]
    candidates: Option<usize>,
    /// Matches per candidate, for choosing the openings
    #[arg(long, value_name = "N", default_value_t = 20)]
    choosing_matches: u32,
    /// Further matches per chosen opening, for measuring it
    #[arg(long, value_name = "N", default_value_t = 40)]
    checking_matches: u32,
    /// Maximum distance of seat 0's score from 1/2 when choosing, 0 to 0.5
    #[arg(long, value_name = "SHARE", default_value_t = 0.15)]
    max_bias: f64,
    #[command(flatten)]
    judge: JudgeArgs,
    /// File to write or replace [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object; requires --output for the set
    #[arg(long, requires = "output")]
    json: bool,
}

pub fn run(args: MakeArgs) -> anyhow::Result<ExitCode> {
    let (game, setting) = args.game.read()?;
    let (recipe, threads) = (args.recipe(), args.judge.threads());
    let options = setting.options().iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
    let title = format!("{}{options}", game.facts().name);
    let interruptible = Interruptible::listen()?;
    // The output is created before hours of work, so that an error is not found after them.
    let beside = args.output.as_deref().map(create).transpose()?;
    let made = move |progress: &Progress| {
        let mut stages = ["candidates judged", "openings checked"].into_iter();
        make(game, &setting, &recipe, &mut |work| {
            progress.begin(work.len() as u64, stages.next().unwrap_or_default());
            judge(work, threads, &mut |done| progress.set(done as u64))
        })
        .map_err(|bad| match bad {
            BadRecipe::Rules(_) => anyhow::Error::new(bad),
            bad => Usage::new(in_options(&bad)).into(),
        })
    };
    interruptible.run(args.json, made, |made| {
        if made.openings.is_empty() {
            bail!("none of {} candidates is within --max-bias {}: nothing written", made.tried, recipe.max_bias);
        }
        let text = made.to_file(&title, &recipe);
        match beside {
            Some((mut file, path)) => file
                .write_all(text.as_bytes())
                .and_then(|()| file.finish())
                .with_context(|| format!("--output: failed to write {}", path.display()))?,
            None => output::line(text.trim_end())?,
        }
        say(&args, &made)
    })
}

impl MakeArgs {
    fn recipe(&self) -> Recipe {
        let usual = self.count.saturating_mul(CANDIDATES_AN_OPENING).min(MAX_CANDIDATES);
        Recipe {
            plies: self.plies,
            count: self.count,
            candidates: self.candidates.unwrap_or(usual),
            judge: self.judge.judge(),
            choosing_matches: self.choosing_matches,
            checking_matches: self.checking_matches,
            max_bias: self.max_bias,
            seed: self.judge.seed,
        }
    }
}

/// Rewrites an error with the option that sets the field of a recipe.
fn in_options(bad: &BadRecipe) -> String {
    match bad {
        BadRecipe::Number { name, value, expected } => {
            format!("--{} {value}: expected {expected}", name.replace('_', "-"))
        }
        other => other.to_string(),
    }
}

/// Prints a summary on standard error, because standard output may be the file.
fn say(args: &MakeArgs, made: &Made) -> anyhow::Result<()> {
    let count = made.openings.len();
    if args.json {
        return Ok(output::line(json!({
            "openings": count,
            "tried": made.tried,
            "candidates": object(&made.all_candidates),
            "measured": object(&made.checked()),
        }))?);
    }
    let openings = counted(count as u64, ["opening", "openings"]);
    complain(format_args!("{openings} of {} candidates", made.tried));
    complain(format_args!("all candidates, {}", made.all_candidates.in_words()));
    complain(format_args!("the set, {}", made.checked().in_words()));
    Ok(())
}

/// Creates the output file, which replaces the old one when complete.
fn create(path: &Path) -> anyhow::Result<(ReplacedFile, PathBuf)> {
    path.file_name().ok_or_else(|| Usage::new("--output: expected a file"))?;
    let file = ReplacedFile::create(path).with_context(|| format!("--output: failed to create {}", path.display()))?;
    Ok((file, path.to_owned()))
}
