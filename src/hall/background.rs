//! Threads for what can wait: at a lower priority, so that they take no time from matches.

use std::{
    any::Any,
    io,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
};

use tokio::{
    runtime::{Builder, Handle, Runtime, RuntimeFlavor},
    task::{JoinError, spawn_blocking},
};

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

/// Works on something that takes long beside what else is done. A runtime of one thread works on it at once, so that what
/// happens there happens in one order. An error is what the work panicked with.
pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Box<dyn Any + Send>> {
    if Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread {
        // What panicked is gone with it: nobody sees it half done.
        return catch_unwind(AssertUnwindSafe(work));
    }
    let cut_short = |error: JoinError| Box::new(error.to_string()) as Box<dyn Any + Send>;
    spawn_blocking(work).await.map_err(|error| error.try_into_panic().unwrap_or_else(cut_short))
}
