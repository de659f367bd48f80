//! Spectators of one match: many TLS connections to a server in its own process, each with the page
//! of the match. The match has one move per second. Run:
//! `cargo bench --bench spectators [-- CONNECTIONS SECONDS]` (default 1000 and 30).
//!
//! Prints the server's memory and CPU time for them, the message bytes per spectator, and the
//! messages per move. Fails above 100 MB or half a core.

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use prost::Message as _;
use referee_client::{
    Client, ConnectOptions, NewMatch,
    pb::{Detail, ResumePoint, WatchMatchesRequest, WatchMatchesResponse, watch_matches_response::Message},
};
use tokio::{task::JoinSet, time::sleep};
use tonic::Streaming;

/// Default numbers of connections and seconds.
const CONNECTIONS: usize = 1_000;
const SECONDS: u64 = 30;
/// Number of connections that open concurrently.
const AT_ONCE: usize = 50;
/// Targets for the server: memory above idle, and CPU seconds per second.
const AIM_MB: f64 = 100.0;
const AIM_CORES: f64 = 0.5;
/// Idle time of the server before the measurement.
const SETTLES: Duration = Duration::from_secs(3);

/// A running server, killed on drop.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Messages that all connections have received.
#[derive(Default)]
struct Received {
    updates: AtomicU64,
    frames: AtomicU64,
    bytes: AtomicU64,
}

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let number = |at: usize, usual: u64| words.get(at).map_or(Ok(usual), |word| word.parse());
    let connections = usize::try_from(number(0, CONNECTIONS as u64)?)?;
    let span = Duration::from_secs(number(1, SECONDS)?);
    ensure!(connections > 0 && !span.is_zero(), "expected at least one connection and one second");
    tokio::runtime::Runtime::new()?.block_on(measure(connections, span))
}

async fn measure(connections: usize, span: Duration) -> anyhow::Result<()> {
    let files = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let pair = rcgen::generate_simple_self_signed(["localhost".to_owned()])?;
    let (cert, key) = (files.path().join("cert.pem"), files.path().join("key.pem"));
    fs::write(&cert, pair.cert.pem())?;
    fs::write(&key, pair.signing_key.serialize_pem())?;
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600))?;
    let (server, port) = start(&cert, &key, connections)?;
    let url = format!("https://localhost:{port}");
    let trusting = || ConnectOptions { tls_ca: Some(pair.cert.pem()), ..ConnectOptions::default() };
    let host = Client::connect_with(&url, &trusting()).await?;
    let host = host.with_token(&host.register("ann").await?)?;
    let players = vec!["house-random".to_owned(); 2];
    let rules = referee_client::timed("36000");
    let new = NewMatch { game: "hive".to_owned(), players, rules, ..NewMatch::default() };
    let match_id = host.create(new).await?.match_id;
    sleep(SETTLES).await;
    let idle = memory_mb(&server)?;

    let received = Arc::new(Received::default());
    let mut watching = JoinSet::new();
    let mut opened = 0;
    while opened < connections {
        let batch = AT_ONCE.min(connections - opened);
        let streams = (0..batch).map(async |_| open(Client::connect_with(&url, &trusting()).await?, &match_id).await);
        for stream in futures_util::future::try_join_all(streams).await? {
            watching.spawn(read(stream, Arc::clone(&received)));
        }
        opened += batch;
    }
    sleep(SETTLES).await;
    let (began, cpu) = (Instant::now(), cpu(&server)?);
    let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
    let (updates, frames, bytes) = (count(&received.updates), count(&received.frames), count(&received.bytes));
    sleep(span).await;
    let seconds = began.elapsed().as_secs_f64();
    let cores = (self::cpu(&server)? - cpu) / seconds;
    let grown = memory_mb(&server)? - idle;
    if let Some(ended) = watching.try_join_next() {
        ended??;
        bail!("the match has ended");
    }
    let (updates, frames) = (count(&received.updates) - updates, count(&received.frames) - frames);
    let each = |of: u64| of as f64 / connections as f64 / seconds;
    println!("{connections} TLS connections watch one match for {seconds:.0} s");
    println!("memory of the server: {idle:.0} MB idle, {grown:.0} MB for them (aim {AIM_MB})");
    println!("CPU time of the server: {cores:.2} cores (aim {AIM_CORES})");
    println!("each receives {:.2} updates with {:.2} frames a second", each(updates), each(frames));
    println!("messages: {:.0} bytes a second each", each(count(&received.bytes) - bytes));
    ensure!(each(frames) > 0.5, "the match has hardly moved");
    ensure!(grown <= AIM_MB && cores <= AIM_CORES, "above the aim");
    Ok(())
}

async fn open(client: Client, match_id: &str) -> anyhow::Result<Streaming<WatchMatchesResponse>> {
    let asked = WatchMatchesRequest {
        matches: vec![ResumePoint { match_id: match_id.to_owned(), after_seq: 0 }],
        detail: Detail::Page.into(),
        with_changes: true,
        ..WatchMatchesRequest::default()
    };
    Ok(client.matches().watch_matches(asked).await?.into_inner())
}

async fn read(mut answers: Streaming<WatchMatchesResponse>, received: Arc<Received>) -> anyhow::Result<()> {
    while let Some(said) = answers.message().await? {
        received.bytes.fetch_add(said.encoded_len() as u64, Ordering::Relaxed);
        if let Some(Message::Update(update)) = said.message {
            received.updates.fetch_add(1, Ordering::Relaxed);
            received.frames.fetch_add(update.frame.is_some().into(), Ordering::Relaxed);
        }
    }
    Ok(())
}

/// Starts a server with house bots that move once a second, and returns its port.
fn start(cert: &Path, key: &Path, connections: usize) -> anyhow::Result<(Server, String)> {
    let most = (connections + 100).to_string();
    let mut child = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["serve", "--listen", "127.0.0.1:0", "--memory", "--house-pace", "1"])
        .args(["--max-connections-per-address", &most, "--max-streams-per-address", &most])
        .args(["--max-watchers-per-address", &most, "--max-boards-per-caller", &most])
        .arg("--tls-cert")
        .arg(cert)
        .arg("--tls-key")
        .arg(key)
        .env("RUST_LOG", "error")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().context("it was piped")?).read_line(&mut line)?;
    let address = line.split_once("https://").and_then(|(_, rest)| rest.split([',', '\n']).next());
    let port =
        address.and_then(|address| address.rsplit_once(':')).with_context(|| format!("no address in `{line}`"))?;
    Ok((Server(child), port.1.trim().to_owned()))
}

/// Returns the current memory of the server in MB.
fn memory_mb(server: &Server) -> anyhow::Result<f64> {
    let status = fs::read_to_string(format!("/proc/{}/status", server.0.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("its memory is not told")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
}

/// Returns the CPU time of all threads of the server, in seconds.
fn cpu(server: &Server) -> anyhow::Result<f64> {
    let tasks = fs::read_dir(format!("/proc/{}/task", server.0.id()))?.flatten();
    let nanos = tasks.filter_map(|task| {
        let stat = fs::read_to_string(task.path().join("schedstat")).ok()?;
        stat.split(' ').next()?.parse::<u64>().ok()
    });
    Ok(nanos.sum::<u64>() as f64 / 1e9)
}
