//! Who is connected: the bots with an open stream, and the house's own players.

use super::link::SeatLink;
use crate::{
    ids::{MatchId, PlayerId, Seq},
    referee::Refusal,
};

/// What a bot said of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The ids of the games that it plays; empty is all.
    pub games: Vec<String>,
    /// How many matches it plays at once.
    pub max_matches: u32,
    /// The matches that it knows already, each with the last event that it has.
    pub resume: Vec<(MatchId, Seq)>,
    /// The bot's program and version; may be empty.
    pub agent: String,
}

/// The list of who is here.
pub struct Lobby {}

/// A bot's place in the lobby; dropping it takes the bot out and tells its tables that it has gone.
pub struct Presence {}

impl Lobby {
    /// Puts a bot's link in the lobby, in place of an earlier one of the same player (which is told), and seats it in
    /// all its live matches.
    pub async fn enter(&self, _player: PlayerId, _profile: Profile, _link: SeatLink) -> Result<Presence, Refusal> {
        todo!()
    }

    /// Whether a player has a link here, or is the house's own.
    pub fn is_online(&self, _player: &PlayerId) -> bool {
        todo!()
    }

    /// Whether the server itself plays for this player.
    pub fn is_house(&self, _player: &PlayerId) -> bool {
        todo!()
    }

    /// The games that a connected player plays; empty for one who is not here. A bot that named none plays all.
    pub fn games_of(&self, _player: &PlayerId) -> Vec<String> {
        todo!()
    }
}
