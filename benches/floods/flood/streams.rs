//! Connections and streams that occupy places, but send or read nothing.

use std::time::Duration;

use prost::Message;
use referee_client::pb::{
    GetRecordRequest, ListFramesRequest, ResumePoint, WatchLobbyRequest, WatchMatchRequest, WatchMatchesRequest,
    WatchResultsRequest,
};
use tokio::{net::TcpStream, task::JoinSet, time::sleep};

use super::{Source, raw::Connection};

/// Number of idle connections.
const IDLE: usize = 1_000;
/// Number of unread streams with a token, and also of those without.
const UNREAD: usize = 300;
/// Number of unread streams per connection.
const UNREAD_ON_ONE: usize = 75;
/// Maximum number of matches in one stream that watches several.
const MATCHES_A_STREAM: usize = 100;
/// Delay before ended streams are opened again.
const AGAIN: Duration = Duration::from_secs(1);

/// Opens connections and sends nothing on them.
pub fn idle(tasks: &mut JoinSet<()>, source: Source) {
    tasks.spawn(async move {
        let address = source.target.url.trim_start_matches("http://").to_owned();
        let mut open = Vec::new();
        for _ in 0..IDLE {
            open.extend(TcpStream::connect(&address).await.inspect(|_| source.tally.serve()));
        }
        std::future::pending::<()>().await;
    });
}

/// Opens connections that answer pings, each with a stream that watches an idle match, if the
/// server allows it. Every other connection has a token.
pub fn idle_streams(tasks: &mut JoinSet<()>, source: Source) {
    tasks.spawn(async move {
        let mut open = Vec::new();
        for number in 0..IDLE {
            let Ok(connection) = Connection::reading(&source.target.url).await else { continue };
            let token = (number % 2 == 0).then_some(&*source.target.token);
            let watch = WatchMatchRequest { match_id: source.target.match_id.clone(), after_seq: 0 };
            if let Ok(stream) =
                connection.call("referee.v1.MatchService/WatchMatch", token, &watch.encode_to_vec()).await
            {
                source.tally.serve();
                open.push((connection, stream));
            }
        }
        std::future::pending::<()>().await;
    });
}

/// Opens streams of every kind on connections that read no byte of them.
pub fn unread(tasks: &mut JoinSet<()>, source: Source) {
    for token in [None, Some(source.target.token.clone())] {
        for _ in 0..UNREAD / UNREAD_ON_ONE {
            let (source, token) = (source.clone(), token.clone());
            tasks.spawn(async move {
                loop {
                    if open_unread(&source, token.as_deref()).await.is_err() {
                        source.tally.refuse(None, String::new).await;
                    }
                    sleep(AGAIN).await;
                }
            });
        }
    }
}

/// Opens a connection with many streams, and holds each stream until the server ends it.
async fn open_unread(source: &Source, token: Option<&str>) -> anyhow::Result<()> {
    let connection = Connection::open(&source.target.url, 0).await?;
    for number in 0..UNREAD_ON_ONE {
        let (path, message) = unread_call(source, number);
        let (answer, _) = connection.call(path, token, &message).await?;
        let source = source.clone();
        tokio::spawn(async move {
            match answer.await {
                Ok(answer) if !answer.body().is_end_stream() => {
                    source.tally.serve();
                    // The window is zero, so no byte of the body can arrive.
                    let mut body = answer.into_body();
                    while let Some(Ok(_)) = body.data().await {}
                }
                // The server rejected a stream that ended at once.
                _ => source.tally.refuse(None, String::new).await,
            }
        });
    }
    Ok(())
}

/// Returns the call for a stream, of all kinds in turn, for finished matches and a live one.
fn unread_call(source: &Source, number: usize) -> (&'static str, Vec<u8>) {
    let target = &source.target;
    let matches: Vec<&String> = target.over.long().chain([&target.match_id]).collect();
    let match_id = matches[number % matches.len()].clone();
    match number % 6 {
        0 => ("referee.v1.MatchService/WatchMatch", WatchMatchRequest { match_id, after_seq: 0 }.encode_to_vec()),
        1 => {
            let point = |id: &&String| ResumePoint { match_id: (*id).clone(), after_seq: 0 };
            let matches = matches.iter().take(MATCHES_A_STREAM).map(point).collect();
            let watch = WatchMatchesRequest { matches, ..WatchMatchesRequest::default() };
            ("referee.v1.MatchService/WatchMatches", watch.encode_to_vec())
        }
        2 => ("referee.v1.ChallengeService/WatchLobby", WatchLobbyRequest {}.encode_to_vec()),
        3 => ("referee.v1.MatchService/WatchResults", WatchResultsRequest::default().encode_to_vec()),
        4 => ("referee.v1.MatchService/GetRecord", GetRecordRequest { match_id }.encode_to_vec()),
        _ => {
            let frames = ListFramesRequest { match_id, round: Some(1), ..ListFramesRequest::default() };
            ("referee.v1.MatchService/ListFrames", frames.encode_to_vec())
        }
    }
}
