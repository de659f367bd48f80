//! The gRPC services, called as a client calls them: over a loopback port, with the memory store.

mod attend;
mod conduct;
mod cors;
mod crowded;
mod cut;
mod cut_anywhere;
mod delay;
mod fifth_game;
mod frames;
mod games;
mod grpc_web;
mod half_open;
pub mod http;
mod json;
mod luck;
mod marathon;
mod matches;
mod openings;
mod play;
mod players;
pub mod raw;
mod reasons;
mod rematch;
mod repeats;
mod results;
mod returning;
pub mod rig;
mod round_trip;
mod scores;
mod silence;
mod storms;
mod turns;
mod unread;
mod wall;
mod wire;

pub use marathon::some_move;
