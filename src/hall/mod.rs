//! Where matches are alive: one task a table, bounded inboxes between them, and the list of who is here.
//!
//! [`Hall`] holds all of it together: [`opening`] opens matches where [`consent`] has that of their players, which [`challenge_lifecycle`] asks them for:
//! a [`challenge`] stands on the [`challenge_board`], [`seeks`] finds others for it, and [`challenge_opening`] makes it a match. [`restart`] brings those back that were live before,
//! [`supervisor`] runs their tables, [`store_failures`] says how often the log is told of a store that fails, [`reads`] answers those who look, [`results`] lists how matches ended, [`standings`] folds those of a contest, [`tally`] counts what was played in one, and [`retention`] drops the logs of old ones. [`table`] runs one match; [`link`] is what a seat's
//! program is to a table; [`engine_seat`] puts a local engine on a seat; [`lobby`] knows the connected bots, and by [`last_seen`] when the others were; [`barred`] keeps those out who may not play; [`owners`] says who owns whom; [`house`] plays
//! for the house's own and [`demo`] keeps them busy; [`history`] reads what the store knows of a match, [`background`] are threads for what can
//! wait; [`registry`] lists the live ones, [`summary_cache`] keeps what is told of those that are over, and [`rematch`] plays one of them once more, when
//! [`rematch_votes`] has that of all its players.

pub mod background;
mod barred;
pub mod challenge;
pub mod challenge_board;
pub mod challenge_lifecycle;
mod challenge_opening;
mod consent;
pub mod creation_limits;
mod creation_rate;
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
pub mod rate_limit;
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
