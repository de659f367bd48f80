//! What the records say of the flags.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use serde_json::Value;

/// A match that ended by a flag.
pub struct Recorded {
    /// By how much the clock was overstepped when the verdict was made.
    pub overrun: Duration,
    /// How many flags before it were void, because the host stood still: then it began to run again, maybe with nothing said.
    pub void: usize,
}

/// The matches of a record, one after another.
pub fn read(record: &str) -> anyhow::Result<Vec<Recorded>> {
    let (mut all, mut void) = (Vec::new(), 0);
    for line in record.lines() {
        let event: Value = serde_json::from_str(line)?;
        void += usize::from(!event["flagVoided"].is_null());
        if let Some(ended) = event.get("ended") {
            ensure!(ended["termination"] == "TERMINATION_FLAG", "no flag fell: {line}");
            let late_ns = ended["overrunNs"].as_str().context("a flag says how late it is")?.parse()?;
            all.push(Recorded { overrun: Duration::from_nanos(late_ns), void: std::mem::take(&mut void) });
        }
    }
    Ok(all)
}
