//! `referee admin create-invite`: create one invite or many.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use clap::{Args, value_parser};
use referee_client::pb::CreateInviteRequest;

use crate::{
    bounded_file,
    cli::{console::output::line, usage::Usage},
    remote::{CallArgs, Calls, ahead, parse_span},
};

/// Maximum invites per command.
const MAX_INVITES: usize = 1000;
/// Maximum size of the file of names in bytes.
const MAX_NAMES_BYTES: u64 = 1 << 20;

#[derive(Args)]
pub struct InviteArgs {
    #[command(flatten)]
    call: CallArgs,
    /// Recipient, 1 to 500 characters; --count appends a number. Only without --names
    #[arg(long, value_name = "TEXT", required_unless_present = "names")]
    note: Option<String>,
    /// Number of invites to create
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1000))]
    count: u32,
    /// File with one recipient per line; creates one invite for each [default: none]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["note", "count"])]
    names: Option<PathBuf>,
    /// Print CSV: note, code, uses, id
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Number of players that can register with each invite
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=10_000))]
    uses: u32,
    /// Lifetime, such as 7d [default: unlimited]
    #[arg(long, value_name = "SPAN", value_parser = parse_span)]
    expires: Option<Duration>,
}

impl InviteArgs {
    /// Returns the note of each invite.
    fn notes(&self) -> Result<Vec<String>, Usage> {
        let Some(path) = &self.names else {
            let note = self.note.clone().unwrap_or_default();
            return Ok(match self.count {
                1 => vec![note],
                count => (1..=count).map(|number| format!("{note} {number}")).collect(),
            });
        };
        let shown = path.display();
        let text = bounded_file::read_text(path, MAX_NAMES_BYTES);
        let text = text.map_err(|cause| Usage::new(format!("--names `{shown}`: {cause}")))?;
        let names: Vec<String> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        if !(1..=MAX_INVITES).contains(&names.len()) {
            let found = names.len();
            return Err(Usage::new(format!("--names `{shown}`: {found} names, expected 1 to {MAX_INVITES}")));
        }
        Ok(names)
    }
}

/// Creates invites and prints their codes.
pub fn run(args: InviteArgs) -> anyhow::Result<ExitCode> {
    let notes = args.notes()?;
    let (uses, expires_unix_ms) = (args.uses, args.expires.map(ahead));
    args.call.call(async |calls: Calls| {
        if args.csv {
            line("note,code,uses,id")?;
        }
        for note in notes {
            // Each code is printed immediately: if the next invite is refused, no code is lost.
            let asked = CreateInviteRequest { note, uses: Some(uses), expires_unix_ms };
            calls.create_invite(asked, args.csv).await?.iter().try_for_each(line)?;
        }
        Ok(ExitCode::SUCCESS)
    })
}
