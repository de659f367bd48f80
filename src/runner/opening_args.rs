//! Where the matches of a run begin, as options of a command line.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{engine_words::BadWords, file_words::OpeningsTable};
use crate::{
    games::{Game, rules::Setting},
    openings::{Openings, Order},
};

/// In the place of a file: the set of the game.
const BUILT_IN: &str = "built-in";

/// Where the matches of a run begin.
#[derive(Args, Clone, Debug, Default)]
pub struct OpeningArgs {
    /// Where matches begin: a FILE of openings, one a line (docs/openings.md), or `built-in` for the game's own set. All matches of an
    /// encounter begin alike, so that every engine plays an opening from every seat. As the game begins unless given
    #[arg(long, value_name = "FILE|built-in")]
    pub openings: Option<PathBuf>,
    /// In which order openings are given out: as they stand in the file, or shuffled as --seed has it (0 unless given) [default: sequential]
    #[arg(long, value_name = "ORDER", value_parser = ["sequential", "shuffled"], requires = "openings")]
    pub opening_order: Option<String>,
}

impl OpeningArgs {
    /// The openings, and in which order they are given out; `None` where matches begin as the game does. An error names the file, the line
    /// in it, what stands there and what was expected.
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
