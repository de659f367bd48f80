//! `referee openings make`: a set of openings that is even for the house's search bot.

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
        output::{self, complain},
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

/// How many candidates are tried for each opening that is wanted, unless a number is given.
const CANDIDATES_AN_OPENING: usize = 5;

/// Arguments of `referee openings make`.
#[derive(Args)]
pub struct MakeArgs {
    #[command(flatten)]
    game: NamedGameArgs,
    /// How many plies an opening has
    #[arg(long, value_name = "N", required = true)]
    plies: u32,
    /// How many openings are wanted; there are fewer where fewer are even
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// How many candidates are tried; 5 for each opening unless given
    #[arg(long, value_name = "N")]
    candidates: Option<usize>,
    /// How many matches choose, of each candidate
    #[arg(long, value_name = "N", default_value_t = 20)]
    choosing_matches: u32,
    /// How many other matches measure what was chosen, of each opening
    #[arg(long, value_name = "N", default_value_t = 40)]
    checking_matches: u32,
    /// How far from 1/2 the score of seat 0 may be in the matches that choose, 0 to 0.5
    #[arg(long, value_name = "SHARE", default_value_t = 0.15)]
    max_bias: f64,
    #[command(flatten)]
    judge: JudgeArgs,
    /// The file to write, in the place of one that is there; standard output unless given
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print what was made as one JSON object; the set needs --output then
    #[arg(long, requires = "output")]
    json: bool,
}

/// Makes a set of openings.
pub fn run(args: MakeArgs) -> anyhow::Result<ExitCode> {
    let (game, setting) = args.game.read()?;
    let (recipe, threads) = (args.recipe(), args.judge.threads());
    let options = setting.options().iter().map(|(name, value)| format!(" {name}={value}")).collect::<String>();
    let title = format!("{}{options}", game.facts().name);
    let interruptible = Interruptible::listen()?;
    // What cannot be written is said before hours of work, not after.
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
            bail!("none of {} candidates is within --max-bias {}: nothing is written", made.tried, recipe.max_bias);
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

/// The field of a recipe as the option that gives it.
fn in_options(bad: &BadRecipe) -> String {
    match bad {
        BadRecipe::Number { name, value, expected } => {
            format!("--{} {value}: expected {expected}", name.replace('_', "-"))
        }
        other => other.to_string(),
    }
}

/// What was made, for people on standard error: standard output may be the file.
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

/// The file that is to be, which takes its place once it is whole.
fn create(path: &Path) -> anyhow::Result<(ReplacedFile, PathBuf)> {
    path.file_name().ok_or_else(|| Usage::new("--output: expected a file"))?;
    let file = ReplacedFile::create(path).with_context(|| format!("--output: failed to create {}", path.display()))?;
    Ok((file, path.to_owned()))
}
