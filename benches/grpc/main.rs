//! Moves per second through `Play`, compared with two floors: a bare tonic ping-pong, and bare
//! tonic with a bare SQLite group commit. Both use as many streams and bytes. Run:
//! `cargo bench --bench grpc [-- SECONDS STREAMS...]`; two streams are a match.
//!
//! It first measures the memory store, then SQLite, which makes every move durable before its
//! answer. Server and clients share this process and its cores. The server's own threads are
//! measured separately, including the one that writes to the disk.

mod floor;
mod measured;
mod play;

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use anyhow::ensure;
use floor::Sizes;
use measured::{Counted, Measured};
use mimalloc::MiMalloc;
use referee::store::{SqliteStore, Store};

/// The allocator of the program itself.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Default duration of the measurement for each line, in seconds.
const SECONDS: f64 = 3.0;
/// Default numbers of streams.
const STREAMS: [usize; 3] = [16, 64, 256];
/// Duration of the initial measurement of message sizes.
const SIZES_WITHIN: Duration = Duration::from_secs(1);
/// Maximum server CPU per move with the memory store, as a multiple of the ping-pong's, by number
/// of streams.
const CPU_RATIOS: [(usize, f64); 3] = [(16, 1.6), (64, 2.0), (256, 2.0)];
/// Minimum rate of moves with SQLite, as a share of the group commit's rate.
const COMMIT_RATIO: f64 = 0.9;
/// Number of streams, and maximum server CPU that SQLite may add per move, in microseconds.
const SQLITE_ADDS: (usize, f64) = (64, 6.0);

fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let seconds: f64 = words.next().map_or(Ok(SECONDS), |word| word.parse())?;
    let asked = words.map(|word| word.parse()).collect::<Result<Vec<usize>, _>>()?;
    let asked = if asked.is_empty() { STREAMS.to_vec() } else { asked };
    for streams in &asked {
        ensure!(
            *streams >= 2 && streams % 2 == 0,
            "{streams} streams cannot be measured: two are a match, so that an even number is expected, at least 2"
        );
    }
    asked.into_iter().try_for_each(|streams| compare(streams, Duration::from_secs_f64(seconds)))
}

/// Measures and prints all lines for one number of streams.
fn compare(streams: usize, span: Duration) -> anyhow::Result<()> {
    let sizes = sizes(streams, span)?;
    println!(
        "{streams} streams; a move: {} bytes up, {} bytes down in {} messages",
        sizes.up, sizes.down, sizes.messages
    );
    let before = floor::ping_pong(streams, sizes, span)?;
    let memory = play::play(Store::in_memory()?, streams, span, &Arc::default())?;
    let after = floor::ping_pong(streams, sizes, span)?;
    let ping = Measured::between(before, after);
    let directory = scratch()?;
    let before = floor::group_commit(streams, sizes, &directory.path().join("before"), span)?;
    let sqlite = SqliteStore::open(&directory.path().join("store"))?;
    let sqlite = play::play(Store::from(sqlite), streams, span, &Arc::default())?;
    let after = floor::group_commit(streams, sizes, &directory.path().join("after"), span)?;
    let commit = Measured::between(before, after);
    for (name, of) in [
        ("bare tonic ping-pong", &ping),
        ("Play, memory store", &memory),
        ("bare tonic, bare group commit", &commit),
        ("Play, SQLite", &sqlite),
    ] {
        let Measured { per_second, serving_us, writing_us } = of;
        println!(
            "{name:<30}{per_second:>9.0} moves/s  {serving_us:>6.1} us serving and {writing_us:>5.1} us writing a move"
        );
    }
    let aim =
        CPU_RATIOS.iter().find(|(of, _)| *of == streams).map_or(String::new(), |(_, aim)| format!(" (aim {aim})"));
    println!("server CPU a move, memory store / ping-pong: {:.2}{aim}", memory.cpu_us() / ping.cpu_us());
    println!("moves/s, SQLite / group commit: {:.2} (aim {COMMIT_RATIO})", sqlite.per_second / commit.per_second);
    let aim = if streams == SQLITE_ADDS.0 { format!(" (aim {} us)", SQLITE_ADDS.1) } else { String::new() };
    let adds = sqlite.cpu_us() - memory.cpu_us();
    println!("SQLite adds {adds:.1} us of server CPU to a move, the thread that writes included{aim}\n");
    Ok(())
}

/// Measures the bytes and messages per move on a server.
fn sizes(streams: usize, span: Duration) -> anyhow::Result<Sizes> {
    let counted = Arc::new(Counted::default());
    play::play(Store::in_memory()?, streams, span.min(SIZES_WITHIN), &counted)?;
    let moves = counted.moves.load(Relaxed);
    ensure!(moves > 0, "no move was played on {streams} streams");
    let a_move = |count: &AtomicU64| ((count.load(Relaxed) + moves / 2) / moves) as usize;
    let (up, down) = (a_move(&counted.bytes_up), a_move(&counted.bytes_down));
    Ok(Sizes { up, down, messages: a_move(&counted.messages_down).max(1) })
}

/// Creates a directory on the disk of the build, because a temporary directory is often in memory.
fn scratch() -> anyhow::Result<tempfile::TempDir> {
    Ok(tempfile::tempdir_in(Path::new(env!("CARGO_TARGET_TMPDIR")))?)
}
