//! Hive, with the Mosquito, the Ladybug and the Pillbug. See `README.md` for rules and notation.

mod board;
mod cell_set;
mod cells;
mod destinations;
mod evaluate;
mod levels;
mod lines;
mod moves;
mod notation;
mod numbers;
mod past;
mod piece;
mod pins;
mod placements;
mod position;
mod repetition;
mod rules;
mod scene;
mod sheet;
mod tally;
#[cfg(test)]
mod tests;
mod text;
mod throws;
pub mod uhp;
mod walks;
mod words;

pub use moves::{Move, Place};
pub use piece::{Kind, Piece, Side};
pub use position::Hive;
