//! The instruments. Each use costs an atomic operation or two; a distribution takes a lock that is
//! held no longer than that.

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

/// The prefix of every name.
const PREFIX: &str = "referee";

/// Counts one in a gauge until dropped.
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

/// Measures how long something takes.
pub struct Stopwatch(Instant);

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// How long it has taken until now.
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
    /// The matches that have a table.
    pub matches_live: Gauge,
    /// How many bytes are free where everything is kept, if that is looked at.
    pub free_bytes: Gauge,
    /// The matches that were opened.
    pub matches_opened: Counter,
    pub matches_ended: Counter,
    /// The moves that became durable.
    pub moves: Counter,
    /// The time of each, from the arrival of its last byte to the handover of its answer.
    move_seconds: Histogram,
    /// The commits of the store, those that failed among them.
    pub store_commits: Counter,
    pub store_failures: Counter,
    /// How long a commit took.
    store_commit_seconds: Histogram,
    /// How many writes shared a commit.
    store_commit_writes: Histogram,
    /// How often the host stalled.
    pub host_stalls: Counter,
    /// The refusals, by their reason and limit.
    pub refusals: Family<Refused, Counter>,
    /// The bots that are connected.
    pub bots: Gauge,
    /// The streams that are open.
    pub streams: Gauge,
    /// The connections that are open.
    pub connections: Gauge,
    /// The calls, beside moves and streams, that are open.
    pub calls_open: Gauge,
    /// The open calls that wait for their turn.
    pub calls_waiting: Gauge,
    /// The gauges of tournaments, ladders and webhooks.
    pub contests: ContestGauges,
    registry: Registry,
}

static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// The instruments of this process.
pub fn metrics() -> &'static Metrics {
    &METRICS
}

impl Metrics {
    fn new() -> Metrics {
        // From 50 us to 26 s for moves; commits are flushed to a disk.
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

    /// Notes a move that became durable, so long after it came.
    pub fn moved(&self, took: Duration) {
        self.moves.inc();
        self.move_seconds.observe(took.as_secs_f64());
    }

    /// Counts a commit of this number of writes.
    pub fn committed(&self, writes: usize, took: Duration, succeeded: bool) {
        self.store_commits.inc();
        self.store_failures.inc_by(u64::from(!succeeded));
        self.store_commit_seconds.observe(took.as_secs_f64());
        self.store_commit_writes.observe(writes as f64);
    }

    pub fn refused(&self, reason: &'static str, limit: &'static str) {
        self.refusals.get_or_create(&Refused { reason, limit }).inc();
    }

    /// All of it as text, in the format of OpenMetrics.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
