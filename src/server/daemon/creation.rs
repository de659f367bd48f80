//! Options of `referee serve` for the number of matches that one player, one owner and one address
//! may open.

use std::num::NonZeroU32;

use clap::{Args, value_parser};

use crate::hall::limits::creation_limits::{CreationLimits, Most};

/// Limits on opening matches.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub struct CreationArgs {
    /// Minimum free disk space in MiB to open a match; 0 disables the check
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    pub min_free_mib: u32,
    /// Maximum live matches opened by one player
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u32).range(1..))]
    pub max_matches_per_player: u32,
    /// Maximum live matches opened by one owner, bots included
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = value_parser!(u32).range(1..))]
    pub max_matches_per_owner: u32,
    /// Maximum live matches opened from one address
    #[arg(long, value_name = "N", default_value_t = 2_500, value_parser = value_parser!(u32).range(1..))]
    pub max_matches_per_address: u32,
    /// Maximum matches of one player that wait for their start
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u32).range(1..))]
    pub max_waiting_matches_per_player: u32,
    /// Maximum matches of one owner that wait for their start, bots included
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(1..))]
    pub max_waiting_matches_per_owner: u32,
    /// Maximum matches from one address that wait for their start
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u32).range(1..))]
    pub max_waiting_matches_per_address: u32,
    /// Maximum seats of house bots in live matches opened by one player
    #[arg(long, value_name = "N", default_value_t = 128)]
    pub max_house_seats_per_player: u32,
    /// Maximum seats of house bots in live matches of one owner and its bots
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub max_house_seats_per_owner: u32,
    /// Maximum seats of house bots in live matches opened from one address
    #[arg(long, value_name = "N", default_value_t = 384)]
    pub max_house_seats_per_address: u32,
    /// Maximum matches opened per minute by one owner, bots included
    #[arg(long, value_name = "N", default_value = "300")]
    pub matches_per_minute_per_owner: NonZeroU32,
    /// Maximum matches opened per minute from one address
    #[arg(long, value_name = "N", default_value = "1200")]
    pub matches_per_minute_per_address: NonZeroU32,
}

impl CreationArgs {
    pub fn limits(&self) -> CreationLimits {
        CreationLimits {
            matches: most(self.max_matches_per_player, self.max_matches_per_owner, self.max_matches_per_address),
            waiting_matches: most(
                self.max_waiting_matches_per_player,
                self.max_waiting_matches_per_owner,
                self.max_waiting_matches_per_address,
            ),
            house_seats: most(
                self.max_house_seats_per_player,
                self.max_house_seats_per_owner,
                self.max_house_seats_per_address,
            ),
            per_minute_per_owner: self.matches_per_minute_per_owner,
            per_minute_per_address: self.matches_per_minute_per_address,
        }
    }
}

fn most(per_player: u32, per_owner: u32, per_address: u32) -> Most {
    let count = |number| usize::try_from(number).unwrap_or(usize::MAX);
    Most { per_player: count(per_player), per_owner: count(per_owner), per_address: count(per_address) }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        creation: CreationArgs,
    }

    #[test]
    fn what_help_shows_as_defaults_are_the_defaults() {
        assert_eq!(Words::parse_from(["referee"]).creation.limits(), CreationLimits::default());
        let words = ["referee", "--max-waiting-matches-per-owner", "7", "--matches-per-minute-per-address", "9"];
        let limits = Words::parse_from(words).creation.limits();
        assert_eq!((limits.waiting_matches.per_owner, limits.per_minute_per_address.get()), (7, 9));
    }
}
