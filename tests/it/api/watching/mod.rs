//! Spectators: walls of boards, replays, and what they see late.

mod delay;
mod frames;
mod page;
mod wall;
mod walls_change;
