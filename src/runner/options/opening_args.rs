//! Options for the openings of a run's matches.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{engine_words::BadWords, file_words::OpeningsTable};
use crate::{
    games::{Game, rules::Setting},
    openings::{Openings, Order},
};

/// The value that means the game's built-in set, not a file.
const BUILT_IN: &str = "built-in";

/// Size and order of a set of openings.
pub type OpeningSet = (usize, Order);

/// Where the matches of a run begin.
#[derive(Args, Clone, Debug, Default)]
pub struct OpeningArgs {
    /// Openings: a FILE, or `built-in` for the game's own set [default: the start position]. A file
    /// has one opening per line (docs/openings.md). All matches of an encounter share one opening,
    /// so each engine plays it from every seat
    #[arg(long, value_name = "FILE|built-in")]
    pub openings: Option<PathBuf>,
    /// Order of openings: sequential, or shuffled by --seed [default: sequential]
    #[arg(long, value_name = "ORDER", value_parser = ["sequential", "shuffled"], requires = "openings")]
    pub opening_order: Option<String>,
}

impl OpeningArgs {
    /// Reads the openings and their order; `None` if matches begin with the game's own start. An
    /// error names the file, the line, its text and the expected form.
    pub fn read(
        &self,
        game: &'static dyn Game,
        setting: &Setting,
        seed: u64,
    ) -> Result<Option<(Openings, Order)>, BadWords> {
        let Some(given) = &self.openings else { return Ok(None) };
        let file = (given != Path::new(BUILT_IN)).then(|| given.clone());
        let table = OpeningsTable { file, order: self.opening_order.clone() };
        let read = table.read(Path::new(""), game, setting, seed);
        read.map(Some).map_err(|bad| BadWords::new(format!("--openings: {}", bad.text)))
    }
}

/// Returns the size and order of a set as a server shows it: its lines, and whether they are
/// shuffled. `numbers` are the openings played.
///
/// A client does not know the seed of a shuffle, and each pass through the set has a new order. The
/// client can number only the openings of the first pass; later ones give `None`.
pub fn told_set(lines: &[String], is_shuffled: bool, mut numbers: impl Iterator<Item = u64>) -> Option<OpeningSet> {
    let count = lines.iter().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#')).count();
    let is_known = !is_shuffled || numbers.all(|number| number < count as u64);
    (count > 0 && is_known).then_some((count, Order::Sequential))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_openings_of_one_pass_can_be_told_apart() {
        let lines = ["# a comment", "", "moves e8e5", "moves e8e6"].map(str::to_owned);
        let found = |is_shuffled, numbers: &[u64]| told_set(&lines, is_shuffled, numbers.iter().copied());
        assert_eq!(found(false, &[0, 1, 2, 7]), Some((2, Order::Sequential)));
        assert_eq!(found(true, &[0, 1]), Some((2, Order::Sequential)));
        assert_eq!(found(true, &[0, 2]), None);
        assert_eq!(told_set(&[], false, std::iter::empty()), None);
    }
}
