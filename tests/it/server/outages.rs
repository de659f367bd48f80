//! Outages that are made from outside while matches of every game are played on a running server: another process holds the
//! database's lock, the disk is full, the file is taken away. Nobody loses by it, and health says how it is.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use referee::store::sqlite::DATABASE_FILE;
use rusqlite::Connection;
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};
use tonic_health::pb::{HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient};

use super::{
    host::{Server, serve},
    lanes::Lanes,
};
use crate::store::disk::SmallDisk;

/// How many outages there are; `REFEREE_REAL_OUTAGES` says another number.
const OUTAGES: u32 = 5;
/// The clock of every move, shorter than some of the outages.
const CONTROL: &str = "st=2";
/// How long an outage lasts, in milliseconds. All of the longer ones are seen by those who ask for the server's health.
const LASTS_MS: [u32; 2] = [500, 5_000];
const LONG: Duration = Duration::from_millis(4_500);
/// How soon twenty more moves are told while nothing is wrong.
const PLAYED_WITHIN: Duration = Duration::from_secs(60);
/// How soon health says that all is well again.
const WELL_WITHIN: Duration = Duration::from_secs(20);

/// What is done to the store.
#[derive(Clone, Copy, Debug)]
enum Outage {
    Locked,
    Full,
    Taken,
}

/// An outage that goes on until this is dropped.
enum Going {
    Locked(Connection),
    Full(PathBuf),
    Taken { here: PathBuf, away: PathBuf },
}

impl Going {
    fn begin(outage: Outage, disk: &SmallDisk, data: &Path) -> Going {
        match outage {
            Outage::Locked => {
                let file = Connection::open(data.join(DATABASE_FILE)).expect("it opens");
                file.busy_timeout(Duration::from_secs(10)).expect("it is set");
                file.execute_batch("BEGIN IMMEDIATE").expect("nobody holds it for long");
                Going::Locked(file)
            }
            Outage::Full => Going::Full(disk.fill()),
            Outage::Taken => {
                let (here, away) = (data.join(DATABASE_FILE), data.join("away"));
                std::fs::rename(&here, &away).expect("it is there");
                Going::Taken { here, away }
            }
        }
    }

    fn end(self) {
        match self {
            Going::Locked(file) => file.execute_batch("ROLLBACK").expect("it holds it"),
            Going::Full(filler) => std::fs::remove_file(filler).expect("it is there"),
            Going::Taken { here, away } => std::fs::rename(away, here).expect("it is there"),
        }
    }
}

/// What the server says of its health, as it changes.
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

fn random(below: u32) -> u32 {
    getrandom::u32().expect("the system gives random numbers") % below
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn outages_from_outside_cost_nobody_a_match() {
    const TEST: &str = "server::outages::outages_from_outside_cost_nobody_a_match";
    let Some(disk) = SmallDisk::mount_for(TEST, "32m") else { return };
    let wanted = std::env::var("REFEREE_REAL_OUTAGES").ok().and_then(|many| many.parse().ok()).unwrap_or(OUTAGES);
    let data = disk.path().join("data");
    let mut command = serve("127.0.0.1:0", &data);
    // The disk is smaller than what a server wants to be free on it.
    command.args(["--min-free-mib", "0"]);
    // It says every failure, as it should.
    command.stderr(std::process::Stdio::null());
    let server = Server::spawn(command).await;
    let mut health = health(&server).await;
    let (all, lanes) = Lanes::begin(server.client(), CONTROL).await;
    let (mut events, mut seen) = (all.events.subscribe(), 0);
    for outage in (0..wanted).map(|number| [Outage::Locked, Outage::Full, Outage::Taken][number as usize % 3]) {
        let next = *events.borrow_and_update() + 20;
        let played = timeout(PLAYED_WITHIN, events.wait_for(|events| *events >= next)).await;
        played.expect("no match is played").expect("the lanes hold it");
        until(&mut health, ServingStatus::Serving).await;
        let lasts = Duration::from_millis(u64::from(LASTS_MS[0] + random(LASTS_MS[1] - LASTS_MS[0])));
        let _down = all.up.write().await;
        let going = Going::begin(outage, &disk, &data);
        sleep(lasts).await;
        let is_seen = *health.borrow() == ServingStatus::NotServing;
        assert!(is_seen || lasts < LONG || matches!(outage, Outage::Full), "{outage:?} of {lasts:?} is not seen");
        seen += u32::from(is_seen);
        going.end();
        until(&mut health, ServingStatus::Serving).await;
    }
    let matches = all.end(lanes).await;
    println!(
        "{wanted} outages, {seen} of them seen by health, over {matches} matches, {} events told",
        *events.borrow()
    );
}
