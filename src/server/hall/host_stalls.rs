//! Measures stalls of the host, so that a stall lets no clock run out.
//!
//! A thread beats every few milliseconds. If two beats are further apart than the shortest stall of
//! the law, the machine or process was frozen, unless the time is accounted for. CPU time of this
//! process does not count as a stall, since clients can cause load. Neither does time in which the
//! beating thread waited for a core. A stall that continues counts up to the present.

use std::{
    collections::VecDeque,
    fs::File,
    os::unix::fs::FileExt as _,
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use referee_law::turn::{MAX_STALLS, MIN_STALL};
use referee_os::metrics::metrics;
use rustix::time::{ClockId, clock_gettime};

/// Interval between beats.
pub const TICK: Duration = Duration::from_millis(5);

/// Niceness requested for the beating thread. Only a privileged process gets it, but the normal one
/// works too.
const NICENESS: i32 = -20;

/// Linux file with the statistics of the calling thread: time running, and time waiting for a core.
const SCHEDULED: &str = "/proc/thread-self/schedstat";

/// The recent stalls of the host. Clones share them; the thread ends with the last clone.
#[derive(Clone, Debug)]
pub struct HostStalls {
    pulse: Arc<Pulse>,
}

/// The last beat, and the gaps between beats.
#[derive(Debug)]
struct Pulse {
    began: Instant,
    /// Time of the last beat, in nanoseconds since the first.
    last_ns: AtomicU64,
    /// CPU time of this process at the last beat, in nanoseconds.
    last_cpu_ns: AtomicU64,
    /// End of the newest stall, in nanoseconds since the first beat.
    newest_end_ns: AtomicU64,
    /// Total number of stalls.
    count: AtomicU64,
    /// Start and end of the newest stalls, oldest first, in nanoseconds since the first beat.
    stalls: Mutex<VecDeque<(u64, u64)>>,
}

impl HostStalls {
    /// Starts measuring on its own thread.
    pub fn start() -> std::io::Result<HostStalls> {
        let pulse = Arc::new(Pulse::new());
        let heart = Arc::downgrade(&pulse);
        thread::Builder::new().name("stall-guard".to_owned()).spawn(move || {
            ask_for_priority();
            let mut wait = CoreWait::new();
            loop {
                thread::sleep(TICK);
                if !beat(&heart, wait.since_last()) {
                    return;
                }
            }
        })?;
        Ok(HostStalls { pulse })
    }

    /// Creates a monitor without a thread; its stalls come from [`HostStalls::note`].
    pub fn by_hand() -> HostStalls {
        let pulse = Pulse::new();
        pulse.last_ns.store(u64::MAX, Ordering::Release);
        HostStalls { pulse: Arc::new(pulse) }
    }

    /// Records a stall that was measured elsewhere.
    pub fn note(&self, began: Instant, ended: Instant) {
        self.pulse.note(self.pulse.nanos(began), self.pulse.nanos(ended));
    }

    /// Returns the newest stalls that ended after `moment`, and a stall that continues. They may
    /// overlap.
    pub fn stalls_since(&self, moment: Instant) -> Vec<(Instant, Instant)> {
        let mut stalls = Vec::new();
        self.pulse.add_since(moment, &mut stalls);
        stalls
    }

    pub fn count(&self) -> u64 {
        self.pulse.count.load(Ordering::Acquire)
    }
}

/// Beats once, after waiting `waited_ns` for a core. Returns `false` if no handle is left.
fn beat(heart: &Weak<Pulse>, waited_ns: u64) -> bool {
    let Some(pulse) = heart.upgrade() else { return false };
    let now = pulse.nanos(Instant::now());
    let cpu = process_cpu_ns();
    let last = pulse.last_ns.load(Ordering::Acquire);
    let busy = cpu.saturating_sub(pulse.last_cpu_ns.load(Ordering::Acquire));
    if let Some(began) = stall(last, now, busy.max(waited_ns)) {
        pulse.note(began, now);
    }
    // The CPU time is stored first, so that a reader of the new beat never sees an older CPU time.
    pulse.last_cpu_ns.store(cpu, Ordering::Release);
    pulse.last_ns.store(now, Ordering::Release);
    true
}

/// Returns the start of the stall that ended at `now_ns`, if the time since the last beat is not
/// accounted for.
fn stall(last_ns: u64, now_ns: u64, accounted_ns: u64) -> Option<u64> {
    let lost = now_ns.saturating_sub(last_ns).saturating_sub(accounted_ns);
    (Duration::from_nanos(lost) >= MIN_STALL).then(|| now_ns - lost)
}

/// Returns the CPU time of this process in nanoseconds.
fn process_cpu_ns() -> u64 {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    u64::try_from(spent.tv_sec * 1_000_000_000 + spent.tv_nsec).unwrap_or(0)
}

fn ask_for_priority() {
    // The priority matters only under heavy load, and most processes lack the permission. The time
    // waiting for a core is known in any case.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS);
}

/// A meter of the time that a thread waits for cores, if the system tells.
struct CoreWait {
    source: Option<File>,
    last_ns: u64,
}

impl CoreWait {
    fn new() -> CoreWait {
        CoreWait { source: File::open(SCHEDULED).ok(), last_ns: 0 }
    }

    /// Returns the time spent waiting since the last call, in nanoseconds.
    fn since_last(&mut self) -> u64 {
        let Some(now) = self.source.as_ref().and_then(total_wait) else { return 0 };
        now.saturating_sub(std::mem::replace(&mut self.last_ns, now))
    }
}

/// Reads the second number of the statistics: nanoseconds on a run queue.
fn total_wait(source: &File) -> Option<u64> {
    let mut bytes = [0; 96];
    let count = source.read_at(&mut bytes, 0).ok()?;
    str::from_utf8(&bytes[..count]).ok()?.split_ascii_whitespace().nth(1)?.parse().ok()
}

impl Pulse {
    fn new() -> Pulse {
        Pulse {
            began: Instant::now(),
            last_ns: AtomicU64::new(0),
            last_cpu_ns: AtomicU64::new(process_cpu_ns()),
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
        metrics().host_stalls.inc();
    }

    /// Returns the start of a stall that continues at `now`. Usually the last beat is recent, and
    /// this makes no system call.
    fn lasting(&self, last: u64, now: u64) -> Option<u64> {
        stall(last, now, 0)?;
        let busy = process_cpu_ns().saturating_sub(self.last_cpu_ns.load(Ordering::Acquire));
        stall(last, now, busy)
    }

    fn add_since(&self, moment: Instant, stalls: &mut Vec<(Instant, Instant)>) {
        let since = self.nanos(moment);
        // The last beat is read first. If another beat follows, it has recorded its stall before
        // the list is read.
        let (last, now) = (self.last_ns.load(Ordering::Acquire), self.nanos(Instant::now()));
        if let Some(began) = self.lasting(last, now) {
            stalls.push((self.instant(began), self.instant(now)));
        }
        // Usually there was no stall since then, and no lock is taken.
        if self.newest_end_ns.load(Ordering::Acquire) <= since {
            return;
        }
        let noted = self.stalls.lock().unwrap_or_else(PoisonError::into_inner);
        let later = noted.iter().filter(|(_, ended)| *ended > since);
        stalls.extend(later.map(|(began, ended)| (self.instant(*began), self.instant(*ended))));
    }
}
