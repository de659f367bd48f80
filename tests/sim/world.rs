//! The shared state of a run: the live servers, the store, and the truth.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use referee::{
    contest_server::AllContests,
    games::{Catalogue, Game, search::split_mix::SplitMix64},
    hall::{Entropy, Hall, Limits, host_stalls::HostStalls, wall_clock::WallClock},
    ids::{MatchId, PlayerId},
};
use tokio::sync::Notify;

use crate::{
    plan::{self, Plan},
    store::Core,
    takeaway::TAKEAWAY,
    truth::Truth,
};

/// Maximum commands of one seat that wait for a table. It is small, so excess commands show.
pub const LANE: usize = 4;
/// Maximum departures of a program from its seat. Programs that come and go reach it.
pub const DEPARTURES: u32 = 100;
/// Maximum events that wait for a watcher. It is small, so a slow watcher reads from the log.
const WATCHER_LINE: usize = 4;

static SMALL: &[&dyn Game] = &[&TAKEAWAY];

/// The wall clock at the start of a run, in milliseconds since 1970 (UTC).
const UNIX_MS: i64 = 1_700_000_000_000;

/// A run.
pub struct World {
    pub plan: Plan,
    pub core: Arc<Core>,
    pub guard: HostStalls,
    pub matches: Mutex<Vec<Option<MatchId>>>,
    /// Servers that have begun to serve, newest last.
    servers: Mutex<Vec<Server>>,
    truth: Mutex<Truth>,
    stop: AtomicBool,
    /// Notified when a server comes or goes, and when the run is over. Unlike `watch`, it wakes
    /// tasks in the order in which they began to wait, which keeps runs repeatable.
    pub turned: Notify,
}

/// A live server.
#[derive(Clone)]
pub struct Server {
    pub number: u64,
    pub hall: Hall,
    pub contests: AllContests,
}

impl World {
    pub fn new(plan: Plan) -> Arc<World> {
        let core = Core::new(plan.latency, SplitMix64::new(plan.seed ^ 0x570F));
        let mut truth = Truth::default();
        truth.players.resize_with(plan.programs(), Default::default);
        let matches = vec![None; plan.matches];
        Arc::new(World {
            plan,
            core,
            guard: HostStalls::by_hand(),
            matches: Mutex::new(matches),
            servers: Mutex::default(),
            truth: Mutex::new(truth),
            stop: AtomicBool::new(false),
            turned: Notify::new(),
        })
    }

    /// Returns the time since the start of the run.
    pub fn now(&self) -> Duration {
        self.core.now()
    }

    pub fn truth(&self) -> MutexGuard<'_, Truth> {
        self.truth.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn matches(&self) -> MutexGuard<'_, Vec<Option<MatchId>>> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the newest live server. Programs connect to it.
    pub fn server(&self) -> Option<Server> {
        let servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.iter().rev().find(|server| self.core.lives(server.number)).cloned()
    }

    pub fn lives(&self, number: u64) -> bool {
        let servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        self.core.lives(number) && servers.iter().any(|server| server.number == number)
    }

    /// Waits until a server is gone.
    pub async fn dies(&self, number: u64) {
        loop {
            let turned = self.turned.notified();
            if !self.lives(number) {
                return;
            }
            turned.await;
        }
    }

    /// Stops the run. Tasks then only report what they saw.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.turned.notify_waiters();
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits until the run is over.
    pub async fn stopped(&self) {
        loop {
            let turned = self.turned.notified();
            if self.is_stopped() {
                return;
            }
            turned.await;
        }
    }

    /// Registers a server that begins to serve.
    pub fn serve(&self, server: Server) {
        let now = self.now();
        self.truth().births.insert(server.number, now);
        self.servers.lock().unwrap_or_else(PoisonError::into_inner).push(server);
        self.turned.notify_waiters();
    }

    /// Drops the servers for which `is_kept` is false.
    pub fn keep(&self, is_kept: impl Fn(&Server) -> bool) {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        let (kept, gone) = std::mem::take(&mut *servers).into_iter().partition(is_kept);
        *servers = kept;
        drop(servers);
        gone.iter().for_each(|server: &Server| server.contests.close());
        // Dropping the servers may access this list, so the lock is released first.
        drop::<Vec<Server>>(gone);
        self.turned.notify_waiters();
    }

    pub fn player(&self, number: usize) -> PlayerId {
        PlayerId::parse(&format!("p{number}")).expect("it is a name")
    }

    /// Returns the names of the matches and contests that are not over.
    pub fn unfinished(&self) -> Vec<String> {
        let unopened =
            self.matches().iter().filter(|opened| opened.is_none()).map(|_| "a match".to_owned()).collect::<Vec<_>>();
        let contests = self.plan.contests.iter().filter(|contest| !self.core.is_contest_over(&contest.id));
        let matches = self.core.unfinished().into_iter().map(|match_id| match_id.to_string());
        unopened.into_iter().chain(contests.map(|contest| contest.id.clone())).chain(matches).collect()
    }

    /// Returns whether all faults are over.
    pub fn is_calm(&self) -> bool {
        self.now() >= self.plan.calm_after()
    }

    pub fn games(&self) -> Catalogue {
        match self.plan.game {
            plan::Game::Takeaway { .. } => Catalogue::new(SMALL),
            plan::Game::Catalogue(_) => Catalogue::ALL,
        }
    }

    /// Returns the limits of every server of this run.
    pub fn limits(&self, server: u64) -> Limits {
        let luck = Mutex::new(SplitMix64::new(self.plan.seed ^ server.rotate_left(32)));
        let entropy = Entropy::chosen(move |bytes| {
            let mut luck = luck.lock().unwrap_or_else(PoisonError::into_inner);
            bytes.iter_mut().for_each(|byte| *byte = luck.number() as u8);
        });
        let (at_ms, began) = (self.now().as_millis() as i64, tokio::time::Instant::now());
        let wall_clock = WallClock::of(move || UNIX_MS + at_ms + began.elapsed().as_millis() as i64);
        Limits {
            waiting_commands: LANE,
            waiting_for_watcher: WATCHER_LINE,
            spectator_delay: self.plan.spectator_delay,
            grace: self.plan.grace,
            start_grace: self.plan.start_grace,
            departures: DEPARTURES,
            host_stalls: Some(self.guard.clone()),
            // Programs may reconnect often, since this limit is not under test.
            stream_burst: 10_000,
            entropy,
            wall_clock,
            ..Limits::default()
        }
    }
}
