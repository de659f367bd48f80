//! The cost of each call for the server, and for its caller. Run:
//! `cargo bench --bench calls [-- CALLS]`.
//!
//! Makes each call CALLS times (default 500), eight at a time on one connection, to a server in its
//! own process with SQLite. CPU time is that of all threads of a process. The floor is the cheapest
//! call: health. Fails if a call costs the server more than [`MOST_FACTOR`] times what it costs its
//! caller.

#[path = "floods/flood/positions.rs"]
mod positions;

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    process::{Child, Command, ExitCode, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Context as _;
use positions::{STEPS, position};
use prost::{
    Message,
    bytes::{Buf as _, BufMut as _},
};
use referee::{
    api::host_token,
    ids::PlayerId,
    store::{Scope, Scopes},
};
use referee_client::{
    Client, NewMatch, accept_all,
    pb::{
        ByResults, Contest, CreateMatchRequest, GetAcceptPolicyRequest, GetGameRequest, GetMatchRequest,
        GetPlayerRequest, GetRecordRequest, GetServerInfoRequest, GetStandingsRequest, ListChallengesRequest,
        ListFramesRequest, ListGamesRequest, ListMatchesRequest, ListPlayersRequest, ListResultsRequest,
        ListTokensRequest, Occasion, RegisterRequest, SetAcceptPolicyRequest, WatchMatchRequest,
    },
    timed,
};
use tonic::{
    Request, Status,
    client::Grpc,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    metadata::{Ascii, MetadataValue},
    transport::{Channel, Endpoint},
};

/// Number of matches played before the measurement.
const PLAYED: u32 = 40;
/// Number of concurrent calls.
const AT_ONCE: usize = 8;
/// Maximum units of server time per unit of caller time.
const MOST_FACTOR: f64 = 40.0;
/// An expensive call, which is made only a twentieth as often.
const DEAR: &str = "GetPosition, 10 000 moves";

/// A server, killed on drop.
struct Server {
    child: Child,
    url: String,
    data: tempfile::TempDir,
}

impl Server {
    fn start() -> anyhow::Result<Server> {
        let data = tempfile::tempdir()?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        let many = "1000000";
        command.args(["serve", "--listen", "127.0.0.1:0", "--cpu-percent", "10000", "--house-pace", "0.001"]);
        command.args(["--registrations-per-hour", many, "--matches-per-minute-per-owner", many]);
        command.args(["--matches-per-minute-per-address", many, "--max-house-seats-per-player", many, "--data"]);
        command.arg(data.path()).env("RUST_LOG", "error").stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("it was piped")?).read_line(&mut line)?;
        let url = line.split([' ', ',']).find(|word| word.starts_with("http://")).context("no address")?.to_owned();
        Ok(Server { child, url, data })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A codec for messages as bytes, so decoding costs nothing.
#[derive(Clone, Copy, Default)]
struct AsBytes;

impl Codec for AsBytes {
    type Encode = Vec<u8>;
    type Decode = usize;
    type Encoder = AsBytes;
    type Decoder = AsBytes;

    fn encoder(&mut self) -> AsBytes {
        AsBytes
    }

    fn decoder(&mut self) -> AsBytes {
        AsBytes
    }
}

impl Encoder for AsBytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, item: Vec<u8>, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.put_slice(&item);
        Ok(())
    }
}

impl Decoder for AsBytes {
    type Item = usize;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<usize>, Status> {
        let length = from.remaining();
        from.advance(length);
        Ok(Some(length))
    }
}

/// A call: its displayed name, its path, and its message by number.
struct Call {
    name: &'static str,
    path: &'static str,
    message: Box<dyn Fn(u64) -> Vec<u8> + Send + Sync>,
}

fn call<M: Message>(
    name: &'static str,
    path: &'static str,
    message: impl Fn(u64) -> M + Send + Sync + 'static,
) -> Call {
    Call { name, path, message: Box::new(move |number| message(number).encode_to_vec()) }
}

