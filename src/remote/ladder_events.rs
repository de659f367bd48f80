//! The file of a ladder's events that `referee ladder export` writes, read again.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, Read as _},
    path::Path,
};

use anyhow::Context as _;

use crate::{ladder::Results, pb::log, store::codec::ladder::read_shown};

/// The longest line of a file of events, in bytes: an event as JSON.
const MAX_LINE: u64 = 4 << 20;

/// What the ratings are made of, from a file of events.
pub fn read_ladder_events(path: &Path) -> anyhow::Result<Results> {
    let unreadable = || format!("failed to read {}", path.display());
    let mut file = BufReader::new(File::open(path).with_context(unreadable)?);
    let (mut results, mut line, mut number) = (Results::default(), Vec::new(), 0);
    loop {
        line.clear();
        let length = (&mut file).take(MAX_LINE + 1).read_until(b'\n', &mut line).with_context(unreadable)? as u64;
        if length == 0 {
            break;
        }
        number += 1;
        let bad = || format!("line {number} of {} is no event of a ladder", path.display());
        anyhow::ensure!(length <= MAX_LINE, "{}: it has more than {MAX_LINE} bytes", bad());
        let message: log::LadderEvent = serde_json::from_slice(&line).with_context(bad)?;
        let event = read_shown(message).with_context(bad)?;
        anyhow::ensure!(event.seq.0 == number, "{}: it has the number {}", bad(), event.seq.0);
        results.apply(&event);
    }
    anyhow::ensure!(number > 0, "{} is empty, expected the events of a ladder", path.display());
    Ok(results)
}
