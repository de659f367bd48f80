//! Prepares the process that becomes the engine: its signals, its limits, and its end with the
//! keeper.

use std::{fs::File, io, mem, ptr};

use super::apply_limits::{self, check};
use crate::limit::Limit;

/// Signals by which a user ends a command. The referee handles them; its keepers ignore them.
pub(super) const IGNORED: [libc::c_int; 5] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGPIPE];

/// Prepares this process to become an engine: resets the signals, applies the limits, and ties its
/// life to the process `above`.
pub fn prepare(limits: &[Limit], procs: Option<&File>, above: u32) -> io::Result<()> {
    be_ordinary()?;
    apply_limits::all(limits, procs)?;
    die_with(above)
}

/// Resets the signal settings that this process inherited from the keeper.
pub(super) fn be_ordinary() -> io::Result<()> {
    for signal in IGNORED {
        // SAFETY: resetting a signal touches no memory.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: `signals` returns an initialised set.
    check(unsafe { libc::sigprocmask(libc::SIG_SETMASK, &signals(&[]), ptr::null_mut()) }).map(drop)
}

/// Makes the kernel kill the engine when its keeper dies, even if the engine killed the keeper.
pub(super) fn die_with(keeper: u32) -> io::Result<()> {
    // SAFETY: both calls touch no memory.
    unsafe { check(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))? };
    match unsafe { libc::getppid() } == libc::pid_t::try_from(keeper).unwrap_or(-1) {
        true => Ok(()),
        false => Err(io::Error::other("the keeper process has exited")),
    }
}

/// Returns a set of these signals.
pub(super) fn signals(of: &[libc::c_int]) -> libc::sigset_t {
    // SAFETY: a set of signals is plain memory, and these calls write only to the set.
    unsafe {
        let mut set = mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in of {
            libc::sigaddset(&mut set, *signal);
        }
        set
    }
}
