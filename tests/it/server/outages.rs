//! External outages while a server plays matches of every game. Another process locks the database,
//! once or repeatedly; the disk is full; the file is moved away or cannot be written. No player
//! loses by them, and both the records and the health service report them.

use std::{
    collections::BTreeMap,
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, SystemTime},
};

use referee::store::sqlite::DATABASE_FILE;
use rusqlite::Connection;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use tokio::{
    sync::watch,
    task::{JoinHandle, spawn_blocking},
    time::{sleep, timeout},
};
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

use super::{
    host::{Server, serve},
    lanes::Lanes,
};
use crate::store::disk::SmallDisk;

/// Number of outages; `REFEREE_REAL_OUTAGES` overrides it.
const OUTAGES: u32 = 5;
/// Time limit per move, shorter than some of the outages.
const CONTROL: &str = "st=2";
/// Minimum and maximum duration of an outage, in milliseconds. The health service must report every
/// outage longer than `LONG`.
const LASTS_MS: [u32; 2] = [500, 5_000];
const LONG: Duration = Duration::from_millis(4_500);
/// Minimum and maximum time for which a slow store is locked, and then free, in milliseconds.
const HELD_MS: [u32; 2] = [300, 900];
const FREE_MS: [u32; 2] = [30, 200];
/// Maximum time that a disturbing process waits for the server to release the file.
const DISTURBS_WITHIN: Duration = Duration::from_secs(10);
/// Maximum time for twenty more moves between two outages.
const PLAYED_WITHIN: Duration = Duration::from_secs(60);
/// Maximum time until the health service reports recovery.
const WELL_WITHIN: Duration = Duration::from_secs(20);

/// A disturbance of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outage {
    Locked,
    Slow,
    Full,
    Taken,
    ReadOnly,
}

impl Outage {
    const ALL: [Outage; 5] = [Outage::Locked, Outage::Slow, Outage::Full, Outage::Taken, Outage::ReadOnly];

    /// Returns whether a long outage of this kind always makes the store fail.
    fn is_always_seen(self) -> bool {
        match self {
            Outage::Locked | Outage::Taken | Outage::ReadOnly => true,
            // A slow store still works, and other processes may free space on a full disk.
            Outage::Slow | Outage::Full => false,
        }
    }
}

/// An outage in progress.
enum Going {
    Locked(Connection),
    Slow { enough: Arc<AtomicBool>, holding: JoinHandle<()> },
    Full(PathBuf),
    Taken { here: PathBuf, away: PathBuf },
    ReadOnly { server: Pid, before: Rlimit },
}

impl Going {
    fn begin(outage: Outage, disk: &SmallDisk, data: &Path, server: Pid) -> Going {
        match outage {
            Outage::Locked => {
                let file = open(data);
                file.execute_batch("BEGIN IMMEDIATE").expect("the lock is free soon");
                Going::Locked(file)
            }
            Outage::Slow => {
                let (file, enough) = (open(data), Arc::new(AtomicBool::new(false)));
                let told = Arc::clone(&enough);
                Going::Slow { enough, holding: spawn_blocking(move || hold_again_and_again(&file, &told)) }
            }
            Outage::Full => {
                empty_log(data);
                Going::Full(disk.fill())
            }
            Outage::Taken => {
                let (here, away) = (data.join(DATABASE_FILE), data.join("away"));
                std::fs::rename(&here, &away).expect("it is there");
                Going::Taken { here, away }
            }
            Outage::ReadOnly => {
                // A file system with files open for writing cannot become read-only. A maximum file
                // length of zero has the same effect.
                let nothing = Rlimit { current: Some(0), ..getrlimit(Resource::Fsize) };
                let before = prlimit(Some(server), Resource::Fsize, nothing).expect("it is our child");
                Going::ReadOnly { server, before }
            }
        }
    }

    async fn end(self) {
        match self {
            Going::Locked(file) => file.execute_batch("ROLLBACK").expect("it holds it"),
            Going::Slow { enough, holding } => {
                enough.store(true, Ordering::Relaxed);
                holding.await.expect("it lets go");
            }
            Going::Full(filler) => std::fs::remove_file(filler).expect("it is there"),
            Going::Taken { here, away } => std::fs::rename(away, here).expect("it is there"),
            Going::ReadOnly { server, before } => {
                prlimit(Some(server), Resource::Fsize, before).expect("it is our child");
            }
        }
    }
}

fn open(data: &Path) -> Connection {
    let file = Connection::open(data.join(DATABASE_FILE)).expect("it opens");
    file.busy_timeout(DISTURBS_WITHIN).expect("it is set");
    file
}

fn hold_again_and_again(file: &Connection, enough: &AtomicBool) {
    while !enough.load(Ordering::Relaxed) {
        file.execute_batch("BEGIN IMMEDIATE").expect("the lock is free soon");
        thread::sleep(between(HELD_MS));
        file.execute_batch("ROLLBACK").expect("it holds it");
        thread::sleep(between(FREE_MS));
    }
}

