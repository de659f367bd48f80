//! How much a process of the referee grows, and works, by what a bad bot sends it.

use std::{
    ffi::CString,
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    os::{fd::AsRawFd as _, unix::ffi::OsStrExt as _},
    path::Path,
    time::{Duration, Instant},
};

/// How much it may grow, in KiB.
pub const MOST_GROWTH_KIB: u64 = 8 * 1024;
/// The behaviours that send more than may be stored.
pub const MEASURED: &[&str] = &["flood", "long_line", "unending_line"];

/// How long a bad engine may take until it begins.
const BEGINS: Duration = Duration::from_secs(60);

/// Two pipes with names by which a bad engine says that it is about to begin, and waits until
/// memory was measured.
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
        // Open for both, so that no reader here waits for an engine that has gone.
        let open = |name| OpenOptions::new().read(true).write(true).open(path(name)).expect("it opens");
        Gauge { begins: open("begins"), measured: open("measured") }
    }

    /// Waits until the engine is about to begin; how much memory the process has then, in KiB. It
    /// begins now.
    pub fn before(&self, process: u32) -> u64 {
        assert_ne!(polled(&self.begins, libc::POLLIN, BEGINS), 0, "the engine says that it begins");
        let before = memory_kib(process, "VmRSS");
        (&self.measured).write_all(b"!").expect("there is room");
        before
    }
}

/// The size that a file reached within a time; 0 if none.
pub fn polled(file: &File, events: libc::c_short, patience: Duration) -> libc::c_short {
    let mut asked = libc::pollfd { fd: file.as_raw_fd(), events, revents: 0 };
    let ends = Instant::now() + patience;
    loop {
        let left = ends.saturating_duration_since(Instant::now()).as_millis() as libc::c_int;
        // SAFETY: it is one descriptor, which is open.
        match unsafe { libc::poll(&mut asked, 1, left) } {
            // The end of any child of this process interrupts it.
            -1 => assert_eq!(io::Error::last_os_error().kind(), io::ErrorKind::Interrupted),
            _ => return asked.revents,
        }
    }
}

/// A pipe with a name.
pub fn make_pipe(path: &Path) {
    let name = CString::new(path.as_os_str().as_bytes()).expect("a path has no NUL");
    // SAFETY: the name is a text that ends.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0, "a FIFO can be made");
}

/// A line of what the kernel says of a process's memory, in KiB.
pub fn memory_kib(process: u32, name: &str) -> u64 {
    let status = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).expect("the line is there");
    line.trim().split(' ').next().and_then(|number| number.parse().ok()).expect("it is a number")
}

/// How much CPU time a process has used, in seconds.
pub fn cpu_seconds(process: u32) -> f64 {
    let stat = fs::read_to_string(Path::new("/proc").join(process.to_string()).join("stat")).expect("it runs");
    let (_, rest) = stat.rsplit_once(')').expect("its name is in brackets");
    let ticks: Vec<u64> = rest.split_whitespace().skip(11).take(2).map(|word| word.parse().expect("ticks")).collect();
    // A tick has been 10 ms on every Linux of ours.
    ticks.iter().sum::<u64>() as f64 / 100.0
}
