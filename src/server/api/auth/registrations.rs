//! Checks which players may register, under which names, and how often.

use std::{net::IpAddr, num::NonZeroU32, time::Duration};

use crate::api::{
    admission::stream_limits::network,
    settings::{Registration, Settings},
};
use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_store::skeleton;

use crate::hall::{
    limits::rate::{Pace, Rate},
    wall_clock::TimerInstant,
};

pub struct Registrations {
    mode: Registration,
    reserved: Vec<(String, String)>,
    reserved_names: Vec<(String, String)>,
    /// Players whom the host's settings name; they may have a reserved name.
    named_by_host: Vec<PlayerId>,
    per_hour: NonZeroU32,
    lately: Rate<Option<IpAddr>>,
    /// Maximum guests per hour and address; 0 for no guests.
    guests_per_hour: u32,
    guests_lately: Rate<Option<IpAddr>>,
}

impl Registrations {
    pub fn new(settings: &Settings) -> Registrations {
        let per_hour = settings.registrations_per_hour;
        Registrations {
            mode: settings.registration,
            reserved: settings
                .reserved_prefixes
                .iter()
                .map(|prefix| (prefix.clone(), without_repeats(prefix)))
                .collect(),
            reserved_names: settings.reserved_names.iter().map(|name| (name.clone(), skeleton(name))).collect(),
            named_by_host: settings.arbiters.clone(),
            per_hour,
            lately: Rate::default(),
            guests_per_hour: settings.guests_per_hour,
            guests_lately: Rate::default(),
        }
    }

    /// Checks whether a player may register with this invite code. Returns the code if the server
    /// requires one. A refusal names the `field` of the request and its `value`.
    pub fn admit(&self, field: &'static str, value: &str, invite: &str) -> Result<Option<String>, Refusal> {
        match self.mode {
            Registration::Open => Ok(None),
            Registration::Invite if invite.is_empty() => {
                Err(Refusal::of_field(Reason::BadInvite, "invite", "", "the code of an invite: ask the host for one"))
            }
            Registration::Invite => Ok(Some(invite.to_owned())),
            Registration::Closed => {
                let expected = "no new player: registration is closed on this server; owners can still create bots";
                Err(Refusal::of_field(Reason::RegistrationClosed, field, value, expected))
            }
        }
    }

    /// Checks that a name is not reserved. Players whom the host's settings name may have a
    /// reserved name.
    pub fn allow_name(&self, name: &PlayerId) -> Result<(), Refusal> {
        if self.named_by_host.contains(name) { Ok(()) } else { self.allow_text(name.as_str(), "name") }
    }

    /// Checks that a display name is not reserved by the host.
    pub fn allow_display_name(&self, name: &str) -> Result<(), Refusal> {
        self.allow_text(&name.replace(' ', "-"), "display_name")
    }

    fn allow_text(&self, text: &str, field: &'static str) -> Result<(), Refusal> {
        let seen = skeleton(text);
        // The first word counts too: `host-2` would look as official as `host`.
        let first = skeleton(text.split(['-', '_']).next().unwrap_or_default());
        let taken = self.reserved_names.iter().find(|(_, reserved)| seen == *reserved || first == *reserved);
        if let Some((name, _)) = taken {
            let expected = format!("a name that does not look like `{name}`");
            return Err(Refusal::of_field(Reason::NameReserved, field, text, expected));
        }
        let seen = without_repeats(text);
        match self.reserved.iter().find(|(_, reserved)| !reserved.is_empty() && seen.starts_with(reserved)) {
            Some((prefix, _)) => {
                let expected = format!("a name that does not seem to begin with `{prefix}`");
                Err(Refusal::of_field(Reason::NameReserved, field, text, expected))
            }
            None => Ok(()),
        }
    }

