//! `referee man`: print man pages.

use std::{fs, io::Write, path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use clap::{Args, Command};
use clap_mangen::Man;

use crate::standard_output::standard_output;

use crate::cli::usage::Usage;

const EXAMPLES: &str = "\
Examples:
  referee man | man -l -                                     the page of `referee` itself
  referee man match create | man -l -                        the page of a command
  referee man --dir ~/.local/share/man/man1                  all pages, as files

Exit codes: 0 printed or written, 1 a file cannot be written, 2 unknown command.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// Command of the page, such as `match list` [default: `referee` itself]
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
    /// Write all man pages to this directory [default: print one page]
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub dir: Option<PathBuf>,
}

pub fn run(args: ManArgs, program: Command) -> anyhow::Result<ExitCode> {
    let mut command = program.disable_help_subcommand(true);
    command.build();
    if let Some(dir) = args.dir {
        fs::create_dir_all(&dir).with_context(|| format!("--dir {}", dir.display()))?;
        clap_mangen::generate_to(command, &dir).with_context(|| format!("--dir {}", dir.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = &command;
    for word in &args.command {
        let below = page.find_subcommand(word).filter(|below| !below.is_hide_set());
        page = below.ok_or_else(|| Usage::new(format!("`{}`: expected a command", args.command.join(" "))))?;
    }
    let mut text = Vec::new();
    Man::new(page.clone()).render(&mut text)?;
    standard_output().verbatim().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}
