//! Guests: players whose name the server made, and whose accounts it releases after a long absence.

use referee_ids::PlayerId;

use crate::StoreFuture;

/// The last calls of guests. Other players and released guests are ignored.
pub trait Guests: Send + Sync {
    /// Records that these guests called now. Writes nothing for guests recorded less than `step_ms`
    /// ago.
    fn see_guests(&self, guests: Vec<PlayerId>, now_unix_ms: i64, step_ms: i64) -> StoreFuture<'_, ()>;

    /// Returns guests last seen before a time, the longest absent first.
    fn absent_guests(&self, before_unix_ms: i64, limit: usize) -> StoreFuture<'_, Vec<PlayerId>>;

    /// Releases the guests in this list that were still last seen before a time, and returns them.
    /// Removes their tokens, display names and recovery codes; their names stay taken.
    fn release_guests(&self, guests: Vec<PlayerId>, before_unix_ms: i64) -> StoreFuture<'_, Vec<PlayerId>>;
}
