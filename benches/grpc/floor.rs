//! The minimum cost of a move: bare tonic with messages of the same size, and the same with a bare
//! SQLite group commit.

use std::{
    fs,
    path::Path,
    pin::Pin,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use futures_util::{Stream, StreamExt as _};
use referee::pb::v1::{
    self as served, PlayResponse,
    match_service_server::{MatchService, MatchServiceServer},
    play_response::Message as Answered,
};
use referee_client::{
    Client,
    pb::{self, PlayRequest, play_request::Message as Said, play_response::Message},
};
use rusqlite::{Connection, params};
use tokio::{
    net::TcpListener,
    runtime::Runtime,
    sync::{mpsc, oneshot},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{
    Request, Response, Status, Streaming,
    transport::{Server, server::TcpIncoming},
};

use crate::measured::{Counted, Measured, PAIRS_A_CONNECTION, STOP, WRITER_THREAD, measure, server_runtime};

/// Maximum number of messages that wait for one stream.
const LINE: usize = 64;
/// Maximum number of rows that wait for the writer thread, and maximum per commit, as in the store.
const WAITING_ROWS: usize = 1024;
const ROWS_A_COMMIT: usize = 256;
/// Bytes of a row: the size of a move, as printed by `cargo bench --bench appends`.
const ROW_BYTES: usize = 80;

/// The sizes of the messages of a move.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The bytes to the server.
    pub up: usize,
    /// The bytes from the server, in all messages together.
    pub down: usize,
    /// The number of messages from the server, at least one.
    pub messages: usize,
}

/// Exchanges one message up and one down, concurrently on every stream.
pub fn ping_pong(streams: usize, sizes: Sizes, span: Duration) -> anyhow::Result<Measured> {
    run(Floor::new(sizes, None), streams, span)
}

/// Pairs the streams as in a match. One stream sends a message, the server commits it and notifies
/// both, and then the other stream sends. The server sends as many messages as for a move.
pub fn group_commit(streams: usize, sizes: Sizes, directory: &Path, span: Duration) -> anyhow::Result<Measured> {
    let (commits, writer) = start_writer(directory)?;
    let measured = run(Floor::new(sizes, Some(commits)), streams, span)?;
    writer.join().map_err(|_| anyhow::anyhow!("the thread that writes has panicked"))?;
    Ok(measured)
}

/// Serves the floor to this many streams.
fn run(floor: Floor, streams: usize, span: Duration) -> anyhow::Result<Measured> {
    let (server, clients) = (server_runtime()?, Runtime::new()?);
    let listener = server.block_on(TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    let up = floor.sizes.up;
    let router = Server::builder().add_service(MatchServiceServer::new(floor));
    server.spawn(router.serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true))));
    let counted = Arc::new(Counted::default());
    clients.block_on(async {
        let mut client = Client::connect(&format!("http://{address}")).await?;
        for stream in 0..streams {
            if stream > 0 && stream % (2 * PAIRS_A_CONNECTION) == 0 {
                client = Client::connect(&format!("http://{address}")).await?;
            }
            let (pinging, counted) = (ping(client.clone(), up, Arc::clone(&counted)), Arc::clone(&counted));
            tokio::spawn(async move {
                if let Err(error) = pinging.await {
                    counted.gave_up(&error);
                }
            });
        }
        anyhow::Ok(())
    })?;
    let measured = measure(span, &counted)?;
    clients.shutdown_timeout(STOP);
    server.shutdown_timeout(STOP);
    Ok(measured)
}

/// Answers every message that asks for an answer, as a bot answers its turn.
async fn ping(client: Client, up: usize, counted: Arc<Counted>) -> anyhow::Result<()> {
    let (sender, receiver) = mpsc::channel(LINE);
    sender.send(PlayRequest { message: Some(Said::Hello(pb::Hello::default())) }).await?;
    let mut inbound = client.matches().play(ReceiverStream::new(receiver)).await?.into_inner();
    while let Some(said) = inbound.message().await? {
        if matches!(said.message, Some(Message::Refused(_))) {
            counted.moves.fetch_add(1, Relaxed);
            let command = pb::SubmitCommandRequest { match_id: "m".repeat(up), ..Default::default() };
            sender.send(PlayRequest { message: Some(Said::Command(command)) }).await?;
        }
    }
    Ok(())
}

