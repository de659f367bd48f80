//! Tables, watchers, the lobby and the house, in virtual time over the memory store.

mod luck;
mod rig;

mod bounds;
mod challenges;
mod coalesce;
mod consent;
mod delays;
mod free_space;
mod house;
mod interleaved;
mod lists;
mod lobby;
mod rematch;
mod restart;
mod retention;
mod seats;
mod seeks;
mod stalls;
pub mod store_faults;
mod supervisor;
mod tabs;
mod watchers;
