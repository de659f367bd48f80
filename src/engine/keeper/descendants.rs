//! Finds and kills all descendants of a process.

use std::{
    collections::BTreeSet,
    fs,
    io::Read as _,
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::process::ExitStatusExt as _,
    },
    process::{self, ExitStatus},
};

/// Maximum checks whether all descendants have ended, at least 5 s; any others are left running.
/// Checks are counted instead of seconds, so a stalled machine loses none.
const MAX_LOOKS: usize = 1000;
/// Maximum wait in milliseconds for a child to end before the next check.
const LOOK_AGAIN_MS: libc::c_int = 5;
/// Maximum searches for new descendants while stopping the known ones.
const MAX_HALTS: usize = 64;

/// Kills every descendant of this process, and waits until all have ended.
pub fn end(ends: &OwnedFd) {
    let own = libc::pid_t::try_from(process::id()).unwrap_or(-1);
    for _ in 0..MAX_LOOKS {
        if !reap(|_, _| {}) {
            return;
        }
        kill_below(own);
        let mut watched = libc::pollfd { fd: ends.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: the array has one entry, as stated.
        unsafe { libc::poll(&mut watched, 1, LOOK_AGAIN_MS) };
        drain(ends);
    }
}

/// Kills every descendant of a process. Stops descendants first, until no new one appears, so that
/// none escapes.
pub fn kill_below(above: libc::pid_t) {
    let mut halted = BTreeSet::new();
    for _ in 0..MAX_HALTS {
        let found = descendants(above);
        let fresh: Vec<libc::pid_t> = found.into_iter().filter(|id| halted.insert(*id)).collect();
        if fresh.is_empty() {
            break;
        }
        fresh.iter().for_each(|id| send(*id, libc::SIGSTOP));
    }
    halted.iter().for_each(|id| send(*id, libc::SIGKILL));
}

/// Reaps ended children. Returns whether other children remain.
pub fn reap(mut ended: impl FnMut(libc::pid_t, ExitStatus)) -> bool {
    loop {
        let mut status = 0;
        // SAFETY: the call only writes the status.
        match unsafe { libc::waitpid(-1, &mut status, libc::WNOHANG) } {
            -1 => return false,
            0 => return true,
            id => ended(id, ExitStatus::from_raw(status)),
        }
    }
}

/// Reads all of the kernel's notifications of ended children.
pub fn drain(ends: &OwnedFd) {
    let Ok(copy) = ends.try_clone() else { return };
    let mut said = [0; 16 * size_of::<libc::signalfd_siginfo>()];
    // The kernel queues at most one signal, however many children have ended.
    let _ = fs::File::from(copy).read(&mut said);
}

/// Returns every direct and indirect child of a process.
fn descendants(above: libc::pid_t) -> Vec<libc::pid_t> {
    let parents: Vec<(libc::pid_t, libc::pid_t)> = processes();
    let mut below = vec![above];
    let mut next = 0;
    while let Some(&parent) = below.get(next) {
        next += 1;
        let children = parents.iter().filter(|(_, of)| *of == parent).map(|(id, _)| *id);
        below.extend(children);
    }
    below.split_off(1)
}

/// Returns every running process with its parent.
fn processes() -> Vec<(libc::pid_t, libc::pid_t)> {
    let Ok(listed) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = listed.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<libc::pid_t>().ok());
    ids.filter_map(|id| Some((id, parent_of(id)?))).collect()
}

/// Returns the parent of a process; `None` once the process has ended. The name of a process, in
/// parentheses, may contain any character.
fn parent_of(id: libc::pid_t) -> Option<libc::pid_t> {
    let said = fs::read(format!("/proc/{id}/stat")).ok()?;
    let after_name = said.iter().rposition(|byte| *byte == b')')?;
    let mut words = str::from_utf8(&said[after_name + 1..]).ok()?.split_ascii_whitespace();
    let state = words.next()?;
    let parent = words.next()?.parse().ok()?;
    (!matches!(state, "Z" | "X")).then_some(parent)
}

fn send(id: libc::pid_t, signal: libc::c_int) {
    // SAFETY: kill touches no memory. The process was just seen among the descendants, and all of
    // these are stopped. So no parent can reap it, and no other process can get its id.
    unsafe { libc::kill(id, signal) };
}
