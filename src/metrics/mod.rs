//! What this process counts and measures, as Prometheus asks for it. `docs/operations.md` lists all of it.
//!
//! [`instruments`] are shared by the whole process: a room that has something to count counts it there. [`exporter`] answers whoever
//! collects them, on an address of its own. [`contests`] are the gauges of tournaments and ladders.

mod contests;
pub mod exporter;
pub mod instruments;

pub use contests::{ContestCounts, ContestGauges};
pub use instruments::{Counted, Stopwatch, metrics};
