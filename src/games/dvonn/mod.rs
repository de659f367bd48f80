//! DVONN: placing, stacking, and the link to the red pieces. See `README.md` for rules and
//! notation.

mod board;
mod evaluate;
mod levels;
mod moves;
mod notation;
mod numbers;
mod position;
mod rules;
mod scene;
mod text;
mod words;

pub use position::{Dvonn, Move, Piece, Side};
