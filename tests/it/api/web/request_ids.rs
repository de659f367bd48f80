//! Request ids, in answers of every kind.

use referee_client::pb;
use tonic::{Code, Request};

use crate::api::{
    http,
    rig::{Rig, kamisado},
};

const HEADER: &str = "x-request-id";

/// Returns the request id of an answer.
fn id_of(metadata: &tonic::metadata::MetadataMap) -> String {
    metadata.get(HEADER).expect("every answer has one").to_str().expect("it is plain").to_owned()
}

#[tokio::test]
async fn every_answer_carries_the_callers_id_or_one_of_its_own() {
    let rig = Rig::start().await;
    let ask = async |id: Option<&str>| {
        let mut request = Request::new(pb::ListGamesRequest::default());
        if let Some(id) = id {
            request.metadata_mut().insert(HEADER, id.parse().expect("a value"));
        }
        id_of(rig.client.games().list_games(request).await.expect("an answer").metadata())
    };
    assert_eq!(ask(Some("mine-1.a_b")).await, "mine-1.a_b");
    let (one, other) = (ask(None).await, ask(None).await);
    assert!(one != other && one.len() == 16 && one.bytes().all(|byte| byte.is_ascii_hexdigit()), "{one} {other}");
    for bad in ["a b", "x=\"y\"", &"z".repeat(65)] {
        let drawn = ask(Some(bad)).await;
        assert!(drawn != bad && drawn.len() == 16, "{drawn}");
    }

    // A refusal, a stream and an answer in JSON carry the id too.
    let mut request = Request::new(kamisado("ann", "bob").request(String::new()));
    request.metadata_mut().insert(HEADER, "refused".parse().expect("a value"));
    let refused = rig.client.matches().create_match(request).await.expect_err("it has no token");
    assert_eq!((refused.code(), id_of(refused.metadata()).as_str()), (Code::Unauthenticated, "refused"));
    let mut request = Request::new(pb::WatchLobbyRequest {});
    request.metadata_mut().insert(HEADER, "streamed".parse().expect("a value"));
    let stream = rig.client.challenges().watch_lobby(request).await.expect("it opens");
    assert_eq!(id_of(stream.metadata()), "streamed");
    for (path, id) in [("/referee.v1.GameService/ListGames", "json"), ("/nothing/here", "none")] {
        let headers = [("content-type", "application/json"), (HEADER, id)];
        let answer = http::ask(rig.address, "POST", path, &headers, b"{}").await;
        assert_eq!(answer.header(HEADER), id);
    }
}
