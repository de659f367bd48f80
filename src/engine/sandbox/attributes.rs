//! Extended attributes and flags of files, for a trial: the referee sets and reads them, and the
//! engine attacks them.

use std::{
    ffi::{CStr, CString},
    fs::File,
    io,
    os::{fd::AsRawFd as _, unix::ffi::OsStrExt as _},
    path::Path,
    ptr,
};

use libc::c_long;

/// Name of the attribute that must survive the attack.
const NAME: &CStr = c"user.keep";
/// Flag that excludes a file from backups.
const NODUMP: u32 = 0x40;
/// The flag [`NODUMP`] in the form of `file_setattr`.
const XFLAG_NODUMP: u64 = 0x80;
const FS_IOC_GETFLAGS: libc::c_ulong = 0x8008_6601;
const FS_IOC_SETFLAGS: libc::c_ulong = 0x4008_6602;
/// Numbers of new system calls, equal on all architectures; the system's headers do not contain
/// them yet.
const SYS_REMOVEXATTRAT: c_long = 466;
const SYS_FILE_SETATTR: c_long = 469;

#[repr(C)]
struct FileAttributes {
    flags: u64,
    others: [u32; 4],
}

/// Sets the attribute of a file. Fails if the file system has no attributes.
pub fn set(path: &Path) -> io::Result<()> {
    let path = text(path)?;
    // SAFETY: the texts are closed by a NUL, and the value has one byte.
    check(unsafe { libc::setxattr(path.as_ptr(), NAME.as_ptr(), c"1".as_ptr().cast(), 1, 0) }.into())
}

/// Returns whether a file has the attribute.
pub fn is_set(path: &Path) -> bool {
    // SAFETY: the texts are closed by a NUL, and the call writes nothing.
    text(path).is_ok_and(|path| unsafe { libc::getxattr(path.as_ptr(), NAME.as_ptr(), ptr::null_mut(), 0) } == 1)
}

/// Returns the flags of a file. Fails if the file system has no flags.
pub fn flags(path: &Path) -> io::Result<u32> {
    let file = File::open(path)?;
    let mut flags = 0_u64;
    // SAFETY: the kernel writes at most a word, the flags.
    check(unsafe { libc::ioctl(file.as_raw_fd(), FS_IOC_GETFLAGS as _, &mut flags) }.into())?;
    Ok(flags as u32)
}

/// Tries to remove the attribute and to set the flags of a file, by every known call. The trial
/// checks the result later.
pub fn attack(path: &Path) {
    let Ok(name) = text(path) else { return };
    let wanted = FileAttributes { flags: XFLAG_NODUMP, others: [0; 4] };
    // SAFETY: the texts are closed by a NUL, and the kernel only reads its arguments.
    unsafe {
        libc::syscall(SYS_REMOVEXATTRAT, libc::AT_FDCWD, name.as_ptr(), 0, NAME.as_ptr());
        libc::removexattr(name.as_ptr(), NAME.as_ptr());
        libc::syscall(SYS_FILE_SETATTR, libc::AT_FDCWD, name.as_ptr(), &wanted, size_of::<FileAttributes>(), 0);
    }
    if let (Ok(file), Ok(flags)) = (File::open(path), flags(path)) {
        let wanted = u64::from(flags | NODUMP);
        // SAFETY: the kernel only reads the flags.
        unsafe { libc::ioctl(file.as_raw_fd(), FS_IOC_SETFLAGS as _, &wanted) };
    }
}

fn text(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

fn check(result: c_long) -> io::Result<()> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
