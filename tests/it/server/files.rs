//! A server that has no file left for another connection: it closes who comes, spins on nothing,
//! and serves again when others have gone. One that may ask for more files does.

use std::{
    io,
    time::{Duration, Instant},
};

use referee_client::pb::{ListMatchesRequest, match_service_client::MatchServiceClient};
use rustix::process::{Pid, Resource, Rlimit, prlimit, setrlimit};
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};
use tonic::transport::{Channel, Endpoint};

use super::host::{Server, serve};
use crate::bad_bots::memory::cpu_seconds;

/// For how many connections there are files, and how many come. Each answers the pings of HTTP/2.
const ROOM: u64 = 12;
const COME: usize = 60;
/// How long one may take to be served or closed, each after those before it: one is closed every 50
/// ms.
const SOON: Duration = Duration::from_secs(20);
/// For how long it is looked whether the server spins, and how much of a core it may take.
const LOOKED_AT: Duration = Duration::from_secs(3);
const MOST_CPU: f64 = 0.2;
/// The files that a server begins with, and may ask for; how many connections it is to serve then.
const FEW_FILES: u64 = 64;
const MANY_FILES: u64 = 4096;
const MANY: usize = 300;

/// A client that is served on its connection until this is dropped; `None` if the connection
/// is closed. It does not hang.
async fn come(server: &Server) -> Option<Channel> {
    let endpoint = Endpoint::from_shared(format!("http://{}", server.address)).expect("an address");
    let asked = async {
        let channel = endpoint.connect().await.ok()?;
        let mut client = MatchServiceClient::new(channel.clone());
        client.list_matches(ListMatchesRequest::default()).await.ok()?;
        Some(channel)
    };
    timeout(SOON, asked).await.expect("it is served or closed")
}

/// How many files a process has open.
fn open_files(process: u32) -> u64 {
    std::fs::read_dir(format!("/proc/{process}/fd")).expect("it runs").count() as u64
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_out_of_file_handles_rejects_callers_and_recovers() {
    let data = tempfile::tempdir().expect("a directory");
    let mut command = serve("127.0.0.1:0", data.path());
    command.args(["--max-connections-per-address", "1000", "--threads", "1"]);
    let server = Server::spawn(command).await;
    let process = server.child.id().expect("it runs");
    drop(come(&server).await.expect("there is room"));
    sleep(Duration::from_millis(500)).await;
    let few = Rlimit { current: Some(open_files(process) + ROOM), maximum: Some(MANY_FILES) };
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw).expect("a process");
    prlimit(Some(pid), Resource::Nofile, few).expect("it is our child");

    let mut served = Vec::new();
    for _ in 0..COME {
        served.extend(come(&server).await);
    }
    // A file or two that were open for a moment are free again.
    assert!((1..=ROOM as usize + 2).contains(&served.len()), "{} of {COME} are served", served.len());

    // A connection always waits for admission.
    let before = cpu_seconds(process);
    let began = Instant::now();
    while began.elapsed() < LOOKED_AT {
        let _newcomer = TcpStream::connect(server.address).await;
        sleep(Duration::from_millis(20)).await;
    }
    let share = (cpu_seconds(process) - before) / began.elapsed().as_secs_f64();
    assert!(share < MOST_CPU, "the server takes {share:.2} of a core");
    assert!(come(&server).await.is_none(), "there is no file for a newcomer");

    drop(served);
    let again = async { while come(&server).await.is_none() {} };
    timeout(SOON, again).await.expect("a newcomer is served once the others have gone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_asks_for_as_many_files_as_it_may_have() {
    let data = tempfile::tempdir().expect("a directory");
    let mut command = serve("127.0.0.1:0", data.path());
    // SAFETY: the call is one of the system's and takes no lock, so that it may be made between a
    // fork and what follows it.
    unsafe {
        command.pre_exec(|| {
            let limit = Rlimit { current: Some(FEW_FILES), maximum: Some(MANY_FILES) };
            setrlimit(Resource::Nofile, limit).map_err(io::Error::from)
        })
    };
    let server = Server::spawn(command).await;
    let mut served = Vec::new();
    for number in 1..=MANY {
        served.push(come(&server).await.unwrap_or_else(|| panic!("connection {number} is closed")));
    }
    assert!(open_files(server.child.id().expect("it runs")) > MANY as u64);
}
