//! Raw HTTP/2 calls: in JSON, and by a client that reads nothing.

use h2::{
    RecvStream, SendStream,
    client::{self, SendRequest},
};
use prost::bytes::Bytes;
use referee_client::pb::Reason;
use tokio::{net::TcpStream, task::JoinSet};
use tonic::codegen::http::{Request, StatusCode};

use super::{
    CALLS, CONNECTIONS, Source,
    positions::{STEPS, position},
};

/// A flow-control window that never fills, in bytes.
const WIDE: u32 = 1 << 30;

/// A started call: its answer, and the stream for further messages.
pub type Begun = (client::ResponseFuture, SendStream<Bytes>);

/// An HTTP/2 connection.
#[derive(Clone)]
pub struct Connection {
    url: String,
    requests: SendRequest<Bytes>,
}

impl Connection {
    /// Connects. `window` is the number of unread bytes that a stream accepts; 0 accepts none.
    pub async fn open(url: &str, window: u32) -> anyhow::Result<Connection> {
        let socket = TcpStream::connect(url.trim_start_matches("http://")).await?;
        let mut builder = client::Builder::new();
        builder.initial_window_size(window).initial_connection_window_size(WIDE);
        let (requests, connection) = builder.handshake::<_, Bytes>(socket).await?;
        // The task answers pings until all handles are dropped.
        tokio::spawn(connection);
        Ok(Connection { url: url.to_owned(), requests })
    }

    /// Connects a client that reads its streams.
    pub async fn reading(url: &str) -> anyhow::Result<Connection> {
        Connection::open(url, WIDE).await
    }

    /// Starts a gRPC call with one message, and keeps the request open.
    pub async fn call(&self, path: &str, token: Option<&str>, message: &[u8]) -> anyhow::Result<Begun> {
        let mut body = vec![0];
        body.extend_from_slice(&u32::try_from(message.len())?.to_be_bytes());
        body.extend_from_slice(message);
        self.send(path, "application/grpc", token, body.into(), false).await
    }

    /// Makes a JSON call, and returns the status and the text of the answer.
    pub async fn in_json(&self, path: &str, token: Option<&str>, body: String) -> anyhow::Result<(StatusCode, String)> {
        let (answer, _) = self.send(path, "application/json", token, body.into(), true).await?;
        let answer = answer.await?;
        let status = answer.status();
        Ok((status, read(answer.into_body()).await?))
    }

    async fn send(
        &self,
        path: &str,
        content_type: &str,
        token: Option<&str>,
        body: Bytes,
        ends: bool,
    ) -> anyhow::Result<Begun> {
        let mut request = Request::post(format!("{}/{path}", self.url)).header("content-type", content_type);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.header("te", "trailers").body(())?;
        let mut requests = self.requests.clone().ready().await?;
        let (answer, mut out) = requests.send_request(request, false)?;
        out.send_data(body, ends)?;
        Ok((answer, out))
    }
}

async fn read(mut body: RecvStream) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = body.data().await {
        let chunk = chunk?;
        bytes.extend_from_slice(&chunk);
        body.flow_control().release_capacity(chunk.len())?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Counts the result of a JSON call. Returns whether its connection is still open.
pub async fn note(source: &Source, answered: anyhow::Result<(StatusCode, String)>) -> bool {
    match answered {
        Ok((status, _)) if status.is_success() => source.tally.serve(),
        Ok((_, said)) => {
            let reason = said.contains("HOST_FAULT").then_some(Reason::HostFault);
            source.tally.refuse(reason, || said).await;
        }
        Err(gone) => {
            source.tally.refuse(None, || gone.to_string()).await;
            return false;
        }
    }
    true
}

/// Floods with JSON calls for matches, lists, registrations and the rules.
pub fn in_json(tasks: &mut JoinSet<()>, source: Source) {
    let calls: Vec<(&str, String)> = calls(&source);
    for _ in 0..CONNECTIONS {
        let (source, calls) = (source.clone(), calls.clone());
        tasks.spawn(async move {
            loop {
                let Ok(connection) = Connection::reading(&source.target.url).await else {
                    source.tally.refuse(None, String::new).await;
                    continue;
                };
                let mut callers = JoinSet::new();
                for caller in 0..CALLS {
                    let (source, calls, connection) = (source.clone(), calls.clone(), connection.clone());
                    callers.spawn(async move {
                        for (path, body) in calls.iter().cycle().skip(caller % calls.len()) {
                            if !note(&source, connection.in_json(path, None, body.clone()).await).await {
                                return;
                            }
                        }
                    });
                }
                callers.join_all().await;
            }
        });
    }
}

/// Returns the paths and bodies of the calls.
fn calls(source: &Source) -> Vec<(&'static str, String)> {
    let dear = position(STEPS);
    let dear = serde_json::json!({ "game": dear.game, "options": dear.options, "moves": dear.moves }).to_string();
    let of_match = |id: &str| serde_json::json!({ "matchId": id }).to_string();
    let over = source.target.over.own.first().map_or_else(|| of_match(&source.target.match_id), |id| of_match(id));
    vec![
        ("referee.v1.GameService/GetPosition", dear),
        ("referee.v1.GameService/ListGames", "{}".to_owned()),
        ("referee.v1.MatchService/GetMatch", over),
        ("referee.v1.MatchService/GetMatch", of_match(&source.target.match_id)),
        ("referee.v1.MatchService/ListMatches", "{}".to_owned()),
        ("referee.v1.MatchService/ListResults", "{}".to_owned()),
        ("referee.v1.PlayerService/Register", r#"{"name":"mallory"}"#.to_owned()),
        ("referee.v1.GameService/GetPosition", "{".to_owned()),
    ]
}
