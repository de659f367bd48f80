//! Serves all services on one port: gRPC over HTTP/2, gRPC-web and JSON calls over HTTP/1.1 and
//! HTTP/2, with health, reflection, and pages for people.

use std::sync::Arc;

use anyhow::Context as _;
use referee_proto::{
    self as pb,
    v1::{
        admin_service_server::AdminServiceServer, announcement_service_server::AnnouncementServiceServer,
        challenge_service_server::ChallengeServiceServer, consent_service_server::ConsentServiceServer,
        contest_service_server::ContestServiceServer, game_service_server::GameServiceServer,
        ladder_service_server::LadderServiceServer, match_service_server::MatchServiceServer,
        player_service_server::PlayerServiceServer, server_service_server::ServerServiceServer,
        token_service_server::TokenServiceServer, tournament_service_server::TournamentServiceServer,
    },
};
use tokio::{net::TcpListener, runtime::Handle, sync::watch};
use tokio_util::task::AbortOnDropHandle;
use tonic::{codec::CompressionEncoding::Gzip, service::Routes, transport::Server};
use tonic_health::server::health_reporter;
use tower_layer::layer_fn;

use super::{
    admission::{Admission, Edge, pacing::Pacing},
    context::ServiceContext,
    convert, demo,
    edge::{
        accept, connection_limits::ConnectionLimits, cors::CrossOrigin, error_details::ErrorDetails, gzip::GzipStreams,
        incoming::Incoming, request_ids::RequestIds,
    },
    json::{Protocols, Transcoding},
    pages,
    services::{
        admin::Admin,
        announcements::Announcements,
        challenges::Challenges,
        consents::Consents,
        contests::{Contests, gauges, gone_entrants, ladders::Ladders, tournaments::Tournaments},
        games::Games,
        guests::GuestKeeper,
        health,
        matches::Matches,
        players::Players,
        server_info::ServerInfo,
        tokens::Tokens,
    },
    settings::Settings,
};
use crate::{contest_server::AllContests, hall::Hall};

/// Maximum bytes of one call that are in flight or unread. Small waiting messages cost the
/// transport ten times their size.
const WAITING_BYTES: u32 = 64 * 1024;

/// Serves until `stop` completes. Then rejects new calls, ends open streams with a message, and
/// drops the streams that have not ended after [`Settings::stop_grace`]. The caller must close the
/// hall.
pub async fn serve(
    listener: TcpListener,
    hall: Hall,
    settings: Settings,
    stop: impl Future<Output = ()> + Send,
) -> anyhow::Result<()> {
    let (stopping, stopped) = watch::channel(false);
    let pacing = Pacing::new(&settings);
    let edge = Edge::new(Arc::clone(hall.accounts()), settings.clone(), pacing.clone())
        .context("failed to start the workers")?;
    let edge = Arc::new(edge);
    let contests = AllContests::new(&hall, convert::tournament_setups, convert::ladder_setups);
    contests.read_sealed().await;
    let background = hall.limits().background.clone().unwrap_or_else(Handle::current);
    let _webhooks = match &settings.webhooks {
        Some(webhooks) => webhooks.start(&contests, &background).await.context("failed to record the webhooks")?,
        None => Vec::new(),
    };
    let appended = contests.appended();
    let _resumed = AbortOnDropHandle::new(tokio::spawn(contests.clone().resume()));
    let measured = gauges::measure(hall.clone(), contests.clone(), settings.webhooks.clone());
    let _measured = AbortOnDropHandle::new(background.spawn(measured));
    let _demo = settings.demo.then(|| AbortOnDropHandle::new(tokio::spawn(demo::run(hall.clone(), contests.clone()))));
    let context = ServiceContext::new(hall, &settings, &edge, contests.clone(), stopped.clone());
    let taken_back = gone_entrants::take_consents_back(context.clone(), appended);
    let _taken_back = AbortOnDropHandle::new(background.spawn(taken_back));
    let _guests = AbortOnDropHandle::new(background.spawn(GuestKeeper::new(context.clone()).run()));
    let limits = ConnectionLimits::new(&settings, accept::files(), pacing);
    let workers = edge.workers();
    let _renewals = settings.tls.clone().map(|tls| AbortOnDropHandle::new(workers.spawn(tls.follow())));
    let connections = Incoming::new(listener, limits, &settings, workers).stream();
    let (call_within, origins) = (settings.call_within, settings.allow_origins.clone());
    let outer = Arc::clone(&edge);
    let first_request = getrandom::u64().context("no random numbers from the system")?;
    let serving = Server::builder()
        .accept_http1(true)
        .initial_stream_window_size(WAITING_BYTES)
        .initial_connection_window_size(settings.unread_bytes_per_connection)
        .max_concurrent_streams(settings.max_calls_per_connection)
        .http2_keepalive_interval(Some(settings.keepalive))
        .http2_keepalive_timeout(Some(settings.keepalive))
        .layer(layer_fn(move |service| CrossOrigin::new(service, &origins, Arc::clone(&outer))))
        .layer(layer_fn(move |service| RequestIds::new(service, first_request)))
        .layer(layer_fn(GzipStreams::new))
        .layer(layer_fn(Protocols::new))
        .layer(layer_fn(move |service| ErrorDetails::new(service, call_within)))
        .layer(layer_fn(move |service| Admission::new(service, Arc::clone(&edge))))
        .layer(layer_fn(Transcoding::new))
        .add_routes(routes(context, contests.clone(), &settings).await?)
        .serve_with_incoming_shutdown(connections, wait_for(stopped));
    tokio::pin!(serving, stop);
    tokio::select! {
        ended = &mut serving => return Ok(ended?),
        () = &mut stop => {}
    }
    tracing::info!("stopping: notifying streams");
    stopping.send_replace(true);
    contests.close();
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

async fn routes(context: ServiceContext, contests: AllContests, settings: &Settings) -> anyhow::Result<Routes> {
    let most = settings.max_message_bytes;
    let (reporter, health_service) = health_reporter();
    health::report_for(reporter, context.hall().clone(), context.stopped()).await;
    // Other layers have decompressed compressed requests within the caller's limit. Moves are the
    // exception, because their callers are players.
    macro_rules! service {
        ($server:ident, $service:expr) => {
            $server::new($service).max_decoding_message_size(most).accept_compressed(Gzip).send_compressed(Gzip)
        };
    }
    let reflection = tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(pb::DESCRIPTOR)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .build_v1()?;
    let services = Routes::new(health_service)
        .add_service(reflection)
        .add_service(service!(GameServiceServer, Games::new(context.hall().games())))
        .add_service(service!(MatchServiceServer, Matches::new(context.clone())))
        .add_service(service!(PlayerServiceServer, Players::new(context.clone())))
        .add_service(service!(TokenServiceServer, Tokens::new(context.clone())))
        .add_service(service!(ConsentServiceServer, Consents::new(context.clone())))
        .add_service(service!(ChallengeServiceServer, Challenges::new(context.clone())))
        .add_service(service!(AdminServiceServer, Admin::new(context.clone())))
        .add_service(service!(ServerServiceServer, ServerInfo::new(context.clone())))
        .add_service(service!(ContestServiceServer, Contests::new(context.clone(), contests.clone())))
        .add_service(service!(TournamentServiceServer, Tournaments::new(context.clone(), contests.tournaments)))
        .add_service(service!(LadderServiceServer, Ladders::new(context.clone(), contests.ladders)))
        .add_service(service!(AnnouncementServiceServer, Announcements::new(context)));
    Ok(pages::add(services.into_axum_router()).into())
}
