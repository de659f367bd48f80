//! The record of a finished match, which is read from the store page by page.

use std::{fmt, sync::Arc};

use super::history::{self, HistoryError};
use crate::hall::limits::PAGE;
use referee_ids::{MatchId, Seq};
use referee_law::{Event, Fact, Refusal};
use referee_store::{
    EventLog, record,
    seal::{Chain, Sealed, Signer},
};

/// Maximum size of a part in bytes, unless a single line is longer.
pub const PART_BYTES: usize = 64 * 1024;

/// The parts of a record: one `MatchEvent` per line as JSON, then the seal. The record depends only
/// on the log and the key, so it is the same at any time and after any crash.
pub struct RecordParts {
    log: Arc<dyn EventLog>,
    signer: Option<Arc<Signer>>,
    chain: Chain,
    match_id: MatchId,
    /// Events that were read, but are not in a part yet.
    events: std::vec::IntoIter<Event>,
    /// Line that did not fit into the previous part; `None` if there is none.
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
    pub(in crate::hall) fn of(log: Arc<dyn EventLog>, signer: Option<Arc<Signer>>, match_id: MatchId) -> RecordParts {
        let (chain, events) = (Chain::default(), Vec::new().into_iter());
        let (left, last, over, sealed) = (None, Seq(0), false, false);
        RecordParts { log, signer, chain, match_id, events, left, last, over, sealed }
    }

    /// Returns the next part, which consists of whole lines; `None` after the last.
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

    /// Returns the whole record. Use this only for short records.
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
                // The store has reported that the match is over, so its end must exist.
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

    /// Returns the seal, once, as the last line.
    fn seal(&mut self) -> Option<String> {
        let seal = self.chain.seal(Sealed::Match(&self.match_id), self.signer.as_deref());
        (!std::mem::replace(&mut self.sealed, true)).then(|| format!("{}\n", seal.line()))
    }
}
