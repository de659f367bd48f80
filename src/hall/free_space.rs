//! How much space is left where everything is kept: below a minimum no new match is opened, and live ones go on.

use std::{
    io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{task::spawn_blocking, time::sleep};

use crate::{metrics::metrics, referee::Refusal};

/// How often it is looked how much is left.
pub const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Knows how much space is left. Cloning gives another handle to the same; nothing is looked at any more once the last one is gone.
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
    /// Looks by `read` how many bytes are free, now and every [`LOOK_EVERY`]; fewer than `least` are too few. Must be called inside a
    /// runtime. Fails where the first look does; where a later one does, what was seen before stays.
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
                    Err(error) => tracing::warn!(%error, "failed to look how much space is free"),
                }
            }
        });
        Ok(FreeSpace { seen })
    }

    /// [`Reason::Limit`](crate::referee::Reason) where too little is free for a new match.
    pub fn is_enough(&self) -> Result<(), Refusal> {
        let Seen { least, free } = &*self.seen;
        if free.load(Ordering::Relaxed) >= *least {
            return Ok(());
        }
        let text = "the server has too little space left to open a match; live ones go on";
        Err(Refusal::limit("min_free_mib", least >> 20, text).retry_after(LOOK_EVERY))
    }

    /// How many bytes are to be free.
    pub fn least(&self) -> u64 {
        self.seen.least
    }
}

impl Seen {
    fn note(&self, free: u64) {
        let before = self.free.swap(free, Ordering::Relaxed);
        metrics().free_bytes.set(i64::try_from(free).unwrap_or(i64::MAX));
        match (before < self.least, free < self.least) {
            (false, true) => tracing::warn!(free, least = self.least, "too little space is free: no match is opened"),
            (true, false) => tracing::info!(free, least = self.least, "enough space is free again"),
            _ => {}
        }
    }
}

async fn look(read: &Arc<impl Fn() -> io::Result<u64> + Send + Sync + 'static>) -> io::Result<u64> {
    let read = Arc::clone(read);
    // A file system may take its time.
    spawn_blocking(move || read()).await.map_err(io::Error::other)?
}

/// How many bytes this process may still write to the file system of a directory.
pub fn free_in(directory: PathBuf) -> impl Fn() -> io::Result<u64> + Send + Sync + 'static {
    move || {
        let stat = rustix::fs::statvfs(&directory)?;
        Ok(stat.f_bavail.saturating_mul(stat.f_frsize))
    }
}
