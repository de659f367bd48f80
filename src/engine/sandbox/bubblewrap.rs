//! The mode `bubblewrap`: namespaces for each engine, created by `bwrap`.
//!
//! The keeper starts `bwrap`, which starts this program as the first process inside
//! ([`init`](super::init)), which starts the engine. The engine's pipes are passed by number, so
//! that no other process holds an end.

use std::{
    ffi::OsString,
    fs,
    io::{self, PipeReader, Read as _},
    os::{
        fd::{AsRawFd as _, OwnedFd, RawFd},
        unix::process::{CommandExt as _, ExitStatusExt as _},
    },
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
};

use super::{
    init::InitOrder,
    role::{self, Role},
    view::View,
};

/// The program that creates the namespaces, looked up in PATH.
const PROGRAM: &str = "bwrap";
/// Maximum bytes of memory for each writable file system, `/tmp` and `/dev/shm`.
pub const WRITABLE_BYTES: u64 = 256 << 20;
/// Maximum bytes read of an error message of `bwrap`.
const MAX_COMPLAINT: usize = 512;
/// Maximum bytes read of a report of the sandbox's first process.
const MAX_SAID: usize = 4096;

/// The running `bwrap`, which ends together with its sandbox.
pub struct Running {
    pub child: Child,
    said: PipeReader,
    heard: Vec<u8>,
    complaints: PipeReader,
}

/// What the keeper passes on to the engine.
pub struct Inheritance<'a> {
    /// Standard input, output and error.
    pub pipes: [OwnedFd; 3],
    /// File by which the engine joins its control group; `None` without a group.
    pub procs: Option<&'a fs::File>,
    /// Limits of the engine, as text.
    pub limits: Vec<String>,
}

/// Starts `bwrap`; `prepare` runs in its process between fork and exec. [`Running::report`] returns
/// whether the engine started.
pub fn start(
    view: &View,
    words: &[String],
    inheritance: Inheritance<'_>,
    prepare: impl FnMut() -> io::Result<()> + Send + Sync + 'static,
) -> io::Result<Running> {
    let (said, say) = io::pipe()?;
    let (complaints, complain) = io::pipe()?;
    let pipes: [RawFd; 3] = std::array::from_fn(|at| inheritance.pipes[at].as_raw_fd());
    let procs = inheritance.procs.map(|procs| procs.as_raw_fd());
    let order = InitOrder {
        report: say.as_raw_fd(),
        pipes,
        procs,
        limits: inheritance.limits,
        program: view.program.clone(),
        words: words.to_vec(),
    };
    let own = fs::read_link("/proc/self/exe")?;
    let mut command = Command::new(PROGRAM);
    command.args(options(view)).arg("--").arg(&own).args(role::words(&Role::Init(order))?);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(complain).process_group(0);
    for name in ["HOME", "TMPDIR"].iter().filter(|name| std::env::var_os(name).is_none()) {
        command.env(name, "/tmp");
    }
    let inherited: Vec<RawFd> = pipes.into_iter().chain(procs).chain([say.as_raw_fd()]).collect();
    // SAFETY: the keeper has one thread, so any function may be called between fork and exec. The
    // descriptors stay open until the child has started.
    unsafe { command.pre_exec(move || inherited.iter().try_for_each(|descriptor| keep_open(*descriptor))) };
    // SAFETY: the keeper has one thread, so any function may be called between fork and exec.
    unsafe { command.pre_exec(prepare) };
    let child = command.spawn().map_err(|error| io::Error::other(format!("failed to start {PROGRAM}: {error}")))?;
    Ok(Running { child, said, heard: Vec::new(), complaints })
}