/// A message to the writer thread: the pair, and the channel for its acknowledgement.
type Row = (i64, oneshot::Sender<()>);

/// Starts the thread that commits all waiting rows together. It ends when all senders are dropped.
fn start_writer(directory: &Path) -> anyhow::Result<(mpsc::Sender<Row>, JoinHandle<()>)> {
    fs::create_dir(directory)?;
    let file = Connection::open(directory.join("floor.sqlite"))?;
    file.pragma_update(None, "journal_mode", "wal")?;
    file.pragma_update(None, "synchronous", "full")?;
    file.execute_batch(
        "CREATE TABLE events (number INTEGER, seq INTEGER, bytes BLOB, PRIMARY KEY (number, seq)) WITHOUT ROWID",
    )?;
    let (commits, mut waiting) = mpsc::channel::<Row>(WAITING_ROWS);
    let bytes = vec![b'm'; ROW_BYTES];
    let write = move || {
        for batch in 0_i64.. {
            let Some(first) = waiting.blocking_recv() else { return };
            file.execute_batch("BEGIN IMMEDIATE").expect("no other process has it");
            let mut insert = file.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3)").expect("the table is there");
            let (mut durable, mut next) = (Vec::new(), Some(first));
            while let Some((pair, answer)) = next {
                insert.execute(params![pair, batch, bytes]).expect("a pair has one row in a commit");
                durable.push(answer);
                next = if durable.len() < ROWS_A_COMMIT { waiting.try_recv().ok() } else { None };
            }
            file.execute_batch("COMMIT").expect("the disk takes it");
            // A receiver that has disconnected needs no answer.
            for answer in durable {
                let _ = answer.send(());
            }
        }
    };
    Ok((commits, thread::Builder::new().name(WRITER_THREAD.to_owned()).spawn(write)?))
}

/// The server of the floor.
struct Floor {
    sizes: Sizes,
    commits: Option<mpsc::Sender<Row>>,
    /// The stream that waits for a partner.
    alone: Mutex<Option<Arc<Pair>>>,
    pairs: AtomicI64,
}

/// Two streams: the sender to each.
struct Pair {
    number: i64,
    lines: [OnceLock<mpsc::Sender<PlayResponse>>; 2],
}

impl Floor {
    fn new(sizes: Sizes, commits: Option<mpsc::Sender<Row>>) -> Floor {
        Floor { sizes, commits, alone: Mutex::default(), pairs: AtomicI64::new(0) }
    }

    /// Returns the seat of a new stream, and its pair.
    fn sit(&self, line: mpsc::Sender<PlayResponse>) -> (usize, Arc<Pair>) {
        let mut alone = self.alone.lock().expect("the lock is not poisoned");
        let (seat, pair) = match alone.take() {
            Some(pair) => (1, pair),
            None => {
                let number = self.pairs.fetch_add(1, Relaxed);
                let pair = Arc::new(Pair { number, lines: Default::default() });
                *alone = Some(Arc::clone(&pair));
                (0, pair)
            }
        };
        pair.lines[seat].set(line).expect("each seat is taken once");
        (seat, pair)
    }
}

impl Pair {
    /// Reads the messages of one stream, commits them, and notifies both streams.
    async fn serve(
        self: Arc<Pair>,
        seat: usize,
        mut inbound: Streaming<served::PlayRequest>,
        commits: mpsc::Sender<Row>,
        sizes: Sizes,
    ) -> Option<()> {
        inbound.message().await.ok()??;
        if seat == 1 {
            // Both streams are connected, so the other one starts.
            self.tell(seat, sizes).await?;
        }
        while inbound.message().await.ok()?.is_some() {
            let (answer, durable) = oneshot::channel();
            commits.send((self.number, answer)).await.ok()?;
            durable.await.ok()?;
            self.tell(seat, sizes).await?;
        }
        None
    }

