//! The connections that come in. Where the process has no file left for another one, they are closed one at a time, slowly,
//! by a file that is kept for that: whoever connects learns it, and no thread spins.

use std::{fs::File, io, net::SocketAddr, time::Duration};

use futures_util::FutureExt as _;
use rustix::net::sockopt::set_tcp_user_timeout;
use tokio::{
    net::{TcpListener, TcpStream},
    time::sleep,
};

/// How long nothing is accepted when no file was left.
const PAUSE: Duration = Duration::from_millis(50);
/// After how long a connection is closed whose peer acknowledges nothing of what was sent: one that streams over HTTP/1.1 has
/// no pings of its own.
const UNACKNOWLEDGED_WITHIN: Duration = Duration::from_secs(120);
/// Any file that there always is.
const SPARE: &str = "/dev/null";

/// How many files are kept for all that is no connection: the store, the listener, the threads, the log, and a spare one.
pub const FILES_KEPT: usize = 256;

/// The connections of a listener, for ever. What one says at once goes out at once.
pub struct Accepting {
    listener: TcpListener,
    spare: Option<File>,
}

impl Accepting {
    /// Accepts what comes to this listener.
    pub fn new(listener: TcpListener) -> Accepting {
        Accepting { listener, spare: File::open(SPARE).ok() }
    }

    /// The next connection and where it comes from. Nothing is lost where this is dropped.
    pub async fn next(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            match self.listener.accept().await.and_then(tuned) {
                Ok(accepted) => return accepted,
                Err(cause) if is_exhausted(&cause) => {
                    tracing::warn!(%cause, "a connection was closed: this process is out of file descriptors");
                    self.close_one();
                    sleep(PAUSE).await;
                }
                // It was gone before it was accepted.
                Err(cause) => tracing::debug!(%cause, "a connection was not accepted"),
            }
        }
    }

    /// Closes a connection that waits, with the file that is kept for it.
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

/// Whether it is the number of files, of this process or of the system, or memory, that another connection lacks.
fn is_exhausted(cause: &io::Error) -> bool {
    use rustix::io::Errno;
    let code = cause.raw_os_error().map(Errno::from_raw_os_error);
    [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM].into_iter().any(|lack| code == Some(lack))
}

/// How many files this process may open; `None` for any number.
pub fn files() -> Option<usize> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    limit.current.map(|most| usize::try_from(most).unwrap_or(usize::MAX))
}

/// Lets this process open as many files as it may ask for; gives how many that are.
pub fn raise_files() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // Where it is refused, the limit stays as it is, and the connections are fewer.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    files()
}

/// How many of the wanted connections the process has file descriptors for.
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
