//! The server of a check: it hands over every stream, and answers little else.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::Context as _;
use tokio::{net::TcpListener, sync::mpsc};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{
    Request, Response, Status, Streaming,
    transport::{Server, server::TcpIncoming},
};

use crate::{
    api::{auth, status::status},
    law::{Reason, Refusal},
    pb::v1::{
        self,
        match_service_server::{MatchService, MatchServiceServer},
    },
};

/// Maximum queued messages to a bot.
const MAX_WAITING: usize = 4_096;
/// Maximum queued streams.
const MAX_STREAMS: usize = 64;

/// A stream opened by the bot.
pub struct PlayStream {
    pub inbound: Streaming<v1::PlayRequest>,
    pub outbound: mpsc::Sender<Result<v1::PlayResponse, Status>>,
}

/// The examiner's view of the server.
pub struct Streams {
    /// Streams in the order of opening.
    pub opened: mpsc::Receiver<PlayStream>,
    /// Matches known to `GetMatch`.
    pub matches: Matches,
}

/// Matches of a check by id.
pub type Matches = Arc<Mutex<BTreeMap<String, v1::MatchSummary>>>;

/// Starts it on its own port; returns the address, the accepted token, and the streams.
pub async fn start() -> anyhow::Result<(SocketAddr, String, Streams)> {
    let (token, _) = auth::new_token().context("failed to create a token")?;
    let listener = TcpListener::bind("127.0.0.1:0").await.context("failed to listen")?;
    let address = listener.local_addr().context("failed to read the listening address")?;
    let (sender, opened) = mpsc::channel(MAX_STREAMS);
    let matches = Matches::default();
    let service = Examining { bearer: format!("Bearer {token}"), streams: sender, matches: Arc::clone(&matches) };
    let serving = Server::builder()
        .add_service(MatchServiceServer::new(service))
        .serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true)));
    tokio::spawn(serving);
    Ok((address, token, Streams { opened, matches }))
}

struct Examining {
    bearer: String,
    streams: mpsc::Sender<PlayStream>,
    matches: Matches,
}

impl Examining {
    fn admit<T>(&self, request: &Request<T>) -> Result<(), Status> {
        let given = request.metadata().get("authorization").and_then(|value| value.to_str().ok());
        match given == Some(self.bearer.as_str()) {
            true => Ok(()),
            false => Err(status(&Refusal::new(Reason::Unauthenticated, "expected the token printed by the check"))),
        }
    }
}

fn not_here<T>() -> Result<T, Status> {
    Err(status(&Refusal::new(Reason::UnknownCall, "a check serves only `Play` and `GetMatch`")))
}

#[tonic::async_trait]
impl MatchService for Examining {
    type GetRecordStream = ReceiverStream<Result<v1::GetRecordResponse, Status>>;
    type WatchResultsStream = ReceiverStream<Result<v1::WatchResultsResponse, Status>>;
    type WatchMatchStream = ReceiverStream<Result<v1::WatchMatchResponse, Status>>;
    type PlayStream = ReceiverStream<Result<v1::PlayResponse, Status>>;
    type WatchMatchesStream = ReceiverStream<Result<v1::WatchMatchesResponse, Status>>;
    type ListFramesStream = ReceiverStream<Result<v1::ListFramesResponse, Status>>;
    type AttendStream = ReceiverStream<Result<v1::AttendResponse, Status>>;

    async fn create_match(
        &self,
        _: Request<v1::CreateMatchRequest>,
    ) -> Result<Response<v1::CreateMatchResponse>, Status> {
        not_here()
    }

    async fn get_match(&self, request: Request<v1::GetMatchRequest>) -> Result<Response<v1::GetMatchResponse>, Status> {
        let match_id = request.into_inner().match_id;
        let matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
        match matches.get(&match_id) {
            Some(summary) => {
                Ok(Response::new(v1::GetMatchResponse { summary: Some(summary.clone()), ..Default::default() }))
            }
            None => {
                Err(status(&Refusal::of_field(Reason::UnknownMatch, "match_id", &match_id, "a match of this check")))
            }
        }
    }

    async fn list_matches(
        &self,
        _: Request<v1::ListMatchesRequest>,
    ) -> Result<Response<v1::ListMatchesResponse>, Status> {
        not_here()
    }

    async fn submit_command(
        &self,
        _: Request<v1::SubmitCommandRequest>,
    ) -> Result<Response<v1::SubmitCommandResponse>, Status> {
        not_here()
    }

    async fn rematch(&self, _: Request<v1::RematchRequest>) -> Result<Response<v1::RematchResponse>, Status> {
        not_here()
    }

    async fn get_record(&self, _: Request<v1::GetRecordRequest>) -> Result<Response<Self::GetRecordStream>, Status> {
        not_here()
    }

    async fn get_record_key(
        &self,
        _: Request<v1::GetRecordKeyRequest>,
    ) -> Result<Response<v1::GetRecordKeyResponse>, Status> {
        not_here()
    }

    async fn watch_match(&self, _: Request<v1::WatchMatchRequest>) -> Result<Response<Self::WatchMatchStream>, Status> {
        not_here()
    }

    async fn play(&self, request: Request<Streaming<v1::PlayRequest>>) -> Result<Response<Self::PlayStream>, Status> {
        self.admit(&request)?;
        let (outbound, line) = mpsc::channel(MAX_WAITING);
        let stream = PlayStream { inbound: request.into_inner(), outbound };
        // A bot that opens too many streams must wait.
        self.streams.try_send(stream).map_err(|_| status(&Refusal::new(Reason::Limit, "too many streams at once")))?;
        Ok(Response::new(ReceiverStream::new(line)))
    }

    async fn watch_matches(
        &self,
        _: Request<v1::WatchMatchesRequest>,
    ) -> Result<Response<Self::WatchMatchesStream>, Status> {
        not_here()
    }

    async fn change_watch(
        &self,
        _: Request<v1::ChangeWatchRequest>,
    ) -> Result<Response<v1::ChangeWatchResponse>, Status> {
        not_here()
    }

    async fn list_results(
        &self,
        _: Request<v1::ListResultsRequest>,
    ) -> Result<Response<v1::ListResultsResponse>, Status> {
        not_here()
    }

    async fn watch_results(
        &self,
        _: Request<v1::WatchResultsRequest>,
    ) -> Result<Response<Self::WatchResultsStream>, Status> {
        not_here()
    }

    async fn list_frames(&self, _: Request<v1::ListFramesRequest>) -> Result<Response<Self::ListFramesStream>, Status> {
        not_here()
    }

    async fn attend(&self, _: Request<v1::AttendRequest>) -> Result<Response<Self::AttendStream>, Status> {
        not_here()
    }
}
