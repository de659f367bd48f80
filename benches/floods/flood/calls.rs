//! Floods of gRPC calls: many concurrent calls on each of several connections.

use std::sync::atomic::{AtomicUsize, Ordering};

use referee_client::{
    Client,
    pb::{
        GetMatchRequest, GetPositionRequest, GetPositionResponse, GetRecordRequest, Hello, ListFramesRequest,
        ListMatchesRequest, PlayRequest, RegisterRequest, ResumePoint, play_request::Message as Said,
    },
};
use tokio::task::JoinSet;
use tokio_stream::{StreamExt as _, wrappers::ReceiverStream};
use tonic::{
    Request, Response, Status, Streaming,
    metadata::{Ascii, MetadataValue},
    transport::{Channel, Endpoint},
};

use super::{
    CALLS, CONNECTIONS, Flood, Source,
    positions::{STEPS, position},
};

/// Bytes in the message of a half-sent request, without and with a token. Both are below the limit.
const HALF: usize = (256 << 10) - 200;
const HALF_WITH_TOKEN: usize = (1 << 20) - 200;
/// Maximum number of matches that a stream may resume.
const RESUMED: usize = 1_024;

/// A number that is different for every call.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A connection of a flood.
#[derive(Clone)]
struct Caller {
    flood: Flood,
    source: Source,
    /// The client, with a token if the flood has one.
    client: Client,
    /// The channel of the same connection, without the token.
    channel: Channel,
    token: MetadataValue<Ascii>,
}

/// Starts a flood of calls.
pub async fn begin(tasks: &mut JoinSet<()>, source: Source, flood: Flood) -> anyhow::Result<()> {
    let has_token = matches!(flood, Flood::HalfSentWithToken | Flood::LongMatchesWithToken | Flood::Resumes);
    for _ in 0..CONNECTIONS {
        let client = Client::connect(&source.target.url).await?;
        let client = if has_token { client.with_token(&source.target.token)? } else { client };
        let channel = Endpoint::from_shared(source.target.url.clone())?.connect().await?;
        let token = format!("Bearer {}", source.target.token).parse()?;
        let caller = Caller { flood, source: source.clone(), client, channel, token };
        for _ in 0..CALLS {
            let caller = caller.clone();
            tasks.spawn(async move {
                loop {
                    let answered = caller.ask().await;
                    caller.source.tally.note(answered).await;
                }
            });
        }
    }
    Ok(())
}

impl Caller {
    /// Makes one call.
    async fn ask(&self) -> Result<(), Status> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        match self.flood {
            Flood::DearPositions => self.client.games().get_position(position(STEPS)).await.map(drop),
            Flood::SmallPositions => self.client.games().get_position(position(0)).await.map(drop),
            Flood::HalfSent => self.half_sent(HALF, None).await,
            Flood::HalfSentWithToken => self.half_sent(HALF_WITH_TOKEN, Some(self.token.clone())).await,
            Flood::Looks => {
                let look = GetMatchRequest { match_id: self.source.target.match_id.clone(), ..Default::default() };
                self.client.matches().get_match(look).await?;
                self.client.matches().list_matches(ListMatchesRequest::default()).await.map(drop)
            }
            Flood::LongMatches | Flood::LongMatchesWithToken => self.long_matches(number).await,
            Flood::Health => {
                let mut health = tonic_health::pb::health_client::HealthClient::new(self.channel.clone());
                read(health.watch(tonic_health::pb::HealthCheckRequest::default()).await).await
            }
            Flood::Reflection => self.reflect().await,
            Flood::Resumes => self.resume(number).await,
            Flood::Register => {
                let name = format!("p{number}x");
                self.client.players().register(RegisterRequest { name, ..RegisterRequest::default() }).await.map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Sends a request with a complete message, and never closes it. The server holds it until the
    /// request times out, and then rejects it.
    async fn half_sent(&self, bytes: usize, token: Option<MetadataValue<Ascii>>) -> Result<(), Status> {
        let mut caller = tonic::client::Grpc::new(self.channel.clone());
        caller.ready().await.map_err(|error| Status::unavailable(error.to_string()))?;
        let large = GetPositionRequest { game: "x".repeat(bytes), ..GetPositionRequest::default() };
        let mut request = Request::new(tokio_stream::iter([large]).chain(tokio_stream::pending()));
        if let Some(token) = token {
            request.metadata_mut().insert("authorization", token);
        }
        let codec = tonic_prost::ProstCodec::<GetPositionRequest, GetPositionResponse>::default();
        let path = tonic::codegen::http::uri::PathAndQuery::from_static("/referee.v1.GameService/GetPosition");
        caller.client_streaming(request, path, codec).await.map(drop)
    }

    /// Reads one of the long matches: the match, its record, its frames or a list, in turn.
    async fn long_matches(&self, number: usize) -> Result<(), Status> {
        let long: Vec<&String> = self.source.target.over.long().collect();
        let match_id = long[number / 4 % long.len()].clone();
        let mut matches = self.client.matches();
        match number % 4 {
            0 => matches.get_match(GetMatchRequest { match_id, ..Default::default() }).await.map(drop),
            1 => read(matches.get_record(GetRecordRequest { match_id }).await).await,
            2 => {
                let frames =
                    ListFramesRequest { match_id, round: Some(1), from_ply: 1_000, ..ListFramesRequest::default() };
                read(matches.list_frames(frames).await).await
            }
            _ => {
                let page = ListMatchesRequest { page_size: Some(200), ..ListMatchesRequest::default() };
                matches.list_matches(page).await.map(drop)
            }
        }
    }

    async fn reflect(&self) -> Result<(), Status> {
        use tonic_reflection::pb::v1::{
            ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
            server_reflection_request::MessageRequest,
        };
        let asked = ServerReflectionRequest {
            host: String::new(),
            message_request: Some(MessageRequest::FileContainingSymbol("referee.v1.MatchService".to_owned())),
        };
        let asking = tokio_stream::iter(std::iter::repeat(asked));
        read(ServerReflectionClient::new(self.channel.clone()).server_reflection_info(asking).await).await
    }

    /// Opens a stream that resumes as many matches as allowed, and cuts it at once or after the
    /// first message.
    async fn resume(&self, number: usize) -> Result<(), Status> {
        let over = &self.source.target.over;
        let point = |match_id: &String| ResumePoint { match_id: match_id.clone(), after_seq: 0 };
        let resume = over.long().chain(&over.short).take(RESUMED).map(point).collect();
        let hello = Hello { resume, max_matches: Some(1), ..Hello::default() };
        let (sender, said) = tokio::sync::mpsc::channel(1);
        let hello = PlayRequest { message: Some(Said::Hello(hello)) };
        // The receiver is still in this function, so this never fails.
        let _ = sender.send(hello).await;
        let mut told = self.client.matches().play(ReceiverStream::new(said)).await?.into_inner();
        if number.is_multiple_of(2) { told.message().await.map(drop) } else { Ok(()) }
    }
}

/// Reads a stream to its end.
async fn read<T>(begun: Result<Response<Streaming<T>>, Status>) -> Result<(), Status> {
    let mut messages = begun?.into_inner();
    while messages.message().await?.is_some() {}
    Ok(())
}

/// Returns the client of the flooding player.
pub async fn player(source: &Source) -> anyhow::Result<Client> {
    Ok(Client::connect(&source.target.url).await?.with_token(&source.target.token)?)
}
