//! Spectators: walls of boards, replays, and delays.

mod delay;
mod frames;
mod page;
mod wall;
mod walls_change;
