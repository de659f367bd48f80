//! DVONN: placing, stacking, and the link to the red pieces. The rules and the notation stand in `README.md`.

mod board;
mod evaluate;
mod moves;
mod notation;
mod position;
mod rules;
mod scene;
mod text;
mod words;

pub use moves::Move;
pub use position::{Dvonn, Piece, Side};
