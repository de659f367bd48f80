//! Threads of low priority for work that can wait, so that matches keep their CPU time.

use std::{
    any::Any,
    io,
    num::NonZeroUsize,
    panic::{AssertUnwindSafe, catch_unwind},
};

use referee_games::rules::cut;
use referee_os::thread_priority::yield_to_others;
use tokio::runtime::{Builder, Handle, Runtime, RuntimeFlavor};

/// Starts a runtime with threads of low priority, each named `name`.
pub fn start(name: &str, threads: NonZeroUsize) -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(threads.get())
        .thread_name(name)
        .on_thread_start(yield_to_others)
        .enable_all()
        .build()
}

/// The reason why work has no result.
pub(super) enum Unfinished {
    Panicked(Box<dyn Any + Send>),
    /// The runtime stopped before the work began.
    Stopped,
}

/// Returns the text of a panic.
pub(super) fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    cut(text.unwrap_or("a panic without a message"))
}

/// Runs long `work` on a thread of `background`. A runtime with a single thread runs it
/// immediately, so that a simulation repeats exactly.
pub(super) async fn aside<T: Send + 'static>(
    background: &Handle,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Unfinished> {
    if background.runtime_flavor() == RuntimeFlavor::CurrentThread {
        // A panic drops the work together with its state.
        return catch_unwind(AssertUnwindSafe(work)).map_err(Unfinished::Panicked);
    }
    let done = background.spawn_blocking(work).await;
    done.map_err(|error| error.try_into_panic().map_or(Unfinished::Stopped, Unfinished::Panicked))
}
