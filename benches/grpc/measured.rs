//! The counters, and the CPU time of the server's threads.

use std::{
    collections::BTreeMap,
    fs,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use anyhow::bail;
use referee::api;
use tokio::runtime::Runtime;

/// The name of a server's threads, to identify their CPU time.
const SERVER_THREADS: &str = "bench-server";
/// The name of the thread that writes to the disk, in the store and in the floor.
pub const WRITER_THREAD: &str = "store-write";

/// Number of stream pairs per connection. A connection allows at most a hundred calls.
pub const PAIRS_A_CONNECTION: usize = 32;

/// Maximum time for the clients to stop before their server stops.
pub const STOP: Duration = Duration::from_secs(1);

/// The counters of a running measurement.
#[derive(Default)]
pub struct Counted {
    /// The number of moves, or of their equivalents.
    pub moves: AtomicU64,
    /// The bytes of the messages to the server.
    pub bytes_up: AtomicU64,
    /// The bytes of the messages from the server.
    pub bytes_down: AtomicU64,
    /// The number of messages from the server.
    pub messages_down: AtomicU64,
    /// The error of the first client that gave up.
    gave_up: OnceLock<String>,
}

impl Counted {
    /// Notes that a client has given up, which invalidates the measurement.
    pub fn gave_up(&self, why: &anyhow::Error) {
        // Only the first is reported.
        let _ = self.gave_up.set(format!("{why:#}"));
    }
}

/// The results of a measurement.
#[derive(Clone, Copy)]
pub struct Measured {
    /// Moves per second.
    pub per_second: f64,
    /// CPU time of the serving threads per move, in microseconds.
    pub serving_us: f64,
    /// CPU time of the writer thread per move, in microseconds.
    pub writing_us: f64,
}

impl Measured {
    /// Returns the CPU time of all server threads per move, in microseconds.
    pub fn cpu_us(&self) -> f64 {
        self.serving_us + self.writing_us
    }

    /// Returns the mean of two measurements, made before and after another one.
    pub fn between(before: Measured, after: Measured) -> Measured {
        Measured {
            per_second: (before.per_second + after.per_second) / 2.0,
            serving_us: (before.serving_us + after.serving_us) / 2.0,
            writing_us: (before.writing_us + after.writing_us) / 2.0,
        }
    }
}

/// Returns a runtime with as many threads as a server has by default. Their name identifies them.
pub fn server_runtime() -> anyhow::Result<Runtime> {
    let threads = api::usual_threads().get();
    let builder = &mut tokio::runtime::Builder::new_multi_thread();
    Ok(builder.worker_threads(threads).enable_all().thread_name(SERVER_THREADS).build()?)
}

/// Measures for `span` in the middle of the running load. Fails if a client gave up meanwhile.
pub fn measure(span: Duration, counted: &Counted) -> anyhow::Result<Measured> {
    std::thread::sleep(span / 4);
    let (began, moves, cpu) = (Instant::now(), counted.moves.load(Relaxed), threads());
    std::thread::sleep(span);
    let (took, moves) = (began.elapsed(), counted.moves.load(Relaxed) - moves);
    let (after, moves) = (threads(), moves.max(1) as f64);
    // A thread that has ended belonged to the previous measurement.
    let spent = |name: &str| {
        let of_name = after.iter().filter(|(_, (of, _))| of == name);
        let nanos = of_name.map(|(id, (_, nanos))| nanos - cpu.get(id).map_or(0, |(_, before)| *before));
        nanos.sum::<u64>() as f64 / 1000.0 / moves
    };
    let (serving_us, writing_us) = (spent(SERVER_THREADS), spent(WRITER_THREAD));
    if let Some(why) = counted.gave_up.get() {
        bail!("a client gave up: {why}");
    }
    Ok(Measured { per_second: moves / took.as_secs_f64(), serving_us, writing_us })
}

/// Returns the threads of this process by id: the name and the CPU time in nanoseconds.
fn threads() -> BTreeMap<String, (String, u64)> {
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let read = tasks.filter_map(|task| {
        let name = fs::read_to_string(task.path().join("comm")).ok()?.trim_end().to_owned();
        let stat = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let nanos = stat.split(' ').next()?.parse().ok()?;
        Some((task.file_name().to_string_lossy().into_owned(), (name, nanos)))
    });
    read.collect()
}
