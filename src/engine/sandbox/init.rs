//! The first process in a namespace sandbox: it starts the engine, waits for the engine to end, and
//! reports how.
//!
//! `bwrap` alone cannot tell exit status 137 from a SIGKILL. When this process ends, the kernel
//! kills all other processes in the sandbox.

use std::{
    fs::File,
    io::{self, PipeWriter, Write as _},
    os::{
        fd::{FromRawFd as _, OwnedFd, RawFd},
        unix::process::CommandExt as _,
    },
    path::PathBuf,
    process::{self, Command, Stdio},
};

use serde::{Deserialize, Serialize};

use super::{Mode, keyring, syscalls::Filter};
use crate::{
    keeper::{Report, apply_limits::check, prepare::prepare},
    limit::Limit,
};

/// The order of the first process: the program to start, and the descriptors passed to it.
#[derive(Debug, Serialize, Deserialize)]
pub struct InitOrder {
    /// Pipe for the reports to the keeper.
    pub report: RawFd,
    /// The engine's standard input, output and error.
    pub pipes: [RawFd; 3],
    /// File by which the engine joins its control group; `None` without a group.
    pub procs: Option<RawFd>,
    pub limits: Vec<String>,
    /// File of the engine's program.
    pub program: PathBuf,
    /// Arguments of the engine; the first is the program's name.
    pub words: Vec<String>,
}

/// Starts the engine, reaps all processes, and ends when the engine ends.
pub fn run(order: InitOrder) -> io::Result<std::convert::Infallible> {
    let mut report = PipeWriter::from(own(order.report)?);
    let engine = match start(&order, &report) {
        Ok(engine) => engine,
        Err(error) => {
            say(&mut report, &Report::NotStarted(error).line())?;
            process::exit(1);
        }
    };
    say(&mut report, &Report::Started.line())?;
    loop {
        let mut status = 0;
        // SAFETY: the call only writes the status.
        let ended = check(unsafe { libc::waitpid(-1, &mut status, 0) });
        match ended {
            Ok(id) if id == engine => {
                say(&mut report, &format!("{status}\n"))?;
                process::exit(0);
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn start(order: &InitOrder, report: &PipeWriter) -> io::Result<libc::pid_t> {
    // The engine must not look into this process: neither at its memory nor at the pipe for
    // reports. SAFETY: the call touches no memory.
    check(unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) })?;
    let limits: Vec<Limit> =
        order.limits.iter().map(|text| text.parse()).collect::<Result<_, _>>().map_err(io::Error::other)?;
    let [input, output, errors] = order.pipes;
    let procs = order.procs.map(own).transpose()?.map(File::from);
    let mut command = Command::new(&order.program);
    command.args(order.words.iter().skip(1)).process_group(0);
    command.arg0(order.words.first().map(String::as_str).unwrap_or_default());
    command.stdin(Stdio::from(own(input)?)).stdout(Stdio::from(own(output)?)).stderr(Stdio::from(own(errors)?));
    // `bwrap` sets this variable.
    command.env_remove("PWD");
    let above = process::id();
    let mut said = report.try_clone()?;
    let filter = Filter::make(Mode::Bubblewrap)?;
    let prepare = move || {
        prepare(&limits, procs.as_ref(), above)
            .and_then(|()| keyring::leave_session())
            .and_then(|()| filter.apply())
            .inspect_err(|error| drop(say(&mut said, &Report::NotStarted(io::Error::other(error.to_string())).line())))
    };
    // SAFETY: this process has one thread, so any function may be called between fork and exec.
    unsafe { command.pre_exec(prepare) };
    let engine = command.spawn()?;
    libc::pid_t::try_from(engine.id()).map_err(io::Error::other)
}

/// Sends a line to the keeper.
fn say(pipe: &mut PipeWriter, line: &str) -> io::Result<()> {
    pipe.write_all(line.as_bytes())
}

/// Takes ownership of a descriptor that was passed to this process. The engine does not inherit it.
fn own(descriptor: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: fcntl touches no memory. The keeper opened the descriptor for this process, and names
    // it only once.
    unsafe {
        check(libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC))?;
        Ok(OwnedFd::from_raw_fd(descriptor))
    }
}
