//! Callers that read matches.

use referee_ids::PlayerId;

/// A caller that reads matches.
#[derive(Clone, Debug, Default)]
pub struct Looker {
    /// Player whose seats the caller sees; `None` for a spectator.
    pub player: Option<PlayerId>,
    /// Whether the caller is a host of this server.
    pub(super) is_host: bool,
}

impl Looker {
    /// Returns a player that acts in a match as its reader, with the rights of a host if `is_host`.
    pub fn acting(player: PlayerId, is_host: bool) -> Looker {
        Looker { player: Some(player), is_host }
    }
}
