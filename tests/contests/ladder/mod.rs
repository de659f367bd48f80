//! Ladders: pairing policy, log, ratings, signals.

mod ends;
mod laws;
mod opening;
mod pairing;
mod played;
mod points;
mod previews;
mod published;
mod repeats;
mod signals;
mod stored;
mod strength;
