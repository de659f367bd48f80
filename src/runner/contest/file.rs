//! The parts that the files of tournaments and ladders share.

use std::{
    collections::BTreeMap,
    num::NonZeroU16,
    path::{Path, PathBuf},
};

use serde::de::DeserializeOwned;

use crate::{
    openings::{Openings, Order},
    runner::{
        options::{
            engine_words::BadWords,
            file_words::{OpeningsTable, name_entrants, names, read_text},
            opening_args::OpeningSet,
        },
        plan::Plan,
    },
};

/// The content of a contest's file, for any kind of contest.
pub struct Parts<'a> {
    /// The id of the contest.
    pub id: &'a mut Option<String>,
    /// The display name of the contest.
    pub name: &'a mut Option<String>,
    /// The name and the display name of each entrant.
    pub entrants: Vec<(&'a mut String, &'a mut String)>,
    /// Maximum concurrent matches; `None` if the file omits it.
    pub concurrency: Option<NonZeroU16>,
    /// Value of `{seed}` in a command.
    pub seed: u64,
    /// The openings of encounters, if given.
    pub openings: Option<&'a OpeningsTable>,
}

/// A TOML file that describes a contest.
pub trait ContestFile: DeserializeOwned {
    fn parts(&mut self) -> Parts<'_>;
    /// Returns the id of the contest.
    fn id(&self) -> &str;
    /// Returns the command line of `referee play` with the engines and match settings of the
    /// contest.
    fn arguments(&self) -> Result<Vec<String>, BadWords>;

    /// Reads the file.
    fn read(path: &Path) -> Result<Self, BadWords> {
        let unreadable =
            |bad: toml::de::Error| BadWords::new(format!("{}: {}", path.display(), bad.to_string().trim_end()));
        let mut file: Self = toml::from_str(&read_text(path)?).map_err(unreadable)?;
        let Parts { id, name, .. } = file.parts();
        let (read_id, read_name) = names(path, id.take(), name.take())?;
        (*id, *name) = (Some(read_id), Some(read_name));
        Ok(file)
    }

    /// Reads the file for engines of this machine, whose entrants may have any text as their names.
    fn read_local(path: &Path) -> Result<Self, BadWords> {
        let mut file = Self::read(path)?;
        name_entrants(&mut file.parts().entrants)?;
        Ok(file)
    }

    /// Returns the display names of the entrants with one, by name.
    fn display_names(&mut self) -> BTreeMap<String, String> {
        let named = self.parts().entrants.into_iter().filter(|(_, display_name)| !display_name.is_empty());
        named.map(|(name, display_name)| (name.clone(), display_name.clone())).collect()
    }
}

/// A contest for engines of this machine.
pub struct Local<F> {
    /// The file that describes the contest.
    pub file: F,
    /// The display names of the entrants with one, by name.
    pub display_names: BTreeMap<String, String>,
    /// The engines of the contest, and how its matches are played.
    pub plan: Plan,
    /// The openings with their order; `None` for the game's own start.
    pub openings: Option<(Openings, Order)>,
    /// The directory with all files of the contest.
    pub directory: PathBuf,
}

impl<F> Local<F> {
    /// Returns the number of openings and their order.
    pub fn set(&self) -> Option<OpeningSet> {
        self.openings.as_ref().map(|(openings, order)| (openings.list().len(), *order))
    }
}
