//! Contests through their public interface: logs, pairings, standings, ratings, statistics,
//! reports.

mod ladder;
mod openings;
mod rating;
mod report;
mod stats;
mod tournament;

#[path = "../shared/golden.rs"]
mod golden_files;
#[path = "../shared/numbers.rs"]
mod numbers;
#[path = "../shared/tries.rs"]
mod tries;
