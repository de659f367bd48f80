//! Runs async work of a command to its end.

use std::pin::Pin;

use anyhow::Context as _;

/// Runs `work` on a runtime of this thread, and returns its result.
///
/// The future is boxed because tokio polls it in several places. Unboxed, the compiler would
/// generate each command once for every place.
pub fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    let work: Pin<Box<dyn Future<Output = anyhow::Result<T>> + '_>> = Box::pin(work);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("failed to start the runtime")?.block_on(work)
}
