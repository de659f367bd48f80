//! What a child wrote last, on both outputs, where others may look while it runs and when it has ended.

use std::{
    fs::File,
    io::{ErrorKind, Read as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{io::unix::AsyncFd, task::yield_now};

use super::{failure::Evidence, tail::Tail};

/// How much of an error output is read at once, in bytes.
const CHUNK: usize = 4096;
/// How many chunks are read for whoever looks: as much as a pipe holds.
const CHUNKS_FOR_A_LOOK: usize = 16;

/// The last lines of both outputs of one child. Every clone shows the same.
#[derive(Clone)]
pub struct Outputs {
    stdout: SharedTail,
    stderr: Arc<ErrorOutput>,
}

impl Outputs {
    pub(super) fn new(stdout: SharedTail, stderr: Arc<ErrorOutput>) -> Outputs {
        Outputs { stdout, stderr }
    }

    /// What the child has left behind until now, but for how it ended.
    pub fn evidence(&self) -> Evidence {
        Evidence { exit: None, stdout: self.stdout.tail().lines(), stderr: self.stderr.lines_now() }
    }
}

/// The last lines of an output, for one who writes and others who look.
#[derive(Clone, Debug, Default)]
pub struct SharedTail(Arc<Mutex<Tail>>);

impl SharedTail {
    /// The lines, for as long as this is held: never across an await.
    pub fn tail(&self) -> MutexGuard<'_, Tail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error output of a child.
pub struct ErrorOutput {
    pipe: AsyncFd<File>,
    tail: SharedTail,
}

/// What there was to read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    /// A whole chunk: there may be more.
    Chunk,
    /// All that there was.
    Rest,
    /// It is closed.
    End,
}

impl ErrorOutput {
    pub(super) fn new(pipe: AsyncFd<File>) -> ErrorOutput {
        ErrorOutput { pipe, tail: SharedTail::default() }
    }

    /// Reads it to its end and keeps its last lines. However much there is, others are let in after every chunk.
    pub(super) async fn drain(&self) {
        while let Ok(mut ready) = self.pipe.readable().await {
            match self.read_now() {
                Read::Chunk => yield_now().await,
                Read::Rest => ready.clear_ready(),
                Read::End => return,
            }
        }
    }

    /// Its last lines, with what is in the pipe now.
    pub fn lines_now(&self) -> Vec<String> {
        for _ in 0..CHUNKS_FOR_A_LOOK {
            if self.read_now() != Read::Chunk {
                break;
            }
        }
        self.tail.tail().lines()
    }

    /// Reads once. Whoever else reads waits meanwhile, so that no line is torn.
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
