//! What became of a match in the store, in the time of the run.

use std::{collections::BTreeMap, time::Duration};

use referee::ids::Seq;

/// The fate of one match, in the time of the run.
#[derive(Clone, Debug, Default)]
pub struct Fate {
    /// By the number of the event that each stay of the match at a table begins with.
    pub stays: BTreeMap<u64, Stay>,
    /// When it could not be appended to, or only slowly.
    pub troubles: Vec<Trouble>,
    pub panics: usize,
    pub over: bool,
}

/// The time for which one table has the match.
#[derive(Clone, Copy, Debug)]
pub struct Stay {
    pub server: u64,
    /// When its clock would have shown zero, in nanoseconds of the run.
    pub zero: i128,
    /// When it began.
    pub began: Duration,
}

/// A time in which the store did not take what it was given.
#[derive(Clone, Copy, Debug)]
pub struct Trouble {
    pub began: Duration,
    pub ended: Option<Duration>,
    /// Behind which event there are some that took place, though they seemed to fail: who reads
    /// them knows.
    pub taken_after: Option<Seq>,
}
