//! The public facts of a server.

use referee::api::{Registration, Settings};
use referee_client::pb;

use crate::api::{http::ask, rig::Rig};

#[tokio::test]
async fn a_server_publishes_its_facts_and_limits() {
    let settings = Settings {
        registration: Registration::Closed,
        contact: "host@example.org".to_owned(),
        streams_per_player: 17,
        ..Settings::default()
    };
    let rig = Rig::with_settings(settings).await;
    let told = rig.client.server().get_server_info(pb::GetServerInfoRequest {}).await;
    let info = told.expect("it needs no token").into_inner();
    assert_eq!((&*info.server, &*info.version), ("referee", env!("CARGO_PKG_VERSION")));
    assert_eq!((info.protocol_version, info.stopping), (1, false));
    assert!(info.capabilities.iter().any(|name| name == "rematch"), "{:?}", info.capabilities);
    assert_eq!(info.registration(), pb::Registration::Closed);
    assert_eq!(info.contact, "host@example.org");
    assert!(info.games.iter().any(|game| game == "kamisado"), "{:?}", info.games);
    let value = |name: &str| info.limits.iter().find(|limit| limit.name == name).map(|limit| limit.value.as_str());
    assert_eq!(value("streams_per_player"), Some("17"), "as it was set");
    assert_eq!(value("matches_per_player"), Some("500"));
    assert_eq!(value("request_within"), Some("10 s"));

    let path = "/referee.v1.ServerService/GetServerInfo";
    let answer = ask(rig.address, "POST", path, &[("content-type", "application/json")], b"{}").await;
    assert_eq!(answer.status, 200);
    let said = answer.json();
    assert_eq!(said["registration"], "REGISTRATION_CLOSED");
    assert_eq!(said["limits"].as_array().map(Vec::len), Some(info.limits.len()));
    rig.stop().await;
}
