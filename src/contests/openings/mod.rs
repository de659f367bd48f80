//! Openings of a series of matches: read from a file ([`file`]), assigned to encounters
//! ([`order`]), or made by the house's search ([`make`]) and measured ([`judge`]). [`twins`] finds
//! openings that are equal, or equal up to a turn of the board.
//!
//! `docs/openings.md` describes the file format. Only games without hidden information and chance
//! have openings; other games compare by duplicate deals.

pub mod error;
pub mod file;
pub mod judge;
pub mod make;
pub mod order;
pub mod twins;

pub use error::{BadLine, BadOpenings};
pub use file::{Openings, StoredOpening};
pub use judge::{DoWork, Judge, Judgement, Work};
pub use make::{BadRecipe, Made, Recipe, make};
pub use order::Order;
pub use twins::{Alike, alike};
