//! Standard output, as commands print to it.
//!
//! An output that nobody reads any more is an error that says so, [`Closed`]: a pipe to an engine, or a connection, breaks with the same
//! kind of error.

use std::io::{self, ErrorKind, IsTerminal, Write};

/// Nobody reads standard output any more.
#[derive(Debug, thiserror::Error)]
#[error("standard output was closed")]
pub struct Closed;

/// Standard output.
#[derive(Debug)]
pub struct StandardOutput(io::Stdout);

/// Standard output, for whoever prints.
pub fn standard_output() -> StandardOutput {
    StandardOutput(io::stdout())
}

impl StandardOutput {
    /// Whether somebody looks at it in a terminal.
    pub fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(marked)
    }

    /// All of it in one piece, which no other thread writes into.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes).map_err(marked)
    }

    fn write_fmt(&mut self, arguments: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.0.write_fmt(arguments).map_err(marked)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(marked)
    }
}

fn marked(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::BrokenPipe { io::Error::new(ErrorKind::BrokenPipe, Closed) } else { error }
}
