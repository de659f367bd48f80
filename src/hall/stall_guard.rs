//! Measures when the host itself stood still, so that nobody's flag falls for it.
//!
//! A thread beats every few milliseconds, and so does a task of each runtime that is watched; where two beats are further
//! apart than the law's shortest stall, the machine, the process or the runtime stood still in between. A stall that still
//! lasts counts up to now.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::time::{MissedTickBehavior, interval};

use crate::referee::turn::{MAX_STALLS, MIN_STALL};

/// How far apart beats are to be.
pub const TICK: Duration = Duration::from_millis(5);

/// Knows when the host stood still lately. Cloning gives another handle to the same; the thread ends with the last one.
#[derive(Clone, Debug)]
pub struct StallGuard {
    host: Arc<Pulse>,
    runtime: Option<Arc<Pulse>>,
}

/// When one heart beat, and where it missed beats.
#[derive(Debug)]
struct Pulse {
    began: Instant,
    /// The last beat, in nanoseconds since the first.
    last_ns: AtomicU64,
    /// When the newest stall ended.
    newest_end_ns: AtomicU64,
    /// How many stalls there were in all.
    count: AtomicU64,
    /// The newest stalls, the oldest first: when they began and ended.
    stalls: Mutex<VecDeque<(u64, u64)>>,
}

impl StallGuard {
    /// Starts to measure the host, by a thread of its own.
    pub fn start() -> std::io::Result<StallGuard> {
        let host = Arc::new(Pulse::new());
        let heart = Arc::downgrade(&host);
        thread::Builder::new().name("stall-guard".to_owned()).spawn(move || {
            loop {
                thread::sleep(TICK);
                if !beat(&heart) {
                    return;
                }
            }
        })?;
        Ok(StallGuard { host, runtime: None })
    }

    /// A guard that nobody beats for: it knows what [`StallGuard::note`] says.
    pub fn by_hand() -> StallGuard {
        let host = Pulse::new();
        host.last_ns.store(u64::MAX, Ordering::Release);
        StallGuard { host: Arc::new(host), runtime: None }
    }

    /// The same guard, which measures the runtime of the caller too.
    pub fn with_runtime(&self) -> StallGuard {
        let pulse = Arc::new(Pulse::new());
        let heart = Arc::downgrade(&pulse);
        tokio::spawn(async move {
            let mut ticks = interval(TICK);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                ticks.tick().await;
                if !beat(&heart) {
                    return;
                }
            }
        });
        StallGuard { host: Arc::clone(&self.host), runtime: Some(pulse) }
    }

    /// Notes a stall that somebody else measured.
    pub fn note(&self, began: Instant, ended: Instant) {
        self.host.note(self.host.nanos(began), self.host.nanos(ended));
    }

    /// The newest stalls that ended after `moment`, and the one that lasts, if one does; they may overlap each other.
    pub fn stalls_since(&self, moment: Instant) -> Vec<(Instant, Instant)> {
        let mut stalls = Vec::new();
        for pulse in [Some(&self.host), self.runtime.as_ref()].into_iter().flatten() {
            pulse.add_since(moment, &mut stalls);
        }
        stalls
    }

    /// How many stalls there were.
    pub fn count(&self) -> u64 {
        let of = |pulse: &Arc<Pulse>| pulse.count.load(Ordering::Acquire);
        of(&self.host) + self.runtime.as_ref().map_or(0, of)
    }
}

/// Beats once; `false` when nobody listens any more.
fn beat(heart: &Weak<Pulse>) -> bool {
    let Some(pulse) = heart.upgrade() else { return false };
    let now = pulse.nanos(Instant::now());
    let last = pulse.last_ns.load(Ordering::Acquire);
    if is_stall(last, now) {
        pulse.note(last, now);
    }
    pulse.last_ns.store(now, Ordering::Release);
    true
}

fn is_stall(began_ns: u64, ended_ns: u64) -> bool {
    Duration::from_nanos(ended_ns.saturating_sub(began_ns)) >= MIN_STALL
}

impl Pulse {
    fn new() -> Pulse {
        Pulse {
            began: Instant::now(),
            last_ns: AtomicU64::new(0),
            newest_end_ns: AtomicU64::new(0),
            count: AtomicU64::new(0),
            stalls: Mutex::default(),
        }
    }

    fn nanos(&self, moment: Instant) -> u64 {
        u64::try_from(moment.saturating_duration_since(self.began).as_nanos()).unwrap_or(u64::MAX)
    }

    fn instant(&self, nanos: u64) -> Instant {
        self.began + Duration::from_nanos(nanos)
    }

    fn note(&self, began_ns: u64, ended_ns: u64) {
        let mut stalls = self.stalls.lock().unwrap_or_else(PoisonError::into_inner);
        if stalls.len() == MAX_STALLS {
            stalls.pop_front();
        }
        stalls.push_back((began_ns, ended_ns));
        self.newest_end_ns.fetch_max(ended_ns, Ordering::AcqRel);
        self.count.fetch_add(1, Ordering::AcqRel);
    }

    fn add_since(&self, moment: Instant, stalls: &mut Vec<(Instant, Instant)>) {
        let since = self.nanos(moment);
        // The last beat is read first: a beat that comes meanwhile has noted its stall by then.
        let (last, now) = (self.last_ns.load(Ordering::Acquire), self.nanos(Instant::now()));
        if is_stall(last, now) {
            stalls.push((self.instant(last), self.instant(now)));
        }
        // As a rule there was none, and no lock is taken.
        if self.newest_end_ns.load(Ordering::Acquire) <= since {
            return;
        }
        let noted = self.stalls.lock().unwrap_or_else(PoisonError::into_inner);
        let later = noted.iter().filter(|(_, ended)| *ended > since);
        stalls.extend(later.map(|(began, ended)| (self.instant(*began), self.instant(*ended))));
    }
}
