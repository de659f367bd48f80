//! The entry point of every call: admits the call, and charges its CPU time to a caller.
//!
//! Moves (`Play`, `Attend`, `SubmitCommand`) and their clocks have the serving threads to
//! themselves. A command to a finished match is handled like any other call
//! ([`ServiceContext::ask`](super::context::ServiceContext::ask)). Every other request is read
//! completely, within limits of bytes and time. It waits in a queue that is fair between callers.
//! The threads of the [`WorkerPool`] then decode it, do the work, and encode the answer. The hall
//! opens matches on its own runtime.

pub(super) mod byte_budget;
pub(super) mod fair_queue;
pub(super) mod line;
pub(super) mod pacing;
pub(super) mod stream_limits;
pub(super) mod worker_pool;

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use http_body::Body as _;
use referee_ids::PlayerId;
use referee_law::{Reason, Refusal};
use referee_store::Accounts;
use tokio::{runtime::Handle, sync::Semaphore, time::timeout};
use tonic::{
    Status,
    body::Body,
    codegen::{
        Service,
        http::{Extensions, HeaderMap, Request, Response, request::Parts},
    },
};
use tracing::{Instrument as _, Span, field};

use super::{
    auth::{
        self, TokenDigest,
        known_tokens::{KnownTokens, has_expired},
        public_calls::NeedsNoToken,
    },
    edge::{
        bodies::{Answer, Arrived, AtMost, Relay, Relayed, Size, Unended, relay, take_in},
        connection_limits::Peer,
        gzip::GZIP,
    },
    settings::Settings,
    status::status,
};
use crate::hall::wall_clock::unix_ms;
use byte_budget::ByteBudget;
use fair_queue::{Call, FairQueue};
use pacing::Pacing;
use stream_limits::{Caller, StreamLimits, StreamPlace, network};
use worker_pool::{Metered, WorkerPool};

/// Maximum concurrent lookups of tokens.
const LOOKUPS: usize = 16;
/// Bytes of a request in addition to its message.
const FRAMING: usize = 1024;

/// A service with admission control.
#[derive(Clone)]
pub struct Admission<S> {
    service: S,
    edge: Arc<Edge>,
}

/// The state that all calls of a server share.
pub struct Edge {
    accounts: Arc<dyn Accounts>,
    settings: Settings,
    pacing: Pacing,
    pool: WorkerPool,
    queue: FairQueue,
    commands: FairQueue,
    bytes: ByteBudget,
    beside: StreamLimits,
    lookups: Semaphore,
    known: Arc<KnownTokens>,
}

/// The way in which a call is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A stream of moves: served directly, without a queue.
    Play,
    /// A single command, or a stream that only takes seats: served directly on the serving threads.
    Command,
    /// A call that opens matches: queued, then served on the serving threads. During a flood of
    /// commands, the pool would get too little time for it.
    Change,
    /// A call with one answer: queued, then served in the pool.
    Answer,
    /// A stream of events, positions or record parts, with its own limit of streams: queued, then
    /// served in the pool.
    Watch,
    /// A stream of health: queued, then served in the pool, with a place among the side streams.
    Health,
    /// A stream of reflection: like a stream of health, and its requests are counted.
    Reflection,
}

/// The calls of the services of `referee.v1` that are not [`Kind::Answer`].
const CALLS: &[(Kind, &[&str])] = &[
    (Kind::Play, &["MatchService/Play"]),
    (Kind::Command, &["MatchService/SubmitCommand", "MatchService/Attend"]),
    (
        Kind::Change,
        &[
            "MatchService/CreateMatch",
            "MatchService/Rematch",
            "ChallengeService/CreateChallenge",
            "ChallengeService/AcceptChallenge",
            "TournamentService/CreateTournament",
            "ContestService/ChangeContest",
            "ContestService/EnterContest",
            "ContestService/WithdrawFromContest",
        ],
    ),
    (
        Kind::Watch,
        &[
            "MatchService/WatchMatch",
            "MatchService/WatchMatches",
            "MatchService/WatchResults",
            "MatchService/ListFrames",
            "MatchService/GetRecord",
            "ChallengeService/WatchLobby",
            "ContestService/WatchContest",
            "LadderService/GetLadderRecord",
        ],
    ),
];

