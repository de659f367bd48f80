//! Matches that a bot accepts without asking, from the command line and from a file.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use anyhow::Context;
use clap::{Args, ValueEnum};
use referee_client::pb::{AcceptPolicy, AcceptedGame, AcceptedOption, AcceptedStakes};
use serde::Deserialize;

use crate::bounded_file;

/// Default of --min-base.
const MIN_BASE: Duration = Duration::from_secs(1);
/// Maximum duration in seconds.
const MAX_SECONDS: f64 = 4_000_000.0;
/// Maximum file size in bytes.
const MAX_FILE: u64 = 256 * 1024;

/// The matches that a bot accepts. Options take precedence over the file.
#[derive(Args, Clone, Debug, Default)]
pub struct AcceptArgs {
    /// Policy file (TOML, see docs/accepts.toml); options take precedence
    #[arg(long = "accepts", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Minimum initial time per seat in seconds [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub min_base: Option<f64>,
    /// Maximum time of all stages in seconds [default: 3 hours, including 60 increments]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_base: Option<f64>,
    /// Minimum increment in seconds [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub min_increment: Option<f64>,
    /// Maximum increment in seconds [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_increment: Option<f64>,
    /// Also accept matches without a time limit
    #[arg(long)]
    pub unlimited: bool,
    /// Accept only casual or only rated matches
    #[arg(long, value_name = "STAKES")]
    pub stakes: Option<StakesArg>,
    /// Accept only this opponent; repeat for several
    #[arg(long = "only", value_name = "PLAYER")]
    pub only_players: Vec<String>,
    /// Reject this opponent; repeat for several
    #[arg(long = "except", value_name = "PLAYER")]
    pub except_players: Vec<String>,
    /// Maximum concurrent matches with one opponent [default: no limit]
    #[arg(long, value_name = "N")]
    pub max_per_opponent: Option<u32>,
    /// Maximum grace of a match in seconds [default: the server's]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub max_grace: Option<f64>,
    /// Accept custom rules: shorter grace, fewer plies, score adjudication
    #[arg(long)]
    pub custom_rules: bool,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum StakesArg {
    /// Casual and rated matches.
    Any,
    /// Casual matches.
    Casual,
    /// Rated matches.
    Rated,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct AcceptFile {
    games: Vec<GameEntry>,
    min_base: Option<f64>,
    max_base: Option<f64>,
    min_increment: Option<f64>,
    max_increment: Option<f64>,
    unlimited: bool,
    stakes: Option<StakesArg>,
    only_players: Vec<String>,
    except_players: Vec<String>,
    except_same_owner: bool,
    max_matches: Option<u32>,
    max_matches_per_opponent: Option<u32>,
    custom_rules: bool,
    max_grace: Option<f64>,
    ask: bool,
}

/// A game: its id, or its id with the option values to accept.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum GameEntry {
    Named(String),
    With { game: String, options: BTreeMap<String, Vec<String>> },
}

impl AcceptArgs {
    /// Returns the policy. `games` and `max_matches` take precedence over the file.
    pub fn policy(&self, games: &[String], max_matches: Option<u32>) -> anyhow::Result<AcceptPolicy> {
        let file = match &self.file {
            None => AcceptFile::default(),
            Some(path) => {
                let read = || Ok::<_, anyhow::Error>(toml::from_str(&bounded_file::read_text(path, MAX_FILE)?)?);
                read().with_context(|| format!("--accepts {}", path.display()))?
            }
        };
        self.over(file, games, max_matches)
    }