/// Moves everything from the write-ahead log to the database, so the next write needs disk space.
/// If a reader blocks that, the log restarts from its beginning and needs space later.
fn empty_log(data: &Path) {
    let emptied = open(data).query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
    emptied.expect("the call is answered");
}

/// The outages of one kind.
#[derive(Default)]
struct Tally {
    /// The outages, in milliseconds of the wall clock.
    spans: Vec<Range<i64>>,
    /// The number of long outages, and of those that the health service reported.
    long: u32,
    long_seen: u32,
}

fn unix_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("it is later than 1970");
    i64::try_from(since.as_millis()).expect("it is earlier than that")
}

/// Returns the health of the server, updated at every change.
async fn health(server: &Server) -> watch::Receiver<ServingStatus> {
    let channel = tonic::transport::Channel::from_shared(format!("http://{}", server.address)).expect("an address");
    let mut client = HealthClient::new(channel.connect().await.expect("the server is there"));
    let said = client.watch(HealthCheckRequest { service: String::new() }).await.expect("it is served");
    let (tell, told) = watch::channel(ServingStatus::Unknown);
    tokio::spawn(async move {
        let mut said = said.into_inner();
        while let Ok(Some(answer)) = said.message().await {
            tell.send_replace(answer.status());
        }
    });
    told
}

async fn until(health: &mut watch::Receiver<ServingStatus>, wanted: ServingStatus) {
    let waited = timeout(WELL_WITHIN, health.wait_for(|status| *status == wanted)).await;
    waited.unwrap_or_else(|_| panic!("health never says {wanted:?}")).expect("the server runs");
}

fn between([least, most]: [u32; 2]) -> Duration {
    let drawn = getrandom::u32().expect("the system gives random numbers");
    Duration::from_millis(u64::from(least + drawn % (most - least)))
}

/// Starts a server that accepts a disk of any size, and that survives `SIGXFSZ`.
async fn small_server(data: &Path) -> Server {
    let mut command = serve("127.0.0.1:0", data);
    command.args(["--min-free-mib", "0"]);
    // The server logs every failure, which is too much output here.
    command.stderr(std::process::Stdio::null());
    // SAFETY: signal(2) is async-signal-safe, as required between fork and exec, and touches no
    // memory.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            Ok(())
        })
    };
    Server::spawn(command).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn external_outages_cost_no_match() {
    const TEST: &str = "server::outages::external_outages_cost_no_match";
    let Some(disk) = SmallDisk::mount_for(TEST, "32m") else { return };
    let wanted = crate::tries::repeats("REFEREE_REAL_OUTAGES", OUTAGES);
    let data = disk.path().join("data");
    let server = small_server(&data).await;
    let pid = server.child.id().and_then(|pid| Pid::from_raw(i32::try_from(pid).ok()?)).expect("it runs");
    let mut health = health(&server).await;
    let (all, lanes) = Lanes::begin(server.address, server.address, CONTROL).await;
    let (mut events, mut tallies) = (all.events.subscribe(), BTreeMap::<Outage, Tally>::new());
    for outage in (0..wanted).map(|number| Outage::ALL[number as usize % Outage::ALL.len()]) {
        let next = *events.borrow_and_update() + 20;
        let played = timeout(PLAYED_WITHIN, events.wait_for(|events| *events >= next)).await;
        played.expect("no match is played").expect("the lanes hold it");
        until(&mut health, ServingStatus::Serving).await;
        let lasts = between(LASTS_MS);
        let _down = all.up.write().await;
        let began = unix_ms();
        let going = Going::begin(outage, &disk, &data, pid);
        sleep(lasts).await;
        let is_seen = *health.borrow() == ServingStatus::NotServing;
        going.end().await;
        assert!(is_seen || lasts < LONG || !outage.is_always_seen(), "{outage:?} of {lasts:?} is not seen");
        let tally = tallies.entry(outage).or_default();
        tally.spans.push(began..unix_ms());
        tally.long += u32::from(lasts >= LONG);
        tally.long_seen += u32::from(lasts >= LONG && is_seen);
        until(&mut health, ServingStatus::Serving).await;
    }
    let matches = all.end(lanes).await;
    for (outage, tally) in &tallies {
        let noted = tally.spans.iter().filter(|span| all.has_stalled_in(span)).count();
        let (many, long, seen) = (tally.spans.len(), tally.long, tally.long_seen);
        println!("{outage:?}: {many}, {noted} of them in a record; {long} were long, health reported {seen} of those");
        assert!(noted > 0, "no record says that a table was halted while the store was {outage:?}");
        assert!(*outage != Outage::Full || long == 0 || seen > 0, "no full disk of {long} was seen");
    }
    println!("{wanted} outages over {matches} matches, {} events told", *events.borrow());
}
