//! A user's request to end a command: Ctrl-C, or SIGTERM.

use anyhow::Context as _;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Makes a write beyond the maximum file size (`ulimit -f`) fail with an error, like a write to a
/// full disk. By default SIGXFSZ would end the process. Child processes keep that default.
pub fn outlive_file_size_limit() {
    extern "C" fn go_on(_: libc::c_int) {}
    let handler = go_on as extern "C" fn(libc::c_int) as libc::sighandler_t;
    // SAFETY: the handler does nothing, so it may run at any instant. Child processes do not
    // inherit a handler, but they would inherit an ignored signal.
    unsafe { libc::signal(libc::SIGXFSZ, handler) };
}

/// The signals that stop a command. After [`Interrupt::listen`], no signal is lost, even while no
/// task waits for one.
pub struct Interrupt {
    interrupt: Signal,
    terminate: Signal,
}

impl Interrupt {
    /// Starts to listen for signals. Must be called in a runtime.
    pub fn listen() -> anyhow::Result<Interrupt> {
        let listen = |kind| signal(kind).context("failed to listen for signals");
        Ok(Interrupt { interrupt: listen(SignalKind::interrupt())?, terminate: listen(SignalKind::terminate())? })
    }

    /// Waits for the first signal that stops the command.
    pub async fn first(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
