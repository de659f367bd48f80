//! The cost of a long round by its number of plies. Measures the bytes to an engine in both
//! spellings, down a `Play` stream and in the record, and the referee's memory. Random bots play
//! Hive with all expansions up to increasing limits of plies. A cost is linear if its bytes per ply
//! stay constant. Run: `cargo bench --bench long [-- PLIES...]`.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use mimalloc::MiMalloc;
use prost::Message as _;
use referee::{
    api::{self, Settings},
    hall::{Hall, Limits},
    store::Store,
};
use referee_client::{
    Client, NewMatch,
    pb::{self, PlayRequest, match_event::Event, play_request::Message as Said, play_response::Message},
};
use tokio::{net::TcpListener, runtime::Runtime, sync::mpsc};
use tokio_stream::wrappers::ReceiverStream;

/// The allocator of the program itself.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Default lengths of rounds in plies; the last is the referee's maximum.
const PLIES: [u32; 4] = [625, 1250, 2500, 5000];
/// Maximum number of attempts at a round, which may end early by the rules.
const TRIES: u64 = 50;
/// Interval between two readings of the referee's memory.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// Maximum cost of a ply in the longest round, as a multiple of that in the shortest.
const GROWTH: f64 = 1.25;

fn main() -> anyhow::Result<()> {
    let asked = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let asked = asked.map(|word| word.parse()).collect::<Result<Vec<u32>, _>>()?;
    let asked = if asked.is_empty() { PLIES.to_vec() } else { asked };
    println!("{:>6}  {:>14} {:>14} {:>14} {:>14}  {:>12}", "plies", "words", "JSON", "gRPC", "record", "memory");
    println!(
        "{:>6}  {:>14} {:>14} {:>14} {:>14}  {:>12}",
        "", "bytes/ply", "bytes/ply", "bytes/ply", "bytes/ply", "KiB"
    );
    let mut rows = Vec::new();
    for plies in asked {
        let words = by_engines(plies, "words", "")?;
        let json = by_engines(plies, "json", " --json")?;
        let grpc = by_stream(plies)?;
        let a_ply = |bytes: u64| bytes as f64 / f64::from(plies);
        let row = [a_ply(words.told), a_ply(json.told), a_ply(grpc), a_ply(words.record)];
        let [words_a_ply, json_a_ply, grpc_a_ply, record_a_ply] = row;
        let memory = words.memory_kib.max(json.memory_kib);
        println!(
            "{plies:>6}  {words_a_ply:>14.1} {json_a_ply:>14.1} {grpc_a_ply:>14.1} {record_a_ply:>14.1}  {memory:>12}"
        );
        rows.push(row);
    }
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(()) };
    let grown = first.iter().zip(last).map(|(first, last)| last / first).fold(0.0, f64::max);
    println!("bytes a ply in the longest round / in the shortest: at most {grown:.2} (aim {GROWTH})");
    ensure!(grown <= GROWTH, "a ply costs more in a longer round");
    Ok(())
}

/// The result of a match between two engines.
struct Played {
    /// The bytes written to one engine.
    told: u64,
    /// The bytes of the record.
    record: u64,
    /// The peak memory of the referee, in KiB.
    memory_kib: u64,
}

