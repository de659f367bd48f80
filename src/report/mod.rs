//! Reports of a tournament: what a fold of its events fills in, and how it is written down. Text goes out, nothing is stored here.
//!
//! [`model`] is the report itself, [`derived`] what follows from it (pairs, causes, scores over time). The writers: [`table`] for a terminal,
//! [`json`], [`csv`] for spreadsheets, [`rating_table`] for ratings alone, [`trf`] for programs that pair Swiss tournaments, and [`svg`] for plots. What
//! ratings are in is a [`unit`]. Names come from strangers: every writer escapes them for its own format. No number that is written is infinite or not a
//! number.

pub mod csv;
pub mod derived;
pub mod json;
pub mod model;
pub mod rating_table;
pub mod svg;
pub mod table;
mod text;

pub mod trf;
pub mod unit;

pub use model::{Award, BadReport, Rating, Report, ReportEncounter, ReportMatch};
pub use text::csv;
pub use trf::{TrfError, trf};
pub use unit::Unit;
