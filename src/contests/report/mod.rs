//! Reports of a tournament: filled from its events, and written as text. This module stores
//! nothing.
//!
//! [`model`] is the report itself, and [`derived`] contains the tables derived from it (pairs,
//! causes, scores over time). The writers are [`table`] for a terminal, [`json`], [`csv`] for
//! spreadsheets, [`rating_table`] for ratings alone, [`trf`] for programs that pair Swiss
//! tournaments, and [`svg`] for plots. [`unit`] has the units of ratings.
//!
//! Names are untrusted: every writer escapes them for its format. Every written number is finite.

pub mod columns;
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
