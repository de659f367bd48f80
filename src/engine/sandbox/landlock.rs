//! The mode `landlock`: the engine stays in the namespaces of the host, and the kernel refuses it what is not its own.
//!
//! [`restrict`] runs in the process that is about to become the engine. Landlock (its sixth version, of Linux 6.12) keeps it to
//! the files of its [`View`] and to its own signals and abstract sockets; a filter of system calls refuses what Landlock knows
//! nothing of ([`syscalls`](super::syscalls)); and it gives up every capability and the session's keys.

use std::{
    fs,
    io::{self, ErrorKind},
    os::unix::fs::{DirBuilderExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    process::Command,
};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _,
    RulesetCreatedAttr as _, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, capability_is_in_bounding_set, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities,
};

use super::{keyring, syscalls, view::View};

/// What is demanded of the kernel: the first version that keeps signals within.
const DEMANDED: ABI = ABI::V6;
/// What programs read of the kernel to start; nothing in there is of others. `/proc/self` is the engine's own.
const OF_THE_KERNEL: [&str; 5] =
    ["/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/sys/vm/overcommit_memory", "/sys/devices/system/cpu"];
/// What they open to read and to write.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// How deep below its temporary directory an engine's locked directories are unlocked to be removed.
const MAX_DEPTH: usize = 256;
/// How often a name for a new directory is tried.
const MAX_NAMES: usize = 100;

/// A directory of the engine's own for temporary files; it is removed when this is dropped.
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Makes it below `above`, for nobody but this user, and has `command` find it where programs look for one.
    pub fn make(above: &Path, command: &mut Command) -> io::Result<Scratch> {
        for _ in 0..MAX_NAMES {
            let path = above.join(format!("referee-engine-{:016x}", super::random()?));
            match fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    for name in ["HOME", "TMPDIR"].iter().filter(|name| std::env::var_os(name).is_none()) {
                        command.env(name, &path);
                    }
                    return Ok(Scratch { path });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
            }
        }
        Err(io::Error::other(format!("cannot create a directory in {}", above.display())))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Whatever the engine locked: it has ended, and its files are this user's.
        if fs::remove_dir_all(&self.path).is_err() {
            unlock(&self.path, MAX_DEPTH);
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Gives this user back its rights to a directory and to those below it, which an engine may have made without them.
fn unlock(directory: &Path, depth: usize) {
    let _ = fs::set_permissions(directory, fs::Permissions::from_mode(0o700));
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten().filter(|_| depth > 0) {
        // A link is none, so that nothing outside is touched.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            unlock(&entry.path(), depth - 1);
        }
    }
}

/// Keeps this process, and all that it starts, to its own: for ever.
pub fn restrict(view: &View, scratch: &Path, filter: &syscalls::Filter) -> io::Result<()> {
    give_up_capabilities().map_err(|error| refused(&format!("cannot drop capabilities: {error}")))?;
    keyring::leave_session().map_err(|error| refused(&error.to_string()))?;
    let status = keep_to(view, scratch).map_err(|error| refused(&error.to_string()))?;
    if status != RulesetStatus::FullyEnforced {
        return Err(refused("the kernel does not enforce all of it"));
    }
    filter.apply().map_err(|error| refused(&error.to_string()))
}

fn refused(why: &str) -> io::Error {
    io::Error::other(format!("landlock: {why}"))
}

fn keep_to(view: &View, scratch: &Path) -> Result<RulesetStatus, landlock::RulesetError> {
    let all = AccessFs::from_all(DEMANDED);
    let read = AccessFs::Execute | AccessFs::ReadFile | AccessFs::ReadDir;
    let device: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::WriteFile;
    let created = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(DEMANDED))?
        .scope(Scope::from_all(DEMANDED))?
        .create()?
        .add_rules(path_beneath_rules(view.system.iter().chain(&view.shown), read))?
        .add_rules(path_beneath_rules(OF_THE_KERNEL, read))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules([scratch], all))?;
    Ok(created.restrict_self()?.ruleset)
}

/// A process of the superuser becomes one that merely owns files. One of any other user mostly has nothing to give up.
fn give_up_capabilities() -> io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        match capability_is_in_bounding_set(capability) {
            Ok(true) => {}
            // The kernel does not know this one.
            Ok(false) | Err(_) => continue,
        }
        let removed = remove_capability_from_bounding_set(capability);
        // Who is not the superuser gets none back by starting a program: no new privileges.
        if let Err(error) = removed
            && rustix::process::geteuid().is_root()
        {
            return Err(error.into());
        }
    }
    clear_ambient_capability_set()?;
    let none = CapabilitySet::empty();
    Ok(set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?)
}
