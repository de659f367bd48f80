//! All services on one port: gRPC over HTTP/2 and gRPC-web over HTTP/1.1 and HTTP/2, with health and reflection.

use std::{num::NonZeroUsize, time::Duration};

use futures_util::StreamExt as _;
use tokio::{net::TcpListener, sync::watch};
use tonic::{
    service::Routes,
    transport::{Server, server::TcpIncoming},
};
use tonic_health::server::health_reporter;
use tonic_web::GrpcWebLayer;
use tower_layer::layer_fn;

use super::{
    bundled::Bundled, desk::Desk, games::Games, gate::Gate, matches::Matches, players::Players, reasoned::Reasoned,
    streams::Streams,
};
use crate::{
    hall::Hall,
    ids::PlayerId,
    pb::{
        self,
        v1::{
            game_service_server::GameServiceServer, match_service_server::MatchServiceServer,
            player_service_server::PlayerServiceServer,
        },
    },
};

/// How a server serves: its limits, each named, and whom it trusts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The players who see everything of the matches in which they do not sit. Whoever registers one of these names first
    /// has it: they must be registered before the server is reached.
    pub arbiters: Vec<PlayerId>,
    /// The largest message that is read, in bytes.
    pub max_message_bytes: usize,
    /// The most calls that one connection has open at once.
    pub max_calls_per_connection: u32,
    /// How long a connection may be silent until its peer is asked whether it is there, and how long the peer may take to
    /// answer: whoever is gone without a word is found out within two of these.
    pub keepalive: Duration,
    /// The most connections that are open at once.
    pub connections: usize,
    /// The most of them from one address.
    pub connections_per_address: usize,
    /// The most streams that one player has open at once, on however many connections.
    pub streams_per_player: usize,
    /// The most streams that are open at once without a token from one address.
    pub streams_per_address: usize,
    /// How long a connection may take until it has said its first bytes.
    pub first_bytes_within: Duration,
    /// How long a call may take until its answer begins; streams may go on for as long as they want.
    pub call_within: Duration,
    /// How long calls that are still open when the server stops may take to end.
    pub stop_grace: Duration,
}

/// How many bytes of one call may be on their way here or wait unread. Small messages cost the transport ten times their size
/// while they wait.
const WAITING_BYTES: u32 = 64 * 1024;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            arbiters: Vec::new(),
            max_message_bytes: 1 << 20,
            max_calls_per_connection: 10_000,
            keepalive: Duration::from_secs(20),
            connections: 20_000,
            connections_per_address: 4_096,
            streams_per_player: 256,
            streams_per_address: 4_096,
            first_bytes_within: Duration::from_secs(10),
            call_within: Duration::from_secs(60),
            stop_grace: Duration::from_secs(5),
        }
    }
}

/// How many threads serve well on this machine: half its cores, at least 1. What one match does is a chain of tasks that
/// wake each other, which costs less on one core than across two; the other cores are for bots, the store and the network.
pub fn usual_threads() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(cores / 2).unwrap_or(NonZeroUsize::MIN)
}

/// Serves until `stop` completes. Then no call is taken any more, open streams are told and end, and what has not ended
/// after [`Settings::stop_grace`] is dropped. The hall stays open: closing it is its owner's.
pub async fn serve(
    listener: TcpListener,
    hall: Hall,
    settings: Settings,
    stop: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    let (stopping, stopped) = watch::channel(false);
    let streams = Streams::new(settings.streams_per_player, settings.streams_per_address);
    let desk = Desk::new(hall, settings.arbiters.clone(), streams, stopped.clone());
    let gate = Gate::new(settings.connections, settings.connections_per_address, settings.first_bytes_within);
    let connections = TcpIncoming::from(listener).with_nodelay(Some(true)).filter_map(move |connection| {
        let admitted = connection.map(|connection| gate.admit(connection).map(Bundled::new)).transpose();
        std::future::ready(admitted)
    });
    let call_within = settings.call_within;
    let serving = Server::builder()
        .accept_http1(true)
        .initial_stream_window_size(WAITING_BYTES)
        .max_concurrent_streams(settings.max_calls_per_connection)
        .http2_keepalive_interval(Some(settings.keepalive))
        .http2_keepalive_timeout(Some(settings.keepalive))
        .layer(GrpcWebLayer::new())
        .layer(layer_fn(move |service| Reasoned::new(service, call_within)))
        .add_routes(routes(desk, &settings).await?)
        .serve_with_incoming_shutdown(connections, wait_for(stopped));
    tokio::pin!(serving, stop);
    tokio::select! {
        ended = &mut serving => return Ok(ended?),
        () = &mut stop => {}
    }
    tracing::info!("stopping: streams are told");
    stopping.send_replace(true);
    match tokio::time::timeout(settings.stop_grace, serving).await {
        Ok(ended) => Ok(ended?),
        Err(_) => {
            tracing::warn!("calls were still open {} s after the stop", settings.stop_grace.as_secs());
            Ok(())
        }
    }
}

async fn wait_for(mut stopped: watch::Receiver<bool>) {
    // An error means that the sender is gone, and with it the server.
    let _ = stopped.wait_for(|stop| *stop).await;
}

async fn routes(desk: Desk, settings: &Settings) -> anyhow::Result<Routes> {
    let most = settings.max_message_bytes;
    let games = GameServiceServer::new(Games::new(desk.hall().games())).max_decoding_message_size(most);
    let matches = MatchServiceServer::new(Matches::new(desk.clone())).max_decoding_message_size(most);
    let players = PlayerServiceServer::new(Players::new(desk)).max_decoding_message_size(most);
    let (health, health_service) = health_reporter();
    health.set_serving::<GameServiceServer<Games>>().await;
    health.set_serving::<MatchServiceServer<Matches>>().await;
    health.set_serving::<PlayerServiceServer<Players>>().await;
    let reflection = tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(pb::DESCRIPTOR)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .build_v1()?;
    Ok(Routes::new(health_service).add_service(reflection).add_service(games).add_service(matches).add_service(players))
}
