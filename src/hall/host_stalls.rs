//! Measures when the host itself stalled, so that nobody's flag falls for it.
//!
//! A thread of its own beats every few milliseconds. Where two beats are further apart than the law's shortest stall, the
//! machine or the process was frozen in between, unless the time can be accounted for: what this process computed
//! meanwhile is load, which clients can cause, and so is the time for which the beating thread was ready to run and waited for
//! a core. Only the rest is a stall. One that still lasts counts up to now.

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

use rustix::time::{ClockId, clock_gettime};

use crate::{
    metrics::metrics,
    referee::turn::{MAX_STALLS, MIN_STALL},
};

/// How far apart beats are to be.
pub const TICK: Duration = Duration::from_millis(5);

/// The priority that the beating thread asks for; it is granted to a privileged process, and a normal one will do.
const NICENESS: i32 = -20;

/// Where Linux says how long the calling thread ran, and how long it waited for a core.
const SCHEDULED: &str = "/proc/thread-self/schedstat";

/// Knows when the host stalled lately. Cloning gives another handle to the same; the thread ends with the last one.
#[derive(Clone, Debug)]
pub struct HostStalls {
    pulse: Arc<Pulse>,
}

/// When the heart beat, and where it missed beats.
#[derive(Debug)]
struct Pulse {
    began: Instant,
    /// The last beat, in nanoseconds since the first.
    last_ns: AtomicU64,
    /// How much CPU time this process had used by then.
    last_cpu_ns: AtomicU64,
    /// When the newest stall ended.
    newest_end_ns: AtomicU64,
    /// How many stalls there were in all.
    count: AtomicU64,
    /// The newest stalls, the oldest first: when they began and ended.
    stalls: Mutex<VecDeque<(u64, u64)>>,
}

impl HostStalls {
    /// Starts to measure the host, by a thread of its own.
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

    /// A guard that nobody beats for: it knows what [`HostStalls::note`] says.
    pub fn by_hand() -> HostStalls {
        let pulse = Pulse::new();
        pulse.last_ns.store(u64::MAX, Ordering::Release);
        HostStalls { pulse: Arc::new(pulse) }
    }

    /// Notes a stall that somebody else measured.
    pub fn note(&self, began: Instant, ended: Instant) {
        self.pulse.note(self.pulse.nanos(began), self.pulse.nanos(ended));
    }

    /// The newest stalls that ended after `moment`, and the one that lasts, if one does; they may overlap each other.
    pub fn stalls_since(&self, moment: Instant) -> Vec<(Instant, Instant)> {
        let mut stalls = Vec::new();
        self.pulse.add_since(moment, &mut stalls);
        stalls
    }

    /// How many stalls there were.
    pub fn count(&self) -> u64 {
        self.pulse.count.load(Ordering::Acquire)
    }
}

/// Beats once, after the thread waited for a core for `waited_ns`; `false` when nobody listens any more.
fn beat(heart: &Weak<Pulse>, waited_ns: u64) -> bool {
    let Some(pulse) = heart.upgrade() else { return false };
    let now = pulse.nanos(Instant::now());
    let cpu = process_cpu_ns();
    let last = pulse.last_ns.load(Ordering::Acquire);
    let busy = cpu.saturating_sub(pulse.last_cpu_ns.load(Ordering::Acquire));
    if let Some(began) = stall(last, now, busy.max(waited_ns)) {
        pulse.note(began, now);
    }
    // The CPU time is stored first: whoever reads the beat finds no older one with it.
    pulse.last_cpu_ns.store(cpu, Ordering::Release);
    pulse.last_ns.store(now, Ordering::Release);
    true
}

/// When a stall began that ended at `now_ns`, if there was one since the last beat: what of that time is not accounted for.
fn stall(last_ns: u64, now_ns: u64, accounted_ns: u64) -> Option<u64> {
    let lost = now_ns.saturating_sub(last_ns).saturating_sub(accounted_ns);
    (Duration::from_nanos(lost) >= MIN_STALL).then(|| now_ns - lost)
}

/// How much CPU time this process has used, in nanoseconds.
fn process_cpu_ns() -> u64 {
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    u64::try_from(spent.tv_sec * 1_000_000_000 + spent.tv_nsec).unwrap_or(0)
}

fn ask_for_priority() {
    // It is of use under heavy load only, and most processes may not: then the time it waited is known all the same.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS);
}

/// How long the thread that made this waits for cores, where the system says so.
struct CoreWait {
    source: Option<File>,
    last_ns: u64,
}

impl CoreWait {
    fn new() -> CoreWait {
        CoreWait { source: File::open(SCHEDULED).ok(), last_ns: 0 }
    }

    /// How long it waited since this was asked last, in nanoseconds.
    fn since_last(&mut self) -> u64 {
        let Some(now) = self.source.as_ref().and_then(total_wait) else { return 0 };
        now.saturating_sub(std::mem::replace(&mut self.last_ns, now))
    }
}

/// The second number: nanoseconds on a run queue.
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

    /// When the stall began that lasts at `now`. As a rule the last beat is fresh, and no system call is made.
    fn lasting(&self, last: u64, now: u64) -> Option<u64> {
        stall(last, now, 0)?;
        let busy = process_cpu_ns().saturating_sub(self.last_cpu_ns.load(Ordering::Acquire));
        stall(last, now, busy)
    }

    fn add_since(&self, moment: Instant, stalls: &mut Vec<(Instant, Instant)>) {
        let since = self.nanos(moment);
        // The last beat is read first: a beat that comes meanwhile has noted its stall by then.
        let (last, now) = (self.last_ns.load(Ordering::Acquire), self.nanos(Instant::now()));
        if let Some(began) = self.lasting(last, now) {
            stalls.push((self.instant(began), self.instant(now)));
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
