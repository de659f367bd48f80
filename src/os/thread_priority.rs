//! Lowers the priority of threads whose work can wait.

/// The niceness of a thread whose work can wait. It gets about a tenth of a core for which a thread
/// of normal priority competes.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lowers the priority of the calling thread. Does nothing on systems without priorities of single
/// threads.
pub fn yield_to_others() {
    // Any process may lower its priority; on failure everything else still works.
    #[cfg(target_os = "linux")]
    if let Err(cause) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICENESS) {
        tracing::debug!(%cause, "a thread keeps its priority");
    }
}