    fn over(&self, file: AcceptFile, games: &[String], max_matches: Option<u32>) -> anyhow::Result<AcceptPolicy> {
        let named = |game: &String| AcceptedGame { game: game.clone(), options: Vec::new() };
        let stakes = match self.stakes.or(file.stakes).unwrap_or(StakesArg::Any) {
            StakesArg::Any => AcceptedStakes::Unspecified,
            StakesArg::Casual => AcceptedStakes::Casual,
            StakesArg::Rated => AcceptedStakes::Rated,
        };
        Ok(AcceptPolicy {
            games: match games {
                [] => file.games.into_iter().map(accepted).collect(),
                games => games.iter().map(named).collect(),
            },
            min_base_ms: ms("min_base", self.min_base.or(file.min_base).unwrap_or(MIN_BASE.as_secs_f64()))?,
            max_base_ms: self.max_base.or(file.max_base).map(|most| ms("max_base", most)).transpose()?,
            min_increment_ms: ms("min_increment", self.min_increment.or(file.min_increment).unwrap_or(0.0))?,
            max_increment_ms: self
                .max_increment
                .or(file.max_increment)
                .map(|most| ms("max_increment", most))
                .transpose()?,
            unlimited: self.unlimited || file.unlimited,
            stakes: stakes.into(),
            only_players: or(&self.only_players, file.only_players),
            except_players: or(&self.except_players, file.except_players),
            except_same_owner: file.except_same_owner,
            max_matches: Some(max_matches.or(file.max_matches).unwrap_or(1)),
            max_matches_per_opponent: self.max_per_opponent.or(file.max_matches_per_opponent),
            custom_rules: self.custom_rules || file.custom_rules,
            ask: file.ask,
            max_grace_ms: self.max_grace.or(file.max_grace).map(|most| ms("max_grace", most)).transpose()?,
            ..AcceptPolicy::default()
        })
    }
}

fn accepted(entry: GameEntry) -> AcceptedGame {
    match entry {
        GameEntry::Named(game) => AcceptedGame { game, options: Vec::new() },
        GameEntry::With { game, options } => {
            let options = options.into_iter().map(|(name, values)| AcceptedOption { name, values });
            AcceptedGame { game, options: options.collect() }
        }
    }
}

fn or(given: &[String], file: Vec<String>) -> Vec<String> {
    if given.is_empty() { file } else { given.to_vec() }
}

fn ms(name: &str, seconds: f64) -> anyhow::Result<i64> {
    anyhow::ensure!(
        (0.0..=MAX_SECONDS).contains(&seconds),
        "{name} = {seconds}: expected a number of seconds from 0 to {MAX_SECONDS}"
    );
    Ok(i64::try_from(Duration::from_secs_f64(seconds).as_millis()).unwrap_or(i64::MAX))
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds));
    seconds.ok_or_else(|| format!("expected a number of seconds from 0 to {MAX_SECONDS}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_says_every_key_with_its_default() {
        let example: AcceptFile = toml::from_str(include_str!("../../docs/accepts.toml")).expect("it can be read");
        let none = AcceptArgs::default();
        let said = none.over(example, &[], None).expect("a policy");
        assert_eq!(said, none.policy(&[], None).expect("a policy"));
        let keys = include_str!("../../docs/accepts.toml").lines().filter(|line| line.contains(" = ")).count();
        assert!(keys >= 14, "{keys} keys are shown");
    }

    #[test]
    fn the_command_line_counts_before_the_file() {
        let text = "games = [\"go\", { game = \"hive\", options = { expansions = [\"none\"] } }]\nmin_base = 10\nstakes = \"rated\"";
        let file = || toml::from_str(text).expect("it can be read");
        let said = AcceptArgs::default().over(file(), &[], Some(4)).expect("a policy");
        assert_eq!((said.min_base_ms, said.stakes(), said.max_matches), (10_000, AcceptedStakes::Rated, Some(4)));
        assert_eq!(said.games[1].options[0].values, ["none"]);
        let args = AcceptArgs { min_base: Some(0.5), stakes: Some(StakesArg::Any), ..AcceptArgs::default() };
        let said = args.over(file(), &["dvonn".to_owned()], None).expect("a policy");
        assert_eq!((said.min_base_ms, said.stakes(), said.games.len()), (500, AcceptedStakes::Unspecified, 1));
        assert!(toml::from_str::<AcceptFile>("min_bsae = 10").is_err(), "a misspelled key is an error");
        assert!(AcceptArgs { min_base: Some(-1.0), ..AcceptArgs::default() }.policy(&[], None).is_err());
    }
}
