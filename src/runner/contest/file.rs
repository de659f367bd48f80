//! The shared parts of the files of tournaments and ladders.

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

/// The content of a contest's file, for any kind.
pub struct Parts<'a> {
    /// Its name in ids.
    pub id: &'a mut Option<String>,
    /// Its name for people.
    pub name: &'a mut Option<String>,
    /// The name of each entrant with its display name.
    pub entrants: Vec<(&'a mut String, &'a mut String)>,
    /// Matches at once; `None` if the file leaves that out.
    pub concurrency: Option<NonZeroU16>,
    /// Value of `{seed}` in a command.
    pub seed: u64,
    /// Where encounters begin.
    pub openings: Option<&'a OpeningsTable>,
}

/// A file in TOML that describes a contest.
pub trait ContestFile: DeserializeOwned {
    fn parts(&mut self) -> Parts<'_>;
    /// Its name in ids.
    fn id(&self) -> &str;
    /// The command line of `referee play` that has its engines and plays matches in its way.
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

    /// Reads the file for engines of this machine: entrants may have any text as their names.
    fn read_local(path: &Path) -> Result<Self, BadWords> {
        let mut file = Self::read(path)?;
        name_entrants(&mut file.parts().entrants)?;
        Ok(file)
    }

    /// The display names of entrants that have one, by their names.
    fn display_names(&mut self) -> BTreeMap<String, String> {
        let named = self.parts().entrants.into_iter().filter(|(_, display_name)| !display_name.is_empty());
        named.map(|(name, display_name)| (name.clone(), display_name.clone())).collect()
    }
}

/// A contest that is to be played by engines of this machine.
pub struct Local<F> {
    /// The file that describes it.
    pub file: F,
    /// The display names of entrants that have one, by their names.
    pub display_names: BTreeMap<String, String>,
    /// Its engines, and how their matches are played.
    pub plan: Plan,
    /// Where encounters begin; `None` is where the game does.
    pub openings: Option<(Openings, Order)>,
    /// Where everything of it is kept.
    pub directory: PathBuf,
}

impl<F> Local<F> {
    /// How many openings it has, and their order.
    pub fn set(&self) -> Option<OpeningSet> {
        self.openings.as_ref().map(|(openings, order)| (openings.list().len(), *order))
    }
}