    /// Sends the messages of one move. The last one asks the other stream for its answer.
    async fn tell(&self, mover: usize, sizes: Sizes) -> Option<()> {
        let part = sizes.down / sizes.messages;
        for left in (0..sizes.messages).rev() {
            let to = if left % 2 == 0 { 1 - mover } else { mover };
            let said = if left == 0 { turn(part) } else { event(part) };
            self.lines[to].get()?.send(said).await.ok()?;
        }
        Some(())
    }
}

/// Returns a message of this size that asks for an answer.
fn turn(bytes: usize) -> PlayResponse {
    let refused = served::Refused { match_id: "m".repeat(bytes), ..Default::default() };
    PlayResponse { message: Some(Answered::Refused(Box::new(refused))) }
}

/// Returns a message of this size that does not ask for an answer.
fn event(bytes: usize) -> PlayResponse {
    let accepted = served::Accepted { match_id: "m".repeat(bytes), ..Default::default() };
    PlayResponse { message: Some(Answered::Accepted(accepted)) }
}

type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

fn nothing<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("the floor has one call"))
}

#[tonic::async_trait]
impl MatchService for Floor {
    type GetRecordStream = Answers<served::GetRecordResponse>;
    type WatchResultsStream = Answers<served::WatchResultsResponse>;
    type WatchMatchStream = Answers<served::WatchMatchResponse>;
    type PlayStream = Answers<PlayResponse>;
    type WatchMatchesStream = Answers<served::WatchMatchesResponse>;
    type ListFramesStream = Answers<served::ListFramesResponse>;
    type AttendStream = Answers<served::AttendResponse>;

    async fn play(
        &self,
        request: Request<Streaming<served::PlayRequest>>,
    ) -> Result<Response<Self::PlayStream>, Status> {
        let (inbound, sizes) = (request.into_inner(), self.sizes);
        let Some(commits) = self.commits.clone() else {
            return Ok(Response::new(Box::pin(inbound.map(move |said| said.map(|_| turn(sizes.down))))));
        };
        let (line, outbound) = mpsc::channel(LINE);
        let (seat, pair) = self.sit(line);
        tokio::spawn(pair.serve(seat, inbound, commits, sizes));
        Ok(Response::new(Box::pin(ReceiverStream::new(outbound).map(Ok))))
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
    ) -> Result<Response<Self::GetRecordStream>, Status> {
        nothing()
    }

    async fn get_record_key(
        &self,
        _: Request<served::GetRecordKeyRequest>,
    ) -> Result<Response<served::GetRecordKeyResponse>, Status> {
        nothing()
    }

    async fn watch_match(
        &self,
        _: Request<served::WatchMatchRequest>,
    ) -> Result<Response<Self::WatchMatchStream>, Status> {
        nothing()
    }

    async fn watch_matches(
        &self,
        _: Request<served::WatchMatchesRequest>,
    ) -> Result<Response<Self::WatchMatchesStream>, Status> {
        nothing()
    }

    async fn change_watch(
        &self,
        _: Request<served::ChangeWatchRequest>,
    ) -> Result<Response<served::ChangeWatchResponse>, Status> {
        nothing()
    }

    async fn list_results(
        &self,
        _: Request<served::ListResultsRequest>,
    ) -> Result<Response<served::ListResultsResponse>, Status> {
        nothing()
    }

    async fn watch_results(
        &self,
        _: Request<served::WatchResultsRequest>,
    ) -> Result<Response<Self::WatchResultsStream>, Status> {
        nothing()
    }

    async fn list_frames(
        &self,
        _: Request<served::ListFramesRequest>,
    ) -> Result<Response<Self::ListFramesStream>, Status> {
        nothing()
    }

    async fn attend(&self, _: Request<served::AttendRequest>) -> Result<Response<Self::AttendStream>, Status> {
        nothing()
    }
}