fn keep_open(descriptor: RawFd) -> io::Result<()> {
    // SAFETY: fcntl touches no memory.
    if unsafe { libc::fcntl(descriptor, libc::F_SETFD, 0) } == -1 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Returns the options of `bwrap`, in the order in which it applies them.
fn options(view: &View) -> Vec<OsString> {
    let mut options: Vec<OsString> = Vec::new();
    let mut say =
        |words: &[&dyn AsRef<std::ffi::OsStr>]| options.extend(words.iter().map(|word| word.as_ref().to_owned()));
    for namespace in ["user", "pid", "net", "ipc", "uts"] {
        say(&[&format!("--unshare-{namespace}")]);
    }
    say(&[&"--disable-userns"]);
    say(&[&"--unshare-cgroup-try", &"--die-with-parent", &"--new-session", &"--as-pid-1", &"--cap-drop", &"ALL"]);
    say(&[&"--hostname", &"sandbox"]);
    for path in &view.system {
        match fs::read_link(path) {
            Ok(target) => say(&[&"--symlink", &target, path]),
            Err(_) => say(&[&"--ro-bind", path, path]),
        }
    }
    let size = WRITABLE_BYTES.to_string();
    say(&[&"--proc", &"/proc", &"--dev", &"/dev", &"--size", &size, &"--tmpfs", &"/dev/shm", &"--remount-ro", &"/dev"]);
    say(&[&"--size", &size, &"--tmpfs", &"/tmp"]);
    for path in &view.shown {
        say(&[&"--ro-bind", path, path]);
    }
    let is_shown = |path: &Path| view.shown.iter().chain(&view.system).any(|shown| path.starts_with(shown));
    if !is_shown(&view.directory) {
        say(&[&"--dir", &view.directory]);
    }
    say(&[&"--remount-ro", &"/", &"--chdir", &view.directory]);
    options
}

impl Running {
    /// Waits for the first line of the sandbox's first process, which tells whether the engine
    /// runs. Fails with the error message of `bwrap` if `bwrap` failed, or if `given_up` became
    /// readable first.
    pub fn report(&mut self, given_up: RawFd) -> io::Result<String> {
        while !self.heard.contains(&b'\n') && self.heard.len() < MAX_SAID {
            let watch = |descriptor| libc::pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
            let mut watched = [watch(self.said.as_raw_fd()), watch(given_up)];
            // SAFETY: the array has the stated length.
            let polled = unsafe { libc::poll(watched.as_mut_ptr(), 2, -1) };
            if polled == -1 {
                match io::Error::last_os_error() {
                    error if error.kind() == io::ErrorKind::Interrupted => continue,
                    error => return Err(error),
                }
            }
            if watched[0].revents == 0 {
                // The engine is no longer wanted. Killing `bwrap` saves waiting for its other
                // processes, which hold the pipe of the error message.
                self.child.kill()?;
                break;
            }
            if !self.hear()? {
                break;
            }
        }
        match self.heard.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                let line = String::from_utf8_lossy(&self.heard[..end]).into_owned();
                self.heard.drain(..=end);
                Ok(line)
            }
            None => Err(io::Error::other(self.complaint())),
        }
    }

    /// Returns how the engine ended, once `bwrap` has ended with the status `ended`. If the first
    /// process was killed before its report, the same signal killed the engine.
    pub fn status(&mut self, ended: ExitStatus) -> ExitStatus {
        // All writers have ended or are about to end, so bytes that are missing now never come.
        // SAFETY: fcntl touches no memory.
        unsafe { libc::fcntl(self.said.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
        while self.heard.len() < MAX_SAID && matches!(self.hear(), Ok(true)) {}
        let said = String::from_utf8_lossy(&self.heard).trim().parse().ok().map(ExitStatus::from_raw);
        said.unwrap_or_else(|| match ended.code() {
            Some(code) if code > 128 => ExitStatus::from_raw(code - 128),
            _ => ended,
        })
    }

    /// Reads once. Returns whether there may be more to read.
    fn hear(&mut self) -> io::Result<bool> {
        let mut chunk = [0; 256];
        let count = self.said.read(&mut chunk)?;
        self.heard.extend_from_slice(&chunk[..count]);
        Ok(count > 0)
    }

    /// Returns the error message of a `bwrap` that has ended or is about to end.
    fn complaint(&mut self) -> String {
        let mut text = Vec::new();
        let _ = (&mut self.complaints).take(MAX_COMPLAINT as u64).read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text);
        let line = text.lines().next().unwrap_or_default().trim();
        let line = line.strip_prefix("bwrap: ").unwrap_or(line);
        format!("{PROGRAM}: {}", if line.is_empty() { "it exited without output" } else { line })
    }
}
