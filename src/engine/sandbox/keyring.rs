//! Kernel session keys: an engine gets a new, empty session keyring.

use std::{ffi::CStr, io};

use libc::{c_long, c_ulong};

/// Permission bits for the user of the key: view, read and search.
const USER_MAY_READ: c_ulong = 0x000b_0000;
/// Permission bits for the possessor of the key: all.
const HOLDER_MAY_ALL: c_ulong = 0x3f00_0000;
/// Seconds after which the key of a trial expires, even if nothing removes it.
const EXPIRES_AFTER: c_ulong = 60;

/// Gives this process a new session keyring. Fails only if the kernel keeps keys but refuses a
/// keyring.
pub fn leave_session() -> io::Result<()> {
    match keyctl(libc::KEYCTL_JOIN_SESSION_KEYRING, 0, 0, 0) {
        // This kernel keeps no keys, or a container hides them.
        Err(error) if matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EPERM | libc::EACCES)) => Ok(()),
        Err(error) => Err(io::Error::other(format!("failed to set up the engine's session keyring: {error}"))),
        Ok(_) => Ok(()),
    }
}

/// A user key for a trial, removed when dropped.
pub struct TrialKey {
    id: c_long,
}

impl TrialKey {
    /// Adds a key that contains `secret`; `None` if the kernel grants no keys.
    pub fn plant(secret: &str) -> Option<TrialKey> {
        let (kind, name): (&CStr, &CStr) = (c"user", c"referee-trial");
        let ring = c_long::from(libc::KEY_SPEC_USER_KEYRING);
        // SAFETY: the texts are closed by a NUL, and the kernel reads no more of the secret than
        // its length.
        let id = unsafe {
            libc::syscall(libc::SYS_add_key, kind.as_ptr(), name.as_ptr(), secret.as_ptr(), secret.len(), ring)
        };
        let key = (id > 0).then_some(TrialKey { id })?;
        keyctl(libc::KEYCTL_SET_TIMEOUT, key.number(), EXPIRES_AFTER, 0).ok()?;
        keyctl(libc::KEYCTL_SETPERM, key.number(), HOLDER_MAY_ALL | USER_MAY_READ, 0).ok()?;
        Some(key)
    }

    /// Returns the id by which any process of this user can request the key.
    pub fn number(&self) -> c_ulong {
        self.id.unsigned_abs()
    }
}

impl Drop for TrialKey {
    fn drop(&mut self) {
        // If this fails, the key expires by itself.
        let _ = keyctl(libc::KEYCTL_INVALIDATE, self.number(), 0, 0);
    }
}

/// Reads a key into `buffer`.
pub fn read(number: c_ulong, buffer: &mut [u8]) -> io::Result<usize> {
    let address = buffer.as_mut_ptr().expose_provenance();
    // The kernel writes only to the buffer, and not beyond its length.
    let length = keyctl(libc::KEYCTL_READ, number, address as c_ulong, buffer.len() as c_ulong)?;
    Ok(usize::try_from(length).unwrap_or_default().min(buffer.len()))
}

fn keyctl(operation: u32, first: c_ulong, second: c_ulong, third: c_ulong) -> io::Result<c_long> {
    // SAFETY: the only operation used here that writes memory reads a key into the caller's buffer.
    match unsafe { libc::syscall(libc::SYS_keyctl, c_ulong::from(operation), first, second, third, 0) } {
        -1 => Err(io::Error::last_os_error()),
        result => Ok(result),
    }
}
