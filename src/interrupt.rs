//! What a user says to end a command: Ctrl-C, or a polite kill.

use anyhow::Context as _;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signals that stop a command. None is lost from [`Interrupt::listen`] on, also while nobody waits for it.
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
