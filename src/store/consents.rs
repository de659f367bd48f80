//! What players have agreed to beforehand: which matches they accept, and which contests they have entered.

use super::StoreFuture;
use crate::{
    ids::PlayerId,
    referee::{AcceptPolicy, Contest},
};

/// The most contests that one player has entered at once, those that are over or provisional not
/// counted.
pub const CONTESTS_A_PLAYER: usize = 64;

/// Policies and entries by player. That the players exist is not checked here.
pub trait Consents: Send + Sync {
    /// Sets what a player accepts without being asked, in place of what it said before; `None` is nothing.
    fn set_accept_policy(&self, player: &PlayerId, policy: Option<AcceptPolicy>) -> StoreFuture<'_, ()>;

    /// What a player accepts without being asked; `None` if it has not said anything.
    fn accept_policy(&self, player: &PlayerId) -> StoreFuture<'_, Option<AcceptPolicy>>;

    /// Enters a player in a contest; nothing changes if it is in it already.
    fn enter_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, Entered>;

    /// Takes a player out of a contest; nothing changes if it is not in it.
    fn leave_contest(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, ()>;

    /// Whether a player is in a contest.
    fn has_entered(&self, contest: &Contest, player: &PlayerId) -> StoreFuture<'_, bool>;

    /// Whether a player is in a contest whose matches are being played.
    fn is_in_running_contest(&self, player: &PlayerId) -> StoreFuture<'_, bool>;

    /// A page of the players in a contest in the order of their names, beginning after `after`.
    fn entrants(&self, contest: &Contest, after: Option<PlayerId>, limit: usize) -> StoreFuture<'_, Vec<PlayerId>>;
}

/// What became of [`Consents::enter_contest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// The player is in the contest.
    In,
    /// It is in [`CONTESTS_A_PLAYER`] others that are not over.
    TooMany,
}