impl Kind {
    fn of(path: &str) -> Kind {
        if let Some(call) = path.strip_prefix("/referee.v1.") {
            let listed = CALLS.iter().find(|(_, calls)| calls.contains(&call));
            return listed.map_or(Kind::Answer, |(kind, _)| *kind);
        }
        match path {
            "/grpc.health.v1.Health/Watch" => Kind::Health,
            path if path.starts_with("/grpc.reflection.") => Kind::Reflection,
            _ => Kind::Answer,
        }
    }

    /// Returns whether answers of this call are long enough to compress. Messages of moves, events
    /// and command answers are too short.
    fn is_worth_compressing(self, path: &str) -> bool {
        match self {
            Kind::Answer => true,
            Kind::Watch => {
                ["/referee.v1.MatchService/GetRecord", "/referee.v1.LadderService/GetLadderRecord"].contains(&path)
            }
            Kind::Play | Kind::Command | Kind::Change | Kind::Health | Kind::Reflection => false,
        }
    }
}

/// Removes a call's wish for compressed answers if compression saves little. Keeps the wish if the
/// caller compresses its own messages, since many gRPC libraries send it with every call.
fn keep_wishes(kind: Kind, path: &str, headers: &mut HeaderMap) {
    if !kind.is_worth_compressing(path) && headers.get("grpc-encoding").is_none_or(|name| name != GZIP) {
        headers.remove("grpc-accept-encoding");
    }
}

/// The caller of a call, and where the call came from.
struct Who {
    caller: Caller,
    source: Option<Source>,
}

/// Where a call came from.
#[derive(Clone, Copy)]
struct Source {
    address: IpAddr,
    /// The connection; `None` behind a proxy, which carries the calls of many callers.
    connection: Option<SocketAddr>,
}

/// The caller's address. It is stored in the extensions of the request.
#[derive(Clone, Copy)]
pub struct CallerAddress(pub IpAddr);

impl Who {
    fn address(&self) -> Option<IpAddr> {
        self.source.map(|source| network(source.address))
    }

    fn connection(&self) -> Option<SocketAddr> {
        self.source.and_then(|source| source.connection)
    }
}

impl Edge {
    /// Creates the state of a server. Fails if no thread can be started.
    pub fn new(accounts: Arc<dyn Accounts>, settings: Settings, pacing: Pacing) -> std::io::Result<Edge> {
        let commands = Settings { calls_per_caller: settings.commands_per_caller, ..settings.clone() };
        Ok(Edge {
            accounts,
            pacing,
            pool: WorkerPool::start(settings.workers)?,
            queue: FairQueue::new(&settings),
            commands: FairQueue::new(&commands),
            bytes: ByteBudget::new(&settings),
            beside: StreamLimits::beside(settings.side_streams_per_caller),
            lookups: Semaphore::new(LOOKUPS),
            known: Arc::default(),
            settings,
        })
    }

    async fn serve<S>(&self, service: S, kind: Kind, request: Request<Body>) -> Result<Response<Body>, Status>
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Send + 'static,
        S::Future: Send,
    {
        let (mut head, body) = request.into_parts();
        let who = self.who(&head).await;
        if let Caller::Player(player) = &who.caller {
            Span::current().record("player", field::display(player));
        }
        if let Some(source) = who.source {
            head.extensions.insert(CallerAddress(source.address));
        }
        self.count(&who, 0)?;
        if kind == Kind::Play {
            let reserved = self.bytes.reserve(who.connection(), who.address());
            let body = Body::new(Unended::new(body, reserved, self.settings.max_message_bytes));
            return Ok(answer(service, Request::from_parts(head, body)).await);
        }
        let place = match kind {
            Kind::Health | Kind::Reflection => {
                Some(self.beside.take(who.caller.clone(), None, None).map_err(|no| status(&no))?)
            }
            _ => None,
        };
        let queue = if kind == Kind::Command { &self.commands } else { &self.queue };
        let mut call = queue.open(who.caller.clone(), who.address()).map_err(|refusal| status(&refusal))?;
        let body = match kind {
            Kind::Reflection => Body::new(AtMost::new(body, self.settings.reflection_requests)),
            _ => {
                let size = self.size(&who.caller);
                // A compressed message may not exceed this size after decompression either.
                head.extensions.insert(size);
                self.take_in(&who, size, body).await?
            }
        };
        let mut request = Request::from_parts(head, body);
        if kind == Kind::Command {
            // The matches that the stream also watches are not part of the command, so the caller's
            // account pays for them.
            request.extensions_mut().insert(self.queue.payer_of(who.caller));
            return Ok(answer(service, request).await);
        }
        call.turn().await;
        match kind {
            Kind::Change => Ok(Metered::new(answer(service, request), call.payer()).await),
            Kind::Watch | Kind::Health | Kind::Reflection => self.stream(service, request, call, place).await,
            _ => self.answer(service, request, call).await,
        }
    }

