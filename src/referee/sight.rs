//! The one redactor: what a viewer may know of an event.

use super::{
    clock::Time,
    event::{Event, Fact},
    state::Match,
};
use crate::ids::{Seq, Viewer};

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
/// there `before` is the match that it opens.
pub fn seen_by(_viewer: Viewer, _before: &Match, _event: &Event) -> SeenEvent {
    todo!()
}
