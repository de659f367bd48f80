//! Moves a second through `Play`, against two floors on as many streams with as many bytes: a bare
//! tonic ping-pong, and bare tonic over a bare SQLite group commit. First with the memory store,
//! then with SQLite, where every move is durable before it is answered. Server and clients share
//! this process and its cores; the server's own threads are measured apart, that which writes to
//! the disk included. Run: `cargo bench --bench grpc [-- SECONDS STREAMS...]`; two streams are a
//! match.

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

/// The program's own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// How long each line is measured unless told otherwise, in seconds.
const SECONDS: f64 = 3.0;
/// On how many streams, unless told otherwise.
const STREAMS: [usize; 3] = [16, 64, 256];
/// How long the messages of a move are measured before.
const SIZES_WITHIN: Duration = Duration::from_secs(1);
/// How many times the ping-pong's server CPU a move may cost, with the memory store, on so many
/// streams.
const CPU_RATIOS: [(usize, f64); 3] = [(16, 1.6), (64, 2.0), (256, 2.0)];
/// Required share of the group commit's moves for a second SQLite.
const COMMIT_RATIO: f64 = 0.9;
/// How much server CPU SQLite may add to a move, in microseconds, and on how many streams.
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

/// Measures all lines of one number of streams, and prints them.
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

/// The bytes and messages of a move at a server.
fn sizes(streams: usize, span: Duration) -> anyhow::Result<Sizes> {
    let counted = Arc::new(Counted::default());
    play::play(Store::in_memory()?, streams, span.min(SIZES_WITHIN), &counted)?;
    let moves = counted.moves.load(Relaxed);
    ensure!(moves > 0, "no move was played on {streams} streams");
    let a_move = |count: &AtomicU64| ((count.load(Relaxed) + moves / 2) / moves) as usize;
    let (up, down) = (a_move(&counted.bytes_up), a_move(&counted.bytes_down));
    Ok(Sizes { up, down, messages: a_move(&counted.messages_down).max(1) })
}

/// On the disk of the build, since a temporary directory is often in memory.
fn scratch() -> anyhow::Result<tempfile::TempDir> {
    Ok(tempfile::tempdir_in(Path::new(env!("CARGO_TARGET_TMPDIR")))?)
}
