//! Serves metrics: `GET /metrics` over HTTP/1.1, on a separate address for the host.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::timeout,
};

use super::metrics;

/// Maximum concurrent connections; further ones wait to be accepted.
const MAX_CONNECTIONS: usize = 16;
/// Maximum size of the head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 8 * 1024;
/// Time limit for reading a request and sending its answer.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Pause after a failed attempt to accept a connection.
const PAUSE: Duration = Duration::from_millis(100);

pub async fn export(listener: TcpListener) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        // `acquire_owned` fails only for a closed semaphore, and nothing closes this one.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((connection, _)) => {
                tokio::spawn(async move {
                    // A caller that disconnected or was too slow needs no answer.
                    let _ = timeout(ANSWERED_WITHIN, answer(connection)).await;
                    drop(place);
                });
            }
            Err(cause) => {
                tracing::debug!(%cause, "failed to accept a connection for metrics");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

async fn answer(mut connection: TcpStream) -> io::Result<()> {
    let mut head = Vec::with_capacity(1024);
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        if head.len() > MAX_HEAD_BYTES || connection.read_buf(&mut head).await? == 0 {
            return Ok(());
        }
    }
    let asked = head.split(|byte| *byte == b'\r').next().unwrap_or_default();
    let (status, kind, body) = match asked.splitn(3, |byte| *byte == b' ').take(2).collect::<Vec<_>>().as_slice() {
        [b"GET", b"/metrics"] => ("200 OK", CONTENT_TYPE, metrics().text()),
        [b"GET", _] => ("404 Not Found", "text/plain", "the metrics are at /metrics\n".to_owned()),
        _ => ("405 Method Not Allowed", "text/plain", "expected GET /metrics\n".to_owned()),
    };
    let length = body.len();
    let said = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    connection.write_all(said.as_bytes()).await?;
    connection.shutdown().await
}
