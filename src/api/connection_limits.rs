//! Who may connect: a bounded number of connections, in all and from each address, each of which says something soon.
//!
//! HTTP/2 asks a connection that has begun whether it is there, and HTTP/1 has a limit for the head of a request; what is
//! left is whoever connects and does not even begin.

use std::{
    collections::BTreeMap,
    io::{self, ErrorKind, IoSlice},
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep, sleep_until},
};
use tonic::transport::server::{Connected, TcpConnectInfo};

use super::{
    accept::within_files,
    pacing::{Pacing, Pause, Rest},
    settings::Settings,
    stream_limits::network,
};

/// How many bytes a connection has begun with: the preface of HTTP/2; no request of HTTP/1 that can be served is shorter.
const FIRST_BYTES: usize = 24;

/// How many addresses it takes to fill the server with connections.
const PARTS: usize = 4;

/// The gate of one server.
#[derive(Clone)]
pub struct ConnectionLimits {
    most: usize,
    most_per_address: usize,
    first_bytes_within: Duration,
    inside: Arc<Mutex<Inside>>,
    pacing: Pacing,
}

#[derive(Default)]
struct Inside {
    all: usize,
    of_address: BTreeMap<IpAddr, usize>,
}

/// A connection that was let in. It gives its place back when it is dropped.
pub struct Admitted<T> {
    transport: T,
    /// Until the connection has begun.
    opening: Option<Opening>,
    /// While it is not read, because its caller calls too fast.
    resting: Option<Pin<Box<Sleep>>>,
    place: Place,
}

struct Opening {
    came: usize,
    deadline: Pin<Box<Sleep>>,
}

struct Place {
    inside: Arc<Mutex<Inside>>,
    pacing: Pacing,
    peer: Option<SocketAddr>,
    rest: Rest,
}

impl ConnectionLimits {
    /// The gate of a server with these settings, in a process that may open so many files. Unless the settings say more, one
    /// address has a quarter of the connections, so that there is room for others.
    pub fn new(settings: &Settings, files: Option<usize>, pacing: Pacing) -> ConnectionLimits {
        let most = within_files(settings.connections, files);
        let most_per_address = settings.connections_per_address.unwrap_or(most / PARTS).clamp(1, most);
        tracing::info!(most, most_per_address, files, "connections are let in");
        let first_bytes_within = settings.first_bytes_within;
        ConnectionLimits { most, most_per_address, first_bytes_within, inside: Arc::default(), pacing }
    }

    /// Lets a connection in; `None` closes it, and the log says which limit was reached.
    pub fn admit<T: Connected<ConnectInfo = TcpConnectInfo>>(&self, transport: T) -> Option<Admitted<T>> {
        let peer = transport.connect_info().remote_addr();
        let address = peer.map(|peer| network(peer.ip()));
        let mut inside = lock(&self.inside);
        let Inside { all, of_address } = &mut *inside;
        if *all >= self.most {
            tracing::debug!(?address, most = self.most, "a connection was closed (limit `connections`)");
            return None;
        }
        if let Some(address) = address {
            let here = of_address.entry(address).or_default();
            if *here >= self.most_per_address {
                let most = self.most_per_address;
                tracing::debug!(%address, most, "a connection was closed (limit `connections_per_address`)");
                return None;
            }
            *here += 1;
        }
        *all += 1;
        let opening = Opening { came: 0, deadline: Box::pin(sleep(self.first_bytes_within)) };
        let rest = peer.map(|peer| self.pacing.connected(peer)).unwrap_or_default();
        let place = Place { inside: Arc::clone(&self.inside), pacing: self.pacing.clone(), peer, rest };
        Some(Admitted { transport, opening: Some(opening), resting: None, place })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = lock(&self.inside);
        inside.all = inside.all.saturating_sub(1);
        let Some(peer) = self.peer else { return };
        self.pacing.disconnected(peer, &self.rest);
        let address = network(peer.ip());
        let Some(here) = inside.of_address.get_mut(&address) else { return };
        *here -= 1;
        if *here == 0 {
            inside.of_address.remove(&address);
        }
    }
}

/// The lock is held for a lookup and never across an await; what is under it is never half changed.
fn lock(inside: &Mutex<Inside>) -> MutexGuard<'_, Inside> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
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
            tracing::debug!("a connection said too little in its first seconds (limit `first_bytes_within`)");
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

impl<T: Connected> Connected for Admitted<T> {
    type ConnectInfo = T::ConnectInfo;

    fn connect_info(&self) -> T::ConnectInfo {
        self.transport.connect_info()
    }
}
