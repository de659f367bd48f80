//! The mode `landlock`: the engine stays in the host's namespaces, and the kernel denies it
//! everything except its own files and processes.
//!
//! [`restrict`] runs in the process that becomes the engine. Landlock (version 6, Linux 6.12)
//! limits the engine to the files of its [`View`] and to its own signals and abstract sockets. A
//! system call filter denies what Landlock does not cover ([`syscalls`](super::syscalls)). The
//! process also drops every capability and the session's keys.

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

/// Required kernel support: the first version of Landlock that restricts signals.
const DEMANDED: ABI = ABI::V6;
/// Kernel files that programs read when they start. They reveal nothing about other processes:
/// `/proc/self` is the engine's own.
const OF_THE_KERNEL: [&str; 5] =
    ["/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/sys/vm/overcommit_memory", "/sys/devices/system/cpu"];
/// Devices that the engine may read and write.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// Maximum depth to which an engine's locked directories are unlocked, to remove them.
const MAX_DEPTH: usize = 256;
/// Maximum attempts to find a free name for a directory.
const MAX_NAMES: usize = 100;

/// A private temporary directory of an engine, removed when dropped.
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Creates a directory below `above`, for this user only, and makes `command` use it as the
    /// temporary directory.
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
        // The engine may have locked its directories. It has ended, and its files belong to this
        // user.
        if fs::remove_dir_all(&self.path).is_err() {
            unlock(&self.path, MAX_DEPTH);
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// Gives this user all rights to a directory tree, since an engine may have removed them.
fn unlock(directory: &Path, depth: usize) {
    let _ = fs::set_permissions(directory, fs::Permissions::from_mode(0o700));
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten().filter(|_| depth > 0) {
        // Links are skipped, so nothing outside the tree is changed.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            unlock(&entry.path(), depth - 1);
        }
    }
}

/// Restricts this process and its descendants for good.
pub fn restrict(view: &View, scratch: &Path, filter: &syscalls::Filter) -> io::Result<()> {
    give_up_capabilities().map_err(|error| refused(&format!("cannot drop capabilities: {error}")))?;
    keyring::leave_session().map_err(|error| refused(&error.to_string()))?;
    let status = keep_to(view, scratch).map_err(|error| refused(&error.to_string()))?;
    if status != RulesetStatus::FullyEnforced {
        return Err(refused("the kernel does not enforce all landlock rules"));
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

/// Drops all capabilities, except that the superuser keeps the capabilities of file ownership.
/// Other users usually have none to drop.
fn give_up_capabilities() -> io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        match capability_is_in_bounding_set(capability) {
            Ok(true) => {}
            // The kernel does not know this capability.
            Ok(false) | Err(_) => continue,
        }
        let removed = remove_capability_from_bounding_set(capability);
        // Without new privileges, only the superuser could get a capability back by starting a
        // program.
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
