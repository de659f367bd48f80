//! Standard output, as commands print to it.
//!
//! Its errors name it: a pipe to an engine, a file or a connection fails with the same kinds of error.

use std::io::{self, ErrorKind, IsTerminal, Write};

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

/// An error that says of what it is. Who writes repeats what was interrupted, and never shows that.
fn marked(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::Interrupted => error,
        ErrorKind::BrokenPipe => io::Error::new(ErrorKind::BrokenPipe, "standard output was closed"),
        kind => io::Error::new(kind, format!("failed to write to standard output: {error}")),
    }
}
