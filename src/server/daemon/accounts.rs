//! Options of `referee serve` for registration, and for the rate at which callers may try codes.
//! `docs/limits.md` lists all limits.

use std::num::NonZeroU32;

use clap::{Args, value_parser};

use super::retention::MAX_DAYS;
use crate::api::{Registration, Settings};

/// Registration and codes.
#[derive(Args)]
#[command(next_help_heading = "Accounts")]
pub struct AccountArgs {
    /// Registration: `open`, `invite` (with an invite code) or `closed`
    #[arg(long, value_name = "WHO", default_value = "open", value_parser = |text: &str| Registration::parse(text).ok_or("expected open, invite or closed"))]
    pub registration: Registration,
    /// Maximum players registered per hour from one address, bots included
    #[arg(long, value_name = "N", default_value = "100")]
    pub registrations_per_hour: NonZeroU32,
    /// Reserve names with this prefix, and look-alike names; repeatable. Always reserved: `house-`,
    /// `guest-`, `admin`, `referee`, `system`, `moderator`
    #[arg(long = "reserve", value_name = "PREFIX")]
    pub reserved_prefixes: Vec<String>,
    /// Maximum guests registered per hour from one address; 0 for no guests
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub guests_per_hour: u32,
    /// Days without a call before a guest is cleared; 0 for never. A cleared guest loses its
    /// display name and tokens
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = value_parser!(u32).range(0..=MAX_DAYS))]
    pub keep_guests_days: u32,
    /// Maximum account recovery attempts per hour from one address
    #[arg(long, value_name = "N", default_value = "20")]
    pub recoveries_per_hour: NonZeroU32,
    /// Maximum open device codes of one player
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(1..))]
    pub device_codes_per_player: u32,
    /// Maximum wrong device codes per hour, from all callers together
    #[arg(long, value_name = "N", default_value = "1000")]
    pub device_code_failures_per_hour: NonZeroU32,
    /// Maximum wrong device codes per hour from one address
    #[arg(long, value_name = "N", default_value = "30")]
    pub device_code_failures_per_hour_per_address: NonZeroU32,
}

impl AccountArgs {
    /// Returns the server settings with these options.
    pub fn settings(&self, usual: Settings) -> Settings {
        let reserved_prefixes = [&usual.reserved_prefixes[..], &self.reserved_prefixes].concat();
        Settings {
            registration: self.registration,
            registrations_per_hour: self.registrations_per_hour,
            reserved_prefixes,
            guests_per_hour: self.guests_per_hour,
            keep_guests_days: self.keep_guests_days,
            recoveries_per_hour: self.recoveries_per_hour,
            device_codes_per_player: usize::try_from(self.device_codes_per_player).unwrap_or(usize::MAX),
            device_code_failures_per_hour: self.device_code_failures_per_hour,
            device_code_failures_per_hour_per_address: self.device_code_failures_per_hour_per_address,
            ..usual
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        accounts: AccountArgs,
    }

    #[test]
    fn what_help_shows_as_defaults_are_the_defaults() {
        let Words { accounts } = Words::parse_from(["referee"]);
        let usual = Settings::default();
        assert_eq!(format!("{:?}", accounts.settings(usual.clone())), format!("{usual:?}"));
    }
}
