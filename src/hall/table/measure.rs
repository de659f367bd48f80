//! Metrics of a table.

use crate::{
    law::{Event, Fact, Time},
    metrics::metrics,
};

/// Records an event that is durable and published by `now`.
pub(super) fn note(event: &Event, now: Time) {
    match &event.fact {
        Fact::MovePlayed(moved) => metrics().moved(now.since(moved.received)),
        Fact::MatchEnded(_) => {
            metrics().matches_ended.inc();
        }
        _ => {}
    }
}
