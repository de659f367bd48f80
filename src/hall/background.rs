//! Threads for what can wait: at a lower priority, so that they take no time from matches.

use std::{io, num::NonZeroUsize};

use tokio::runtime::{Builder, Runtime};

/// By how much the threads yield to those that serve, as `nice` counts it: they get about a tenth of a core for which
/// both compete.
const NICENESS: i32 = 10;

/// A runtime of such threads, each called `name`.
pub fn start(name: &str, threads: NonZeroUsize) -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(threads.get())
        .thread_name(name)
        .on_thread_start(yield_to_others)
        .enable_all()
        .build()
}

fn yield_to_others() {
    // Everybody may lower a priority; where it fails the threads compete as equals, and all else holds.
    #[cfg(target_os = "linux")]
    if let Err(cause) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS) {
        tracing::debug!(%cause, "a thread keeps its priority");
    }
}
