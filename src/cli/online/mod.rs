//! The commands that call a server: matches, players, challenges, the lobby, rulings and `join`.

pub mod arbiter;
pub mod challenges;
pub mod join;
pub mod lobby;
pub mod matches;
pub mod players;
pub(super) mod server_matches;
