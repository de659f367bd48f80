//! The one redactor: what a viewer may know of an event.

use super::{
    clock::Time,
    event::{Event, Fact, Moved},
    state::Match,
};
use crate::ids::{RequestId, Seq, Viewer};

/// An event as one viewer may know it. Only [`seen_by`] makes one: whoever holds it may send it to that viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenEvent {
    event: Event,
}

impl SeenEvent {
    /// Its number in the match; no viewer sees a gap.
    pub fn seq(&self) -> Seq {
        self.event.seq
    }

    /// When it became true.
    pub fn at(&self) -> Time {
        self.event.at
    }

    /// What, redacted.
    pub fn fact(&self) -> &Fact {
        &self.event.fact
    }
}

/// Whether every viewer of this match sees the same: one [`seen_by`] for any viewer then serves all of them.
pub fn same_for_all(of: &Match) -> bool {
    !of.course().game().facts().hidden
}

/// What `viewer` may know of `event`, which is about to be applied to `before`. The first event has nothing before it:
/// there `before` is the match that it opens. No viewer sees a request id, which is between a caller and the referee.
pub fn seen_by(viewer: Viewer, before: &Match, event: &Event) -> SeenEvent {
    let mut event = event.clone();
    match &mut event.fact {
        Fact::Moved(moved) => moved.request_id = RequestId::default(),
        Fact::NonceGiven { request_id, .. } => *request_id = RequestId::default(),
        Fact::Ended(ended) => ended.request_id = RequestId::default(),
        _ => {}
    }
    if !same_for_all(before) {
        redact(viewer, before, &mut event.fact);
    }
    SeenEvent { event }
}

/// Puts what `viewer` may know in the place of what a game with hidden information shows to some only. What cannot be
/// read is shown to nobody.
fn redact(viewer: Viewer, before: &Match, fact: &mut Fact) {
    let round = before.course().round();
    match fact {
        Fact::Moved(Moved { notation, .. }) | Fact::Forced { notation, .. } | Fact::ChanceCame { notation, .. } => {
            *notation = round.sees(viewer, notation).unwrap_or_default()
        }
        // The round before has been closed: the round in play is the one that starts.
        Fact::RoundStarted { position, .. } => *position = round.view(viewer),
        Fact::Opened(_)
        | Fact::SeatConnected { .. }
        | Fact::SeatDisconnected { .. }
        | Fact::NonceGiven { .. }
        | Fact::RoundEnded { .. }
        | Fact::Resumed
        | Fact::Ended(_) => {}
    }
}
