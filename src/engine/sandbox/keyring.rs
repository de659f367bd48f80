//! Kernel session keys: an engine gets a new, empty session.

use std::{ffi::CStr, io};

use libc::{c_long, c_ulong};

/// Permission bits of the key's user: view, read and search.
const USER_MAY_READ: c_ulong = 0x000b_0000;
/// All permissions of the key's possessor.
const HOLDER_MAY_ALL: c_ulong = 0x3f00_0000;
/// Seconds after which a trial's key expires in any case.
const EXPIRES_AFTER: c_ulong = 60;

/// Gives this process a new session keyring. Fails only if the kernel keeps keys and refuses.
pub fn leave_session() -> io::Result<()> {
    match keyctl(libc::KEYCTL_JOIN_SESSION_KEYRING, 0, 0, 0) {
        // No keys in this kernel, or a container that hides them.
        Err(error) if matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EPERM | libc::EACCES)) => Ok(()),
        Err(error) => Err(io::Error::other(format!("failed to set up the engine's session keyring: {error}"))),
        Ok(_) => Ok(()),
    }
}

/// A user key for a trial, removed on drop.
pub struct TrialKey {
    id: c_long,
}

impl TrialKey {
    /// Adds a key with `secret`; `None` if the kernel grants no keys.
    pub fn plant(secret: &str) -> Option<TrialKey> {
        let (kind, name): (&CStr, &CStr) = (c"user", c"referee-trial");
        let ring = c_long::from(libc::KEY_SPEC_USER_KEYRING);
        // SAFETY: the texts are closed by a NUL, and the kernel reads as much of the secret as its
        // length says.
        let id = unsafe {
            libc::syscall(libc::SYS_add_key, kind.as_ptr(), name.as_ptr(), secret.as_ptr(), secret.len(), ring)
        };
        let key = (id > 0).then_some(TrialKey { id })?;
        keyctl(libc::KEYCTL_SET_TIMEOUT, key.number(), EXPIRES_AFTER, 0).ok()?;
        keyctl(libc::KEYCTL_SETPERM, key.number(), HOLDER_MAY_ALL | USER_MAY_READ, 0).ok()?;
        Some(key)
    }

    /// Returns the id by which any process of this user can request it.
    pub fn number(&self) -> c_ulong {
        self.id.unsigned_abs()
    }
}

impl Drop for TrialKey {
    fn drop(&mut self) {
        // It expires in any case.
        let _ = keyctl(libc::KEYCTL_INVALIDATE, self.number(), 0, 0);
    }
}

/// Reads a key into `buffer`.
pub fn read(number: c_ulong, buffer: &mut [u8]) -> io::Result<usize> {
    let address = buffer.as_mut_ptr().expose_provenance();
    // The kernel writes to the buffer alone, as much as it has room for.
    let length = keyctl(libc::KEYCTL_READ, number, address as c_ulong, buffer.len() as c_ulong)?;
    Ok(usize::try_from(length).unwrap_or_default().min(buffer.len()))
}

fn keyctl(operation: u32, first: c_ulong, second: c_ulong, third: c_ulong) -> io::Result<c_long> {
    // SAFETY: the only operation here that writes is the one that reads a key, into the caller's
    // buffer.
    match unsafe { libc::syscall(libc::SYS_keyctl, c_ulong::from(operation), first, second, third, 0) } {
        -1 => Err(io::Error::last_os_error()),
        result => Ok(result),
    }
}
