//! The priority of threads whose work can wait.

/// The `nice` value of a thread whose work can wait: it gets about a tenth of a core for which a
/// serving thread competes.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lowers the priority of the calling thread. Where the system has none of single threads they
/// compete as equals.
pub fn yield_to_others() {
    // Any process may lower its priority; on failure everything else still works.
    #[cfg(target_os = "linux")]
    if let Err(cause) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS) {
        tracing::debug!(%cause, "a thread keeps its priority");
    }
}
