//! Engines in a sandbox: what they see of the host, and what they can do to it and to each other.
//!
//! [`Mode`] is by what an engine is kept apart, [`Sandbox`] that with what it may read. [`view`] is what it sees;
//! [`bubblewrap`] starts it in namespaces of its own, where [`init`] is the first process; [`landlock`] restricts it in those of
//! the host. In both, [`syscalls`] filters its system calls by [`syscall_lists`], and [`keyring`] gives it a session of its own.
//! [`trial`] has an [`attacker`] try what a mode promises to prevent at a [`site`] made for it, [`report`] prints the results.
//! [`grants`] refuses to show what is private.

use std::{fmt, path::PathBuf, str::FromStr};

#[cfg(target_os = "linux")]
mod attacker;
#[cfg(target_os = "linux")]
mod attributes;
#[cfg(target_os = "linux")]
pub mod bubblewrap;
pub mod grants;
#[cfg(target_os = "linux")]
pub mod init;
#[cfg(target_os = "linux")]
pub mod keyring;
#[cfg(target_os = "linux")]
pub mod landlock;
#[cfg(target_os = "linux")]
pub mod report;
#[cfg(target_os = "linux")]
pub mod role;
#[cfg(target_os = "linux")]
mod site;
#[cfg(target_os = "linux")]
mod syscall_lists;
#[cfg(target_os = "linux")]
pub mod syscalls;
#[cfg(target_os = "linux")]
pub mod trial;
pub mod view;

/// The sandbox of one engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sandbox {
    /// By what it is kept apart.
    pub mode: Mode,
    /// Absolute paths that it may read beside its program, the files that its command names and the system's libraries.
    pub reads: Vec<PathBuf>,
    /// Below which it has a directory of its own, where its mode does not give it another `/tmp`.
    pub temporary: PathBuf,
}

impl Sandbox {
    /// A sandbox that shows what `reads` says, with its temporary directory where this process has its own.
    pub fn new(mode: Mode, reads: Vec<PathBuf>) -> Sandbox {
        Sandbox { mode, reads, temporary: std::env::temp_dir() }
    }
}

/// By what engines are kept apart, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Namespaces of its own for each engine: users, processes, mounts, network, IPC and the host's name.
    Bubblewrap,
    /// Landlock for files, TCP, signals and abstract sockets; the filter of system calls guards the rest.
    Landlock,
}

impl Mode {
    /// All of them, the strongest first.
    pub const ALL: [Mode; 2] = [Mode::Bubblewrap, Mode::Landlock];

    /// As options, reports and JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Bubblewrap => "bubblewrap",
            Mode::Landlock => "landlock",
        }
    }

    /// What an engine can do in it all the same.
    pub fn does_not_prevent(self) -> &'static [&'static str] {
        match self {
            Mode::Bubblewrap => &[
                "unlimited use of CPU, memory and tasks (use `--limit`)",
                "measuring the load of the machine",
                "exploiting a kernel vulnerability",
            ],
            Mode::Landlock => &[
                "unlimited use of CPU, memory, tasks and disk space below its TMPDIR (`--limit` bounds all but \
                    disk space)",
                "learning which processes and files exist, and the size and times of files",
                "measuring the load of the machine",
                "exploiting a kernel vulnerability",
            ],
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = BadChoice;

    fn from_str(text: &str) -> Result<Mode, BadChoice> {
        Mode::ALL.into_iter().find(|mode| mode.name() == text).ok_or(BadChoice)
    }
}

/// Which mode is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The strongest that works here.
    Auto,
    /// This one, or none.
    Only(Mode),
}

/// A text that is no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected auto, bubblewrap or landlock")]
pub struct BadChoice;

impl FromStr for Choice {
    type Err = BadChoice;

    fn from_str(text: &str) -> Result<Choice, BadChoice> {
        if text == "auto" { Ok(Choice::Auto) } else { text.parse().map(Choice::Only) }
    }
}

/// A number that nobody can guess.
#[cfg(target_os = "linux")]
fn random() -> std::io::Result<u64> {
    getrandom::u64().map_err(|error| std::io::Error::other(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_are_written() {
        for mode in Mode::ALL {
            assert_eq!(mode.to_string().parse(), Ok(Choice::Only(mode)));
        }
        assert_eq!("auto".parse(), Ok(Choice::Auto));
        assert_eq!("none".parse::<Choice>(), Err(BadChoice));
    }
}
