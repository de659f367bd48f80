//! A control group (cgroup v2) for an engine, below the group of the referee.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
    time::{Duration, Instant},
};

use crate::limit::Limit;

/// The kernel's default period for CPU shares, in microseconds.
const SHARE_PERIOD_US: u64 = 100_000;
/// Time limit for the kernel to release an empty group.
const REMOVAL: Duration = Duration::from_millis(200);

/// A control group, removed when dropped.
pub struct Group {
    path: PathBuf,
}

impl Group {
    /// Creates a group for the limits that need one; `None` if no limit does.
    pub fn make(limits: &[Limit]) -> io::Result<Option<Group>> {
        let settings: Vec<Setting> = limits.iter().filter_map(setting).collect();
        let Some(first) = settings.first() else { return Ok(None) };
        let above = own_group().ok_or_else(|| first.refused("no cgroup v2"))?;
        let path = above.join(format!("referee-keeper-{}", process::id()));
        fs::create_dir(&path).map_err(|error| first.refused(&format!("{}: {error}", path.display())))?;
        let group = Group { path };
        for setting in &settings {
            let Setting { controller, file, value, .. } = setting;
            // If the controller cannot be enabled, the next write fails with the reason.
            let _ = fs::write(above.join("cgroup.subtree_control"), format!("+{controller}"));
            fs::write(group.path.join(file), value).map_err(|error| {
                setting.refused(&format!("the controller {controller} in {}: {error}", above.display()))
            })?;
        }
        Ok(Some(group))
    }

    /// Opens the file that a process writes to in order to join the group.
    pub fn entrance(&self) -> io::Result<File> {
        File::options().write(true).open(self.path.join("cgroup.procs"))
    }

    pub fn kill(&self) {
        // The file is missing before Linux 5.14; the keeper then kills each process separately.
        let _ = fs::write(self.path.join("cgroup.kill"), "1");
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let patience = Instant::now() + REMOVAL;
        while fs::remove_dir(&self.path).is_err() && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// A limit in the form in which a control group takes it.
struct Setting<'a> {
    limit: &'a Limit,
    controller: &'static str,
    file: &'static str,
    value: String,
}

impl Setting<'_> {
    fn refused(&self, text: &str) -> io::Error {
        io::Error::other(format!("limit {} is not available on this host: {text}", self.limit))
    }
}

/// Returns a limit as a setting of a control group; `None` if the limit needs no group.
fn setting(limit: &Limit) -> Option<Setting<'_>> {
    let (controller, file, value) = match limit {
        Limit::Memory { bytes } => ("memory", "memory.max", bytes.to_string()),
        Limit::Tasks { count } => ("pids", "pids.max", count.to_string()),
        Limit::Share { percent } => {
            ("cpu", "cpu.max", format!("{} {SHARE_PERIOD_US}", percent * SHARE_PERIOD_US / 100))
        }
        _ => return None,
    };
    Some(Setting { limit, controller, file, value })
}

/// Returns the directory of the control group of this process.
fn own_group() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let mounted = mounts.lines().find_map(|line| {
        let mut words = line.split(' ').skip(1);
        let place = words.next()?;
        (words.next()? == "cgroup2").then_some(place)
    })?;
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(Path::new(mounted).join(own))
}