    async fn answer<S>(&self, service: S, request: Request<Body>, call: Call) -> Result<Response<Body>, Status>
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Send + 'static,
        S::Future: Send,
    {
        let payer = call.payer();
        let work = async move {
            let (head, body) = answer(service, request).await.into_parts();
            Response::from_parts(head, Body::new(Answer::collect(body, call).await))
        };
        self.pool.run(work.in_current_span(), payer).await.ok_or_else(lost)
    }

    /// Starts a stream in the pool, and relays its messages. Once started, the stream no longer
    /// occupies the queue.
    async fn stream<S>(
        &self,
        service: S,
        mut request: Request<Body>,
        call: Call,
        place: Option<StreamPlace>,
    ) -> Result<Response<Body>, Status>
    where
        S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Send + 'static,
        S::Future: Send,
    {
        let payer = call.payer();
        request.extensions_mut().insert(payer.clone());
        let begun = self.pool.run(
            async move {
                let begun = answer(service, request).await;
                drop(call);
                begun
            }
            .in_current_span(),
            payer.clone(),
        );
        let (head, body) = begun.await.ok_or_else(lost)?.into_parts();
        if body.is_end_stream() {
            // This answer is a refusal, which has no body.
            return Ok(Response::from_parts(head, body));
        }
        let (far, near): (Relay, _) = relay();
        let maker = self.pool.run(far.pump(body), payer);
        Ok(Response::from_parts(head, Body::new(Relayed::new(near, maker, place))))
    }

    pub fn queue(&self) -> FairQueue {
        self.queue.clone()
    }

    /// Returns the runtime of the worker threads.
    pub fn workers(&self) -> Handle {
        self.pool.handle()
    }

    /// Counts a CORS preflight request, which is answered without a place in the queue.
    pub fn count_preflight(&self, request: &Request<Body>) {
        let source = self.source(request.extensions(), request.headers());
        let connection = source.and_then(|source| source.connection);
        self.pacing.count(&Caller::of(None, source.map(|source| source.address)), connection, 0);
    }

    /// Returns the maximum message size of this caller.
    fn size(&self, caller: &Caller) -> Size {
        let Settings { max_message_bytes, max_message_bytes_without_token, .. } = self.settings;
        let (most, limit) = match caller {
            Caller::Address(_) if max_message_bytes_without_token < max_message_bytes => {
                (max_message_bytes_without_token, "max_message_bytes_without_token")
            }
            Caller::Address(_) | Caller::Player(_) => (max_message_bytes, "max_message_bytes"),
        };
        Size { most, limit }
    }

    /// Reads the whole request of a call, within its limits.
    async fn take_in(&self, who: &Who, size: Size, body: Body) -> Result<Body, Status> {
        let request_within = self.settings.request_within;
        let size = Size { most: size.most + FRAMING, ..size };
        let mut reserved = self.bytes.reserve(who.connection(), who.address());
        let taken = timeout(request_within, take_in(body, size, &mut reserved)).await;
        self.pacing.count(&who.caller, who.connection(), reserved.arrived().max(1));
        match taken {
            Ok(taken) => Ok(Body::new(Arrived::new(taken?, reserved))),
            Err(_) => {
                let seconds = request_within.as_millis().div_ceil(1_000);
                Err(status(&Refusal::at_most("request_within", seconds, "seconds for a request", None)))
            }
        }
    }

    /// Identifies the caller. An unknown token counts as no token here; the service rejects it if
    /// the call needs a token.
    async fn who(&self, head: &Parts) -> Who {
        let source = self.source(&head.extensions, &head.headers);
        let player = match auth::presented_in(&head.headers) {
            Ok(Some(digest)) => self.player_of(digest).await,
            _ => None,
        };
        Who { caller: Caller::of(player.as_ref(), source.map(|source| source.address)), source }
    }

