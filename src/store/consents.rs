//! Consents of players: accept policies, and contest entries.

use referee_ids::PlayerId;
use referee_law::{AcceptPolicy, Contest};

use super::StoreFuture;

/// Maximum running contests that a player can be in.
pub const CONTESTS_A_PLAYER: usize = 64;

/// Policies and entries by player. Does not check that players exist.
pub trait Consents: Send + Sync {
    /// Replaces a player's accept policy; with `None`, the player accepts no matches.
    fn set_accept_policy(&self, player: &PlayerId, policy: Option<AcceptPolicy>) -> StoreFuture<'_, ()>;

    /// Returns a player's accept policy; `None` if the player has declared no policy.
    fn accept_policy(&self, player: &PlayerId) -> StoreFuture<'_, Option<AcceptPolicy>>;

    /// Enters a player in a contest; idempotent.
    fn enter_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, Entered>;

    /// Removes a player from a contest; idempotent.
    fn leave_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, ()>;

    /// Returns whether a player is in a contest.
    fn has_entered(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, bool>;

    /// Returns whether a player is in a contest whose matches are being played.
    fn is_in_running_contest(&self, player: &PlayerId) -> StoreFuture<'_, bool>;

    /// Returns a page of a contest's players by name, starting after `after`.
    fn entrants(&self, contest: &Contest, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>>;
}

/// The outcome of [`Consents::enter_contest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// The player is in the contest.
    In,
    /// The player is already in [`CONTESTS_A_PLAYER`] other running contests.
    TooMany,
}
