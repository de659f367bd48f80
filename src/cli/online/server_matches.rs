//! The match settings of a file for matches on a server.

use std::{collections::BTreeMap, path::Path};

use clap::{Args as _, Command, FromArgMatches as _};

use crate::cli::file_options;
use crate::{
    games::Catalogue,
    pb::v1,
    remote::RulesArgs,
    runner::options::{engine_words::BadWords, file_words::OpeningsTable},
};

/// The part of a file that describes matches.
pub struct OfServer<'a> {
    pub path: &'a Path,
    /// The id of the game.
    pub game: &'a str,
    pub openings: Option<&'a OpeningsTable>,
}

impl OfServer<'_> {
    /// Returns the match settings of a contest, from options of `referee match create` and of the
    /// game.
    pub fn matches(
        &self,
        words: &[String],
        options: BTreeMap<String, String>,
        at_once: Option<u32>,
    ) -> anyhow::Result<v1::TournamentMatches> {
        let command = RulesArgs::augment_args(Command::new("create").no_binary_name(true));
        let matches = file_options::read(self.path, command, words)?;
        let rules = RulesArgs::from_arg_matches(&matches)?.rules()?;
        let openings = match self.openings {
            Some(table) => {
                let unknown =
                    || BadWords::new(format!("game is `{}`, expected one of {}", self.game, Catalogue::ALL.ids()));
                let game = Catalogue::ALL.find(self.game).ok_or_else(unknown)?;
                table.text(self.path, game)?.0.lines().map(str::to_owned).collect()
            }
            None => Vec::new(),
        };
        Ok(v1::TournamentMatches {
            game: self.game.to_owned(),
            options,
            rules: Some(rules),
            openings,
            shuffled: self.openings.is_some_and(OpeningsTable::is_shuffled),
            at_once,
        })
    }
}
