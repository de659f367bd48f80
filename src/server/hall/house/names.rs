//! The names of house bots.

use referee_games::bots::Kind;
use referee_ids::PlayerId;

/// Names of house bots, each with the kind of bot (see [`referee_games::bots`]).
pub const HOUSE: &[(&str, &str)] =
    &[("house-random", "random"), ("house-greedy", "greedy"), ("house-search", "search")];

pub fn players() -> impl Iterator<Item = PlayerId> {
    HOUSE.iter().filter_map(|(name, _)| PlayerId::parse(name).ok())
}

/// Returns whether this player is a house bot.
pub fn is_house(player: &PlayerId) -> bool {
    kind_of(player).is_some()
}

/// Returns whether this is the name of a house bot.
pub fn is_house_name(name: &str) -> bool {
    HOUSE.iter().any(|(known, _)| *known == name)
}

/// Returns the kind of the house bot with this name.
pub fn kind_named(name: &str) -> Option<Kind> {
    HOUSE.iter().find(|(known, _)| *known == name).and_then(|(_, kind)| Kind::parse(kind))
}

/// Returns the kind of a house bot; `None` for any other player.
pub(super) fn kind_of(player: &PlayerId) -> Option<Kind> {
    kind_named(player.as_str())
}
