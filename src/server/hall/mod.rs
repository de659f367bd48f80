//! Live matches: one task per table, bounded inboxes between them, and the list of connected
//! players.
//!
//! | files | purpose |
//! |---|---|
//! | [`opening`], [`consent`], [`owners`], [`barred`] | opens matches, and checks their players |
//! | [`challenge`], [`challenge_board`], [`challenge_lifecycle`] | challenges |
//! | [`challenge_opening`], [`seeks`] | opens challenges, and pairs seeks |
//! | [`rematch`], [`rematch_votes`] | rematches |
//! | [`registry`], [`supervisor`], [`restart`] | runs live matches, and resumes them |
//! | [`store_failures`] | limits log lines about a failing store |
//! | [`table`], [`link`], [`engine_seat`] | one match, and the programs on its seats |
//! | [`lobby`], [`last_seen`] | connected players |
//! | [`house`], [`demo`] | house bots |
//! | [`reads`], [`history`], [`results`], [`standings`] | answers queries |
//! | [`tally`], [`summary_cache`] | counts and snapshots of finished matches |
//! | [`retention`], [`background`] | prunes old logs; threads for work that can wait |

pub mod background;
mod barred;
pub mod challenge;
pub mod challenge_board;
pub mod challenge_lifecycle;
mod challenge_opening;
mod consent;
pub mod creation_limits;
pub mod demo;
pub mod engine_seat;
mod entropy;
mod frames;
pub mod free_space;
pub mod gauge;
#[expect(clippy::module_inception, reason = "the room is named for what it holds; this file is its door")]
mod hall;
mod history;
pub mod host_stalls;
pub mod house;
mod last_seen;
pub mod limits;
pub mod link;
pub mod lobby;
mod match_store;
mod opening;
mod owners;
pub mod rate;
mod reads;
mod record;
mod registry;
pub mod rematch;
mod rematch_votes;
mod restart;
mod results;
pub mod retention;
mod seeks;
pub mod standings;
mod store_failures;
mod summary_cache;
mod supervisor;
pub mod table;
pub mod tally;
pub mod wall_clock;

pub use consent::Agreed;
pub use entropy::Entropy;
pub use hall::Hall;
pub use history::unknown_match;
pub use last_seen::REMEMBERED_PLAYERS;
pub use limits::Limits;
pub use opening::{NewLuck, NewMatch};
pub use reads::{Listed, UnreadableMatch};
pub use record::{PART_BYTES, RecordParts};
pub use restart::{HEALTH_EVERY, Health, Restart};
pub use results::Results;
