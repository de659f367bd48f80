//! Reports by `grpc.health.v1.Health` whether the server accepts matches and moves.

use std::future::Future;

use referee_proto::v1::{
    admin_service_server::AdminServiceServer, announcement_service_server::AnnouncementServiceServer,
    challenge_service_server::ChallengeServiceServer, consent_service_server::ConsentServiceServer,
    contest_service_server::ContestServiceServer, game_service_server::GameServiceServer,
    ladder_service_server::LadderServiceServer, match_service_server::MatchServiceServer,
    player_service_server::PlayerServiceServer, server_service_server::ServerServiceServer,
    token_service_server::TokenServiceServer, tournament_service_server::TournamentServiceServer,
};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tonic::server::NamedService;
use tonic_health::{ServingStatus, server::HealthReporter};

use super::{
    admin::Admin,
    announcements::Announcements,
    challenges::Challenges,
    consents::Consents,
    contests::{Contests, ladders::Ladders, tournaments::Tournaments},
    games::Games,
    matches::Matches,
    players::Players,
    server_info::ServerInfo,
    tokens::Tokens,
};
use crate::hall::{HEALTH_EVERY, Hall, Health};

/// Name of the service that reports whether matches can be opened.
const OPENING: &str = "referee.v1.MatchService/CreateMatch";

/// Services by name; the empty name is the whole server.
const SERVICES: [&str; 13] = [
    "",
    AdminServiceServer::<Admin>::NAME,
    AnnouncementServiceServer::<Announcements>::NAME,
    ChallengeServiceServer::<Challenges>::NAME,
    ConsentServiceServer::<Consents>::NAME,
    ContestServiceServer::<Contests>::NAME,
    GameServiceServer::<Games>::NAME,
    LadderServiceServer::<Ladders>::NAME,
    MatchServiceServer::<Matches>::NAME,
    PlayerServiceServer::<Players>::NAME,
    ServerServiceServer::<ServerInfo>::NAME,
    TokenServiceServer::<Tokens>::NAME,
    TournamentServiceServer::<Tournaments>::NAME,
];

/// Reports the health until the server stops, and then reports that. The first report is made
/// before this function returns, so no early caller sees an unknown service.
pub async fn report_for(reporter: HealthReporter, hall: Hall, stopped: impl Future<Output = ()> + Send + 'static) {
    let first = timeout(HEALTH_EVERY, hall.health()).await.unwrap_or(Health::StoreFails);
    tell(&reporter, first).await;
    tokio::spawn(async move {
        let mut told = Some(first);
        let mut ticks = interval(HEALTH_EVERY);
        ticks.reset();
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        tokio::pin!(stopped);
        loop {
            let health = tokio::select! {
                biased;
                () = &mut stopped => Health::Stopping,
                _ = ticks.tick() => hall.health().await,
            };
            if told != Some(health) {
                tell(&reporter, health).await;
                told = Some(health);
            }
            if health == Health::Stopping {
                return;
            }
        }
    });
}

async fn tell(reporter: &HealthReporter, health: Health) {
    tracing::info!(?health, "the health of the server changed");
    let (status, opening) = match health {
        Health::Serving => (ServingStatus::Serving, ServingStatus::Serving),
        // Restarting a server only because it lacks space would end live matches for nothing.
        Health::TooLittleSpace => (ServingStatus::Serving, ServingStatus::NotServing),
        Health::Starting | Health::StoreFails | Health::Stopping => {
            (ServingStatus::NotServing, ServingStatus::NotServing)
        }
    };
    for service in SERVICES {
        reporter.set_service_status(service, status).await;
    }
    reporter.set_service_status(OPENING, opening).await;
}
