//! Gauges of tournaments, ladders and webhooks. The server sets them every few seconds.

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{family::Family, gauge::Gauge},
    registry::Registry,
};

type ByKind = Family<ContestKind, Gauge>;

/// The gauges of each kind of contest: name and help text.
const KINDS: [(&str, &str); 6] = [
    ("contests_running", "Tournaments or ladders that are not over"),
    ("contest_entrants_absent", "Entrants of running contests that are not connected"),
    ("contest_matches_waiting", "Matches of running contests that wait for a player"),
    ("contest_oldest_wait_seconds", "Longest wait of such a match"),
    ("contest_matches_played", "Matches of running contests that are over"),
    ("contest_matches_left", "Matches of running contests that are left"),
];

/// The label of a gauge of contests: `tournament` or `ladder`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ContestKind {
    kind: &'static str,
}

/// The measurements of all running contests of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContestCounts {
    /// Contests that are not over yet.
    pub running: u64,
    /// Entrants that are not connected, counted once for each contest.
    pub absent: u64,
    /// Matches that wait for a player, open or not.
    pub waiting: u64,
    /// The longest wait of a match, in seconds.
    pub oldest_wait_seconds: u64,
    pub played: u64,
    /// Matches still to be played, as far as the format determines their number.
    pub left: u64,
}

#[derive(Default)]
pub struct ContestGauges {
    /// The gauges, in the order of [`KINDS`].
    of_kinds: [ByKind; 6],
    behind: Gauge,
    given_up: Gauge,
}

impl ContestGauges {
    pub(super) fn register(&self, registry: &mut Registry) {
        for ((name, help), gauge) in KINDS.into_iter().zip(&self.of_kinds) {
            registry.register(name, help, gauge.clone());
        }
        registry.register("webhook_events_behind", "Events that webhooks have not delivered yet", self.behind.clone());
        registry.register("webhook_given_up", "Contests that a webhook has abandoned", self.given_up.clone());
    }

    /// Sets the gauges of a kind of contest.
    pub fn set(&self, kind: &'static str, counts: ContestCounts) {
        let ContestCounts { running, absent, waiting, oldest_wait_seconds, played, left } = counts;
        let values = [running, absent, waiting, oldest_wait_seconds, played, left];
        for (gauge, value) in self.of_kinds.iter().zip(values) {
            gauge.get_or_create(&ContestKind { kind }).set(i64::try_from(value).unwrap_or(i64::MAX));
        }
    }

    /// Sets the gauges of webhooks: events not delivered yet, and contests that a webhook has given
    /// up.
    pub fn set_webhooks(&self, behind: u64, given_up: u64) {
        self.behind.set(i64::try_from(behind).unwrap_or(i64::MAX));
        self.given_up.set(i64::try_from(given_up).unwrap_or(i64::MAX));
    }
}
