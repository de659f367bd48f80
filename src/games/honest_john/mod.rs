//! Honest John, versions 1 and 2: dominoes for 3 to 8 players. See `README.md` for rules and
//! notation.

mod evaluate;
mod knowledge;
mod levels;
mod log;
mod moves;
mod notation;
mod numbers;
mod position;
mod rules;
mod scene;
mod setup;
mod steps;
mod text;
mod tiles;
mod trail;
mod voids;
mod words;

pub use moves::Move;
pub use position::HonestJohn;
pub use tiles::Tile;
