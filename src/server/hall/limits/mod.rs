//! Limits of a hall, each with a name.

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

/// Minimum duration of an append that counts as slow: recorded, and not charged to any seat.
pub const SLOW_STORE: Duration = Duration::from_millis(250);
/// First retry delay after a store failure; it doubles with each retry.
pub const STORE_RETRY_SOON: Duration = Duration::from_millis(50);
/// Maximum retry delay after a store failure.
pub const STORE_RETRY: Duration = Duration::from_secs(1);
/// Retry delay for a place in a queue that is being worked off.
pub const RETRY_SOON: Duration = Duration::from_millis(100);
/// Retry delay for a place that frees when a match, a stream or a wait ends.
pub const RETRY_WHEN_FULL: Duration = Duration::from_secs(5);
/// Maximum events per read from the store.
pub const PAGE: usize = 256;
/// Maximum matches per page of a list.
pub const MATCHES_A_PAGE: usize = 200;
/// Maximum pending rematches that one player has requested or agreed to.
pub const REMATCHES_A_PLAYER: usize = 64;
/// Maximum open `Attend` streams of a player: its tabs and devices.
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
    /// Maximum cached snapshots of finished matches, within
    /// [`SNAPSHOT_BYTES`](super::records::summary_cache::SNAPSHOT_BYTES).
    pub finished: usize,
    /// Delay for spectators; zero for none.
    pub spectator_delay: Duration,
    /// How long a store may fail before its matches end as host faults.
    pub store_patience: Duration,
    /// How long a seat may be disconnected, unless its match says otherwise.
    pub grace: Duration,
    /// The same for a seat that `Attend` held, if longer: a phone that sleeps, a page that reloads.
    pub attend_grace: Duration,
    /// How long a match waits for its seats before it is aborted, unless it says otherwise.
    pub start_grace: Duration,
    /// Maximum grace of any kind that a match may have.
    pub max_grace: Duration,
    /// Maximum plies of a round; the match then ends by
    /// [`Termination::MaxPlies`](referee_law::Termination).
    pub max_plies: u32,
    /// Maximum departures of a program from its seat; after them it cannot return.
    pub departures: u32,
    /// Maximum streams that a bot can open in a burst before it must wait.
    pub stream_burst: u32,
    /// Interval between further streams of a bot.
    pub stream_interval: Duration,
    /// Maximum connected bots.
    pub bots: usize,
    /// Maximum pending rematches.
    pub rematches: usize,
    /// How long a requested rematch can be agreed to.
    pub rematch_within: Duration,
    /// Maximum house seats.
    pub house_seats: usize,
    /// Maximum house bots that think at the same time.
    pub house_thinkers: usize,
    /// Maximum positions that a house bot searches per move: well under a second in any game.
    pub house_nodes: u64,
    /// Delay of house bots before each move against each other; less when a clock is short.
    pub house_pace: Duration,
    /// Source of ids and seeds of new matches.
    pub entropy: Entropy,
    /// Monitor of free disk space; `None` to disable the check.
    pub free_space: Option<FreeSpace>,
    /// Monitor of host stalls; `None` to record none.
    pub host_stalls: Option<HostStalls>,
    /// Runtime that reads logs for lagging viewers, so that moves need not wait; `None` uses the
    /// hall's.
    pub background: Option<Handle>,
    /// Runtime that runs tournaments and ladders, so that pairing many entrants delays no move;
    /// `None` uses the hall's.
    pub stewards: Option<Handle>,
    /// Signer of records; `None` leaves them sealed but unsigned.
    pub signer: Option<Arc<Signer>>,
    /// Clock of contests, for starts and final results.
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
