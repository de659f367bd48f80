//! The server's certificate and key. They are read from two files, and reloaded when these change,
//! without interrupting connections.

use std::{
    fmt, fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use referee_os::bounded_file;
use tokio::time::{MissedTickBehavior, interval};
use tokio_rustls::rustls::{
    self, ServerConfig,
    crypto::ring,
    pki_types::{
        CertificateDer, PrivateKeyDer,
        pem::{self, PemObject as _},
    },
};

/// Interval between checks for changed files.
pub const RENEWAL_CHECKED_EVERY: Duration = Duration::from_secs(5);
/// ALPN protocols, preferred first.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];
/// Bits of a file's mode that let any user read or change the file.
const EVERYBODY: u32 = 0o006;
/// Maximum size of a certificate or key file in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The reason why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file is unreadable.
    #[error("{option} `{}`: {cause}", path.display())]
    Unreadable {
        /// Option that names this file.
        option: &'static str,
        path: PathBuf,
        cause: io::Error,
    },
    /// A file has the wrong content.
    #[error("{option} `{}`: {found}, expected {expected}", path.display())]
    Unexpected {
        /// Option that names this file.
        option: &'static str,
        path: PathBuf,
        found: String,
        /// The expected content.
        expected: &'static str,
    },
    /// Any user of the machine may read or change the key.
    #[error(
        "--tls-key `{}`: mode {mode:03o}, expected a key that only its owner and group can read: chmod 640",
        path.display()
    )]
    Exposed { path: PathBuf, mode: u32 },
    /// The certificate and the key do not match.
    #[error("--tls-cert `{}` and --tls-key `{}`: {cause}", cert.display(), key.display())]
    Unusable { cert: PathBuf, key: PathBuf, cause: rustls::Error },
}

/// The result of a check for renewed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    None,
    /// New connections use the new pair.
    Taken,
    /// A changed file is invalid, so the old pair stays in use.
    Failed,
}

/// A certificate with its key, reloaded when their files change. Clones share them.
#[derive(Clone)]
pub struct Tls(Arc<Inner>);

struct Inner {
    cert: PathBuf,
    key: PathBuf,
    current: Mutex<Current>,
}

struct Current {
    config: Arc<ServerConfig>,
    /// State of the files at the last check.
    seen: Option<[Stamp; 2]>,
}

/// A stamp that tells a file from one that replaced it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    inode: u64,
    bytes: u64,
    /// Time of the last change in seconds and nanoseconds.
    modified: (i64, i64),
}

impl Tls {
    /// Reads a certificate chain (PEM, the server's certificate first) and its key (PEM).
    pub fn open(cert: &Path, key: &Path) -> Result<Tls, TlsError> {
        let seen = stamps(cert, key);
        let config = read_pair(cert, key)?;
        let current = Mutex::new(Current { config: Arc::new(config), seen });
        Ok(Tls(Arc::new(Inner { cert: cert.to_owned(), key: key.to_owned(), current })))
    }

    /// Returns the configuration for a new connection.
    pub fn config(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.lock().config)
    }

    /// Reloads changed files. Reads from disk, so do not call this on threads that serve moves.
    pub fn renew(&self) -> Renewal {
        let Inner { cert, key, .. } = &*self.0;
        // The files are stamped before they are read, so the next check finds a change during the
        // read.
        let seen = stamps(cert, key);
        if seen.is_none() || seen == self.lock().seen {
            return Renewal::None;
        }
        let read = read_pair(cert, key);
        let mut current = self.lock();
        current.seen = seen;
        match read {
            Ok(config) => {
                current.config = Arc::new(config);
                tracing::info!(cert = %cert.display(), "serving the renewed certificate");
                Renewal::Taken
            }
            Err(error) => {
                tracing::error!(%error, "the renewed certificate is invalid; keeping the old one");
                Renewal::Failed
            }
        }
    }

    /// Checks for renewals forever, every [`RENEWAL_CHECKED_EVERY`].
    pub async fn follow(self) {
        let mut look = interval(RENEWAL_CHECKED_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            self.renew();
        }
    }

    /// Locks the certificate and key. The lock is held briefly, never across an await, and never
    /// protects a half-made change.
    fn lock(&self) -> MutexGuard<'_, Current> {
        self.0.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("cert", &self.0.cert).field("key", &self.0.key).finish_non_exhaustive()
    }
}

/// Returns the stamps of both files; `None` while one is missing, as during a replacement.
fn stamps(cert: &Path, key: &Path) -> Option<[Stamp; 2]> {
    let stamp = |path: &Path| {
        let metadata = fs::metadata(path).ok()?;
        let modified = (metadata.mtime(), metadata.mtime_nsec());
        Some(Stamp { inode: metadata.ino(), bytes: metadata.len(), modified })
    };
    Some([stamp(cert)?, stamp(key)?])
}

fn read_pair(cert: &Path, key: &Path) -> Result<ServerConfig, TlsError> {
    let chain = read_chain(cert)?;
    let private = read_key(key)?;
    let unusable = |cause| TlsError::Unusable { cert: cert.to_owned(), key: key.to_owned(), cause };
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .map_err(unusable)?;
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
    Ok(config)
}

fn read_chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    const OPTION: &str = "--tls-cert";
    const EXPECTED: &str = "PEM with the server's certificate first";
    let text = read(OPTION, path)?;
    let chain: Result<Vec<_>, pem::Error> = CertificateDer::pem_slice_iter(&text).collect();
    let unexpected = |found| TlsError::Unexpected { option: OPTION, path: path.to_owned(), found, expected: EXPECTED };
    let chain = chain.map_err(|bad| unexpected(format!("not PEM ({bad})")))?;
    if chain.is_empty() {
        return Err(unexpected("no certificate in it".to_owned()));
    }
    Ok(chain)
}

fn read_key(path: &Path) -> Result<PrivateKeyDer<'static>, TlsError> {
    const OPTION: &str = "--tls-key";
    let unreadable = |cause| TlsError::Unreadable { option: OPTION, path: path.to_owned(), cause };
    let mode = fs::metadata(path).map_err(unreadable)?.mode() & 0o777;
    if mode & EVERYBODY != 0 {
        return Err(TlsError::Exposed { path: path.to_owned(), mode });
    }
    let text = read(OPTION, path)?;
    PrivateKeyDer::from_pem_slice(&text).map_err(|bad| {
        // The error of a PEM reader may contain a line of the key, so it is not shown.
        let found = match bad {
            pem::Error::NoItemsFound => "no private key in it",
            _ => "not PEM",
        };
        let (path, found) = (path.to_owned(), found.to_owned());
        TlsError::Unexpected { option: OPTION, path, found, expected: "PEM with a private key" }
    })
}

fn read(option: &'static str, path: &Path) -> Result<Vec<u8>, TlsError> {
    let unreadable = |cause| TlsError::Unreadable { option, path: path.to_owned(), cause };
    bounded_file::read(path, MAX_FILE_BYTES).map_err(unreadable)
}
