//! A user's request to end a command: Ctrl-C, or SIGTERM.

use anyhow::Context as _;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// From now on a write beyond the largest size of a file (`ulimit -f`) is an error like that of a
/// full disk: SIGXFSZ would end the process. Programs that this one starts are not spared.
pub fn outlive_file_size_limit() {
    extern "C" fn go_on(_: libc::c_int) {}
    let handler = go_on as extern "C" fn(libc::c_int) as libc::sighandler_t;
    // SAFETY: what does nothing may be done at any instant. A handler, in place of ignoring the
    // signal, is not inherited.
    unsafe { libc::signal(libc::SIGXFSZ, handler) };
}

/// The signals that stop a command. From [`Interrupt::listen`] on none is lost, even while no task
/// waits for it.
pub struct Interrupt {
    interrupt: Signal,
    terminate: Signal,
}

impl Interrupt {
    /// Listens from now on. It must be called in a runtime.
    pub fn listen() -> anyhow::Result<Interrupt> {
        let listen = |kind| signal(kind).context("failed to listen for signals");
        Ok(Interrupt { interrupt: listen(SignalKind::interrupt())?, terminate: listen(SignalKind::terminate())? })
    }

    /// Waits for the first of them.
    pub async fn first(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
