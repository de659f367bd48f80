//! Incoming connections: accepts each, counts it, identifies the client behind a proxy, and secures
//! it by TLS. All connections do this concurrently, each with its own time limit. A client that
//! does not speak TLS gets an answer in its own protocol.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use futures_util::{Stream, stream};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    runtime::Handle,
    task::JoinSet,
    time::timeout,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};
use tokio_util::either::Either;

use super::{
    accept::Accepting,
    connection_limits::{Admitted, ConnectionLimits, Entered, Peer},
    forwarded::{Forwarding, Network},
    proxy_protocol::read_header,
    tls::Tls,
    write_coalescing::CoalescedWrites,
};
use crate::api::settings::Settings;

/// A connection that is ready to serve.
pub type Connection = CoalescedWrites<Admitted<Transport>>;
type Transport = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// First byte of every TLS connection: a handshake record.
const HANDSHAKE: u8 = 0x16;
const HTTP2: &[u8] = b"PRI";
/// Answer to a client that does not speak TLS.
const SPEAK_TLS: &str = "this port speaks TLS: call https:// instead of http://";
/// Maximum bytes and time spent reading from a client that does not speak TLS, so that it receives
/// the answer before the connection closes.
const MAX_DRAINED_BYTES: u64 = 64 * 1024;
const DRAINED_WITHIN: Duration = Duration::from_secs(1);

pub struct Incoming {
    accepting: Accepting,
    entrance: Entrance,
    handshake_within: Duration,
    /// Runtime for handshakes, to keep them off the threads that serve moves.
    workers: Handle,
    /// Handshakes in progress. Each has a place, so the number of connections limits them.
    shaking: JoinSet<Option<Connection>>,
}

/// What a connection needs to enter. Clones share the state.
#[derive(Clone)]
struct Entrance {
    limits: ConnectionLimits,
    proxies: Arc<[Network]>,
    forwarding: Arc<Forwarding>,
    tls: Option<Tls>,
}

impl Incoming {
    /// Creates the connections of a listener. Each gets a place in `limits`, and TLS if there is a
    /// certificate.
    pub fn new(listener: TcpListener, limits: ConnectionLimits, settings: &Settings, workers: Handle) -> Incoming {
        let entrance = Entrance {
            limits,
            proxies: settings.proxy_protocol_from.clone().into(),
            forwarding: Arc::new(settings.forwarding.clone()),
            tls: settings.tls.clone(),
        };
        let (accepting, shaking) = (Accepting::new(listener), JoinSet::new());
        Incoming { accepting, entrance, handshake_within: settings.handshake_within, workers, shaking }
    }

    /// Returns the connections as an endless stream.
    pub fn stream(self) -> impl Stream<Item = io::Result<Connection>> + Send {
        stream::unfold(self, |mut incoming| async move {
            let connection = incoming.next().await;
            Some((Ok(connection), incoming))
        })
    }

    async fn next(&mut self) -> Connection {
        loop {
            let connection = tokio::select! {
                (connection, peer) = self.accepting.next() => self.begin(connection, peer),
                Some(shaken) = self.shaking.join_next() => shaken.ok().flatten(),
            };
            if let Some(connection) = connection {
                return connection;
            }
        }
    }

    /// Returns the connection if it can enter without waiting.
    fn begin(&mut self, connection: TcpStream, peer: SocketAddr) -> Option<Connection> {
        let entered = self.entrance.limits.enter()?;
        let is_through_proxy = self.entrance.proxies.iter().any(|network| network.contains(peer.ip()));
        if self.entrance.tls.is_none() && !is_through_proxy {
            return self.entrance.seat(Either::Left(connection), entered, peer);
        }
        let (entrance, within) = (self.entrance.clone(), self.handshake_within);
        let entering = async move {
            let Ok(entered) = timeout(within, entrance.enter(connection, entered, peer, is_through_proxy)).await else {
                tracing::debug!(%peer, "a connection was closed (limit `handshake_within`)");
                return None;
            };
            entered.unwrap_or_else(|cause| {
                tracing::debug!(%peer, %cause, "a connection was closed before its first request");
                None
            })
        };
        self.shaking.spawn_on(entering, &self.workers);
        None
    }
}

