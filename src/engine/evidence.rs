//! Evidence of a failed child process: how it ended, and the last lines of its outputs. Readable
//! while the process runs and after its end.

use std::{
    collections::VecDeque,
    fmt,
    fs::File,
    io::{ErrorKind, Read as _},
    process::ExitStatus,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use referee_ids::is_printing;
use tokio::{io::unix::AsyncFd, task::yield_now};

/// Maximum lines kept of each output.
pub const MAX_TAIL_LINES: usize = 20;
/// Maximum bytes kept per line.
pub const MAX_TAIL_LINE: usize = 200;
/// Bytes per read of an error output.
const CHUNK: usize = 4096;
/// Maximum chunks read for one look at the error output: the capacity of a pipe.
const CHUNKS_FOR_A_LOOK: usize = 16;

/// Evidence of an engine so far, with at most [`MAX_TAIL_LINES`] lines of each output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// How the engine's process ended; `None` while it runs.
    pub exit: Option<Exit>,
    /// Last lines of standard output, oldest first, cut to [`MAX_TAIL_LINE`] bytes.
    pub stdout: Vec<String>,
    /// Last lines of standard error, oldest first, cut to [`MAX_TAIL_LINE`] bytes.
    pub stderr: Vec<String>,
}

/// Writes the kept lines, each after the name of its output.
impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stdout.iter().try_for_each(|line| write!(f, "\n  stdout: {line}"))?;
        self.stderr.iter().try_for_each(|line| write!(f, "\n  stderr: {line}"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The process exited with this status, 0 to 255.
    Status(i32),
    Signal(i32),
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Exit {
        use std::os::unix::process::ExitStatusExt as _;

        match status.code() {
            Some(code) => Exit::Status(code),
            None => Exit::Signal(status.signal().unwrap_or_default()),
        }
    }
}

/// Describes how a process ended: `exit status 1`, `signal 11 (SIGSEGV)`.
pub fn describe(status: ExitStatus) -> String {
    let signal = match Exit::from(status) {
        Exit::Status(code) => return format!("exit status {code}"),
        Exit::Signal(signal) => signal,
    };
    let name = match signal {
        libc::SIGHUP => " (SIGHUP)",
        libc::SIGINT => " (SIGINT)",
        libc::SIGILL => " (SIGILL)",
        libc::SIGABRT => " (SIGABRT)",
        libc::SIGFPE => " (SIGFPE)",
        libc::SIGKILL => " (SIGKILL)",
        libc::SIGSEGV => " (SIGSEGV)",
        libc::SIGBUS => " (SIGBUS)",
        libc::SIGPIPE => " (SIGPIPE)",
        libc::SIGTERM => " (SIGTERM)",
        libc::SIGXCPU => " (SIGXCPU)",
        _ => "",
    };
    format!("signal {signal}{name}")
}

/// The last lines of both outputs of a child. Clones share the lines.
#[derive(Clone)]
pub struct Outputs {
    stdout: SharedTail,
    stderr: Arc<ErrorOutput>,
}

impl Outputs {
    pub(super) fn new(stdout: SharedTail, stderr: Arc<ErrorOutput>) -> Outputs {
        Outputs { stdout, stderr }
    }

    /// Returns the evidence so far, without the exit of the process.
    pub fn evidence(&self) -> Evidence {
        Evidence { exit: None, stdout: self.stdout.tail().lines(), stderr: self.stderr.lines_now() }
    }

    /// Clears the kept lines, including those still in the pipe.
    pub(super) fn forget(&self) {
        self.stdout.tail().clear();
        self.stderr.read_waiting();
        self.stderr.tail.tail().clear();
    }
}

/// The last lines of an output, shared by a writer and readers.
#[derive(Clone, Debug, Default)]
pub struct SharedTail(Arc<Mutex<Tail>>);

impl SharedTail {
    /// Locks the lines. Never hold the guard across an await.
    pub fn tail(&self) -> MutexGuard<'_, Tail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error output of a child.
pub struct ErrorOutput {
    pipe: AsyncFd<File>,
    tail: SharedTail,
}

/// Result of one read of the error output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    /// The chunk is full, so there may be more.
    Chunk,
    Rest,
    End,
}

impl ErrorOutput {
    pub(super) fn new(pipe: AsyncFd<File>) -> ErrorOutput {
        ErrorOutput { pipe, tail: SharedTail::default() }
    }

    /// Reads the output until it ends, and keeps the last lines. Yields to other tasks after every
    /// chunk.
    pub(super) async fn drain(&self) {
        while let Ok(mut ready) = self.pipe.readable().await {
            match self.read_now() {
                Read::Chunk => yield_now().await,
                Read::Rest => ready.clear_ready(),
                Read::End => return,
            }
        }
    }

    /// Returns the last lines, including those still in the pipe.
    pub fn lines_now(&self) -> Vec<String> {
        self.read_waiting();
        self.tail.tail().lines()
    }

    /// Reads everything that is in the pipe now.
    fn read_waiting(&self) {
        for _ in 0..CHUNKS_FOR_A_LOOK {
            if self.read_now() != Read::Chunk {
                break;
            }
        }
    }

    /// Reads one chunk. Holds the lock during the read, so that two readers never tear a line.
    fn read_now(&self) -> Read {
        let mut tail = self.tail.tail();
        let mut chunk = [0; CHUNK];
        match self.pipe.get_ref().read(&mut chunk) {
            Ok(0) => Read::End,
            Ok(count) => {
                tail.feed(&chunk[..count]);
                if count == CHUNK { Read::Chunk } else { Read::Rest }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => Read::Rest,
            Err(error) if error.kind() == ErrorKind::Interrupted => Read::Chunk,
            Err(_) => Read::End,
        }
    }
}

/// The last lines of an output, cut.
#[derive(Debug, Default)]
pub struct Tail {
    lines: VecDeque<Vec<u8>>,
    /// Whether the last line has not ended yet.
    open: bool,
}

impl Tail {
    /// Adds a complete line, replacing an incomplete last line.
    pub fn push(&mut self, line: &[u8]) {
        self.push_open(line);
        self.open = false;
    }

    /// Adds an incomplete line, replacing the earlier state of that line.
    pub fn push_open(&mut self, line: &[u8]) {
        match self.lines.back_mut().filter(|_| self.open) {
            Some(before) => before.clear(),
            None => self.begin(),
        }
        self.extend(line);
        self.open = true;
    }

    /// Adds bytes that contain any number of line ends.
    pub fn feed(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|b| *b == b'\n') {
            if !self.open {
                self.begin();
            }
            self.open = piece.last() != Some(&b'\n');
            self.extend(piece.strip_suffix(b"\n").unwrap_or(piece));
        }
    }

    /// Returns the lines, oldest first. A control character becomes `?`, and `...` marks a cut
    /// line.
    pub fn lines(&self) -> Vec<String> {
        self.lines.iter().map(|line| shown(line)).collect()
    }

    fn clear(&mut self) {
        self.lines.clear();
        self.open = false;
    }

    fn begin(&mut self) {
        let mut line = match self.lines.len() {
            MAX_TAIL_LINES => self.lines.pop_front().unwrap_or_default(),
            _ => Vec::new(),
        };
        line.clear();
        self.lines.push_back(line);
    }

    /// Adds to the last line. Keeps one byte more than the limit, to recognise a cut line.
    fn extend(&mut self, piece: &[u8]) {
        if let Some(line) = self.lines.back_mut() {
            let most = MAX_TAIL_LINE + 1 - line.len();
            line.extend_from_slice(&piece[..piece.len().min(most)]);
        }
    }
}

fn shown(line: &[u8]) -> String {
    let kept = String::from_utf8_lossy(&line[..line.len().min(MAX_TAIL_LINE)]);
    let plain = kept.trim_end_matches('\r').chars().map(|c| if is_printing(c) || c == '\t' { c } else { '?' });
    plain.chain(if line.len() > MAX_TAIL_LINE { "..." } else { "" }.chars()).collect()
}
