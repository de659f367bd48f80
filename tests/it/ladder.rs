//! Ladders that run by themselves: the policy, the log, the ratings, the signals.

mod laws;
mod played;
mod signals;
mod strength;
