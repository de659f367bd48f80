//! The limits of a hall, each with a name.

pub mod creation_limits;
pub mod free_space;
pub mod gauge;
pub mod rate;

use std::{sync::Arc, time::Duration};

use referee_law::{Graces, opening::conduct::MAX_PLIES};
use referee_store::seal::Signer;
use tokio::runtime::Handle;

use super::{Entropy, host_stalls::HostStalls, wall_clock::WallClock};
use creation_limits::CreationLimits;
use free_space::FreeSpace;
pub use gauge::RETRY_WHEN_FULL;

/// Minimum duration of an append that counts as slow: recorded, and not charged to any seat.
pub const SLOW_STORE: Duration = Duration::from_millis(250);
/// Delay before the first retry after a store failure; each further delay is twice as long.
pub const STORE_RETRY_SOON: Duration = Duration::from_millis(50);
/// Maximum delay before a retry after a store failure.
pub const STORE_RETRY: Duration = Duration::from_secs(1);
/// Delay before a caller retries to get a place in a queue that is being processed.
pub const RETRY_SOON: Duration = Duration::from_millis(100);
/// Maximum events per read of the store.
pub const PAGE: usize = 256;
/// Maximum matches per page of a list.
pub const MATCHES_A_PAGE: usize = 200;
/// Maximum pending rematches that one player has requested or agreed to.
pub const REMATCHES_A_PLAYER: usize = 64;
/// Maximum open `Attend` streams of a player, for tabs and devices.
pub const ATTENDS_A_PLAYER: usize = 16;
/// Maximum matches that a bot can resume when it connects.
pub const RESUME_POINTS: usize = 1_024;

#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum live tables.
    pub tables: usize,
    /// Limits on opening matches.
    pub creation: CreationLimits,
    /// Maximum queued commands per seat and table; further ones are rejected.
    pub waiting_commands: usize,
    /// Maximum queued events per watcher; a slower watcher reads from the store.
    pub waiting_for_watcher: usize,
    /// Maximum watchers per table.
    pub watchers: usize,
    /// Maximum snapshots of finished matches in the cache, which is also limited to
    /// [`SNAPSHOT_BYTES`](super::records::summary_cache::SNAPSHOT_BYTES).
    pub finished: usize,
    /// Delay of events for spectators; zero for none.
    pub spectator_delay: Duration,
    /// Time for which the store may fail before its matches end as host faults.
    pub store_patience: Duration,
    /// Time for which a seat may be disconnected, unless the rules of its match say otherwise.
    pub grace: Duration,
    /// The grace of a seat that was held by `Attend`, if this is longer, for phones that sleep and
    /// pages that reload.
    pub attend_grace: Duration,
    /// Time for which a match waits for its seats before it is aborted, unless its rules say
    /// otherwise.
    pub start_grace: Duration,
    /// Maximum of every grace in the rules of a match.
    pub max_grace: Duration,
    /// Maximum plies of a round, after which the match ends by
    /// [`Termination::MaxPlies`](referee_law::Termination).
    pub max_plies: u32,
    /// Maximum number of times that a program may leave its seat. After the last time, it cannot
    /// return.
    pub departures: u32,
    /// Number of streams that a bot may open without waiting.
    pub stream_burst: u32,
    /// Interval after which a bot may open one further stream.
    pub stream_interval: Duration,
    /// Maximum connected bots.
    pub bots: usize,
    /// Maximum pending rematches.
    pub rematches: usize,
    /// Time within which all players must agree to a requested rematch.
    pub rematch_within: Duration,
    /// Maximum seats of house bots.
    pub house_seats: usize,
    /// Maximum house bots that think at the same time.
    pub house_thinkers: usize,
    /// Maximum positions that a house bot searches for a move, which take well under a second in
    /// any game.
    pub house_nodes: u64,
    /// Delay before each move in matches between house bots; shorter if a clock is short.
    pub house_pace: Duration,
    /// Source of ids and seeds for new matches.
    pub entropy: Entropy,
    /// Monitor of free disk space; `None` to disable the check.
    pub free_space: Option<FreeSpace>,
    /// Monitor of host stalls; `None` to record none.
    pub host_stalls: Option<HostStalls>,
    /// Runtime that reads logs for viewers that lag, so that moves need not wait; `None` uses the
    /// runtime of the hall.
    pub background: Option<Handle>,
    /// Runtime for tournaments and ladders, so that pairing many entrants delays no move; `None`
    /// uses the runtime of the hall.
    pub stewards: Option<Handle>,
    /// Signer of records; `None` for seals without a signature.
    pub signer: Option<Arc<Signer>>,
    /// Wall clock of contests, for start times and the end of provisional results.
    pub wall_clock: WallClock,
}

impl Default for Limits {
    fn default() -> Limits {
        let usual = Graces::default();
        Limits {
            tables: 10_000,
            creation: CreationLimits::default(),
            waiting_commands: 16,
            waiting_for_watcher: 256,
            watchers: 1_000,
            finished: 1_024,
            spectator_delay: Duration::ZERO,
            store_patience: Duration::from_secs(600),
            grace: usual.disconnect,
            attend_grace: usual.attend,
            start_grace: usual.start,
            max_grace: Duration::from_secs(7 * 24 * 60 * 60),
            max_plies: MAX_PLIES,
            departures: 2_000,
            stream_burst: 32,
            stream_interval: Duration::from_secs(1),
            bots: 10_000,
            rematches: 4_096,
            rematch_within: Duration::from_secs(600),
            house_seats: 512,
            house_thinkers: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            house_nodes: 20_000,
            house_pace: Duration::from_millis(250),
            entropy: Entropy::of_system(),
            free_space: None,
            host_stalls: None,
            background: None,
            stewards: None,
            signer: None,
            wall_clock: WallClock::default(),
        }
    }
}