fn calls(over: &str, player: &'static str) -> Vec<Call> {
    let (a, b, c, d) = (over.to_owned(), over.to_owned(), over.to_owned(), over.to_owned());
    let time = || Some(timed("600+5"));
    vec![
        call("health (the floor)", "/grpc.health.v1.Health/Check", |_| ()),
        call("GetServerInfo", "/referee.v1.ServerService/GetServerInfo", |_| GetServerInfoRequest::default()),
        call("ListGames", "/referee.v1.GameService/ListGames", |_| ListGamesRequest::default()),
        call("GetGame", "/referee.v1.GameService/GetGame", |_| GetGameRequest { game: "hive".into() }),
        call("GetPosition, at the start", "/referee.v1.GameService/GetPosition", |_| position(0)),
        call(DEAR, "/referee.v1.GameService/GetPosition", |_| position(STEPS)),
        call("GetMatch, one that is over", "/referee.v1.MatchService/GetMatch", move |_| GetMatchRequest {
            match_id: a.clone(),
            ..GetMatchRequest::default()
        }),
        call("GetRecord", "/referee.v1.MatchService/GetRecord", move |_| GetRecordRequest { match_id: b.clone() }),
        call("ListFrames, a whole round", "/referee.v1.MatchService/ListFrames", move |_| ListFramesRequest {
            match_id: c.clone(),
            round: Some(1),
            ..Default::default()
        }),
        call("WatchMatch, one that is over", "/referee.v1.MatchService/WatchMatch", move |_| WatchMatchRequest {
            match_id: d.clone(),
            ..Default::default()
        }),
        call("ListMatches, a page", "/referee.v1.MatchService/ListMatches", |_| ListMatchesRequest::default()),
        call("ListResults, a page", "/referee.v1.MatchService/ListResults", |_| ListResultsRequest::default()),
        call("GetStandings, by results", "/referee.v1.ContestService/GetStandings", |_| GetStandingsRequest {
            contest: Some(Contest::tournament("spring")),
            by_results: Some(ByResults::default()),
            ..Default::default()
        }),
        call("CreateMatch, validate_only", "/referee.v1.MatchService/CreateMatch", move |_| CreateMatchRequest {
            game: "kamisado".into(),
            players: vec![player.into(), "house-random".into()],
            rules: time(),
            validate_only: true,
            ..Default::default()
        }),
        call("Register", "/referee.v1.PlayerService/Register", |number| RegisterRequest {
            name: format!("b{number:05}x{}", (b'a' + (number % 26) as u8) as char),
            ..Default::default()
        }),
        call("GetPlayer", "/referee.v1.PlayerService/GetPlayer", move |_| GetPlayerRequest { player: player.into() }),
        call("ListPlayers, a page", "/referee.v1.PlayerService/ListPlayers", |_| ListPlayersRequest::default()),
        call("ListTokens", "/referee.v1.TokenService/ListTokens", |_| ListTokensRequest::default()),
        call("SetAcceptPolicy", "/referee.v1.ConsentService/SetAcceptPolicy", |_| SetAcceptPolicyRequest {
            policy: Some(accept_all()),
        }),
        call("GetAcceptPolicy", "/referee.v1.ConsentService/GetAcceptPolicy", move |_| GetAcceptPolicyRequest {
            player: player.into(),
        }),
        call("ListChallenges", "/referee.v1.ChallengeService/ListChallenges", |_| ListChallengesRequest::default()),
    ]
}

/// The cost of one call of a kind.
struct Cost {
    server_us: f64,
    caller_us: f64,
    /// The bytes of all messages in an answer.
    answered: f64,
}

/// Returns the CPU time of all threads of a process so far, in microseconds.
fn cpu_us(process: &str) -> f64 {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let nanos = tasks.filter_map(|task| {
        let stat = fs::read_to_string(task.path().join("schedstat")).ok()?;
        stat.split(' ').next()?.parse::<u64>().ok()
    });
    nanos.sum::<u64>() as f64 / 1000.0
}

