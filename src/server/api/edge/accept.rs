//! Accepts connections. If no file descriptor is free, uses a spare one to close waiting
//! connections one by one, so that clients notice and no thread spins.

use std::{fs::File, io, net::SocketAddr, time::Duration};

use futures_util::FutureExt as _;
use rustix::net::sockopt::set_tcp_user_timeout;
use tokio::{
    net::{TcpListener, TcpStream},
    time::sleep,
};

/// Pause after running out of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);
/// Time after which a connection is closed if its peer acknowledges nothing. A stream over HTTP/1.1
/// has no pings of its own.
const UNACKNOWLEDGED_WITHIN: Duration = Duration::from_secs(120);
/// Path of a file that always exists.
const SPARE: &str = "/dev/null";

/// File descriptors reserved for everything except connections: the store, the listener, threads,
/// the log, and a spare one.
pub const FILES_KEPT: usize = 256;

/// The connections of a listener. Nagle's algorithm is off for them.
pub struct Accepting {
    listener: TcpListener,
    spare: Option<File>,
}

impl Accepting {
    /// Accepts connections from this listener.
    pub fn new(listener: TcpListener) -> Accepting {
        Accepting { listener, spare: File::open(SPARE).ok() }
    }

    /// Returns the next connection and its address. Cancel-safe.
    pub async fn next(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            match self.listener.accept().await.and_then(tuned) {
                Ok(accepted) => return accepted,
                Err(cause) if is_exhausted(&cause) => {
                    tracing::warn!(%cause, "a connection was closed: this process is out of file descriptors");
                    self.close_one();
                    sleep(PAUSE).await;
                }
                // The client disconnected before it was accepted.
                Err(cause) => tracing::debug!(%cause, "a connection was not accepted"),
            }
        }
    }

    /// Closes a waiting connection, which gets the spare file descriptor for that moment.
    fn close_one(&mut self) {
        self.spare = None;
        drop(self.listener.accept().now_or_never());
        self.spare = File::open(SPARE).ok();
    }
}

fn tuned((connection, peer): (TcpStream, SocketAddr)) -> io::Result<(TcpStream, SocketAddr)> {
    connection.set_nodelay(true)?;
    set_tcp_user_timeout(&connection, UNACKNOWLEDGED_WITHIN.as_millis() as u32)?;
    Ok((connection, peer))
}

/// Returns whether an error means that file descriptors or memory are exhausted.
fn is_exhausted(cause: &io::Error) -> bool {
    use rustix::io::Errno;
    let code = cause.raw_os_error().map(Errno::from_raw_os_error);
    [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM].into_iter().any(|lack| code == Some(lack))
}

/// Returns the maximum open files of this process; `None` for no limit.
pub fn files() -> Option<usize> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    limit.current.map(|most| usize::try_from(most).unwrap_or(usize::MAX))
}

/// Raises the file limit to the maximum allowed, and returns it.
pub fn raise_files() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // If this is refused, the old limit stays, and fewer connections fit.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    files()
}

/// Returns the number of connections, reduced to the available file descriptors.
pub fn within_files(connections: usize, files: Option<usize>) -> usize {
    let Some(files) = files else { return connections };
    connections.min(files.saturating_sub(FILES_KEPT).max(files / 2)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_all_else() {
        assert_eq!(within_files(20_000, None), 20_000);
        assert_eq!(within_files(20_000, Some(1_048_576)), 20_000);
        assert_eq!(within_files(20_000, Some(1_024)), 768);
        assert_eq!(within_files(20_000, Some(64)), 32);
    }
}
