//! The instruments. A use costs one or two atomic operations; a histogram also locks for that time.

use std::{
    sync::{LazyLock, atomic::AtomicU64},
    time::{Duration, Instant},
};

use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::{Registry, Unit},
};

use super::ContestGauges;

/// The prefix of the name of every metric.
const PREFIX: &str = "referee";

/// A guard that counts one in a gauge until it is dropped.
pub struct Counted(Gauge);

impl Counted {
    pub fn in_gauge(gauge: &Gauge) -> Counted {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// The start of a measured duration.
pub struct Stopwatch(Instant);

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The labels of a rejection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Refused {
    /// The reason code.
    pub reason: &'static str,
    /// The limit that was reached, if any.
    pub limit: &'static str,
}

/// All instruments of the process.
pub struct Metrics {
    /// Matches that have a table.
    pub matches_live: Gauge,
    /// Free bytes on the disk of the data; 0 if the server does not check free space.
    pub free_bytes: Gauge,
    pub matches_opened: Counter,
    pub matches_ended: Counter,
    /// Moves that became durable.
    pub moves: Counter,
    /// Duration of each move, from the arrival of its last byte to the handover of its answer.
    move_seconds: Histogram,
    /// Commits of the store, including those that failed.
    pub store_commits: Counter,
    pub store_failures: Counter,
    /// Duration of each commit.
    store_commit_seconds: Histogram,
    /// Number of writes in each commit.
    store_commit_writes: Histogram,
    pub host_stalls: Counter,
    /// Refusals, by reason and limit.
    pub refusals: Family<Refused, Counter>,
    /// Connected bots.
    pub bots: Gauge,
    /// Open streams.
    pub streams: Gauge,
    /// Open connections.
    pub connections: Gauge,
    /// Open calls, except moves and streams.
    pub calls_open: Gauge,
    /// Open calls that wait for their turn.
    pub calls_waiting: Gauge,
    /// The gauges of tournaments, ladders and webhooks.
    pub contests: ContestGauges,
    registry: Registry,
}

static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// Returns the instruments of this process.
pub fn metrics() -> &'static Metrics {
    &METRICS
}

impl Metrics {
    fn new() -> Metrics {
        // The buckets go from 50 us, a fast move, to 26 s, since a commit waits for a disk.
        let seconds = || Histogram::new(exponential_buckets(50e-6, 2.0, 20));
        let mut metrics = Metrics {
            matches_live: Gauge::default(),
            free_bytes: Gauge::default(),
            matches_opened: Counter::default(),
            matches_ended: Counter::default(),
            moves: Counter::default(),
            move_seconds: seconds(),
            store_commits: Counter::default(),
            store_failures: Counter::default(),
            store_commit_seconds: seconds(),
            store_commit_writes: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            host_stalls: Counter::<u64, AtomicU64>::default(),
            refusals: Family::default(),
            bots: Gauge::default(),
            streams: Gauge::default(),
            connections: Gauge::default(),
            calls_open: Gauge::default(),
            calls_waiting: Gauge::default(),
            contests: ContestGauges::default(),
            registry: Registry::with_prefix(PREFIX),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let Metrics { registry, contests, .. } = self;
        contests.register(registry);
        registry.register(
            "matches_live",
            "Live matches, including those that wait for a \
            seat",
            self.matches_live.clone(),
        );
        registry.register("free_bytes", "Free bytes on the disk of the data directory", self.free_bytes.clone());
        registry.register("matches_opened", "Matches opened", self.matches_opened.clone());
        registry.register("matches_ended", "Matches ended", self.matches_ended.clone());
        registry.register("moves", "Moves stored", self.moves.clone());
        let walk = "From the arrival of a move's last byte to its answer, its commit included";
        registry.register_with_unit("move", walk, Unit::Seconds, self.move_seconds.clone());
        registry.register("store_commits", "Commits of the store", self.store_commits.clone());
        registry.register("store_failures", "Failed commits of the store", self.store_failures.clone());
        let commit = "Duration of a commit of the store";
        registry.register_with_unit("store_commit", commit, Unit::Seconds, self.store_commit_seconds.clone());
        let writes = "Writes per commit";
        registry.register("store_commit_writes", writes, self.store_commit_writes.clone());
        registry.register("host_stalls", "Stalls of the host", self.host_stalls.clone());
        registry.register("refusals", "Refusals by reason and limit", self.refusals.clone());
        registry.register("bots", "Connected bots", self.bots.clone());
        registry.register("streams", "Open streams", self.streams.clone());
        registry.register("connections", "Open connections", self.connections.clone());
        registry.register("calls_open", "Open calls, moves and streams excluded", self.calls_open.clone());
        registry.register("calls_waiting", "Open calls that wait in the queue", self.calls_waiting.clone());
    }

    /// Counts a move that became durable, and records how long that took after its arrival.
    pub fn moved(&self, took: Duration) {
        self.moves.inc();
        self.move_seconds.observe(took.as_secs_f64());
    }

    /// Counts a commit, its number of writes and its duration.
    pub fn committed(&self, writes: usize, took: Duration, succeeded: bool) {
        self.store_commits.inc();
        self.store_failures.inc_by(u64::from(!succeeded));
        self.store_commit_seconds.observe(took.as_secs_f64());
        self.store_commit_writes.observe(writes as f64);
    }

    pub fn refused(&self, reason: &'static str, limit: &'static str) {
        self.refusals.get_or_create(&Refused { reason, limit }).inc();
    }

    /// Returns all metrics in the text format of OpenMetrics.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
