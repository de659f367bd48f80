//! The gRPC services, called as a client calls them: over a loopback port, with the memory store.

mod accounts;
pub mod browser;
mod contests;
pub mod http;
pub mod ladders;
mod matches;
mod play;
pub mod raw;
pub mod rig;
pub mod tournaments;
mod watching;
mod web;

pub use play::marathon::some_move;
