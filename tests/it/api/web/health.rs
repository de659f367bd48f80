//! Health that the port reports while the server starts, serves and stops.

use std::time::Duration;

use referee::store::Store;
use referee_client::pb::ListMatchesRequest;
use tokio::time::timeout;
use tonic::{Streaming, transport::Channel};
use tonic_health::pb::{
    HealthCheckRequest, HealthCheckResponse, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::api::rig::Rig;

/// Services to query: the whole server, one service, and the creation of matches.
const ASKED: [&str; 3] = ["", "referee.v1.MatchService", "referee.v1.MatchService/CreateMatch"];
/// Maximum time until the server reports a change.
const TOLD_WITHIN: Duration = Duration::from_secs(10);

async fn health(rig: &Rig) -> HealthClient<Channel> {
    let endpoint = Channel::from_shared(format!("http://{}", rig.address)).expect("an address");
    HealthClient::new(endpoint.connect().await.expect("the port answers"))
}

fn of(service: &str) -> HealthCheckRequest {
    HealthCheckRequest { service: service.to_owned() }
}

/// Returns the next status.
async fn told(watch: &mut Streaming<HealthCheckResponse>) -> ServingStatus {
    let told = timeout(TOLD_WITHIN, watch.message()).await.expect("it arrives in time");
    told.expect("the stream is not cut").expect("it has not ended").status()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_port_says_that_the_server_starts_and_that_it_stops() {
    let (mut rig, restart) = Rig::starting(Store::in_memory().expect("there is memory")).await;
    let mut health = health(&rig).await;
    let mut watches = Vec::new();
    for service in ASKED {
        let said = health.check(of(service)).await.expect("it is known").into_inner();
        assert_eq!(said.status(), ServingStatus::NotServing, "`{service}` while the server starts");
        let mut watch = health.watch(of(service)).await.expect("it is known").into_inner();
        assert_eq!(told(&mut watch).await, ServingStatus::NotServing, "`{service}`");
        watches.push(watch);
    }
    rig.client.matches().list_matches(ListMatchesRequest::default()).await.expect("the port answers meanwhile");

    restart.run().await;
    for (service, watch) in ASKED.iter().zip(&mut watches) {
        assert_eq!(told(watch).await, ServingStatus::Serving, "`{service}` once it has started");
    }
    rig.stop.take().expect("it runs").send(()).expect("it waits");
    for (service, watch) in ASKED.iter().zip(&mut watches) {
        assert_eq!(told(watch).await, ServingStatus::NotServing, "`{service}` while it stops");
    }
}
