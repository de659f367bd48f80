//! Memory and CPU usage of a referee process while a bad bot sends data.

use std::{
    ffi::CString,
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    os::{fd::AsRawFd as _, unix::ffi::OsStrExt as _},
    path::Path,
    time::{Duration, Instant},
};

/// Maximum memory growth, in KiB.
pub const MOST_GROWTH_KIB: u64 = 8 * 1024;
/// The behaviours that send more data than the referee may store.
pub const MEASURED: &[&str] = &["flood", "long_line", "unending_line"];

/// Maximum time until a bad engine is about to misbehave.
const BEGINS: Duration = Duration::from_secs(60);

/// Two named pipes. Through one a bad engine announces its misbehaviour, and at the other it waits
/// until the test has measured memory.
pub struct Gauge {
    begins: File,
    measured: File,
}

impl Gauge {
    pub fn in_directory(directory: &Path) -> Gauge {
        let path = |name: &str| directory.join(name);
        for name in ["begins", "measured"] {
            make_pipe(&path(name));
        }
        // Opened for reading and writing, so opening never blocks, even if the engine has exited.
        let open = |name| OpenOptions::new().read(true).write(true).open(path(name)).expect("it opens");
        Gauge { begins: open("begins"), measured: open("measured") }
    }

    /// Waits until the engine is about to misbehave, and then lets it begin. Returns the memory of
    /// the process before, in KiB.
    pub fn before(&self, process: u32) -> u64 {
        assert_ne!(polled(&self.begins, libc::POLLIN, BEGINS), 0, "the engine says that it begins");
        let before = memory_kib(process, "VmRSS");
        (&self.measured).write_all(b"!").expect("there is room");
        before
    }
}

/// Polls a file for events. Returns the events that occurred within `patience`, or 0.
pub fn polled(file: &File, events: libc::c_short, patience: Duration) -> libc::c_short {
    let mut asked = libc::pollfd { fd: file.as_raw_fd(), events, revents: 0 };
    let ends = Instant::now() + patience;
    loop {
        let left = ends.saturating_duration_since(Instant::now()).as_millis() as libc::c_int;
        // SAFETY: the pointer is to one `pollfd` with an open descriptor.
        match unsafe { libc::poll(&mut asked, 1, left) } {
            // The exit of any child of this process interrupts the call.
            -1 => assert_eq!(io::Error::last_os_error().kind(), io::ErrorKind::Interrupted),
            _ => return asked.revents,
        }
    }
}

/// Creates a named pipe.
pub fn make_pipe(path: &Path) {
    let name = CString::new(path.as_os_str().as_bytes()).expect("a path has no NUL");
    // SAFETY: the name is a NUL-terminated string.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0, "a FIFO can be made");
}

/// Returns a field of the kernel's status of a process, in KiB.
pub fn memory_kib(process: u32, name: &str) -> u64 {
    let status = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).expect("the line is there");
    line.trim().split(' ').next().and_then(|number| number.parse().ok()).expect("it is a number")
}

/// Returns the CPU time that a process has used, in seconds.
pub fn cpu_seconds(process: u32) -> f64 {
    let stat = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("stat")).expect("it runs");
    let (_, rest) = stat.rsplit_once(')').expect("its name is in brackets");
    let ticks: Vec<u64> = rest.split_whitespace().skip(11).take(2).map(|word| word.parse().expect("ticks")).collect();
    // A tick is 10 ms on every supported Linux.
    ticks.iter().sum::<u64>() as f64 / 100.0
}
