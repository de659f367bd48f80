//! Tables, watchers, the lobby and the house bots, in virtual time with an in-memory store.

mod luck;
mod rig;

mod bounds;
mod coalesce;
mod delays;
mod free_space;
mod house;
mod interleaved;
mod lists;
mod lobby;
mod matchmaking;
mod restart;
mod retention;
mod seats;
mod stalls;
pub mod store_faults;
mod supervisor;
mod tabs;
mod watchers;
