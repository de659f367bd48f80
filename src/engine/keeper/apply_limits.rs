//! Applies limits to the process that becomes the engine.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    mem,
};

use crate::limit::Limit;

/// Seconds between the soft CPU limit and the hard one, which kills a process that is still
/// running.
const CPU_GRACE_S: u64 = 1;

/// Applies all limits. `procs` is the file by which the process joins its control group, if it has
/// one.
pub fn all(limits: &[Limit], procs: Option<&File>) -> io::Result<()> {
    if let Some(mut procs) = procs {
        procs.write_all(b"0").map_err(|error| named("cgroup", &error))?;
    }
    limits.iter().try_for_each(|limit| {
        one(limit).map_err(|error| named(&format!("limit {limit} is not available on this host"), &error))
    })
}

/// Converts the result of a system call: -1 means that it failed.
pub fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

fn one(limit: &Limit) -> io::Result<()> {
    match limit {
        Limit::Cpu { seconds } => bound(libc::RLIMIT_CPU, *seconds, seconds.saturating_add(CPU_GRACE_S)),
        Limit::AddressSpace { bytes } => bound(libc::RLIMIT_AS, *bytes, *bytes),
        Limit::Files { count } => bound(libc::RLIMIT_NOFILE, *count, *count),
        Limit::Processes { count } => {
            // SAFETY: geteuid has no preconditions.
            if unsafe { libc::geteuid() } == 0 {
                return Err(io::Error::other("this limit does not bind the superuser; use tasks instead"));
            }
            bound(libc::RLIMIT_NPROC, *count, *count)
        }
        Limit::Cores { cores } => stay_on(cores),
        Limit::NoNetwork => leave_network(),
        // SAFETY: the call touches no memory.
        Limit::FixedPrivileges => check(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }).map(drop),
        // These limits were set when the control group was created.
        Limit::Memory { .. } | Limit::Tasks { .. } | Limit::Share { .. } => Ok(()),
    }
}

fn bound(resource: libc::__rlimit_resource_t, soft: u64, hard: u64) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: soft, rlim_max: hard };
    // SAFETY: the call only reads the limit.
    check(unsafe { libc::setrlimit(resource, &limit) }).map(drop)
}

fn stay_on(cores: &[usize]) -> io::Result<()> {
    // SAFETY: a set of cores is plain memory, and the core numbers were checked to fit into it.
    unsafe {
        let mut set: libc::cpu_set_t = mem::zeroed();
        cores.iter().for_each(|core| libc::CPU_SET(*core, &mut set));
        check(libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &set)).map(drop)
    }
}

/// Moves to an empty network. Without superuser rights this first needs a user namespace, if the
/// system allows it.
fn leave_network() -> io::Result<()> {
    // SAFETY: these calls touch no memory.
    let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
    if unsafe { libc::unshare(libc::CLONE_NEWNET) } == 0 {
        return Ok(());
    }
    // SAFETY: the call touches no memory.
    check(unsafe { libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNET) })?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

fn named(what: &str, error: &io::Error) -> io::Error {
    io::Error::other(format!("{what}: {error}"))
}
