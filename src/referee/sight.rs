//! The one redactor: what a viewer may know of an event.

use super::event::{Event, Fact, Termination, Verdict};
use crate::{
    games::{Course, Round, rules::Points},
    ids::{Seq, Viewer},
    referee::clock::Time,
};

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

/// What `viewer` may know of `event`, which is about to be applied where the round in play stands at `before`.
pub fn seen_by(_viewer: Viewer, _before: &dyn Round, _event: &Event) -> SeenEvent {
    todo!()
}

// `_` keeps the imports of the contract in one place until the law is written.
#[allow(unused_imports)]
use {Course as _, Points as _, Termination as _, Verdict as _};