impl Entrance {
    /// Identifies the origin of the connection, takes its place, and secures it.
    async fn enter(
        self,
        mut connection: TcpStream,
        entered: Entered,
        from: SocketAddr,
        is_through_proxy: bool,
    ) -> io::Result<Option<Connection>> {
        let peer = if is_through_proxy { read_header(&mut connection).await?.unwrap_or(from) } else { from };
        let Some(tls) = &self.tls else { return Ok(self.seat(Either::Left(connection), entered, peer)) };
        let Some(place) = self.limits.admit(entered, self.peer(peer)) else { return Ok(None) };
        let secured = secured(connection, tls).await?;
        Ok(Some(CoalescedWrites::new(place.occupy(Either::Right(Box::new(secured))))))
    }

    /// Puts the connection into its place; `None` if no place is free.
    fn seat(&self, connection: Transport, entered: Entered, peer: SocketAddr) -> Option<Connection> {
        let place = self.limits.admit(entered, self.peer(peer))?;
        Some(CoalescedWrites::new(place.occupy(connection)))
    }

    fn peer(&self, address: SocketAddr) -> Peer {
        Peer { address, is_proxy: self.forwarding.trusts(address.ip()) }
    }
}

async fn secured(connection: TcpStream, tls: &Tls) -> io::Result<TlsStream<TcpStream>> {
    let mut first = [0; HTTP2.len()];
    let came = connection.peek(&mut first).await?;
    if came > 0 && first[0] != HANDSHAKE {
        refuse_in_clear(connection, &first[..came]).await?;
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the peer does not speak TLS"));
    }
    TlsAcceptor::from(tls.config()).accept(connection).await
}

/// Tells a client that speaks plain HTTP to use TLS.
async fn refuse_in_clear(mut connection: TcpStream, first: &[u8]) -> io::Result<()> {
    let answer = if first == HTTP2 { http2_refusal() } else { http1_refusal() };
    connection.write_all(&answer).await?;
    connection.shutdown().await?;
    // If data arrives after the close, the connection is reset, and the answer could be lost.
    let drained = async {
        let mut rest = (&mut connection).take(MAX_DRAINED_BYTES);
        tokio::io::copy(&mut rest, &mut tokio::io::sink()).await
    };
    let _ = timeout(DRAINED_WITHIN, drained).await;
    Ok(())
}

fn http1_refusal() -> Vec<u8> {
    let length = SPEAK_TLS.len() + 1;
    format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n\
         {SPEAK_TLS}\n"
    )
    .into_bytes()
}

/// Returns an answer in HTTP/2: settings, and a GOAWAY with `INADEQUATE_SECURITY` and a text (RFC
/// 9113, 6.5 and 6.8).
fn http2_refusal() -> Vec<u8> {
    const FRAME_HEAD: [u8; 6] = [7, 0, 0, 0, 0, 0];
    const LAST_STREAM: [u8; 4] = [0; 4];
    const INADEQUATE_SECURITY: [u8; 4] = [0, 0, 0, 0xc];
    let mut said = vec![0, 0, 0, 4, 0, 0, 0, 0, 0];
    let length = (LAST_STREAM.len() + INADEQUATE_SECURITY.len() + SPEAK_TLS.len()) as u32;
    said.extend_from_slice(&length.to_be_bytes()[1..]);
    said.extend_from_slice(&FRAME_HEAD);
    said.extend_from_slice(&LAST_STREAM);
    said.extend_from_slice(&INADEQUATE_SECURITY);
    said.extend_from_slice(SPEAK_TLS.as_bytes());
    said
}
