//! The command that starts an engine.

use std::{
    env,
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use referee_proto::line::Spelling;

use super::{dialogue_log::DialogueLog, limit::Limit, sandbox::Sandbox};

/// The program name that means this running program, so that `referee bot search` works without
/// installation.
const OWN_NAME: &str = "referee";

/// Start of the command of an engine that speaks the Universal Hive Protocol.
const UHP: &str = "uhp:";
/// Command that plays with the engine named after it.
const UHP_ADAPTER: [&str; 3] = [OWN_NAME, "uhp", "--"];

/// Variables passed on to an engine with a clean environment.
pub const CLEAN_VARIABLES: [&str; 9] = ["PATH", "HOME", "USER", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TERM"];
/// Inherited variables that name directories of the host. A sandboxed engine gets its own
/// directories instead.
pub const PLACE_VARIABLES: [&str; 2] = ["HOME", "TMPDIR"];
/// Variables of the referee itself, never passed on to an engine. With the token, an engine could
/// act as its player. With the URL, a bot that can play on stdio and on a server would connect to
/// the server.
pub const OWN_VARIABLES: [&str; 2] = ["REFEREE_TOKEN", "REFEREE_URL"];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineCommand {
    pub words: Vec<String>,
    /// Working directory; default: the current one. A program given as a relative path with a slash
    /// is resolved there.
    pub directory: Option<PathBuf>,
    /// Options to set after the introduction, as name and value.
    pub options: Vec<(String, String)>,
    /// Spelling of messages, unless the engine's introduction says otherwise.
    pub spelling: Spelling,
    /// Whether the engine may ponder, if it can.
    pub ponders: bool,
    /// Limits. If the host cannot grant one of them, the engine does not start.
    pub limits: Vec<Limit>,
    /// Sandbox; `None` for no sandbox. If the host cannot grant it, the engine does not start.
    pub sandbox: Option<Sandbox>,
    /// Environment variables that the engine inherits.
    pub environment: Environment,
    /// Further environment variables, as name and value.
    pub variables: Vec<(String, String)>,
    /// Log of the dialogue with the engine; `None` for no log.
    pub dialogue_log: Option<DialogueLog>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Environment {
    /// All variables except [`OWN_VARIABLES`].
    #[default]
    Inherited,
    /// Only [`CLEAN_VARIABLES`].
    Clean,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct BadCommand {
    pub text: String,
}

impl EngineCommand {
    /// Parses a command as a shell would split it, but without a shell: `python3 "my bot.py"
    /// --level 3`. Single quotes keep everything. Inside double quotes and outside of quotes a
    /// backslash escapes a quote, a backslash or (outside) a space. Variables, wildcards and `~`
    /// are not expanded.
    ///
    /// `uhp:COMMAND` is an engine of the Universal Hive Protocol, which `referee uhp` plays with.
    pub fn parse(text: &str) -> Result<EngineCommand, BadCommand> {
        let (adapter, text) = match text.trim_start().strip_prefix(UHP) {
            Some(text) => (&UHP_ADAPTER[..], text),
            None => (&[][..], text),
        };
        let words = split(text)?;
        if words.first().is_none_or(String::is_empty) {
            return Err(BadCommand { text: "empty command: expected a program and its arguments".to_owned() });
        }
        let words = adapter.iter().map(|word| (*word).to_owned()).chain(words).collect();
        Ok(EngineCommand { words, ..EngineCommand::default() })
    }

    /// Returns the program to start: the first word of the command, or the running program if that
    /// word is its name.
    pub fn program(&self) -> PathBuf {
        let word = self.words.first().map(String::as_str).unwrap_or_default();
        let own =
            env::current_exe().ok().filter(|own| word == OWN_NAME && own.file_stem().is_some_and(|s| s == OWN_NAME));
        own.unwrap_or_else(|| PathBuf::from(word))
    }

    /// Returns whether the command plays with an engine of the Universal Hive Protocol.
    pub fn is_uhp(&self) -> bool {
        self.words.iter().map(String::as_str).take(UHP_ADAPTER.len()).eq(UHP_ADAPTER)
    }

    /// Returns the command for display; words with blanks are quoted.
    pub fn shown(&self) -> String {
        let shown = |word: &String| match word.is_empty() || word.contains(char::is_whitespace) {
            true => format!("{word:?}"),
            false => word.clone(),
        };
        self.words.iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    /// Explains why the program did not start, in terms of what the user can change.
    pub fn why_not(&self, error: &io::Error) -> String {
        if error.kind() != io::ErrorKind::NotFound {
            return error.to_string();
        }
        if let Some(directory) = self.directory.as_ref().filter(|directory| !directory.is_dir()) {
            return format!("{error}: the engine's directory {}", directory.display());
        }
        let program = self.directory.iter().fold(PathBuf::new(), |path, more| path.join(more)).join(self.program());
        if let Ok(start) = bounded_start(&program) {
            let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
            if line.starts_with(b"#!") && line.ends_with(b"\r") {
                return "the first line of the file ends with \\r\\n, so the interpreter is not found; save the file \
                    with \\n line ends"
                    .to_owned();
            }
        }
        if self.words.len() > 1 {
            let words: Vec<String> = self.words.iter().map(|word| format!("{word:?}")).collect();
            return format!(
                "{error}; the command was read as the words {}: quote a path that contains spaces",
                words.join(" ")
            );
        }
        error.to_string()
    }
}

/// Reads the first bytes of a file, enough for an interpreter line.
fn bounded_start(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    File::open(path)?.take(256).read_to_end(&mut start)?;
    Ok(start)
}

fn split(text: &str) -> Result<Vec<String>, BadCommand> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\0' => return Err(BadCommand { text: "expected no NUL character in a command".to_owned() }),
            c if c.is_whitespace() => words.extend(word.take()),
            quote @ ('\'' | '"') => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        None => return Err(BadCommand { text: format!("expected a closing {quote} in `{text}`") }),
                        Some(c) if c == quote => break,
                        Some('\\') if quote == '"' => word.push_str(&escaped(&mut chars, &['"', '\\'])),
                        Some(c) => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push_str(&escaped(&mut chars, &['"', '\'', '\\', ' '])),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Returns what a backslash and the next character mean: the character if it is special, otherwise
/// both.
fn escaped(chars: &mut std::str::Chars<'_>, special: &[char]) -> String {
    match chars.next() {
        Some(c) if special.contains(&c) => c.to_string(),
        Some(c) => format!("\\{c}"),
        None => "\\".to_owned(),
    }
}