/// Makes the call repeatedly. Fails if a call is rejected.
async fn measure(
    server: &str,
    channel: &Channel,
    token: &MetadataValue<Ascii>,
    call: Call,
    times: u64,
) -> anyhow::Result<Cost> {
    let call = Arc::new(call);
    // The first call does one-time work, so it is not measured.
    let first = (call.message)(0);
    ask(channel, token, call.path, first).await.with_context(|| call.name)?;
    let next = Arc::new(AtomicU64::new(1));
    let before = (cpu_us(server), cpu_us("self"));
    let mut callers = tokio::task::JoinSet::new();
    for _ in 0..AT_ONCE {
        let (channel, token, call, next) = (channel.clone(), token.clone(), Arc::clone(&call), Arc::clone(&next));
        callers.spawn(async move {
            let mut answered = 0;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number > times {
                    return anyhow::Ok(answered);
                }
                answered +=
                    ask(&channel, &token, call.path, (call.message)(number)).await.with_context(|| call.name)?;
            }
        });
    }
    let mut answered = 0;
    while let Some(ended) = callers.join_next().await {
        answered += ended??;
    }
    let each = |spent: f64| spent / times as f64;
    Ok(Cost {
        server_us: each(cpu_us(server) - before.0),
        caller_us: each(cpu_us("self") - before.1),
        answered: each(answered as f64),
    })
}

/// Makes one call with one or many answers. Returns their bytes. Waits and retries if rate limited.
async fn ask(
    channel: &Channel,
    token: &MetadataValue<Ascii>,
    path: &'static str,
    message: Vec<u8>,
) -> Result<usize, Status> {
    loop {
        let mut caller = Grpc::new(channel.clone());
        caller.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
        let mut request = Request::new(message.clone());
        request.metadata_mut().insert("authorization", token.clone());
        let path = tonic::codegen::http::uri::PathAndQuery::from_static(path);
        match answer(caller.server_streaming(request, path, AsBytes).await).await {
            Err(status) if status.code() == tonic::Code::ResourceExhausted => {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            answered => return answered,
        }
    }
}

async fn answer(begun: Result<tonic::Response<tonic::Streaming<usize>>, Status>) -> Result<usize, Status> {
    let mut messages = begun?.into_inner();
    let mut answered = 0;
    while let Some(length) = messages.message().await? {
        answered += length;
    }
    Ok(answered)
}

/// Lets house bots play matches to their ends. Returns one of them.
async fn play(client: &Client) -> anyhow::Result<String> {
    let mut opened = Vec::new();
    for pairing in 0..PLAYED {
        let contest = Some(Contest::tournament("spring"));
        let occasion = Some(Occasion { contest, encounter: 0, pairing });
        let new = NewMatch::of("kamisado", ["house-random", "house-greedy"], "600+5");
        opened.push(client.create(NewMatch { occasion, ..new }).await?.match_id);
    }
    for id in &opened {
        let mut watch = client.watch(id, 0);
        while watch.next().await?.is_some() {}
    }
    opened.pop().context("some were played")
}

async fn run(times: u64) -> anyhow::Result<bool> {
    let server = Server::start()?;
    let process = server.child.id().to_string();
    let client = Client::connect(&server.url).await?;
    let token = client.register("ann").await?;
    // Only hosts may schedule matches of a contest.
    let host = PlayerId::parse("host").context("a name")?;
    let host = host_token(server.data.path(), &host, "bench".to_owned(), Scopes::of([Scope::Create, Scope::Host]))?;
    let over = play(&client.with_token(&host)?).await?;
    let channel = Endpoint::from_shared(server.url.clone())?.connect().await?;
    let token: MetadataValue<Ascii> = format!("Bearer {token}").parse()?;
    println!("{:32}{:>12}{:>12}{:>10}{:>10}{:>14}", "", "server us", "caller us", "ratio", "floors", "answer bytes");
    let mut floor = None;
    let mut is_fair = true;
    for call in calls(&over, "ann") {
        let name = call.name;
        let times = if name == DEAR { times.div_ceil(20) } else { times };
        let cost = measure(&process, &channel, &token, call, times).await?;
        let ratio = cost.server_us / cost.caller_us;
        let floor = *floor.get_or_insert(cost.server_us);
        println!(
            "{name:32}{:12.0}{:12.0}{ratio:10.1}{:10.1}{:14.0}",
            cost.server_us,
            cost.caller_us,
            cost.server_us / floor,
            cost.answered
        );
        is_fair &= ratio <= MOST_FACTOR;
    }
    println!("every call costs at most {MOST_FACTOR} times what it costs its caller: {is_fair}");
    Ok(is_fair)
}

fn main() -> anyhow::Result<ExitCode> {
    let times = env::args().find_map(|word| word.parse().ok()).unwrap_or(500);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let is_fair = runtime.block_on(run(times))?;
    Ok(if is_fair { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
