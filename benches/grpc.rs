//! Moves a second through `Play`, against a bare tonic ping-pong on as many streams whose messages have as many bytes: first
//! with the memory store, then with SQLite, where every move is durable before it is answered. Server and clients share this
//! process and its cores; the server's own threads are measured apart. Run: `cargo bench --bench grpc [-- SECONDS STREAMS]`.

use std::{
    fs,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use futures_util::{Stream, StreamExt as _};
use mimalloc::MiMalloc;
use prost::Message as _;
use referee::{
    api::{self, Settings},
    hall::{Hall, Limits},
    pb::v1::{
        self as served,
        match_service_server::{MatchService, MatchServiceServer},
    },
    store::{MemoryStore, SharedStore, SqliteStore},
};
use referee_client::{
    Client, NewMatch,
    pb::{self, PlayRequest, match_event::Event, play_request::Message as Said, play_response::Message},
};
use tokio::{net::TcpListener, runtime::Runtime, sync::mpsc};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{
    Request, Response, Status, Streaming,
    transport::{Server, server::TcpIncoming},
};

/// The program's own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// What the threads of the server are called, so that their CPU time can be told apart.
const SERVER_THREADS: &str = "bench-server";

/// How long the clients may take to stop, before their server goes.
const STOP: Duration = Duration::from_secs(1);

/// What is counted while a measurement runs.
#[derive(Default)]
struct Counted {
    moves: AtomicU64,
    bytes_up: AtomicU64,
    bytes_down: AtomicU64,
    messages_down: AtomicU64,
}

/// What a measurement found.
struct Measured {
    per_second: f64,
    server_cpu_us: f64,
}

fn main() -> anyhow::Result<()> {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let seconds: f64 = words.next().map_or(Ok(3.0), |word| word.parse())?;
    let streams: usize = words.next().map_or(Ok(16), |word| word.parse())?;
    let span = Duration::from_secs_f64(seconds);

    let sizes = Arc::new(Counted::default());
    play(Arc::new(MemoryStore::new()), streams, span.min(Duration::from_secs(1)), &sizes)?;
    let a_move = |count: &AtomicU64| (count.load(Relaxed) / sizes.moves.load(Relaxed).max(1)) as usize;
    let (up, down) = (a_move(&sizes.bytes_up), a_move(&sizes.bytes_down));
    println!(
        "{streams} streams; a move: {up} bytes up, {down} bytes down in {} messages",
        a_move(&sizes.messages_down)
    );

    let before = ping_pong(streams, up, down, span)?;
    let memory = play(Arc::new(MemoryStore::new()), streams, span, &Arc::default())?;
    let after = ping_pong(streams, up, down, span)?;
    let directory = tempfile::tempdir()?;
    let sqlite = play(Arc::new(SqliteStore::open(directory.path())?), streams, span, &Arc::default())?;
    let floor = Measured {
        per_second: (before.per_second + after.per_second) / 2.0,
        server_cpu_us: (before.server_cpu_us + after.server_cpu_us) / 2.0,
    };
    for (name, of) in [("bare tonic ping-pong", &floor), ("Play, memory store", &memory), ("Play, SQLite", &sqlite)] {
        println!("{name:<22}{:>9.0} moves/s  {:>6.1} us of server CPU a move", of.per_second, of.server_cpu_us);
    }
    println!(
        "ratio to the ping-pong: memory {:.2}, SQLite {:.2}",
        memory.per_second / floor.per_second,
        sqlite.per_second / floor.per_second
    );
    Ok(())
}

/// A runtime whose threads are known for the server's.
fn server_runtime() -> anyhow::Result<Runtime> {
    let threads = api::usual_threads().get();
    let builder = &mut tokio::runtime::Builder::new_multi_thread();
    Ok(builder.worker_threads(threads).enable_all().thread_name(SERVER_THREADS).build()?)
}

/// Runs `load` against `counted` for a while, and takes what was counted in the middle of it.
fn measure(span: Duration, counted: &Counted) -> Measured {
    std::thread::sleep(span / 4);
    let (began, moves, cpu) = (Instant::now(), counted.moves.load(Relaxed), server_cpu_ns());
    std::thread::sleep(span);
    let (took, moves) = (began.elapsed(), counted.moves.load(Relaxed) - moves);
    let cpu_us = (server_cpu_ns() - cpu) as f64 / 1000.0;
    Measured { per_second: moves as f64 / took.as_secs_f64(), server_cpu_us: cpu_us / moves.max(1) as f64 }
}

/// The CPU time of the server's threads so far, in nanoseconds.
fn server_cpu_ns() -> u64 {
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let of_server = tasks.filter(|task| {
        fs::read_to_string(task.path().join("comm")).is_ok_and(|name| name.trim_end() == SERVER_THREADS)
    });
    let spent = of_server.filter_map(|task| {
        let stat = fs::read_to_string(task.path().join("schedstat")).ok()?;
        stat.split(' ').next()?.parse::<u64>().ok()
    });
    spent.sum()
}

/// Moves through a whole server, by bots that play any legal move at once.
fn play(store: SharedStore, streams: usize, span: Duration, counted: &Arc<Counted>) -> anyhow::Result<Measured> {
    let (server, clients) = (server_runtime()?, Runtime::new()?);
    let (hall, listener) = server.block_on(async {
        let limits = Limits { grace: Duration::from_secs(600), ..Limits::default() };
        anyhow::Ok((Hall::open(store, limits).await?, TcpListener::bind("127.0.0.1:0").await?))
    })?;
    let address = listener.local_addr()?;
    server.spawn(api::serve(listener, hall, Settings::default(), std::future::pending()));
    clients.block_on(async {
        let server = Client::connect(&format!("http://{address}")).await?;
        for pair in 0..streams / 2 {
            let names = [format!("a{pair}"), format!("b{pair}")];
            let guest = server.with_token(&server.register(&names[1]).await?)?;
            let host = server.with_token(&server.register(&names[0]).await?)?;
            for (me, hosts) in [(guest, false), (host, true)] {
                let playing = bot(me, names.clone(), hosts, Arc::clone(counted));
                tokio::spawn(async move {
                    if let Err(error) = playing.await {
                        eprintln!("a bot gave up: {error:#}");
                    }
                });
            }
        }
        anyhow::Ok(())
    })?;
    let measured = measure(span, counted);
    clients.shutdown_timeout(STOP);
    server.shutdown_background();
    Ok(measured)
}

/// Plays whatever it is asked; one of two also `hosts`: it opens the next match when one ends.
async fn bot(me: Client, names: [String; 2], hosts: bool, counted: Arc<Counted>) -> anyhow::Result<()> {
    let (sender, receiver) = mpsc::channel(64);
    let hello = pb::Hello { max_matches: 4, ..pb::Hello::default() };
    sender.send(PlayRequest { message: Some(Said::Hello(hello)) }).await?;
    let mut inbound = me.matches().play(ReceiverStream::new(receiver)).await?.into_inner();
    if hosts {
        open(&me, &names).await?;
    }
    let mut number = 0_u64;
    while let Some(said) = inbound.message().await? {
        counted.bytes_down.fetch_add(said.encoded_len() as u64, Relaxed);
        counted.messages_down.fetch_add(1, Relaxed);
        match said.message {
            Some(Message::Turn(turn)) => {
                number += 1;
                let luck = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
                let notation = turn.legal[luck as usize % turn.legal.len()].clone();
                let played = pb::PlayMove { round: turn.round, ply: turn.ply, notation, score: None };
                let command = Some(pb::submit_command_request::Command::PlayMove(played));
                let request_id = format!("m{number}");
                let command = pb::SubmitCommandRequest { match_id: turn.match_id, request_id, command };
                let request = PlayRequest { message: Some(Said::Command(command)) };
                counted.bytes_up.fetch_add(request.encoded_len() as u64, Relaxed);
                counted.moves.fetch_add(1, Relaxed);
                sender.send(request).await?;
            }
            Some(Message::Event(pb::SeatEvent { event: Some(event), .. }))
                if hosts && matches!(event.event, Some(Event::Ended(_))) =>
            {
                open(&me, &names).await?;
            }
            Some(Message::Refused(refused)) => anyhow::bail!("declined: {refused:?}"),
            _ => {}
        }
    }
    Ok(())
}

async fn open(me: &Client, names: &[String; 2]) -> anyhow::Result<()> {
    let new = NewMatch {
        game: "kamisado".into(),
        options: [("length".to_owned(), "marathon".to_owned())].into(),
        time_control: "600+5".into(),
        players: names.to_vec(),
        ..NewMatch::default()
    };
    me.create(new).await?;
    Ok(())
}

/// The least that a move can cost: one message up and one down, of the same bytes, with nothing between.
fn ping_pong(streams: usize, up: usize, down: usize, span: Duration) -> anyhow::Result<Measured> {
    let (server, clients) = (server_runtime()?, Runtime::new()?);
    let listener = server.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    let router = Server::builder().add_service(MatchServiceServer::new(Echo { down }));
    server.spawn(router.serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true))));
    let counted = Arc::new(Counted::default());
    clients.block_on(async {
        let client = Client::connect(&format!("http://{address}")).await?;
        for _ in 0..streams {
            tokio::spawn(ping(client.clone(), up, Arc::clone(&counted)));
        }
        anyhow::Ok(())
    })?;
    let measured = measure(span, &counted);
    clients.shutdown_timeout(STOP);
    server.shutdown_background();
    Ok(measured)
}

