//! Openings of a series of matches: read from a file ([`file`]), given to encounters in an order ([`order`]), and made
//! for a game by the house's search ([`make`], judged by [`judge`]). [`twins`] finds openings that are the same, or the same but
//! for how the board is turned.
//!
//! `docs/openings.md` says what a file of openings looks like. Only games without hidden information and chance have openings:
//! the others compare by duplicate deals.

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