    /// Returns where a call came from: its connection, or the address that a trusted proxy reports.
    fn source(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<Source> {
        let Peer { address, is_proxy } = *extensions.get()?;
        if is_proxy {
            let address = self.settings.forwarding.caller(address.ip(), headers);
            return Some(Source { address, connection: None });
        }
        Some(Source { address: address.ip(), connection: Some(address) })
    }

    /// Counts a call towards its caller's rate. A call through a proxy is rejected if it comes too
    /// early, since pausing the connection would also delay other callers.
    fn count(&self, who: &Who, bytes: usize) -> Result<(), Status> {
        let ahead = self.pacing.count(&who.caller, who.connection(), bytes);
        if ahead.is_zero() || who.connection().is_some() {
            return Ok(());
        }
        let most = self.settings.calls_per_second;
        Err(status(&Refusal::at_most("calls_per_second", most, "calls a second per caller", Some(ahead))))
    }

    /// Returns the player of a token for accounting only. The service validates the token in the
    /// store.
    async fn player_of(&self, digest: TokenDigest) -> Option<PlayerId> {
        if let Ok(player) = self.known.player_of(&digest) {
            return Some(player);
        }
        // `acquire` fails only for a closed semaphore, and nothing closes this one.
        let _turn = self.lookups.acquire().await;
        let generation = match self.known.player_of(&digest) {
            Ok(player) => return Some(player),
            Err(generation) => generation,
        };
        let token = self.accounts.grant(digest).await.ok().flatten()?.token;
        let player = Some(&token).filter(|token| !has_expired(token, unix_ms())).map(|token| token.player.clone())?;
        self.known.insert(digest, token, generation);
        Some(player)
    }

    pub fn known_tokens(&self) -> &Arc<KnownTokens> {
        &self.known
    }
}

/// Calls a service that is ready.
async fn answer<S>(mut service: S, request: Request<Body>) -> Response<Body>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    match service.call(request).await {
        Ok(answer) => answer,
        Err(never) => match never {},
    }
}

/// Returns the status of a call whose work panicked, or that was open when the server ended.
fn lost() -> Status {
    status(&Refusal::new(Reason::HostFault, "the call could not be served"))
}

impl<S> Admission<S> {
    /// Wraps a service.
    pub fn new(service: S, edge: Arc<Edge>) -> Admission<S> {
        Admission { service, edge }
    }
}

impl<S> Service<Request<Body>> for Admission<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.service.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let waiting = self.service.clone();
        let ready = std::mem::replace(&mut self.service, waiting);
        let edge = Arc::clone(&self.edge);
        let path = request.uri().path().to_owned();
        let kind = Kind::of(&path);
        keep_wishes(kind, &path, request.headers_mut());
        if let Some(mark) = NeedsNoToken::of(&path) {
            request.extensions_mut().insert(mark);
        }
        Box::pin(async move {
            let served = edge.serve(ready, kind, request).await;
            Ok(served.unwrap_or_else(Status::into_http))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_call_exists() {
        let pool = prost_reflect::DescriptorPool::decode(referee_proto::DESCRIPTOR).expect("it is our own");
        for call in CALLS.iter().flat_map(|(_, calls)| *calls) {
            let (service, method) = call.split_once('/').expect("a service and a method");
            let service = pool.get_service_by_name(&format!("referee.v1.{service}")).expect(call);
            assert!(service.methods().any(|known| known.name() == method), "{call}");
        }
    }

    #[test]
    fn every_stream_is_served_as_a_stream_and_nothing_else_is() {
        let pool = prost_reflect::DescriptorPool::decode(referee_proto::DESCRIPTOR).expect("it is our own");
        for method in pool.services().flat_map(|service| service.methods().collect::<Vec<_>>()) {
            let path = format!("/{}/{}", method.parent_service().full_name(), method.name());
            let is_stream = method.is_client_streaming() || method.is_server_streaming();
            match Kind::of(&path) {
                Kind::Answer | Kind::Change => assert!(!is_stream, "{path} is cut off before its end"),
                Kind::Play | Kind::Watch | Kind::Health | Kind::Reflection => assert!(is_stream, "{path}"),
                Kind::Command => {}
            }
        }
    }
}
