//! New matches per minute of each owner and address: a match counts for both or for neither.

use std::{collections::BTreeMap, num::NonZeroU32, time::Duration};

use super::{creation_limits::Key, wall_clock::Moment};
use crate::referee::Refusal;

/// Owners and addresses remembered; while there are more, no further one can open a match.
pub const CREATORS: usize = 65_536;

const MINUTE: Duration = Duration::from_secs(60);

/// A token bucket per key (generic cell rate algorithm, ITU-T I.371): a minute's worth at once,
/// then one at a time.
pub struct CreationRate {
    began: Moment,
    per_owner: NonZeroU32,
    per_address: NonZeroU32,
    /// When each key has its whole burst back, since `began`; keys with a full burst are absent.
    until: BTreeMap<Key, Duration>,
}

impl CreationRate {
    pub fn new(per_owner: NonZeroU32, per_address: NonZeroU32) -> CreationRate {
        CreationRate { began: Moment::now(), per_owner, per_address, until: BTreeMap::new() }
    }

    /// Counts a match for all keys, or for none with [`Reason::Limit`](crate::referee::Reason) if
    /// one has reached its rate.
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

    /// Returns what [`CreationRate::count`] would reject now. Forgets keys with a full burst.
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
                let text = format!("limit reached: {most} new matches a minute per {whose}");
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
