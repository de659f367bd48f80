//! The thread that starts all children.
//!
//! With `PR_SET_PDEATHSIG`, Linux kills a child when the *thread* that started it ends. Threads of
//! the runtime come and go, so one permanent thread starts all children.

use std::{io, sync::OnceLock, thread};

use tokio::{
    process::{Child, Command},
    runtime::Handle,
    sync::{mpsc, oneshot},
};

/// Maximum queued starts; a further start waits for a free place.
const MAX_WAITING: usize = 64;

struct Request {
    command: Command,
    runtime: Handle,
    reply: oneshot::Sender<io::Result<Child>>,
}

/// Starts a command on the permanent thread.
pub async fn spawn(command: Command) -> io::Result<Child> {
    let (reply, child) = oneshot::channel();
    let request = Request { command, runtime: Handle::current(), reply };
    let gone = || io::Error::other("the thread that starts engines has exited");
    line()?.send(request).await.map_err(|_| gone())?;
    child.await.map_err(|_| gone())?
}

fn line() -> io::Result<&'static mpsc::Sender<Request>> {
    static LINE: OnceLock<mpsc::Sender<Request>> = OnceLock::new();
    if let Some(line) = LINE.get() {
        return Ok(line);
    }
    let (sender, receiver) = mpsc::channel(MAX_WAITING);
    thread::Builder::new().name("engine-spawner".to_owned()).spawn(move || serve(receiver))?;
    // Two callers may both create a thread. The one that is not kept ends without starting
    // anything.
    Ok(LINE.get_or_init(|| sender))
}

fn serve(mut requests: mpsc::Receiver<Request>) {
    while let Some(Request { mut command, runtime, reply }) = requests.blocking_recv() {
        let _entered = runtime.enter();
        // If the caller no longer waits, the child is dropped and so killed.
        let _ = reply.send(command.spawn());
    }
}

/// Makes the kernel kill the child when this process ends.
#[cfg(target_os = "linux")]
pub fn die_with_parent(command: &mut Command) {
    // SAFETY: getpid has no preconditions.
    let parent = unsafe { libc::getpid() };
    let ask = move || {
        // SAFETY: both calls are async-signal-safe and touch no memory.
        let asked = unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
        if asked != 0 {
            return Err(io::Error::last_os_error());
        }
        // The parent may have died before the call of `prctl`.
        match unsafe { libc::getppid() } == parent {
            true => Ok(()),
            false => Err(io::Error::other("the parent has exited")),
        }
    };
    // SAFETY: `ask` runs between fork and exec and calls only async-signal-safe functions.
    unsafe { command.pre_exec(ask) };
}

#[cfg(not(target_os = "linux"))]
pub fn die_with_parent(_command: &mut Command) {}
