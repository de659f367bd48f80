//! The system calls that an engine under Landlock has no use for, and by which it could reach what Landlock does not guard: sockets
//! of every kind, limits and priorities of other processes, modes and owners of files, memory that processes share.

use std::{collections::BTreeMap, env::consts::ARCH, io};

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

/// Refused whatever their arguments.
const REFUSED: [c_long; 45] = [
    // Sockets; `io_uring` makes them too, and anything else past this filter.
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    // The memory, descriptors and namespaces of others.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_setns,
    libc::SYS_unshare,
    // What processes of one user share.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // What a file is, rather than what is in it.
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    SYS_FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SYS_SETXATTRAT,
    // Watching others at work, and the widest doors into the kernel.
    libc::SYS_inotify_init1,
    libc::SYS_fanotify_init,
    libc::SYS_perf_event_open,
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_move_pages,
];
/// The same on every architecture, and younger than their names in the system's headers.
const SYS_FCHMODAT2: c_long = 452;
const SYS_SETXATTRAT: c_long = 463;
/// What only old architectures have.
#[cfg(target_arch = "x86_64")]
const REFUSED_OLD: [c_long; 8] = [
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_inotify_init,
    libc::SYS_modify_ldt,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_OLD: [c_long; 0] = [];
/// Allowed for the caller itself, which their first argument names by 0.
const ITS_OWN_ALONE: [c_long; 6] = [
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
    libc::SYS_migrate_pages,
];
/// A pair of sockets of these types reaches nobody else; one of datagrams could be sent anywhere.
const PAIRS: [libc::c_int; 2] = [libc::SOCK_STREAM, libc::SOCK_SEQPACKET];
/// The part of a socket's type that is not its flags.
const TYPE: u64 = 0xf;
/// The second set of numbers of x86-64 (x32), in which these calls have the same numbers or some of their own.
#[cfg(target_arch = "x86_64")]
const X32: c_long = 0x4000_0000;
#[cfg(target_arch = "x86_64")]
const X32_ONLY: std::ops::RangeInclusive<c_long> = 512..=547;

/// A program of the kernel's that judges calls.
pub struct Filter(BpfProgram);

impl Filter {
    /// Makes it. What is refused fails with `EPERM`; calls of another architecture end the process.
    pub fn make() -> io::Result<Filter> {
        let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let architecture = TargetArch::try_from(ARCH).map_err(failed)?;
        let filter = SeccompFilter::new(rules().map_err(failed)?, SeccompAction::Allow, refused, architecture);
        Ok(Filter(BpfProgram::try_from(filter.map_err(failed)?).map_err(failed)?))
    }

    /// Applies it to this thread, and to all that it starts.
    pub fn apply(&self) -> io::Result<()> {
        seccompiler::apply_filter(&self.0).map_err(failed)
    }
}

fn failed(error: impl std::error::Error) -> io::Error {
    io::Error::other(format!("the filter of system calls: {error}"))
}

fn rules() -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
    let is_not = |argument: u8, value: u64| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, value)
            .and_then(|condition| SeccompRule::new(vec![condition]))
    };
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    rules.extend(REFUSED.into_iter().chain(REFUSED_OLD).map(|call| (call, Vec::new())));
    for call in ITS_OWN_ALONE {
        rules.insert(call, vec![is_not(0, 0)?]);
    }
    let process = u64::from(libc::PRIO_PROCESS);
    rules.insert(libc::SYS_setpriority, vec![is_not(0, process)?, is_not(1, 0)?]);
    // 1 is a process there.
    rules.insert(libc::SYS_ioprio_set, vec![is_not(0, 1)?, is_not(1, 0)?]);
    let others = (0..=TYPE).filter(|kind| PAIRS.iter().all(|pair| u64::try_from(*pair) != Ok(*kind)));
    let others = others.map(|kind| {
        SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(TYPE), kind)
            .and_then(|condition| SeccompRule::new(vec![condition]))
    });
    rules.insert(libc::SYS_socketpair, others.collect::<Result<_, _>>()?);
    #[cfg(target_arch = "x86_64")]
    {
        let again: Vec<_> = rules.iter().map(|(call, rules)| (call | X32, rules.clone())).collect();
        rules.extend(again);
        rules.extend(X32_ONLY.map(|call| (call | X32, Vec::new())));
    }
    Ok(rules)
}
