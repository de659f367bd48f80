//! The counters and measurements of this process, for Prometheus. `docs/operations.md` lists all of
//! them.
//!
//! [`instruments`] are shared by the whole process, and any room may count there. [`exporter`]
//! serves them on a separate address. [`contests`] are the gauges of tournaments and ladders.

mod contests;
pub mod exporter;
pub mod instruments;

pub use contests::{ContestCounts, ContestGauges};
pub use instruments::{Counted, Stopwatch, metrics};
