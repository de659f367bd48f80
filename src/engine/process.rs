//! A child process and its pipes.

use std::path::PathBuf;

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Where it runs; here, if none is given.
    pub directory: Option<PathBuf>,
    /// Options to set after the introduction, as name and value.
    pub options: Vec<(String, String)>,
    /// Whether it speaks JSON.
    pub json: bool,
}

/// A text that is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct BadCommand {
    /// What is wrong with it.
    pub text: String,
}

impl EngineCommand {
    /// Reads a command as a shell would split it, without a shell: `python3 "my bot.py" --level 3`.
    pub fn parse(_text: &str) -> Result<EngineCommand, BadCommand> {
        todo!()
    }
}
