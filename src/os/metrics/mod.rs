//! The counters and measurements of this process, for Prometheus. `docs/operations.md` lists all of
//! them.
//!
//! The whole process shares [`instruments`], and any room may count in them. [`exporter`] serves
//! them on a separate address. [`contests`] are the gauges of tournaments and ladders.

mod contests;
pub mod exporter;
pub mod instruments;

pub use contests::{ContestCounts, ContestGauges};
pub use instruments::{Counted, Stopwatch, metrics};
