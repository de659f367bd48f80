//! What one address can ask of a server beside its moves: each flood goes on until it is dropped.

use std::time::Duration;

use referee_client::{
    Client,
    pb::{
        GetMatchRequest, GetPositionRequest, GetPositionResponse, Hello, ListMatchesRequest, PlayRequest, ResumePoint,
        play_request::Message as Said,
    },
};
use tokio::{
    net::TcpStream,
    runtime::{Builder, Runtime},
    task::{JoinHandle, JoinSet},
    time::sleep,
};
use tokio_stream::{StreamExt as _, wrappers::ReceiverStream};
use tonic::{
    Request,
    transport::{Channel, Endpoint},
};

use super::positions::{STEPS, position};

/// How many connections a flood has.
const CONNECTIONS: usize = 8;
/// How many calls it has open on each.
const CALLS: usize = 100;
/// How many bytes a half-sent request has.
const HALF: usize = (1 << 20) - 200;
/// How many connections do nothing.
const IDLE: usize = 1_000;
/// How many matches are to be resumed at once.
const RESUMED: usize = 1_000;
/// How long a caller waits that was refused, so that refusals are not all that is measured.
const REFUSED_PAUSE: Duration = Duration::from_millis(5);

/// What the flood is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    /// Nothing: the floor.
    Nothing,
    /// Questions about the rules of a long match.
    DearPositions,
    /// Small questions about the rules.
    SmallPositions,
    /// Requests of nearly a MiB that never end.
    HalfSent,
    /// Connections that do nothing.
    Idle,
    /// Looks at a match, and lists.
    Looks,
    /// Streams of health.
    Health,
    /// Questions of reflection on many streams.
    Reflection,
    /// Streams of a player that resume many matches and are cut at once.
    Resumes,
}

impl Flood {
    /// All of them.
    pub const ALL: [Flood; 9] = [
        Flood::Nothing,
        Flood::DearPositions,
        Flood::SmallPositions,
        Flood::HalfSent,
        Flood::Idle,
        Flood::Looks,
        Flood::Health,
        Flood::Reflection,
        Flood::Resumes,
    ];
}

/// Where a flood goes.
#[derive(Clone)]
pub struct Target {
    /// The server: `http://127.0.0.1:7171`.
    pub url: String,
    /// A match that is played there.
    pub match_id: String,
    /// A player's token, which only resuming needs.
    pub token: String,
}

/// A flood on a thread of its own, which takes no core from those who play. It ends when this is dropped.
pub struct Flooding {
    runtime: Option<Runtime>,
    flood: JoinHandle<anyhow::Result<()>>,
}

impl Flooding {
    /// Begins it.
    pub fn begin(flood: Flood, target: Target) -> anyhow::Result<Flooding> {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).on_thread_start(yield_to_others).enable_all().build()?;
        let flood = runtime.spawn(async move {
            let _flooding = begin(flood, target).await?;
            std::future::pending().await
        });
        Ok(Flooding { runtime: Some(runtime), flood })
    }

    /// Whether it has ended by itself, since it could not begin.
    pub fn has_failed(&self) -> bool {
        self.flood.is_finished()
    }
}

impl Drop for Flooding {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn yield_to_others() {
    // SAFETY: the call touches no memory; of who calls it, on Linux, this thread alone yields.
    unsafe { libc::nice(10) };
}

/// Begins a flood in this task. It ends when this is dropped.
async fn begin(flood: Flood, target: Target) -> anyhow::Result<JoinSet<()>> {
    let mut tasks = JoinSet::new();
    if flood == Flood::Nothing {
        return Ok(tasks);
    }
    if flood == Flood::Idle {
        let address = target.url.trim_start_matches("http://").to_owned();
        tasks.spawn(async move {
            let mut open = Vec::new();
            for _ in 0..IDLE {
                open.extend(TcpStream::connect(&address).await);
            }
            std::future::pending::<()>().await;
        });
        return Ok(tasks);
    }
    for _ in 0..CONNECTIONS {
        let client = Client::connect(&target.url).await?;
        let channel = Endpoint::from_shared(target.url.clone())?.connect().await?;
        for _ in 0..CALLS {
            let (client, channel, target) = (client.clone(), channel.clone(), target.clone());
            tasks.spawn(async move {
                loop {
                    if !ask(flood, &client, &channel, &target).await {
                        sleep(REFUSED_PAUSE).await;
                    }
                }
            });
        }
    }
    Ok(tasks)
}

/// One call of a flood; whether it was served.
async fn ask(flood: Flood, client: &Client, channel: &Channel, target: &Target) -> bool {
    match flood {
        Flood::Nothing | Flood::Idle => true,
        Flood::DearPositions => client.games().get_position(position(STEPS)).await.is_ok(),
        Flood::SmallPositions => client.games().get_position(position(0)).await.is_ok(),
        Flood::HalfSent => half_sent(channel).await,
        Flood::Looks => {
            let look = GetMatchRequest { match_id: target.match_id.clone() };
            let list = ListMatchesRequest::default();
            client.matches().get_match(look).await.is_ok() && client.matches().list_matches(list).await.is_ok()
        }
        Flood::Health => {
            let mut health = tonic_health::pb::health_client::HealthClient::new(channel.clone());
            let asked = tonic_health::pb::HealthCheckRequest::default();
            let Ok(answers) = health.watch(asked).await else { return false };
            let mut answers = answers.into_inner();
            while let Ok(Some(_)) = answers.message().await {}
            false
        }
        Flood::Reflection => reflect(channel).await,
        Flood::Resumes => resume(client, target).await,
    }
}

/// A question about a round of Hive in which the queens walk round each other for so many steps; all of them are legal.
async fn half_sent(channel: &Channel) -> bool {
    let mut caller = tonic::client::Grpc::new(channel.clone());
    if caller.ready().await.is_err() {
        return false;
    }
    let large = GetPositionRequest { game: "x".repeat(HALF), ..GetPositionRequest::default() };
    let body = tokio_stream::iter([large]).chain(tokio_stream::pending());
    let codec = tonic_prost::ProstCodec::<GetPositionRequest, GetPositionResponse>::default();
    let Ok(path) = "/referee.v1.GameService/GetPosition".parse() else { return false };
    caller.client_streaming(Request::new(body), path, codec).await.is_ok()
}

async fn reflect(channel: &Channel) -> bool {
    use tonic_reflection::pb::v1::{
        ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
        server_reflection_request::MessageRequest,
    };
    let asked = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::FileContainingSymbol("referee.v1.MatchService".to_owned())),
    };
    let asking = tokio_stream::iter(std::iter::repeat(asked));
    let Ok(answers) = ServerReflectionClient::new(channel.clone()).server_reflection_info(asking).await else {
        return false;
    };
    let mut answers = answers.into_inner();
    while let Ok(Some(_)) = answers.message().await {}
    true
}

async fn resume(client: &Client, target: &Target) -> bool {
    let Ok(client) = client.with_token(&target.token) else { return false };
    let point = |number: usize| ResumePoint { match_id: format!("nowhere-{number}"), after_seq: 0 };
    let mine = ResumePoint { match_id: target.match_id.clone(), after_seq: 0 };
    let resume = (0..RESUMED).map(point).chain([mine]).collect();
    let (sender, said) = tokio::sync::mpsc::channel(1);
    let hello = Hello { resume, max_matches: 1, ..Hello::default() };
    let hello = PlayRequest { message: Some(Said::Hello(hello)) };
    if sender.send(hello).await.is_err() {
        return false;
    }
    client.matches().play(ReceiverStream::new(said)).await.is_ok()
}
