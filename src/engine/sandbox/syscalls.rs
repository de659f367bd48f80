//! The filter of system calls in a sandbox: an allow list, in both modes.
//!
//! Every version of the kernel adds calls, so a deny list is outdated as soon as a new call reaches
//! a file or a socket. An unlisted call fails with `ENOSYS`, as on an older kernel, so that
//! runtimes use an older call. A well-known call that an engine may not make fails with `EPERM`.
//!
//! Two filters share the work, since each filter denies with only one error: the first with
//! `ENOSYS`, the second with `EPERM`.

use std::{collections::BTreeMap, env::consts::ARCH, io};

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

use super::{
    Mode,
    syscall_lists::{ALLOWED, ALLOWED_OLD, IN_NAMESPACES, IN_NAMESPACES_OLD, IOCTLS, REFUSED},
};

/// Calls allowed only for the calling process itself: their first argument must be 0.
const ITS_OWN_ALONE: [c_long; 5] = [
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
];
/// Types of socket pairs that reach no other process. A datagram pair could send to any address.
const PAIRS: [libc::c_int; 2] = [libc::SOCK_STREAM, libc::SOCK_SEQPACKET];
/// Mask for a socket's type, without flags.
const TYPE: u64 = 0xf;
/// Socket families that a network namespace separates from the host. VSOCK is missing, since it
/// reaches the hypervisor.
const FAMILIES: [libc::c_int; 3] = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6];
/// Flags of `clone` that create namespaces. In its own namespace, an engine would have all
/// capabilities.
const NAMESPACES: [libc::c_int; 8] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
    CLONE_NEWTIME,
];
const CLONE_NEWTIME: libc::c_int = 0x80;

/// Two programs for the kernel, each of which judges every call.
pub struct Filter([BpfProgram; 2]);

impl Filter {
    /// Compiles the filter of a mode. The filter kills a process that makes a call of another
    /// architecture.
    pub fn make(mode: Mode) -> io::Result<Filter> {
        let known = known(mode).into_iter().map(|call| (call, Vec::new())).collect();
        let unknown = compile(known, SeccompAction::Errno(libc::ENOSYS.unsigned_abs()), SeccompAction::Allow)?;
        let refused = rules(mode).map_err(failed)?;
        let refused = compile(refused, SeccompAction::Allow, SeccompAction::Errno(libc::EPERM.unsigned_abs()))?;
        Ok(Filter([refused, unknown]))
    }

    /// Applies the filter to this thread and its descendants.
    pub fn apply(&self) -> io::Result<()> {
        self.0.iter().try_for_each(|program| seccompiler::apply_filter(program).map_err(failed))
    }
}

fn compile(
    rules: BTreeMap<i64, Vec<SeccompRule>>,
    otherwise: SeccompAction,
    matched: SeccompAction,
) -> io::Result<BpfProgram> {
    let architecture = TargetArch::try_from(ARCH).map_err(failed)?;
    let filter = SeccompFilter::new(rules, otherwise, matched, architecture).map_err(failed)?;
    BpfProgram::try_from(filter).map_err(failed)
}

fn failed(error: impl std::error::Error) -> io::Error {
    io::Error::other(format!("the system call filter: {error}"))
}

/// Returns the calls that [`rules`] allows, or denies with `EPERM`. All other calls get `ENOSYS`.
fn known(mode: Mode) -> Vec<c_long> {
    let refused = [REFUSED, IN_NAMESPACES, IN_NAMESPACES_OLD].concat();
    let conditional = [ITS_OWN_ALONE.as_slice(), &CONDITIONAL].concat();
    let allowed = [ALLOWED, ALLOWED_OLD].concat();
    debug_assert!(allowed.iter().all(|call| !refused.contains(call)), "{mode}: a call is on two lists");
    [refused, conditional, allowed].concat()
}

/// Calls allowed depending on their arguments: see [`rules`].
const CONDITIONAL: [c_long; 6] = [
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_socketpair,
    libc::SYS_clone,
    libc::SYS_ioctl,
    libc::SYS_socket,
];

/// Returns the known calls to deny. A call is denied if one of its rules matches; a call without
/// rules is always denied.
fn rules(mode: Mode) -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    rules.extend(REFUSED.iter().map(|call| (*call, Vec::new())));
    for call in ITS_OWN_ALONE {
        rules.insert(call, vec![is_none_of(0, &[0])?]);
    }
    let process = u64::from(libc::PRIO_PROCESS);
    rules.insert(libc::SYS_setpriority, vec![is_none_of(0, &[process])?, is_none_of(1, &[0])?]);
    // The value 1 means a process.
    rules.insert(libc::SYS_ioprio_set, vec![is_none_of(0, &[1])?, is_none_of(1, &[0])?]);
    let namespaces = NAMESPACES.iter().map(|bit| has_bits(0, u64::from(bit.unsigned_abs())));
    rules.insert(libc::SYS_clone, namespaces.collect::<Result<_, _>>()?);
    rules.insert(libc::SYS_ioctl, vec![is_none_of(1, IOCTLS)?]);
    match mode {
        Mode::Bubblewrap => {
            let families = FAMILIES.map(|family| u64::from(family.unsigned_abs()));
            rules.insert(libc::SYS_socket, vec![is_none_of(0, &families)?]);
            rules.insert(libc::SYS_socketpair, vec![is_none_of(0, &families)?]);
        }
        Mode::Landlock => {
            rules.insert(libc::SYS_socket, Vec::new());
            rules.insert(libc::SYS_socketpair, other_pairs()?);
            rules.extend(IN_NAMESPACES.iter().chain(IN_NAMESPACES_OLD).map(|call| (*call, Vec::new())));
        }
    }
    Ok(rules)
}

/// Returns a rule that matches an argument with none of these values.
fn is_none_of(argument: u8, values: &[u64]) -> Result<SeccompRule, BackendError> {
    let is_not = |value: &u64| SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, *value);
    SeccompRule::new(values.iter().map(is_not).collect::<Result<_, _>>()?)
}

/// Returns a rule that matches an argument with all these bits.
fn has_bits(argument: u8, bits: u64) -> Result<SeccompRule, BackendError> {
    let has = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(bits), bits)?;
    SeccompRule::new(vec![has])
}

/// Returns rules that match socket pairs of other types than [`PAIRS`].
fn other_pairs() -> Result<Vec<SeccompRule>, BackendError> {
    let others = (0..=TYPE).filter(|kind| PAIRS.iter().all(|pair| u64::try_from(*pair) != Ok(*kind)));
    let matches = |kind| {
        SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(TYPE), kind)
            .and_then(|condition| SeccompRule::new(vec![condition]))
    };
    others.map(matches).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_on_one_list_and_both_filters_compile() {
        let mut all = known(Mode::Landlock);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "a call is listed twice");
        for mode in Mode::ALL {
            Filter::make(mode).unwrap();
        }
    }
}
