//! What a table notes for whoever collects metrics.

use crate::{
    metrics::metrics,
    referee::{Event, Fact, Time},
};

/// Notes an event that is durable, and told by `now`.
pub(super) fn note(event: &Event, now: Time) {
    match &event.fact {
        Fact::MovePlayed(moved) => metrics().moved(now.since(moved.received)),
        Fact::MatchEnded(_) => {
            metrics().matches_ended.inc();
        }
        _ => {}
    }
}
