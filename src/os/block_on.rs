//! Runs async work of a command to its end.

use std::pin::Pin;

use anyhow::Context as _;

/// Runs `work` on a runtime of this thread, and returns its result.
///
/// Boxed: tokio polls the future of `block_on` in several places, and the compiler would otherwise
/// generate each command once for each of them.
pub fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let work: Pin<Box<dyn Future<Output = anyhow::Result<T>> + '_>> = Box::pin(work);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("failed to start the runtime")?.block_on(work)
}
