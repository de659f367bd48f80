//! What this program does when it is started by itself for the sake of a sandbox.

use std::{fs::File, io, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::{
    attacker::{self, Targets},
    init::{self, InitOrder},
};

/// The command that takes a role.
pub const COMMAND: &str = "sandbox-role";

/// A role, as JSON on the command line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// The first process of a sandbox.
    Init(InitOrder),
    /// An engine that tries all that a sandbox is to prevent.
    Attacker(Targets),
    /// An engine that reads a file, and says what is in it.
    Reader { file: PathBuf },
    /// A process that has something to lose. The token is on its command line alone.
    Victim {
        /// What nobody else is to read.
        token: String,
    },
}

/// The words that start this program in a role, after its own name.
pub fn words(role: &Role) -> io::Result<[String; 2]> {
    Ok([COMMAND.to_owned(), serde_json::to_string(role)?])
}

/// Takes a role, until its end.
pub fn take(json: &str) -> io::Result<()> {
    match serde_json::from_str(json)? {
        Role::Init(order) => match init::run(order)? {},
        Role::Attacker(targets) => attacker::attack(&targets),
        Role::Reader { file } => io::copy(&mut File::open(file)?, &mut io::stdout()).map(drop),
        Role::Victim { .. } => attacker::suffer(),
    }
}
