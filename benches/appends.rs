//! Durable appends: the SQLite store with 1 to 256 concurrent tables, compared with bare SQLite
//! commits of the same row and with the memory store. Run:
//! `cargo bench --bench appends [-- SECONDS]`. Each ratio compares measurements of one run.
//!
//! The floor at n tables is bare SQLite with n rows per commit: the cost of a perfect group commit.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use referee::{
    ids::{MatchId, PlayerId, Seat, Seq},
    law::{
        Clock, Event, Fact, Graces, IllegalMovePolicy, LostSeatPolicy, MatchOpened, Time, TimeControl,
        event::MovePlayed,
    },
    store::{Created, Epoch, RequestKey, SqliteStore, Store, codec},
};
use rusqlite::{Connection, params};
use tokio::task::JoinSet;

/// Numbers of concurrent tables.
const TABLES: [usize; 4] = [1, 16, 64, 256];
/// Default duration of the measurement for each line, in seconds.
const SECONDS: u64 = 3;

fn main() {
    // Cargo adds `--bench`.
    let seconds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(SECONDS);
    let span = Duration::from_secs(seconds);
    println!("one event an append, {} bytes; {seconds} s a line", codec::encode(&moved(1_000)).len());
    println!("{:<34} {:>10} {:>9} {:>9} {:>9}  of the floor", "", "appends/s", "p50 us", "p99 us", "CPU us");
    for tables in TABLES {
        let floor = measure_bare("full", tables, span);
        print(&format!("bare, FULL, {tables} a commit"), &floor, None);
        print(&format!("bare, NORMAL, {tables} a commit"), &measure_bare("normal", tables, span), Some(&floor));
        let directory = scratch();
        let sqlite = SqliteStore::open(directory.path()).expect("an empty directory opens");
        print(
            &format!("SQLite store, {tables} tables"),
            &measure_store(Store::from(sqlite), tables, span),
            Some(&floor),
        );
        // A short time suffices, and limits the memory, because this store keeps every event.
        let memory =
            measure_store(Store::in_memory().expect("there is memory"), tables, span.min(Duration::from_secs(1)));
        print(&format!("memory store, {tables} tables"), &memory, Some(&floor));
    }
}

/// The measurements of one line.
struct Measured {
    per_second: f64,
    cpu_us: f64,
    /// The duration of each call, shortest first.
    calls: Vec<Duration>,
}

impl Measured {
    fn of(mut calls: Vec<Duration>, rows_per_call: usize, wall: Duration, cpu: Duration) -> Measured {
        calls.sort_unstable();
        let rows = (calls.len() * rows_per_call) as f64;
        Measured { per_second: rows / wall.as_secs_f64(), cpu_us: cpu.as_secs_f64() * 1e6 / rows, calls }
    }

    fn quantile_us(&self, quantile: f64) -> f64 {
        let index = (self.calls.len() as f64 * quantile) as usize;
        self.calls[index.min(self.calls.len() - 1)].as_secs_f64() * 1e6
    }
}

fn print(name: &str, measured: &Measured, floor: Option<&Measured>) {
    let ratio = floor.map_or(String::new(), |floor| format!("{:.2}", measured.per_second / floor.per_second));
    let (p50, p99) = (measured.quantile_us(0.5), measured.quantile_us(0.99));
    println!("{name:<34} {:>10.0} {p50:>9.0} {p99:>9.0} {:>9.1}  {ratio}", measured.per_second, measured.cpu_us);
}

/// Commits `rows` rows at a time on one connection, one row for each match.
fn measure_bare(synchronous: &str, rows: usize, span: Duration) -> Measured {
    let directory = scratch();
    let file = Connection::open(directory.path().join("bare.sqlite")).expect("an empty directory opens");
    file.pragma_update(None, "journal_mode", "wal").expect("WAL is there");
    file.pragma_update(None, "synchronous", synchronous).expect("the setting is there");
    let table =
        "CREATE TABLE events (number INTEGER, seq INTEGER, bytes BLOB, PRIMARY KEY (number, seq)) WITHOUT ROWID";
    file.execute_batch(table).expect("the table is new");
    let mut calls = Vec::new();
    let (began, cpu) = (Instant::now(), cpu_time());
    for seq in 2.. {
        let call = Instant::now();
        file.execute_batch("BEGIN IMMEDIATE").expect("no other process has it");
        let mut insert = file.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3)").expect("the table is there");
        for number in 0..rows as i64 {
            insert.execute(params![number, seq, codec::encode(&moved(seq as u64))]).expect("the row is new");
        }
        file.execute_batch("COMMIT").expect("the disk takes it");
        calls.push(call.elapsed());
        if began.elapsed() >= span {
            break;
        }
    }
    Measured::of(calls, rows, began.elapsed(), cpu_time() - cpu)
}

