//! The metrics of a table.

use referee_law::{Event, Fact, Time};
use referee_os::metrics::metrics;

/// Records an event that became durable and was published by `now`.
pub(super) fn note(event: &Event, now: Time) {
    match &event.fact {
        Fact::MovePlayed(moved) => metrics().moved(now.since(moved.received)),
        Fact::MatchEnded(_) => {
            metrics().matches_ended.inc();
        }
        _ => {}
    }
}