async fn ping(client: Client, up: usize, counted: Arc<Counted>) -> anyhow::Result<()> {
    let (sender, receiver) = mpsc::channel(64);
    let request = || {
        let command = pb::SubmitCommandRequest { match_id: "m".repeat(up), ..Default::default() };
        PlayRequest { message: Some(Said::Command(command)) }
    };
    sender.send(request()).await?;
    let mut inbound = client.matches().play(ReceiverStream::new(receiver)).await?.into_inner();
    while inbound.message().await?.is_some() {
        counted.moves.fetch_add(1, Relaxed);
        sender.send(request()).await?;
    }
    Ok(())
}

/// Answers every message with one of `down` bytes.
struct Echo {
    down: usize,
}

type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

fn nothing<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("the ping-pong has one call"))
}

#[tonic::async_trait]
impl MatchService for Echo {
    type WatchMatchStream = Answers<served::WatchMatchResponse>;
    type PlayStream = Answers<served::PlayResponse>;

    async fn play(
        &self,
        request: Request<Streaming<served::PlayRequest>>,
    ) -> Result<Response<Self::PlayStream>, Status> {
        let down = self.down;
        let answers = request.into_inner().map(move |said| {
            let answer = served::Refused { match_id: "m".repeat(down), ..Default::default() };
            said.map(|_| served::PlayResponse { message: Some(served::play_response::Message::Refused(answer)) })
        });
        Ok(Response::new(Box::pin(answers)))
    }

    async fn create_match(
        &self,
        _: Request<served::CreateMatchRequest>,
    ) -> Result<Response<served::CreateMatchResponse>, Status> {
        nothing()
    }

    async fn get_match(
        &self,
        _: Request<served::GetMatchRequest>,
    ) -> Result<Response<served::GetMatchResponse>, Status> {
        nothing()
    }

    async fn list_matches(
        &self,
        _: Request<served::ListMatchesRequest>,
    ) -> Result<Response<served::ListMatchesResponse>, Status> {
        nothing()
    }

    async fn submit_command(
        &self,
        _: Request<served::SubmitCommandRequest>,
    ) -> Result<Response<served::SubmitCommandResponse>, Status> {
        nothing()
    }

    async fn rematch(&self, _: Request<served::RematchRequest>) -> Result<Response<served::RematchResponse>, Status> {
        nothing()
    }

    async fn get_record(
        &self,
        _: Request<served::GetRecordRequest>,
    ) -> Result<Response<served::GetRecordResponse>, Status> {
        nothing()
    }

    async fn watch_match(
        &self,
        _: Request<served::WatchMatchRequest>,
    ) -> Result<Response<Self::WatchMatchStream>, Status> {
        nothing()
    }
}
