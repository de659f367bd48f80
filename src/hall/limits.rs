//! The limits of a hall, each named.

use std::{sync::Arc, time::Duration};

use tokio::runtime::Handle;

use super::{
    Entropy, creation_limits::CreationLimits, free_space::FreeSpace, host_stalls::HostStalls, wall_clock::WallClock,
};
use crate::{referee::conduct::MAX_PLIES, store::seal::Signer};

/// How long a store may take for events before that is noted, so that it is charged to nobody.
pub const SLOW_STORE: Duration = Duration::from_millis(250);
/// How soon a store that failed is asked again for the first time; each further time it is asked half as soon.
pub const STORE_RETRY_SOON: Duration = Duration::from_millis(50);
/// The longest time before a store that failed is asked again.
pub const STORE_RETRY: Duration = Duration::from_secs(1);
/// After how long to ask again for a place in a queue that is worked off all the time.
pub const RETRY_SOON: Duration = Duration::from_millis(100);
/// After how long to ask again for a place that is free when a match, a stream or somebody's patience ends.
pub const RETRY_WHEN_FULL: Duration = Duration::from_secs(5);
/// How many events are read from the store at once.
pub const PAGE: usize = 256;
/// The most matches on one page of a list.
pub const MATCHES_A_PAGE: usize = 200;
/// The most rematches that wait for somebody's consent and that one player has asked for or agreed to.
pub const REMATCHES_A_PLAYER: usize = 64;
/// The most matches that a bot can resume when it connects.
pub const RESUME_POINTS: usize = 1_024;

/// What a hall takes on at the most.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most tables that are live at once.
    pub tables: usize,
    /// What one player, one owner and one address may open.
    pub creation: CreationLimits,
    /// The most commands of one seat that wait for its table; one more is refused.
    pub waiting_commands: usize,
    /// The most events that wait for one watcher; one that falls behind further is told them from the store.
    pub waiting_for_watcher: usize,
    /// The most watchers of one table.
    pub watchers: usize,
    /// How many matches that are over are kept as they are looked at, within
    /// [`SNAPSHOT_BYTES`](super::summary_cache::SNAPSHOT_BYTES).
    pub finished: usize,
    /// How late spectators see what is played; nothing for at once.
    pub spectator_delay: Duration,
    /// How long a store may fail before the matches that it fails end as the host's fault.
    pub store_patience: Duration,
    /// How long a seat may stay away.
    pub grace: Duration,
    /// How long a match waits for its seats before it is called off.
    pub start_grace: Duration,
    /// The most plies of one round; the match ends with it, by [`Termination::MaxPlies`](crate::referee::Termination).
    pub max_plies: u32,
    /// How often a program may leave its seat in one match; then it cannot come back to it.
    pub departures: u32,
    /// How many streams a bot may open at once before it must wait.
    pub stream_burst: u32,
    /// How long it waits for each further one.
    pub stream_interval: Duration,
    /// The most bots that are connected at once.
    pub bots: usize,
    /// The most rematches that wait for somebody's consent.
    pub rematches: usize,
    /// How long a rematch can be agreed to once it was asked for.
    pub rematch_within: Duration,
    /// The most seats that the house's own players hold at once.
    pub house_seats: usize,
    /// How many of the house's own players think at once.
    pub house_thinkers: usize,
    /// The most positions that one of the house's own players looks at for a move: well under a second in any game.
    pub house_nodes: u64,
    /// How long the house waits before each of its moves in a match where only its own players sit; less where a clock is short.
    pub house_pace: Duration,
    /// Where the names and seeds of new matches come from.
    pub entropy: Entropy,
    /// What knows how much space is left where everything is kept; without it nobody is refused for that.
    pub free_space: Option<FreeSpace>,
    /// What knows when the host stalled; without it nothing is marked or void.
    pub host_stalls: Option<HostStalls>,
    /// The runtime where logs are read for those who are behind, so that moves need not wait for it; without it, the one that
    /// opens the hall.
    pub background: Option<Handle>,
    /// The runtime where tournaments are carried through, so that moves need not wait while many are paired; without it, the one that
    /// opens the hall.
    pub stewards: Option<Handle>,
    /// Who signs the records; without it they are sealed and unsigned.
    pub signer: Option<Arc<Signer>>,
    /// By which contests start and their results become final.
    pub wall_clock: WallClock,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 10_000,
            creation: CreationLimits::default(),
            waiting_commands: 16,
            waiting_for_watcher: 256,
            watchers: 1_000,
            finished: 1_024,
            spectator_delay: Duration::ZERO,
            store_patience: Duration::from_secs(600),
            grace: Duration::from_secs(60),
            start_grace: Duration::from_secs(300),
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
