//! Threads for what can wait: at a lower priority, so that they take no time from matches.

use std::{
    any::Any,
    io,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
};

use tokio::runtime::{Builder, Handle, Runtime, RuntimeFlavor};

use crate::thread_priority::yield_to_others;

/// A runtime of such threads, each called `name`.
pub fn start(name: &str, threads: NonZeroUsize) -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(threads.get())
        .thread_name(name)
        .on_thread_start(yield_to_others)
        .enable_all()
        .build()
}

/// Why work has no result.
pub(super) enum Unfinished {
    Panicked(Box<dyn Any + Send>),
    /// Its runtime stopped before it began.
    Stopped,
}

/// Runs `work`, which takes long, on a thread of `background`. A runtime of one thread runs it at once,
/// so that a simulation repeats exactly.
pub(super) async fn aside<T: Send + 'static>(
    background: &Handle,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Unfinished> {
    if background.runtime_flavor() == RuntimeFlavor::CurrentThread {
        // The work and its state are dropped after a panic.
        return catch_unwind(AssertUnwindSafe(work)).map_err(Unfinished::Panicked);
    }
    let done = background.spawn_blocking(work).await;
    done.map_err(|error| error.try_into_panic().map_or(Unfinished::Stopped, Unfinished::Panicked))
}
