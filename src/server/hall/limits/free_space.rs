//! Checks the free disk space of the data directory. Below a minimum no match opens, but live
//! matches continue.

use std::{
    io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use referee_law::Refusal;
use referee_os::metrics::metrics;
use tokio::{task::spawn_blocking, time::sleep};

/// Interval between measurements.
pub const LOOK_EVERY: Duration = Duration::from_secs(5);

/// A monitor of free disk space. Clones share it; measuring stops with the last clone.
#[derive(Clone, Debug)]
pub struct FreeSpace {
    seen: Arc<Seen>,
}

#[derive(Debug)]
struct Seen {
    least: u64,
    free: AtomicU64,
}

impl FreeSpace {
    /// Measures with `read` now and every [`LOOK_EVERY`]. Fewer than `least` bytes are too few.
    /// Must be called in a runtime. Fails if the first measurement fails; a later failure keeps the
    /// last value.
    pub async fn watch(
        least: u64,
        read: impl Fn() -> io::Result<u64> + Send + Sync + 'static,
    ) -> io::Result<FreeSpace> {
        let read = Arc::new(read);
        let first = look(&read).await?;
        let seen = Arc::new(Seen { least, free: AtomicU64::new(u64::MAX) });
        seen.note(first);
        let watched = Arc::downgrade(&seen);
        tokio::spawn(async move {
            loop {
                sleep(LOOK_EVERY).await;
                let looked = look(&read).await;
                let Some(seen) = watched.upgrade() else { return };
                match looked {
                    Ok(free) => seen.note(free),
                    Err(error) => tracing::warn!(%error, "failed to read the free space"),
                }
            }
        });
        Ok(FreeSpace { seen })
    }

    /// Fails with [`Reason::Limit`](referee_law::Reason) if there is too little space for a new
    /// match.
    pub fn is_enough(&self) -> Result<(), Refusal> {
        let Seen { least, free } = &*self.seen;
        if free.load(Ordering::Relaxed) >= *least {
            return Ok(());
        }
        let text = "the server has too little disk space to open a match; live matches continue";
        Err(Refusal::limit("min_free_mib", least >> 20, text).retry_after(LOOK_EVERY))
    }

    /// Returns the minimum of free bytes.
    pub fn least(&self) -> u64 {
        self.seen.least
    }
}

impl Seen {
    fn note(&self, free: u64) {
        let before = self.free.swap(free, Ordering::Relaxed);
        metrics().free_bytes.set(i64::try_from(free).unwrap_or(i64::MAX));
        match (before < self.least, free < self.least) {
            (false, true) => tracing::warn!(free, least = self.least, "disk space is low: no match is opened"),
            (true, false) => tracing::info!(free, least = self.least, "disk space is sufficient again"),
            _ => {}
        }
    }
}

async fn look(read: &Arc<impl Fn() -> io::Result<u64> + Send + Sync + 'static>) -> io::Result<u64> {
    let read = Arc::clone(read);
    // A file system may be slow, so this runs on a thread that may block.
    spawn_blocking(move || read()).await.map_err(io::Error::other)?
}

/// Returns a function that measures how many bytes this process may still write to the file system
/// of a directory.
pub fn free_in(directory: PathBuf) -> impl Fn() -> io::Result<u64> + Send + Sync + 'static {
    move || {
        let stat = rustix::fs::statvfs(&directory)?;
        Ok(stat.f_bavail.saturating_mul(stat.f_frsize))
    }
}
