//! The process of the keeper.

use std::{
    fs::File,
    io::{self, Write as _},
    os::{
        fd::{AsRawFd as _, FromRawFd as _, OwnedFd},
        unix::{net::UnixStream, process::ExitStatusExt as _},
    },
    process::{self, ExitStatus},
    ptr,
};

use super::{
    Report,
    apply_limits::check,
    descendants,
    order::Order,
    prepare::{IGNORED, signals},
    start::start,
};

/// Starts the engine, waits until the engine or the referee ends, kills all descendants, and exits
/// with the engine's status.
pub fn supervise(order: &Order) -> io::Result<std::convert::Infallible> {
    // SAFETY: the referee opened this descriptor for this process alone.
    let mut line = unsafe { UnixStream::from_raw_fd(order.line) };
    // SAFETY: the only memory that these calls read is a text closed by a NUL.
    unsafe {
        check(libc::fcntl(order.line, libc::F_SETFD, libc::FD_CLOEXEC))?;
        check(libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1))?;
        check(libc::prctl(libc::PR_SET_NAME, c"referee-keeper".as_ptr()))?;
    }
    let ends = listen()?;
    let mut started = match start(order, &line) {
        Ok(started) => started,
        Err(error) => {
            line.write_all(Report::NotStarted(error).line().as_bytes())?;
            process::exit(1);
        }
    };
    let_go()?;
    // A failed write means that the referee is gone, which `wait` notices.
    let _ = line.write_all(Report::Started.line().as_bytes());
    let ended = wait(&line, &ends, started.id)?;
    let status = ended.map(|ended| started.status(ended));
    if let Some(group) = &started.group {
        group.kill();
    }
    descendants::end(&ends);
    drop(started);
    leave_like(status.unwrap_or_default())
}

/// Returns a descriptor that is readable when children have ended, and ignores the signals that end
/// a command.
fn listen() -> io::Result<OwnedFd> {
    for signal in IGNORED {
        // SAFETY: ignoring a signal touches no memory.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
    let ends = signals(&[libc::SIGCHLD]);
    // SAFETY: `ends` is an initialised set, and nothing else owns the new descriptor.
    unsafe {
        check(libc::sigprocmask(libc::SIG_BLOCK, &ends, ptr::null_mut()))?;
        let descriptor = check(libc::signalfd(-1, &ends, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK))?;
        Ok(OwnedFd::from_raw_fd(descriptor))
    }
}

/// Closes the keeper's copies of the engine's pipes, and leaves the engine's directory.
fn let_go() -> io::Result<()> {
    let nowhere = File::options().read(true).write(true).open("/dev/null")?;
    for standard in 0..=2 {
        // SAFETY: no object in this process owns the three standard descriptors.
        check(unsafe { libc::dup2(nowhere.as_raw_fd(), standard) })?;
    }
    std::env::set_current_dir("/")
}

/// Waits until the engine has ended. Returns `None` if the referee is gone, or closed the line to
/// end the engine.
fn wait(line: &UnixStream, ends: &OwnedFd, engine: libc::pid_t) -> io::Result<Option<ExitStatus>> {
    let watch = |descriptor| libc::pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
    let mut watched = [watch(line.as_raw_fd()), watch(ends.as_raw_fd())];
    loop {
        // SAFETY: the array has the stated length.
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
        // The referee never sends anything, so a readable line is a closed one.
        if watched[0].revents != 0 {
            return Ok(None);
        }
    }
}

/// Exits with the engine's status, or by the engine's signal.
fn leave_like(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal() {
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: these calls access only the values that they are given.
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
