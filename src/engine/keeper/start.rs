//! Starts the engine for its keeper, directly or in a sandbox.

use std::{
    fs::File,
    io::{self, Write as _},
    os::{
        fd::{AsFd as _, AsRawFd as _},
        unix::{net::UnixStream, process::CommandExt as _},
    },
    process::{self, Command, ExitStatus},
};

use super::{
    Report,
    cgroup::Group,
    order::Order,
    prepare::{be_ordinary, die_with, prepare},
};
use crate::{
    limit::Limit,
    sandbox::{
        Mode, Sandbox,
        bubblewrap::{self, Inheritance},
        landlock::{self, Scratch},
        syscalls::Filter,
        view::View,
    },
};

pub struct Started {
    /// Process id of the keeper's child: the engine, or a process that ends with the engine's
    /// sandbox.
    pub id: libc::pid_t,
    pub group: Option<Group>,
    namespaces: Option<bubblewrap::Running>,
    _scratch: Option<Scratch>,
}

impl Started {
    /// Returns how the engine ended, given the status of the keeper's child.
    pub fn status(&mut self, ended: ExitStatus) -> ExitStatus {
        self.namespaces.as_mut().map_or(ended, |running| running.status(ended))
    }
}

/// Starts the engine in its own process group, with limits and sandbox.
pub fn start(order: &Order, line: &UnixStream) -> io::Result<Started> {
    let mut limits = order.limits.clone();
    // A sandbox already has no network.
    limits.retain(|limit| order.sandbox.is_none() || *limit != Limit::NoNetwork);
    let group = Group::make(&limits)?;
    let procs = group.as_ref().map(Group::entrance).transpose()?;
    match &order.sandbox {
        Some(Sandbox { mode: Mode::Bubblewrap, reads, .. }) => {
            let view = View::of(&order.words, reads)?;
            let running = in_namespaces(&view, order, &limits, procs.as_ref(), line)?;
            let id = libc::pid_t::try_from(running.child.id()).map_err(io::Error::other)?;
            Ok(Started { id, group, namespaces: Some(running), _scratch: None })
        }
        Some(Sandbox { mode: Mode::Landlock, reads, temporary }) => {
            let view = View::of(&order.words, reads)?;
            let filter = Filter::make(Mode::Landlock)?;
            let mut command = Command::new(&view.program);
            let scratch = Scratch::make(temporary, &mut command)?;
            let own = scratch.path().to_owned();
            let restrict = move || landlock::restrict(&view, &own, &filter);
            let id = as_child(command, order, limits, procs, line, restrict)?;
            Ok(Started { id, group, namespaces: None, _scratch: Some(scratch) })
        }
        None => {
            let program = order.words.first().ok_or(io::ErrorKind::InvalidInput)?;
            let id = as_child(Command::new(program), order, limits, procs, line, || Ok(()))?;
            Ok(Started { id, group, namespaces: None, _scratch: None })
        }
    }
}

/// Starts the engine as a child. `restrict` runs last before the engine.
fn as_child(
    mut command: Command,
    order: &Order,
    limits: Vec<Limit>,
    procs: Option<File>,
    line: &UnixStream,
    mut restrict: impl FnMut() -> io::Result<()> + Send + Sync + 'static,
) -> io::Result<libc::pid_t> {
    command.args(order.words.iter().skip(1)).process_group(0);
    command.arg0(order.words.first().map(String::as_str).unwrap_or_default());
    let keeper = process::id();
    let mut said = line.try_clone()?;
    let prepare = move || {
        // The referee reads this report instead of the error from the fork, which is only a number.
        prepare(&limits, procs.as_ref(), keeper).and_then(|()| restrict()).inspect_err(|error| {
            drop(said.write_all(Report::NotStarted(io::Error::other(error.to_string())).line().as_bytes()))
        })
    };
    // SAFETY: this process has one thread, so any function may be called between fork and exec.
    unsafe { command.pre_exec(prepare) };
    let engine = command.spawn()?;
    libc::pid_t::try_from(engine.id()).map_err(io::Error::other)
}

/// Starts the engine in namespaces, and waits until the engine runs there.
fn in_namespaces(
    view: &View,
    order: &Order,
    limits: &[Limit],
    procs: Option<&File>,
    line: &UnixStream,
) -> io::Result<bubblewrap::Running> {
    let pipes = [
        io::stdin().as_fd().try_clone_to_owned()?,
        io::stdout().as_fd().try_clone_to_owned()?,
        io::stderr().as_fd().try_clone_to_owned()?,
    ];
    let limits = limits.iter().map(Limit::to_string).collect();
    let keeper = process::id();
    let prepare = move || be_ordinary().and_then(|()| die_with(keeper));
    let mut running = bubblewrap::start(view, &order.words, Inheritance { pipes, procs, limits }, prepare)?;
    match Report::read(&running.report(line.as_raw_fd())?) {
        Report::Started => Ok(running),
        Report::NotStarted(error) => Err(error),
    }
}
