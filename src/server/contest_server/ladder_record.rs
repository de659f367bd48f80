//! The record of a ladder, which is read from the store one page at a time.

use std::{fmt, sync::Arc, vec::IntoIter};

use super::Ladders;
use referee_contests::ladder::LadderEvent;
use referee_ids::Seq;
use referee_law::Refusal;
use referee_store::{ladder_record::LadderRecordLines, seal::Signer};

use crate::{contest_steward::stored::EVENTS_A_PAGE, hall::PART_BYTES};

/// The parts of the record of a ladder as it is at the time of the request: one public event per
/// line, as JSON, then the seal. The seal is signed if the server signs records. The parts depend
/// only on the stored events and the key.
pub struct LadderRecordParts {
    ladders: Ladders,
    id: String,
    signer: Option<Arc<Signer>>,
    lines: LadderRecordLines,
    /// Events that were read, but are not in a part yet.
    events: IntoIter<LadderEvent>,
    last: Seq,
    upto: Seq,
    is_sealed: bool,
}

impl fmt::Debug for LadderRecordParts {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "the record of {} after event {}", self.id, self.last)
    }
}

impl Ladders {
    /// Returns the record of a ladder up to its newest event.
    pub async fn record(&self, id: &str) -> Result<LadderRecordParts, Refusal> {
        let upto = self.see(id, |seen| seen.seq()).await?;
        Ok(LadderRecordParts {
            ladders: self.clone(),
            id: id.to_owned(),
            signer: self.inner.hall.limits().signer.clone(),
            lines: LadderRecordLines::default(),
            events: Vec::new().into_iter(),
            last: Seq(0),
            upto,
            is_sealed: false,
        })
    }
}

impl LadderRecordParts {
    /// Returns the next part, which consists of whole lines; `None` after the last.
    pub async fn next(&mut self) -> Result<Option<String>, Refusal> {
        let mut part = String::new();
        while part.len() < PART_BYTES {
            let Some(line) = self.line().await? else { break };
            part.push_str(&line);
            part.push('\n');
        }
        Ok((!part.is_empty()).then_some(part))
    }

    async fn line(&mut self) -> Result<Option<String>, Refusal> {
        if self.events.len() == 0 && self.last < self.upto {
            self.events = self.ladders.events(&self.id, self.last, EVENTS_A_PAGE).await?.into_iter();
        }
        // If an event is missing, the seal follows the earlier events, for which it is valid.
        let event = self.events.next().filter(|event| event.seq <= self.upto);
        let Some(event) = event else { return Ok(self.seal()) };
        self.last = event.seq;
        Ok(Some(self.lines.line(&event)))
    }

    /// Returns the seal, once, as the last line.
    fn seal(&mut self) -> Option<String> {
        let is_sealed = std::mem::replace(&mut self.is_sealed, true);
        (!is_sealed).then(|| self.lines.seal(&self.id, self.signer.as_deref()))
    }
}
