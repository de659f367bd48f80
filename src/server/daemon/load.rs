//! Options of `referee serve` for limits of calls that are not moves. `docs/limits.md` lists all
//! limits.

use std::num::NonZeroUsize;

use clap::{Args, value_parser};

use crate::api::{Settings, usual_threads};

/// Maximum length of --contact in characters.
const MAX_CONTACT: usize = 500;

/// Load limits of the server.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub struct LoadArgs {
    /// Maximum connections; fewer if the process cannot open as many files
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u32).range(1..))]
    pub max_connections: u32,
    /// Maximum connections from one address [default: a quarter of --max-connections]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub max_connections_per_address: Option<u32>,
    /// Maximum open streams without a token from one address
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(1..))]
    pub max_streams_per_address: u32,
    /// Maximum open streams from one address, with and without a token. Each stream takes about 35
    /// KiB of memory
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = value_parser!(u32).range(1..))]
    pub max_all_streams_per_address: u32,
    /// Maximum open `WatchMatches` streams (live boards) of one caller
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u32).range(1..))]
    pub max_boards_per_caller: u32,
    /// Maximum open `ListFrames` streams (replays) of one caller. Further streams wait
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(1..))]
    pub max_replays_per_caller: u32,
    /// Maximum watchers of one match from one address
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u32).range(1..))]
    pub max_watchers_per_address: u32,
    /// Maximum concurrent calls of one caller, moves and streams excluded. A caller is a player, or
    /// an address without a token
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = value_parser!(u32).range(1..))]
    pub max_calls_per_caller: u32,
    /// Worker threads for queries, lists and records. Their priority is lower than that of moves
    /// [default: half the cores, at least 1]
    #[arg(long, value_name = "N")]
    pub workers: Option<NonZeroUsize>,
    /// Long-term CPU share of one caller's calls, in percent of one core
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = value_parser!(u32).range(1..=10_000))]
    pub cpu_percent: u32,
    /// Maximum MiB of unfinished requests. One address may use half, one connection a quarter
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u32).range(4..=65_536))]
    pub max_request_mib: u32,
    /// Contact for `GetServerInfo`, such as an e-mail address. Shown to everyone; up to 500
    /// characters [default: none]
    #[arg(long, value_name = "TEXT", value_parser = contact)]
    pub contact: Option<String>,
}

impl LoadArgs {
    /// Returns the server settings with these limits.
    pub fn settings(&self, usual: Settings) -> Settings {
        let request_bytes = count(self.max_request_mib) << 20;
        Settings {
            connections: count(self.max_connections),
            connections_per_address: self.max_connections_per_address.map(count),
            streams_per_address: count(self.max_streams_per_address),
            all_streams_per_address: count(self.max_all_streams_per_address),
            boards_per_caller: count(self.max_boards_per_caller),
            replays_per_caller: count(self.max_replays_per_caller),
            watchers_per_address: count(self.max_watchers_per_address),
            calls_per_caller: count(self.max_calls_per_caller),
            workers: self.workers.unwrap_or_else(usual_threads),
            cpu_percent: self.cpu_percent,
            contact: self.contact.clone().unwrap_or_default(),
            request_bytes,
            request_bytes_per_address: request_bytes / 2,
            request_bytes_per_connection: request_bytes / 4,
            ..usual
        }
    }
}

fn contact(text: &str) -> Result<String, String> {
    if text.chars().count() > MAX_CONTACT || text.chars().any(char::is_control) {
        return Err(format!("expected at most {MAX_CONTACT} characters without control characters"));
    }
    Ok(text.to_owned())
}

fn count(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        load: LoadArgs,
    }

    #[test]
    fn what_help_shows_as_defaults_are_the_defaults() {
        let Words { load } = Words::parse_from(["referee"]);
        let usual = Settings::default();
        assert_eq!(format!("{:?}", load.settings(usual.clone())), format!("{usual:?}"));
    }
}
