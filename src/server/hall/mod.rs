//! Live matches: one task per table, inboxes of limited size, and the list of connected players.
//!
//! | files | purpose |
//! |---|---|
//! | [`challenges`], [`matches`] | proposes matches; opens, runs and resumes them |
//! | [`table`], [`link`], [`engine_seat`] | one match, and the programs on its seats |
//! | [`lobby`], [`last_seen`] | connected players |
//! | [`house`] | house bots |
//! | [`limits`] | what bounds all of it |
//! | [`records`] | answers queries, and prunes old logs |
//! | [`wall_clock`], [`host_stalls`] | the time, and stalls of the host |
//! | [`background`] | threads for work that can wait |

pub mod background;
pub mod challenges;
pub mod engine_seat;
mod entropy;
#[expect(clippy::module_inception, reason = "the room is named for what it holds; this file is its door")]
mod hall;
pub mod host_stalls;
pub mod house;
mod last_seen;
pub mod limits;
pub mod link;
pub mod lobby;
mod matches;
pub mod records;
pub mod table;
pub mod wall_clock;

pub use entropy::Entropy;
pub use hall::Hall;
pub use last_seen::REMEMBERED_PLAYERS;
pub use limits::Limits;
pub use matches::{
    consent::Agreed,
    new_match::{AskedGraces, NewLuck, NewMatch},
    restart::{HEALTH_EVERY, Health, Restart},
};
pub use records::{
    history::unknown_match,
    reads::{Listed, UnreadableMatch},
    record::{PART_BYTES, RecordParts},
    results::Results,
};
