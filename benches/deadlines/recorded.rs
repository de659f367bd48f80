//! The flags in the records.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use referee::{
    law::{Event, Fact, Termination},
    store::record,
};

/// A match that a bot lost on time.
pub struct Recorded {
    /// The overrun of the clock at the verdict.
    pub overrun: Duration,
    /// The number of earlier flags that a host stall voided. Each restarted the deadline, perhaps
    /// without a message.
    pub void: usize,
}

/// Reads the flags of these records in order.
pub fn read(records: &str) -> anyhow::Result<Vec<Recorded>> {
    record::read_stream(records.as_bytes())?.iter().map(|record| flag_of(&record.events)).collect()
}

fn flag_of(events: &[Event]) -> anyhow::Result<Recorded> {
    let void = events.iter().filter(|event| matches!(event.fact, Fact::FlagVoided(_))).count();
    let last = events.last().context("a record has events")?;
    let Fact::MatchEnded(ended) = &last.fact else { anyhow::bail!("the match did not end: {last:?}") };
    ensure!(ended.verdict.termination == Termination::Flag, "no flag fell: {:?}", ended.verdict);
    let overrun = ended.verdict.overrun.context("a flag says how late it is")?;
    Ok(Recorded { overrun, void })
}
