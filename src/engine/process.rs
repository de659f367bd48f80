//! A child process and its pipes.
//!
//! Every child is killed with all its descendants: when it ends, when it is dropped, after
//! [`Process::end`], and when this process ends in any way. The [`keeper`](super::keeper) does
//! that; it starts the child and exits with the child's status. Without a keeper, only the child's
//! own process group is killed. If this process is killed, the kernel then kills only the child.

use std::{
    env,
    fs::File,
    io::{self, ErrorKind, Read as _, Write as _},
    os::fd::{AsRawFd, OwnedFd},
    process::{ExitStatus, Stdio},
    sync::Arc,
    time::Duration,
};

use tokio::{
    io::{
        Interest,
        unix::{AsyncFd, AsyncFdReadyGuard},
    },
    process::{Child, Command},
    task::JoinHandle,
    time::timeout,
};

pub use super::command::{BadCommand, EngineCommand};
#[cfg(target_os = "linux")]
use super::keeper;
use super::{
    command::{CLEAN_VARIABLES, Environment, OWN_VARIABLES, PLACE_VARIABLES},
    evidence::ErrorOutput,
    lines::Lines,
    spawner,
};

/// Time limit for a child to end after it closed its output or was killed.
const PARTING: Duration = Duration::from_millis(500);
/// Time limit for a keeper to kill all descendants.
const KEEPER: Duration = Duration::from_secs(6);

/// A running child, with pipes on its standard input, output and error.
pub struct Process {
    child: Child,
    /// Process group of the child or its keeper. `None` once the group was killed after the child's
    /// end.
    group: Option<libc::pid_t>,
    /// Line to the keeper, which kills all descendants when the line closes; `None` once closed, or
    /// without a keeper.
    line: Option<OwnedFd>,
    input: Option<AsyncFd<File>>,
    output: AsyncFd<File>,
    errors: Arc<ErrorOutput>,
    errors_reader: JoinHandle<()>,
    status: Option<ExitStatus>,
}

/// Result of reading the child's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    /// Number of bytes.
    Bytes(usize),
    /// The end: the output is closed, or the child has ended and all its output is read.
    End,
}

/// Progress of writing to or reading from the child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IoProgress {
    /// Number of bytes written to the child.
    Written(usize),
    Read(ReadOutcome),
}

impl Process {
    /// Starts a child. Must be called in a runtime with I/O and time.
    pub async fn spawn(command: &EngineCommand) -> io::Result<Process> {
        let (mut child, line) = start(command).await?;
        let group = child.id().and_then(|id| libc::pid_t::try_from(id).ok());
        let missing = || io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(missing)?.into_owned_fd()?;
        let output = child.stdout.take().ok_or_else(missing)?.into_owned_fd()?;
        let errors_output = child.stderr.take().ok_or_else(missing)?.into_owned_fd()?;
        let errors = Arc::new(ErrorOutput::new(pipe(errors_output)?));
        let draining = Arc::clone(&errors);
        let errors_reader = tokio::spawn(async move { draining.drain().await });
        Ok(Process {
            child,
            group,
            line,
            input: Some(pipe(input)?),
            output: pipe(output)?,
            errors,
            errors_reader,
            status: None,
        })
    }

    /// Waits for output. Reports the end of the child only once all output is read. Cancel-safe.
    pub async fn read(&mut self, lines: &mut Lines) -> io::Result<ReadOutcome> {
        loop {
            if self.status.is_some() {
                return Ok(self.read_now(lines)?.unwrap_or(ReadOutcome::End));
            }
            tokio::select! {
                biased;
                ready = self.output.readable() => {
                    if let Some(heard) = read_ready(&mut ready?, lines)? {
                        return Ok(heard);
                    }
                }
                status = self.child.wait() => self.note_end(status?),
            }
        }
    }

    /// Returns the available output; `None` if there is none now.
    pub fn read_now(&mut self, lines: &mut Lines) -> io::Result<Option<ReadOutcome>> {
        let read = self.output.get_ref().read(lines.room());
        heard(read, lines)
    }

    /// Returns the output that the runtime has noticed; `None` if it has noticed none. Makes a
    /// system call only if there is something to read.
    pub fn read_seen(&mut self, lines: &mut Lines) -> io::Result<Option<ReadOutcome>> {
        let read = self.output.try_io(Interest::READABLE, |mut output| output.read(lines.room()));
        heard(read, lines)
    }

