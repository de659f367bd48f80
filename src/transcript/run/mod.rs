//! Prints a run of matches of `referee play`: a line for each match and tables at the end, or
//! everything as JSON.

pub mod duplicate_deals;
pub mod json;
pub mod line;
pub mod report;
pub mod statistics;
pub mod tables;
