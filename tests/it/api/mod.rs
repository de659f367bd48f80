//! The gRPC services, called by clients over a loopback port. The store is in memory.

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
