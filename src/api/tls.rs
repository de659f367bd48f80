//! The certificate of a server and its key: read from two files, and read again when they are renewed, while connections go on.

use std::{
    fmt, fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::{MissedTickBehavior, interval};
use tokio_rustls::rustls::{
    self, ServerConfig,
    crypto::ring,
    pki_types::{
        CertificateDer, PrivateKeyDer,
        pem::{self, PemObject as _},
    },
};

use crate::bounded_file;

/// How often the files are looked at.
pub const RENEWAL_CHECKED_EVERY: Duration = Duration::from_secs(5);
/// What is spoken in TLS, the preferred one first.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];
/// The bits of a file's mode by which any user of the machine may read or change it.
const EVERYBODY: u32 = 0o006;
/// The largest certificate or key file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// Why a certificate cannot be served with.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{option} `{}`: {cause}", path.display())]
    Unreadable {
        /// The option that names the file.
        option: &'static str,
        path: PathBuf,
        cause: io::Error,
    },
    /// A file does not hold what it should.
    #[error("{option} `{}`: {found}, expected {expected}", path.display())]
    Unexpected {
        /// The option that names the file.
        option: &'static str,
        path: PathBuf,
        found: String,
        /// What should be in it.
        expected: &'static str,
    },
    /// Any user of the machine may read the key, or change it.
    #[error(
        "--tls-key `{}`: its mode is {mode:03o}, expected a key that only its owner and group can read: chmod 640",
        path.display()
    )]
    Exposed { path: PathBuf, mode: u32 },
    /// The certificate and the key do not go together.
    #[error("--tls-cert `{}` and --tls-key `{}`: {cause}", cert.display(), key.display())]
    Unusable {
        cert: PathBuf,
        key: PathBuf,
        /// What is wrong with them.
        cause: rustls::Error,
    },
}

/// What has become of the files since they were last looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewal {
    None,
    /// New connections are served with the renewed pair.
    Taken,
    /// They changed, and cannot be served with; the earlier pair stays.
    Failed,
}

/// A certificate with its key, which follows its files. Cloning gives another handle to the same.
#[derive(Clone)]
pub struct Tls(Arc<Inner>);

struct Inner {
    cert: PathBuf,
    key: PathBuf,
    current: Mutex<Current>,
}

struct Current {
    config: Arc<ServerConfig>,
    /// What the files were when they were last looked at.
    seen: Option<[Stamp; 2]>,
}

/// What tells a file from the one that replaces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    inode: u64,
    bytes: u64,
    /// Seconds and nanoseconds.
    modified: (i64, i64),
}

impl Tls {
    /// Reads a certificate (PEM, the server's own first, then those that it was issued by) and its key (PEM).
    pub fn open(cert: &Path, key: &Path) -> Result<Tls, TlsError> {
        let seen = stamps(cert, key);
        let config = read_pair(cert, key)?;
        let current = Mutex::new(Current { config: Arc::new(config), seen });
        Ok(Tls(Arc::new(Inner { cert: cert.to_owned(), key: key.to_owned(), current })))
    }

    /// What a connection that begins now is served with.
    pub fn config(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.lock().config)
    }

    /// Looks whether the files have changed, and takes the new pair if so. Reads files: not for threads that serve moves.
    pub fn renew(&self) -> Renewal {
        let Inner { cert, key, .. } = &*self.0;
        // Looked at before they are read: what is written meanwhile is found by the next look.
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

    /// Looks for renewals for ever, every [`RENEWAL_CHECKED_EVERY`].
    pub async fn follow(self) {
        let mut look = interval(RENEWAL_CHECKED_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            self.renew();
        }
    }

    /// The lock is held to copy a handle and never across an await; what is under it is never half changed.
    fn lock(&self) -> MutexGuard<'_, Current> {
        self.0.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tls").field("cert", &self.0.cert).field("key", &self.0.key).finish_non_exhaustive()
    }
}

/// `None` while one of them is not there, as between the two steps of a replacement.
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
        // The error of a PEM reader may have a line of the key in it.
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
