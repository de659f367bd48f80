//! The history of a stored match, in the time of the run.

use std::{collections::BTreeMap, time::Duration};

use referee::ids::Seq;

/// The history of one match, in the time of the run.
#[derive(Clone, Debug, Default)]
pub struct Fate {
    /// The stays of the match at tables, by the number of their first event.
    pub stays: BTreeMap<u64, Stay>,
    /// Times in which appends failed or were slow.
    pub troubles: Vec<Trouble>,
    pub panics: usize,
    pub over: bool,
}

/// The time that the match spends at one table.
#[derive(Clone, Copy, Debug)]
pub struct Stay {
    pub server: u64,
    /// Time at which the clock of the match showed zero, in nanoseconds of the run. It may be
    /// negative.
    pub zero: i128,
    /// Start of the stay.
    pub began: Duration,
}

/// A time in which the store failed or was slow.
#[derive(Clone, Copy, Debug)]
pub struct Trouble {
    pub began: Duration,
    pub ended: Option<Duration>,
    /// The last event before some that were stored although their append seemed to fail. A reader
    /// of those events knows that they were stored.
    pub taken_after: Option<Seq>,
}
