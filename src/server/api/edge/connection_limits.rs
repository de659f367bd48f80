//! Limits connections in total and per address. A connection must also send its first bytes soon.
//!
//! HTTP/2 has keep-alive pings, and HTTP/1 limits the time of a request head. These limits also
//! cover clients that connect and never send anything.

use std::{
    io::{self, ErrorKind, IoSlice},
    net::{IpAddr, SocketAddr},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use referee_os::metrics::{Counted, metrics};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep, sleep_until},
};
use tonic::transport::server::Connected;

use super::accept::within_files;
use crate::api::{
    admission::{
        pacing::{Pacing, Pause, Rest},
        stream_limits::network,
    },
    settings::Settings,
};
use crate::hall::limits::gauge::{Gauge, Taken};

/// Number of bytes after which a connection has started: the length of the HTTP/2 preface. No
/// HTTP/1 request is shorter.
const FIRST_BYTES: usize = 24;

/// Number of addresses that are needed to use all connections of the server.
const PARTS: usize = 4;

/// The connection limits of a server.
#[derive(Clone)]
pub struct ConnectionLimits {
    most: usize,
    most_per_address: usize,
    first_bytes_within: Duration,
    /// Number of connections, in total and per address.
    inside: Gauge<Option<IpAddr>>,
    pacing: Pacing,
}

/// An accepted connection. Dropping it frees the place.
pub struct Admitted<T> {
    transport: T,
    /// The wait for the first bytes; `None` once the connection has started.
    opening: Option<Opening>,
    /// The pause of reading, because the caller exceeds its rate; `None` without a pause.
    resting: Option<Pin<Box<Sleep>>>,
    place: Place,
}

struct Opening {
    came: usize,
    deadline: Pin<Box<Sleep>>,
}

/// The place of a connection, freed when dropped.
pub struct Place {
    _entered: Entered,
    /// The place among the connections of the address. `None` for the connection of a proxy, which
    /// many callers share.
    _of_address: Option<Taken<Option<IpAddr>>>,
    pacing: Pacing,
    peer: Peer,
    rest: Rest,
    first_bytes_within: Duration,
}

/// The place of a connection among all connections, freed when dropped.
pub struct Entered {
    _inside: Taken<Option<IpAddr>>,
    _counted: Counted,
}

/// The origin of a connection. It is stored in the extensions of its requests.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// Address of the connection, or the address in a trusted header of the PROXY protocol.
    pub address: SocketAddr,
    /// Whether the peer is a proxy whose requests name their callers.
    pub is_proxy: bool,
}

impl ConnectionLimits {
    /// Creates the limits for a process with `files` file descriptors. By default, one address may
    /// have a quarter of the connections.
    pub fn new(settings: &Settings, files: Option<usize>, pacing: Pacing) -> ConnectionLimits {
        let most = within_files(settings.connections, files);
        let most_per_address = settings.connections_per_address.unwrap_or(most / PARTS).clamp(1, most);
        tracing::info!(most, most_per_address, files, "connections");
        let first_bytes_within = settings.first_bytes_within;
        ConnectionLimits { most, most_per_address, first_bytes_within, inside: Gauge::default(), pacing }
    }

    /// Takes a place for a connection whose origin is not known yet. Returns `None`, and logs this,
    /// if the connection must be closed.
    pub fn enter(&self) -> Option<Entered> {
        let Ok(_inside) = self.inside.take(1, &[(None, self.most)]) else {
            tracing::debug!(most = self.most, "a connection was closed (limit `connections`)");
            return None;
        };
        Some(Entered { _inside, _counted: Counted::in_gauge(&metrics().connections) })
    }

    /// Takes a place for a connection of `peer` among the connections of its address. Returns
    /// `None`, and logs this, if the connection must be closed.
    pub fn admit(&self, _entered: Entered, peer: Peer) -> Option<Place> {
        let address = (!peer.is_proxy).then(|| network(peer.address.ip()));
        let most = self.most_per_address;
        let Ok(_of_address) = address.map(|_| self.inside.take(1, &[(address, most)])).transpose() else {
            tracing::debug!(?address, most, "a connection was closed (limit `connections_per_address`)");
            return None;
        };
        let (pacing, rest) = (self.pacing.clone(), self.pacing.connected(peer.address));
        Some(Place { _entered, _of_address, pacing, peer, rest, first_bytes_within: self.first_bytes_within })
    }
}

impl Place {
    /// Puts a connection into its place. From now on, its first bytes must come within the time
    /// limit.
    pub fn occupy<T>(self, transport: T) -> Admitted<T> {
        let opening = Opening { came: 0, deadline: Box::pin(sleep(self.first_bytes_within)) };
        Admitted { transport, opening: Some(opening), resting: None, place: self }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.pacing.disconnected(self.peer.address, &self.rest);
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Admitted<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        match this.place.rest.take() {
            Pause::Not => {}
            Pause::Until(until) => this.resting = Some(Box::pin(sleep_until(until))),
            Pause::Close => {
                tracing::debug!("a connection was closed (limit `calls_per_second`)");
                return Poll::Ready(Err(ErrorKind::ConnectionAborted.into()));
            }
        }
        if let Some(resting) = &mut this.resting {
            ready!(resting.as_mut().poll(cx));
            this.resting = None;
        }
        let Some(opening) = &mut this.opening else {
            return Pin::new(&mut this.transport).poll_read(cx, buffer);
        };
        if opening.deadline.as_mut().poll(cx).is_ready() {
            tracing::debug!("a connection sent too little in its first seconds (limit `first_bytes_within`)");
            return Poll::Ready(Err(ErrorKind::TimedOut.into()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.transport).poll_read(cx, buffer))?;
        opening.came += buffer.filled().len() - before;
        if opening.came >= FIRST_BYTES {
            this.opening = None;
        }
        Poll::Ready(Ok(()))
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Admitted<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.transport).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.transport).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.transport.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.transport).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.transport).poll_shutdown(cx)
    }
}

impl<T> Connected for Admitted<T> {
    type ConnectInfo = Peer;

    fn connect_info(&self) -> Peer {
        self.place.peer
    }
}
