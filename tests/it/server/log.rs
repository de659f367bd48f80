//! The log of a server.

use std::{fs, process::Stdio, time::Duration};

use referee_client::{NewMatch, pb};
use serde_json::Value;
use tonic::Request;

use super::host::{Server, serve};

/// Returns the lines of a log so far.
fn lines(log: &std::path::Path) -> Vec<Value> {
    let text = fs::read_to_string(log).expect("it is there");
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[tokio::test]
async fn the_lines_of_a_call_say_its_id_its_player_and_its_match() {
    let data = tempfile::tempdir().expect("a directory");
    let log = data.path().join("log.jsonl");
    let mut command = serve("127.0.0.1:0", &data.path().join("data"));
    command.arg("--log-json").env("RUST_LOG", "info");
    command.stderr(Stdio::from(fs::File::create(&log).expect("it can be made")));
    let server = Server::spawn(command).await;
    let client = server.client();
    let token = client.register("ann").await.expect("the name is free");
    let ann = client.with_token(&token).expect("a token");
    let mut request = Request::new(NewMatch::of("kamisado", ["ann", "house-random"], "600").request(String::new()));
    request.metadata_mut().insert("x-request-id", "find-me".parse().expect("a value"));
    let created = ann.matches().create_match(request).await.expect("opened").into_inner();
    let match_id = created.summary.expect("a match").match_id;
    let mut request = Request::new(pb::ListAuditRequest::default());
    request.metadata_mut().insert("x-request-id", "refuse-me".parse().expect("a value"));
    ann.admin().list_audit(request).await.expect_err("she is no administrator");
    // Work that outlives its cancelled call is still logged with the id of the call.
    let tokens = ann.tokens().list_tokens(pb::ListTokensRequest::default()).await.expect("they are hers").into_inner();
    let token_id = tokens.tokens[0].token_id.clone();
    let mut request = Request::new(pb::RevokeTokenRequest { token_id, ..pb::RevokeTokenRequest::default() });
    request.metadata_mut().insert("x-request-id", "revoke-me".parse().expect("a value"));
    ann.tokens().revoke_token(request).await.expect("it is hers");
    let of = |id: &'static str| {
        let found = move |line: &Value| line["span"]["request_id"] == id;
        lines(&log).into_iter().filter(found).collect::<Vec<Value>>()
    };
    let told = async {
        while ["find-me", "refuse-me", "revoke-me"].iter().any(|id| of(id).is_empty()) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), told).await.unwrap_or_else(|_| panic!("{:?}", lines(&log)));
    for (id, path) in [
        ("find-me", "/referee.v1.MatchService/CreateMatch"),
        ("refuse-me", "/referee.v1.AdminService/ListAudit"),
        ("revoke-me", "/referee.v1.TokenService/RevokeToken"),
    ] {
        for line in of(id) {
            let span = (line["span"]["player"].as_str(), line["span"]["path"].as_str());
            assert_eq!(span, (Some("ann"), Some(path)), "{line}");
        }
    }
    let opened = of("find-me").into_iter().find(|line| line["fields"]["message"] == "match opened");
    let opened = opened.expect("it says so");
    assert_eq!((&opened["fields"]["match_id"], &opened["fields"]["player"]), (&match_id.into(), &"ann".into()));
}
