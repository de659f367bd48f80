//! A match of a run that was played to its end.

use std::path::PathBuf;

use anyhow::Context;

use crate::{referee::Event, series::played::Played};

/// A match that was played to its end.
pub struct Finished {
    /// What it came to.
    pub played: Played,
    /// All that happened.
    pub events: Vec<Event>,
    /// Where the record is, once it was written.
    pub record: Option<PathBuf>,
}

impl Finished {
    /// Match `number` of the run, from 1, from its events; `engines` sat on its seats, seat 0 first.
    pub fn read(number: u32, engines: &[usize], events: Vec<Event>) -> anyhow::Result<Finished> {
        let played =
            Played::read(number, engines, &events).with_context(|| format!("failed to play match {number}"))?;
        Ok(Finished { played, events, record: None })
    }
}