    /// Counts a guest from an address. Fails if the address has reached its rate, or if this server
    /// has no guests.
    pub fn count_guest(&self, address: Option<IpAddr>) -> Result<(), Refusal> {
        let Some(per_hour) = NonZeroU32::new(self.guests_per_hour) else {
            let expected = "false: this server has no guests; register with a name";
            return Err(Refusal::of_field(Reason::RegistrationClosed, "guest", "true", expected));
        };
        let pace = Pace::per(Duration::from_secs(3600), per_hour);
        self.guests_lately.take(&[(address.map(network), pace)], TimerInstant::now()).map_err(|refused| {
            refused.refusal(|_, Pace { burst, .. }| {
                ("guests_per_hour", format!("too many guests from one address (limit {burst} per hour)"))
            })
        })
    }

    /// Counts a registration from an address. Fails if the address has reached its rate.
    pub fn count(&self, address: Option<IpAddr>) -> Result<(), Refusal> {
        let pace = Pace::per(Duration::from_secs(3600), self.per_hour);
        self.lately.take(&[(address.map(network), pace)], TimerInstant::now()).map_err(|refused| {
            refused.refusal(|_, Pace { burst, .. }| {
                ("registrations_per_hour", format!("too many registrations from one address (limit {burst} per hour)"))
            })
        })
    }
}

/// Returns the skeleton of a text without repeated letters: `referree` becomes `referee`.
fn without_repeats(text: &str) -> String {
    let mut letters: Vec<char> = skeleton(text).chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn per_hour(most: u32) -> Registrations {
        let registrations_per_hour = NonZeroU32::new(most).expect("it is not nought");
        Registrations::new(&Settings { registrations_per_hour, ..Settings::default() })
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_registers_so_many_an_hour() {
        let registrations = per_hour(4);
        let (here, there) = (Some(IpAddr::from([10, 0, 0, 1])), Some(IpAddr::from([10, 0, 0, 2])));
        assert!((0..4).all(|_| registrations.count(here).is_ok()), "as many as an hour allows come at once");
        let reached = registrations.count(here).expect_err("that was all");
        let limit = reached.limit.as_deref().expect("it names the limit");
        assert_eq!((limit.name, limit.most), ("registrations_per_hour", 4));
        let quarter = Duration::from_secs(15 * 60);
        let wait = Duration::from_millis(reached.retry_after_ms.expect("it says when").into());
        assert!(wait <= quarter && wait > quarter / 2, "{reached:?}");
        assert!(registrations.count(there).is_ok(), "who calls from elsewhere");
        tokio::time::advance(wait + Duration::from_millis(1)).await;
        assert!(registrations.count(here).is_ok(), "when it was told to try again");
        assert!(registrations.count(here).is_err());
    }

    #[test]
    fn names_that_seem_to_begin_as_the_hosts_are_refused() {
        let registrations = per_hour(1);
        for name in [
            "house-best",
            "h0use_greedy2",
            "housebest",
            "admin",
            "adm1n-7",
            "referee",
            "referree",
            "r3feree",
            "system_x",
            "moderator",
        ] {
            let refused = registrations.allow_name(&PlayerId::parse(name).expect("a name"));
            assert_eq!(refused.map_err(|no| no.reason), Err(Reason::NameReserved), "{name}");
        }
        for name in ["host", "h0st", "ho-st", "host-2", "arbiter", "server_1", "root", "r00t", "judge"] {
            let refused = registrations.allow_name(&PlayerId::parse(name).expect("a name"));
            assert_eq!(refused.map_err(|no| no.reason), Err(Reason::NameReserved), "{name}");
        }
        let host = PlayerId::parse("host").expect("a name");
        let own = Settings { arbiters: vec![host.clone()], ..Settings::default() };
        assert_eq!(Registrations::new(&own).allow_name(&host), Ok(()), "the host's own settings name it");
        assert!(registrations.allow_display_name("Server").is_err());
        for name in ["ann", "my-house-bot", "the-admin", "hostess", "ghost", "rooter"] {
            assert_eq!(registrations.allow_name(&PlayerId::parse(name).expect("a name")), Ok(()), "{name}");
        }
        assert!(registrations.allow_display_name("House Greedy").is_err());
        assert_eq!(registrations.allow_display_name("Ada"), Ok(()));
        let none = Settings { reserved_prefixes: vec![String::new()], ..Settings::default() };
        assert_eq!(Registrations::new(&none).allow_display_name("Ada"), Ok(()), "nothing begins as nothing");
    }
}