    /// Writes as many bytes as the pipe accepts now; returns their number.
    pub fn write_now(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(input) = &self.input else {
            return Err(ErrorKind::BrokenPipe.into());
        };
        let mut written = 0;
        while written < bytes.len() {
            match input.get_ref().write(&bytes[written..]) {
                Ok(count) => written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        Ok(written)
    }

    /// Waits until the pipe accepts some bytes, or the child writes some, since the child may wait
    /// for its output to be read.
    pub async fn write_or_read(&mut self, bytes: &[u8], lines: &mut Lines) -> io::Result<IoProgress> {
        let Some(input) = &self.input else {
            return Err(ErrorKind::BrokenPipe.into());
        };
        loop {
            tokio::select! {
                ready = input.writable() => {
                    if let Ok(written) = ready?.try_io(|input| input.get_ref().write(bytes)) {
                        return written.map(IoProgress::Written);
                    }
                }
                ready = self.output.readable() => {
                    if let Some(heard) = read_ready(&mut ready?, lines)? {
                        return Ok(IoProgress::Read(heard));
                    }
                }
            }
        }
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Returns the exit status of the child; `None` until its end was noticed.
    pub fn status(&self) -> Option<ExitStatus> {
        self.status
    }

    /// Waits up to `patience` for the child to end; returns `None` if it still runs. Cancel-safe.
    pub async fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        if self.status.is_none() {
            match timeout(patience, self.child.wait()).await {
                Ok(Ok(status)) => self.note_end(status),
                Ok(Err(_)) | Err(_) => return None,
            }
        }
        self.status
    }

    /// Waits, after the output was closed, for the child to end and for the rest of its error
    /// output.
    pub async fn part(&mut self) -> Option<ExitStatus> {
        let status = self.wait(PARTING).await;
        if status.is_some() && !self.errors_reader.is_finished() {
            // A descendant may keep the pipe open, so reading stops after a while.
            let _ = timeout(PARTING, &mut self.errors_reader).await;
        }
        status
    }

    /// Kills the child with all its descendants, and waits until the child has ended. Does nothing
    /// if it has already ended.
    pub async fn end(&mut self) -> Option<ExitStatus> {
        if let Some(line) = self.line.take() {
            drop(line);
            // `KEEPER` is long enough for a running keeper to kill any number of descendants.
            if self.wait(KEEPER).await.is_none() {
                self.kill_below_keeper().await;
            }
        }
        self.kill_group();
        self.part().await
    }

    pub fn errors(&self) -> &Arc<ErrorOutput> {
        &self.errors
    }

    /// Kills the descendants itself if the engine has stopped the keeper from doing so.
    async fn kill_below_keeper(&self) {
        #[cfg(target_os = "linux")]
        if let Some(keeper) = self.group {
            // This reads the list of all processes. If that fails, at least the engine dies with
            // its keeper.
            let _ = tokio::task::spawn_blocking(move || keeper::kill_below(keeper)).await;
        }
    }

    fn note_end(&mut self, status: ExitStatus) {
        self.status = Some(status);
        // A keeper that failed may have left processes in its own group; the engine died with the
        // keeper.
        self.line = None;
        self.kill_group();
        self.group = None;
    }

    fn kill_group(&self) {
        if let Some(group) = self.group.filter(|_| self.line.is_none()) {
            // SAFETY: kill touches no memory. The group id belongs to the child: it is not reused
            // while the group has a process, and this process forgets it as soon as the group is
            // empty.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_group();
        self.errors_reader.abort();
    }
}

/// Starts a child in its own process group, through a keeper if one is installed. Also returns the
/// line to the keeper.
async fn start(command: &EngineCommand) -> io::Result<(Child, Option<OwnedFd>)> {
    #[cfg(target_os = "linux")]
    if let Some(program) = keeper::program() {
        let mut start = Command::new(program);
        surround(&mut start, command);
        let (keeper, line) = keeper::spawn(start, command).await?;
        return Ok((keeper, Some(line)));
    }
    if let Some(limit) = command.limits.first() {
        return Err(io::Error::other(format!("limit {limit} needs a keeper process (Linux only)")));
    }
    if let Some(sandbox) = &command.sandbox {
        return Err(io::Error::other(format!("sandbox {} needs a keeper process (Linux only)", sandbox.mode)));
    }
    let mut start = Command::new(command.program());
    start.args(command.words.iter().skip(1)).kill_on_drop(true);
    surround(&mut start, command);
    spawner::die_with_parent(&mut start);
    Ok((spawner::spawn(start).await?, None))
}

/// Sets the pipes, process group, directory and variables of a command.
fn surround(start: &mut Command, command: &EngineCommand) {
    start.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    if let Some(directory) = &command.directory {
        start.current_dir(directory);
    }
    match (command.environment, &command.sandbox) {
        (Environment::Inherited, None) => {
            for name in OWN_VARIABLES {
                start.env_remove(name);
            }
        }
        (Environment::Clean, _) | (_, Some(_)) => {
            start.env_clear();
            let is_shown = |name: &&&str| command.sandbox.is_none() || !PLACE_VARIABLES.contains(name);
            start.envs(CLEAN_VARIABLES.iter().filter(is_shown).filter_map(|name| Some((name, env::var_os(name)?))));
        }
    }
    start.envs(command.variables.iter().map(|(name, value)| (name, value)));
}

/// Reads from an output that the runtime reported as readable.
fn read_ready(ready: &mut AsyncFdReadyGuard<'_, File>, lines: &mut Lines) -> io::Result<Option<ReadOutcome>> {
    let room = lines.room();
    let read = (&mut ready.get_inner()).read(room);
    // A short read means that the pipe is empty. Waiting is then cheaper than another read.
    if !matches!(read, Ok(count) if count == room.len()) {
        ready.clear_ready();
    }
    heard(read, lines)
}

/// Converts the result of a read; `None` if there was nothing to read yet.
fn heard(read: io::Result<usize>, lines: &mut Lines) -> io::Result<Option<ReadOutcome>> {
    match read {
        Ok(0) => Ok(Some(ReadOutcome::End)),
        Ok(count) => {
            lines.filled(count);
            Ok(Some(ReadOutcome::Bytes(count)))
        }
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Registers a pipe with the runtime, in non-blocking mode.
fn pipe(end: OwnedFd) -> io::Result<AsyncFd<File>> {
    let raw = end.as_raw_fd();
    // SAFETY: fcntl with these commands touches no memory, and `end` keeps the descriptor open.
    let set = unsafe { libc::fcntl(raw, libc::F_SETFL, libc::fcntl(raw, libc::F_GETFL) | libc::O_NONBLOCK) };
    if set == -1 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a `File` keeps its descriptor open until it is dropped, and nothing takes the
    // descriptor out.
    Ok(unsafe { AsyncFd::register(File::from(end)) }?)
}
