//! Guests: players with a name that the server made, who are forgotten when they stay away.

use referee_ids::PlayerId;

use crate::StoreFuture;

/// When guests called last. Players that are no guests, and released guests, are ignored.
pub trait Guests: Send + Sync {
    /// Notes that these guests called now. Writes nothing for those who were noted less than
    /// `step_ms` ago.
    fn see_guests(&self, guests: Vec<PlayerId>, now_unix_ms: i64, step_ms: i64) -> StoreFuture<'_, ()>;

    /// Returns guests who were last seen before a time, the longest absent first.
    fn absent_guests(&self, before_unix_ms: i64, limit: usize) -> StoreFuture<'_, Vec<PlayerId>>;

    /// Clears the display names and recovery codes of those of these guests who were still last
    /// seen before a time, and removes their tokens. Their names stay taken. Returns them.
    fn release_guests(&self, guests: Vec<PlayerId>, before_unix_ms: i64) -> StoreFuture<'_, Vec<PlayerId>>;
}
