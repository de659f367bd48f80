//! What callers may ask of a server beside their moves: options of `referee serve`. `docs/limits.md` lists all limits.

use std::num::{NonZeroU32, NonZeroUsize};

use clap::{Args, value_parser};

use crate::api::{Registration, Settings, usual_threads};

/// The most characters of where people reach the host.
const MAX_CONTACT: usize = 500;

/// The limits that a host may want to change.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub struct LoadArgs {
    /// The most connections; fewer where the process may not open as many files
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u32).range(1..))]
    pub max_connections: u32,
    /// The most connections from one address [default: a quarter of --max-connections]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub max_connections_per_address: Option<u32>,
    /// The most streams that are open at once without a token from one address
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = value_parser!(u32).range(1..))]
    pub max_streams_per_address: u32,
    /// The most streams that are open at once from one address, with and without a token: about 35 KiB of memory each
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = value_parser!(u32).range(1..))]
    pub max_all_streams_per_address: u32,
    /// The most calls, beside moves and streams, that one caller has open at once: a player, or an address without a token
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = value_parser!(u32).range(1..))]
    pub max_calls_per_caller: u32,
    /// How many threads work on questions, lists and records, at a lower priority than those that serve moves [default: half
    /// the cores, at least 1]
    #[arg(long, value_name = "N")]
    pub workers: Option<NonZeroUsize>,
    /// How much of one core the calls of one caller may take in the long run, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = value_parser!(u32).range(1..=10_000))]
    pub cpu_percent: u32,
    /// How many MiB of requests that have not ended are held in all; a half of it for one address, a quarter for a connection
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u32).range(4..=65_536))]
    pub max_request_mib: u32,
    /// Where people reach the host, such as an address of mail; `GetServerInfo` shows it to everybody. Up to 500 characters [default: none]
    #[arg(long, value_name = "TEXT", value_parser = contact)]
    pub contact: Option<String>,
    /// Who may register: `open` is everybody, `invite` whoever has the code of an invite, `closed` nobody
    #[arg(long, value_name = "WHO", default_value = "open", value_parser = |text: &str| Registration::parse(text).ok_or("expected open, invite or closed"))]
    pub registration: Registration,
    /// How many players one address may register an hour, bots among them
    #[arg(long, value_name = "N", default_value = "100")]
    pub registrations_per_hour: NonZeroU32,
    /// How names begin that nobody can register, nor anything that looks like them, beside `house-`, `admin`, `referee`, `system` and
    /// `moderator`; may be repeated; none more unless given
    #[arg(long = "reserve", value_name = "PREFIX")]
    pub reserved_prefixes: Vec<String>,
}

impl LoadArgs {
    /// The settings of a server with these limits.
    pub fn settings(&self, usual: Settings) -> Settings {
        let request_bytes = count(self.max_request_mib) << 20;
        let reserved_prefixes = [&usual.reserved_prefixes[..], &self.reserved_prefixes].concat();
        Settings {
            connections: count(self.max_connections),
            connections_per_address: self.max_connections_per_address.map(count),
            streams_per_address: count(self.max_streams_per_address),
            all_streams_per_address: count(self.max_all_streams_per_address),
            calls_per_caller: count(self.max_calls_per_caller),
            workers: self.workers.unwrap_or_else(usual_threads),
            cpu_percent: self.cpu_percent,
            contact: self.contact.clone().unwrap_or_default(),
            registration: self.registration,
            registrations_per_hour: self.registrations_per_hour,
            reserved_prefixes,
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
