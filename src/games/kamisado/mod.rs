//! Kamisado in rounds: towers, dragon teeth, pushes and refilling. See `README.md` for rules and
//! both notations.

mod board;
mod check;
mod evaluate;
mod fill;
mod levels;
mod moves;
mod notation;
mod numbers;
mod position;
mod rules;
mod scene;
mod scoring;
mod text;
mod words;

pub use board::{Board, Colour, OwnSquare, Side, Square};
pub use fill::Direction;
pub use position::{Kamisado, Move, Phase};