/// Runs tasks that each append to their own match as soon as their last append is acknowledged.
#[tokio::main(worker_threads = 2)]
async fn measure_store(store: Store, tables: usize, span: Duration) -> Measured {
    for table in 0..tables {
        let player = PlayerId::parse("ann").expect("a name");
        let request = RequestKey { player, request_id: String::new(), content: [0; 32] };
        let created = store.log.create(request, match_id(table), vec![opened(table)], None).await;
        assert_eq!(created, Ok(Created::New));
    }
    let (began, cpu) = (Instant::now(), cpu_time());
    let mut tasks = JoinSet::new();
    for table in 0..tables {
        let store = store.clone();
        tasks.spawn(async move {
            let (match_id, mut seq, mut calls) = (match_id(table), 1, Vec::new());
            while began.elapsed() < span {
                let call = Instant::now();
                store
                    .log
                    .append(&match_id, Seq(seq), Epoch::FIRST, vec![moved(seq + 1)])
                    .await
                    .expect("one owner has no conflicts");
                calls.push(call.elapsed());
                seq += 1;
                // The memory store never waits, so the task must yield to the other tables.
                tokio::task::consume_budget().await;
            }
            calls
        });
    }
    let calls = tasks.join_all().await.concat();
    Measured::of(calls, 1, began.elapsed(), cpu_time() - cpu)
}

/// Creates a directory on the disk of the build, because a temporary directory is often in memory.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in(Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("the build's directory can be written")
}

/// Returns the CPU time of the process, or zero if the system does not report it.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    // Linux reports CPU times in hundredths of a second.
    Duration::from_millis(ticks * 10)
}

fn match_id(table: usize) -> MatchId {
    MatchId::parse(&format!("m-{table}")).expect("letters, digits and a dash")
}

fn opened(table: usize) -> Event {
    let player = |name| PlayerId::parse(name).expect("letters");
    let opened = MatchOpened {
        match_id: match_id(table),
        game: "kamisado".to_owned(),
        options: [].into(),
        time_controls: vec![TimeControl::parse("60+1").expect("a time control"); 2],
        players: vec![player("ann"), player("bob")],
        opened_unix_ms: 0,
        graces: Graces { disconnect: Duration::from_secs(30), start: Duration::from_secs(60), ..Graces::default() },
        illegal_move_policy: IllegalMovePolicy::Forfeit,
        lost_seat_policy: LostSeatPolicy::Substitute,
        luck: None,
        conduct: Default::default(),
        rematch_of: None,
        law: Default::default(),
        created_by: None,
        occasion: None,
        labels: Default::default(),
        opening: Default::default(),
        consents: Vec::new(),
    };
    let fact = Fact::MatchOpened(Box::new(opened));
    Event { seq: Seq(1), at: Time::ZERO, fact }
}

fn moved(seq: u64) -> Event {
    let fact = Fact::MovePlayed(MovePlayed {
        declined: None,
        seat: Seat((seq % 2) as u8),
        round: 3,
        ply: seq as u32,
        notation: "brown a1-d4".to_owned(),
        sent: Time(60_000_000_000 + seq),
        received: Time(60_000_100_000 + seq),
        lag: Duration::ZERO,
        round_trip: Duration::ZERO,
        charged: Duration::from_micros(100),
        clock: Clock { left: Some(Duration::from_secs(59)), ..Clock::default() },
        score: None,
        stalled: Duration::ZERO,
    });
    Event { seq: Seq(seq), at: Time(60_000_100_000 + seq), fact }
}