/// Plays two house bots as engines, each behind a `tee` that stores its input.
fn by_engines(plies: u32, spelling: &str, options: &str) -> anyhow::Result<Played> {
    for seed in 0..TRIES {
        let place = tempfile::tempdir()?;
        let engine = |seat: u64| {
            let (referee, told) = (env!("CARGO_BIN_EXE_referee"), place.path().join(format!("told-{seat}")));
            let seed = 2 * seed + seat;
            format!("sh -c 'tee {} | {referee} bot random --seed {seed}{options}'", told.display())
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command.args(["play", "hive", "--option", "expansions=MLP", "--tc", "inf", "--lines", spelling]);
        command.args(["--engine", &engine(0), "--engine", &engine(1), "--max-plies", &plies.to_string()]);
        command.arg("--record").arg(place.path().join("records.jsonl")).stdout(Stdio::null());
        let memory_kib = watch(command.spawn().context("the referee does not start")?)?;
        let record = fs::read_to_string(place.path().join("records.jsonl"))?;
        if record.contains("MAX_PLIES") {
            let size = |path: &Path| anyhow::Ok(fs::metadata(path)?.len());
            return Ok(Played { told: size(&place.path().join("told-0"))?, record: record.len() as u64, memory_kib });
        }
    }
    anyhow::bail!("no round of {TRIES} had {plies} plies")
}

/// Waits until the process ends. Returns its peak memory in KiB.
fn watch(mut child: Child) -> anyhow::Result<u64> {
    let mut most = 0;
    let status = Path::new("/proc").join(child.id().to_string()).join("status");
    while child.try_wait()?.is_none() {
        let said = fs::read_to_string(&status).unwrap_or_default();
        let line = said.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most = most.max(line.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(0));
        std::thread::sleep(LOOK_EVERY);
    }
    ensure!(child.wait()?.success(), "the referee has failed");
    Ok(most)
}

/// Plays with two bots on `Play` streams without positions. Returns the bytes down one stream.
fn by_stream(plies: u32) -> anyhow::Result<u64> {
    let runtime = Runtime::new()?;
    runtime.block_on(async {
        let hall = Hall::open(Store::in_memory()?, Limits::default()).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        tokio::spawn(api::serve(listener, hall, Settings::default(), std::future::pending()));
        let server = Client::connect(&format!("http://{address}")).await?;
        for seed in 0..TRIES {
            let names = [format!("ann-{seed}"), format!("bob-{seed}")];
            let [host, guest] = [&names[0], &names[1]].map(|name| server.register(name));
            let (host, guest) = (server.with_token(&host.await?)?, server.with_token(&guest.await?)?);
            guest.set_accept_policy(Some(referee_client::accept_all())).await?;
            let mut both = [bot(&host, 2 * seed + 1).await?, bot(&guest, 2 * seed + 2).await?];
            let new = NewMatch {
                game: "hive".into(),
                options: [("expansions".to_owned(), "MLP".to_owned())].into(),
                rules: pb::MatchRules { max_plies: Some(plies), ..referee_client::timed("inf") },
                players: names.to_vec(),
                ..NewMatch::default()
            };
            host.create(new).await?;
            let [first, second] = &mut both;
            let (told, other) = tokio::join!(first.play(), second.play());
            other?;
            if let (pb::Termination::MaxPlies, bytes) = told? {
                return Ok(bytes);
            }
        }
        anyhow::bail!("no round of {TRIES} had {plies} plies")
    })
}

/// A bot that plays a random move immediately.
struct Bot {
    sender: mpsc::Sender<PlayRequest>,
    inbound: tonic::Streaming<pb::PlayResponse>,
    luck: u64,
}

async fn bot(me: &Client, seed: u64) -> anyhow::Result<Bot> {
    let (sender, receiver) = mpsc::channel(16);
    let hello = pb::Hello { without_position: true, ..pb::Hello::default() };
    sender.send(PlayRequest { message: Some(Said::Hello(hello)) }).await?;
    let mut inbound = me.matches().play(ReceiverStream::new(receiver)).await?.into_inner();
    inbound.message().await?.context("the stream ended before its welcome")?;
    Ok(Bot { sender, inbound, luck: seed })
}

impl Bot {
    /// Plays the match. Returns its termination and the number of received bytes.
    async fn play(&mut self) -> anyhow::Result<(pb::Termination, u64)> {
        let mut bytes = 0;
        while let Some(said) = self.inbound.message().await? {
            bytes += said.encoded_len() as u64;
            match said.message {
                Some(Message::Turn(turn)) => {
                    self.luck = self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let notation = turn.legal[(self.luck >> 33) as usize % turn.legal.len()].clone();
                    let played = pb::PlayMove { turn_id: turn.turn_id, notation, score: None };
                    let command = Some(pb::submit_command_request::Command::PlayMove(played));
                    let command =
                        pb::SubmitCommandRequest { match_id: turn.match_id, request_id: String::new(), command };
                    self.sender.send(PlayRequest { message: Some(Said::Command(command)) }).await?;
                }
                Some(Message::Event(seen)) => {
                    if let Some(Event::MatchEnded(ended)) = seen.event.and_then(|event| event.event) {
                        return Ok((ended.verdict.unwrap_or_default().termination(), bytes));
                    }
                }
                Some(Message::Refused(refused)) => anyhow::bail!("declined: {refused:?}"),
                _ => {}
            }
        }
        anyhow::bail!("the stream has ended")
    }
}
