//! A server out of file descriptors: it closes new connections without busy-waiting, and serves
//! again once others close. It raises its own limit if it may.

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

/// Number of connections that have file descriptors, and number of clients. Each client answers
/// HTTP/2 pings.
const ROOM: u64 = 12;
const COME: usize = 60;
/// Maximum time to serve or close a connection. The server closes one every 50 ms, so the last one
/// waits for all others.
const SOON: Duration = Duration::from_secs(20);
/// Observation time for the CPU usage, and maximum usage in cores.
const LOOKED_AT: Duration = Duration::from_secs(3);
const MOST_CPU: f64 = 0.2;
/// Soft and hard limit of open files at the start, and number of connections to serve then.
const FEW_FILES: u64 = 64;
const MANY_FILES: u64 = 4096;
const MANY: usize = 300;

/// Connects and makes one call. Returns the connection, or `None` if the server closes it. The call
/// never hangs.
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

/// Returns the number of files that a process has open.
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
    // One or two descriptors that were briefly in use may be free again.
    assert!((1..=ROOM as usize + 2).contains(&served.len()), "{} of {COME} are served", served.len());

    // Keeps opening connections, so one always waits for admission.
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
    // SAFETY: the closure makes one system call and takes no lock, as required between fork and
    // exec.
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
