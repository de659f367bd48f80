//! `--debug`: the whole dialogue with engines in a file.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::engine::dialogue_log::DialogueLog;

/// Where the dialogue goes.
#[derive(Args)]
pub struct DebugArgs {
    /// Write every line to and from the engines to a new FILE as it goes: milliseconds since the start, the number of the
    /// process, its seat, `>` for what it is told or `<` for what it says (`*` for what became of it), and the line
    #[arg(long = "debug", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl DebugArgs {
    /// Makes the file, if one is wanted.
    pub fn open(&self) -> anyhow::Result<Option<DialogueLog>> {
        let open = |path: &PathBuf| {
            DialogueLog::create(path).with_context(|| format!("--debug: failed to create {}", path.display()))
        };
        self.file.as_ref().map(open).transpose()
    }
}
