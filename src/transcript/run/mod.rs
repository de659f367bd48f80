//! A run of matches, as `referee play` has played it: a line for each match, tables at the end, or
//! all of it as JSON.

pub mod duplicate_deals;
pub mod json;
pub mod line;
pub mod report;
pub mod statistics;
pub mod tables;
