//! The record of a match that is over, read from the store a page at a time.

use std::{fmt, sync::Arc};

use super::{
    history::{self, HistoryError},
    limits::PAGE,
};
use crate::{
    ids::{MatchId, Seq},
    referee::{Event, Fact, Refusal},
    store::{
        EventLog, record,
        seal::{Chain, Sealed, Signer},
    },
};

/// How long a part is at most, in bytes, unless a single line is longer.
pub const PART_BYTES: usize = 64 * 1024;

/// The parts of a record: one `MatchEvent` a line, as JSON, and behind them the seal. It follows from the log and
/// the key alone: whenever it is asked for, and however often the server died since the end, it is the same.
pub struct RecordParts {
    log: Arc<dyn EventLog>,
    signer: Option<Arc<Signer>>,
    chain: Chain,
    match_id: MatchId,
    /// Read, and not given out yet.
    events: std::vec::IntoIter<Event>,
    /// The line that did not fit in the part before.
    left: Option<String>,
    last: Seq,
    over: bool,
    sealed: bool,
}

impl fmt::Debug for RecordParts {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "the record of {} after event {}", self.match_id, self.last)
    }
}

impl RecordParts {
    pub(super) fn of(log: Arc<dyn EventLog>, signer: Option<Arc<Signer>>, match_id: MatchId) -> RecordParts {
        let (chain, events) = (Chain::default(), Vec::new().into_iter());
        let (left, last, over, sealed) = (None, Seq(0), false, false);
        RecordParts { log, signer, chain, match_id, events, left, last, over, sealed }
    }

    /// The next part, of whole lines; `None` behind the last.
    pub async fn next(&mut self) -> Result<Option<String>, Refusal> {
        let mut part = self.left.take().unwrap_or_default();
        while let Some(line) = self.line().await? {
            if !part.is_empty() && part.len() + line.len() > PART_BYTES {
                self.left = Some(line);
                break;
            }
            part.push_str(&line);
        }
        Ok((!part.is_empty()).then_some(part))
    }

    /// The whole of it, for where it is known to be short.
    pub async fn text(mut self) -> Result<String, Refusal> {
        let mut text = String::new();
        while let Some(part) = self.next().await? {
            text.push_str(&part);
        }
        Ok(text)
    }

    async fn line(&mut self) -> Result<Option<String>, Refusal> {
        if self.events.len() == 0 && !self.over {
            let page = self.log.events(&self.match_id, self.last, PAGE).await.map_err(HistoryError::from)?;
            if page.is_empty() {
                // The store said that the match is over: its end must be there.
                return Err(history::unreadable());
            }
            self.events = page.into_iter();
        }
        let Some(event) = self.events.next() else { return Ok(self.seal()) };
        self.last = event.seq;
        self.over = matches!(event.fact, Fact::MatchEnded(_));
        let line = record::write(&[event]);
        self.chain.add(line.trim_end());
        Ok(Some(line))
    }

    /// The last line, once.
    fn seal(&mut self) -> Option<String> {
        let seal = self.chain.seal(Sealed::Match(&self.match_id), self.signer.as_deref());
        (!std::mem::replace(&mut self.sealed, true)).then(|| format!("{}\n", seal.line()))
    }
}
