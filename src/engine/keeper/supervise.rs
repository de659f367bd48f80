//! What the keeper does from its start to its end.

use std::{
    fs::File,
    io::{self, Write as _},
    mem,
    os::{
        fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd},
        unix::{
            net::UnixStream,
            process::{CommandExt as _, ExitStatusExt as _},
        },
    },
    process::{self, Command, ExitStatus},
    ptr,
};

use super::{
    Report,
    apply_limits::{self, check},
    cgroup::Group,
    descendants,
};
use crate::engine::limit::Limit;

/// What a user may send to end a command: it is for the referee to hear, not for its keepers.
const IGNORED: [libc::c_int; 5] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGPIPE];

/// What to supervise.
pub struct Order {
    /// The descriptor of the line to the referee.
    pub line: RawFd,
    /// What the engine is kept to.
    pub limits: Vec<Limit>,
    /// The program and its arguments.
    pub words: Vec<String>,
}

/// Starts the engine, waits for its end or the referee's, kills all that is left, and ends as the engine did.
pub fn supervise(order: &Order) -> io::Result<std::convert::Infallible> {
    // SAFETY: the referee opened this descriptor for us alone.
    let mut line = unsafe { UnixStream::from_raw_fd(order.line) };
    // SAFETY: these calls touch no memory but the text, which is closed by a NUL.
    unsafe {
        check(libc::fcntl(order.line, libc::F_SETFD, libc::FD_CLOEXEC))?;
        check(libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1))?;
        check(libc::prctl(libc::PR_SET_NAME, c"referee-keeper".as_ptr()))?;
    }
    let ends = listen()?;
    let (engine, group) = match start(order, &line) {
        Ok(started) => started,
        Err(error) => {
            line.write_all(Report::NotStarted(error).line().as_bytes())?;
            process::exit(1);
        }
    };
    let_go()?;
    // Where the referee has gone meanwhile, the line says so below.
    let _ = line.write_all(Report::Started.line().as_bytes());
    let status = wait(&line, &ends, engine)?;
    if let Some(group) = &group {
        group.kill();
    }
    descendants::end(&ends);
    drop(group);
    leave_like(status.unwrap_or_default())
}

/// From now on the ends of children are read from a descriptor, and what ends a command is not heard.
fn listen() -> io::Result<OwnedFd> {
    for signal in IGNORED {
        // SAFETY: to ignore a signal touches no memory.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
    let ends = signals(&[libc::SIGCHLD]);
    // SAFETY: `ends` is a set that was made; the descriptor is nobody else's.
    unsafe {
        check(libc::sigprocmask(libc::SIG_BLOCK, &ends, ptr::null_mut()))?;
        let descriptor = check(libc::signalfd(-1, &ends, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK))?;
        Ok(OwnedFd::from_raw_fd(descriptor))
    }
}

fn signals(of: &[libc::c_int]) -> libc::sigset_t {
    // SAFETY: a set of signals is plain memory, and both calls write only to it.
    unsafe {
        let mut set = mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in of {
            libc::sigaddset(&mut set, *signal);
        }
        set
    }
}

/// Starts the engine in a process group of its own, within its limits.
fn start(order: &Order, line: &UnixStream) -> io::Result<(libc::pid_t, Option<Group>)> {
    let group = Group::make(&order.limits)?;
    let (program, arguments) = order.words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    command.args(arguments).process_group(0);
    let limits = order.limits.clone();
    let procs = group.as_ref().map(Group::entrance).transpose()?;
    let keeper = process::id();
    let mut said = line.try_clone()?;
    let prepare = move || {
        let prepared =
            be_ordinary().and_then(|()| apply_limits::all(&limits, procs.as_ref())).and_then(|()| die_with(keeper));
        // A second report is not read: this one tells more than the number that comes out of the fork.
        prepared.inspect_err(|error| {
            drop(said.write_all(Report::NotStarted(io::Error::other(error.to_string())).line().as_bytes()))
        })
    };
    // SAFETY: this process has one thread, so that between fork and exec everything may be called.
    unsafe { command.pre_exec(prepare) };
    let engine = command.spawn()?;
    let id = libc::pid_t::try_from(engine.id()).map_err(io::Error::other)?;
    Ok((id, group))
}

/// Undoes in the engine what the keeper did to its own signals.
fn be_ordinary() -> io::Result<()> {
    for signal in IGNORED {
        // SAFETY: to take back what was ignored touches no memory.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // SAFETY: the set was made.
    check(unsafe { libc::sigprocmask(libc::SIG_SETMASK, &signals(&[]), ptr::null_mut()) }).map(drop)
}

/// An engine that kills its keeper kills itself.
fn die_with(keeper: u32) -> io::Result<()> {
    // SAFETY: both calls touch no memory.
    unsafe { check(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))? };
    match unsafe { libc::getppid() } == libc::pid_t::try_from(keeper).unwrap_or(-1) {
        true => Ok(()),
        false => Err(io::Error::other("the keeper has ended")),
    }
}

/// Lets go of the engine's pipes and of its directory.
fn let_go() -> io::Result<()> {
    let nowhere = File::options().read(true).write(true).open("/dev/null")?;
    for standard in 0..=2 {
        // SAFETY: the three standard descriptors are nobody's here.
        check(unsafe { libc::dup2(nowhere.as_raw_fd(), standard) })?;
    }
    std::env::set_current_dir("/")
}

/// Waits until the engine has ended; `None` when the referee is gone, or wants it to be.
fn wait(line: &UnixStream, ends: &OwnedFd, engine: libc::pid_t) -> io::Result<Option<ExitStatus>> {
    let watch = |descriptor| libc::pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
    let mut watched = [watch(line.as_raw_fd()), watch(ends.as_raw_fd())];
    loop {
        // SAFETY: the array is as long as is said.
        let polled = check(unsafe { libc::poll(watched.as_mut_ptr(), 2, -1) });
        match polled {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => drop(other?),
        }
        if watched[1].revents != 0 {
            descendants::drain(ends);
            let mut status = None;
            descendants::reap(|id, ended| status = if id == engine { Some(ended) } else { status });
            if status.is_some() {
                return Ok(status);
            }
        }
        // The referee never says anything: what can be read is the end.
        if watched[0].revents != 0 {
            return Ok(None);
        }
    }
}

/// Ends with the engine's own status, or by the signal that it ended by.
fn leave_like(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal() {
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: all of them touch nothing but what they are given.
        unsafe {
            libc::setrlimit(libc::RLIMIT_CORE, &none);
            libc::signal(signal, libc::SIG_DFL);
            libc::sigprocmask(libc::SIG_SETMASK, &signals(&[]), ptr::null_mut());
            libc::raise(signal);
        }
        process::exit(128 + signal);
    }
    process::exit(status.code().unwrap_or_default())
}
