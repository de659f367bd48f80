//! How many matches each owner, and each address, opens a minute: a match is counted for both or for neither.

use std::{collections::BTreeMap, num::NonZeroU32, time::Duration};

use super::{creation_limits::Key, wall_clock::Moment};
use crate::referee::Refusal;

/// How many owners, and addresses, are kept in mind that opened a match lately; while there are more, nobody else opens one.
pub const CREATORS: usize = 65_536;

const MINUTE: Duration = Duration::from_secs(60);

/// What was opened lately. As many as a minute allows may come at once, and then one after the other (the generic cell rate algorithm:
/// ITU-T I.371).
pub struct CreationRate {
    began: Moment,
    per_owner: NonZeroU32,
    per_address: NonZeroU32,
    /// When each would have opened all that it has, one after the other, since `began`; who could begin anew is left out.
    until: BTreeMap<Key, Duration>,
}

impl CreationRate {
    pub fn new(per_owner: NonZeroU32, per_address: NonZeroU32) -> CreationRate {
        CreationRate { began: Moment::now(), per_owner, per_address, until: BTreeMap::new() }
    }

    /// Counts a match for all whose it is; [`Reason::Limit`](crate::referee::Reason) where one of them has opened as many as it may, and
    /// then for none.
    pub fn count(&mut self, keys: &[Key], now: Moment) -> Result<(), Refusal> {
        self.has_room(keys, now)?;
        let now = now.since(self.began);
        for key in keys {
            if let Some((_, most)) = self.limit(key) {
                let until = self.until.entry(key.clone()).or_default();
                *until = (*until).max(now) + MINUTE / most.get();
            }
        }
        Ok(())
    }

    /// What [`CreationRate::count`] would refuse now. Whoever has opened nothing lately is forgotten.
    pub fn has_room(&mut self, keys: &[Key], now: Moment) -> Result<(), Refusal> {
        let now = now.since(self.began);
        if self.until.len() + keys.len() > CREATORS {
            self.until.retain(|_, until| *until > now);
            if self.until.len() + keys.len() > CREATORS {
                let text = "too many open matches at once";
                return Err(Refusal::limit("creators", CREATORS, text).retry_after(MINUTE));
            }
        }
        for key in keys {
            let Some((name, most)) = self.limit(key) else { continue };
            let each = MINUTE / most.get();
            let until = self.until.get(key).copied().unwrap_or_default().max(now) + each;
            let wait = until.saturating_sub(now).saturating_sub(each * most.get());
            if !wait.is_zero() {
                let whose = if matches!(key, Key::Address(_)) { "address" } else { "owner" };
                let text = format!("at most {most} matches a minute are opened by one {whose}");
                return Err(Refusal::limit(name, most.get(), text).retry_after(wait));
            }
        }
        Ok(())
    }

    fn limit(&self, key: &Key) -> Option<(&'static str, NonZeroU32)> {
        match key {
            Key::Player(_) => None,
            Key::Owner(_) => Some(("matches_per_minute_per_owner", self.per_owner)),
            Key::Address(_) => Some(("matches_per_minute_per_address", self.per_address)),
        }
    }
}
