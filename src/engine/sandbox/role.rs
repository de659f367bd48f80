//! Roles of this program when a sandbox starts it.

use std::{fs::File, io, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::{
    attacker::{self, Targets},
    init::{self, InitOrder},
};

/// The hidden command by which the program takes a role.
pub const COMMAND: &str = "sandbox-role";

/// A role, given as JSON on the command line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// The first process of a sandbox.
    Init(InitOrder),
    /// A hostile engine that tries every attack.
    Attacker(Targets),
    /// An engine that reads a file and reports its content.
    Reader { file: PathBuf },
    /// A process to attack. The token is only on its command line.
    Victim {
        /// The secret token.
        token: String,
    },
}

/// Returns the arguments that start this program in this role.
pub fn words(role: &Role) -> io::Result<[String; 2]> {
    Ok([COMMAND.to_owned(), serde_json::to_string(role)?])
}

/// Runs this program in a role until the role ends.
pub fn take(json: &str) -> io::Result<()> {
    match serde_json::from_str(json)? {
        Role::Init(order) => match init::run(order)? {},
        Role::Attacker(targets) => attacker::attack(&targets),
        Role::Reader { file } => io::copy(&mut File::open(file)?, &mut io::stdout()).map(drop),
        Role::Victim { .. } => attacker::suffer(),
    }
}
