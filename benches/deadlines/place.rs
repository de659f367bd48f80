//! The meeting place of the bots in one measurement: a directory with a pipe for their reports.

use std::{
    ffi::CString,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Write as _},
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use tempfile::TempDir;
use tokio::{sync::mpsc, time::timeout};

use crate::{Behaviour, measured::Measured};

/// The time limit of the bad bot per move.
pub const BUDGET: Duration = Duration::from_millis(200);
/// The same limit as a time control.
pub const CONTROL: &str = "st=0.2";
/// Maximum time until a bot's next report.
const PATIENCE: Duration = Duration::from_secs(60);
/// Maximum number of unread reports.
const WAITING: usize = 1024;

/// The pipe for the bots' reports.
const TOLD: &str = "told";
/// The pipe that the good bot reads at the end of the calm match. It delays the next match until
/// memory has been measured.
const GO_ON: &str = "go-on";
/// The file that marks the calm match, in which the bad bot is silent.
const CALM: &str = "calm";

/// The kind of a bot's report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A match is about to open, and starts immediately.
    MatchOpened,
    /// The bad bot received its turn.
    Asked,
    /// The good bot received the end of a match.
    MatchEnded,
    /// The good bot received the announcement of a match.
    Announced,
}

/// The bots' end of a place.
pub struct Post {
    directory: PathBuf,
    told: File,
}

impl Post {
    /// Opens the place in this directory.
    pub fn of(directory: &Path) -> io::Result<Post> {
        let told = OpenOptions::new().append(true).open(directory.join(TOLD))?;
        Ok(Post { directory: directory.to_owned(), told })
    }

    /// Reports that the bot sees `what` now.
    pub fn tell(&mut self, what: What) -> io::Result<()> {
        // The system writes a line this short atomically.
        self.told.write_all(format!("{what:?} {}\n", now_ns()).as_bytes())
    }

    /// Returns whether the current match is the calm one.
    pub fn is_calm(&self) -> bool {
        self.directory.join(CALM).exists()
    }

    /// Waits until the calm match is over.
    pub fn wait_for_the_storm(&self) -> io::Result<()> {
        fs::read(self.directory.join(GO_ON)).map(drop)
    }
}

/// A process that is killed on drop.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The measuring end of a place.
pub struct Place {
    directory: TempDir,
    told: mpsc::Receiver<(What, u64)>,
}

impl Place {
    pub fn new() -> anyhow::Result<Place> {
        let directory = tempfile::tempdir()?;
        for name in [TOLD, GO_ON] {
            let path = CString::new(directory.path().join(name).as_os_str().as_bytes())?;
            // SAFETY: the path is a NUL-terminated string, and the call only reads it.
            ensure!(unsafe { libc::mkfifo(path.as_ptr(), 0o600) } == 0, "{}", io::Error::last_os_error());
        }
        File::create(directory.path().join(CALM))?;
        // Also opened for writing, so reading does not end while no bot has the pipe open.
        let pipe = OpenOptions::new().read(true).write(true).open(directory.path().join(TOLD))?;
        let (sender, told) = mpsc::channel(WAITING);
        thread::spawn(move || {
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                if read(&line).is_none_or(|told| sender.blocking_send(told).is_err()) {
                    return;
                }
            }
        });
        Ok(Place { directory, told })
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Starts a command of the referee.
    pub fn start(&self, words: &[&str], stdout: Stdio) -> anyhow::Result<Running> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command.args(words).current_dir(self.path()).env_remove("RUST_LOG").stdout(stdout).stderr(Stdio::null());
        Ok(Running(command.spawn()?))
    }

    /// Returns the command line of a bot.
    pub fn bot(&self, kind: &str) -> anyhow::Result<String> {
        Ok(format!("{} {kind} {}", std::env::current_exe()?.display(), self.path().display()))
    }

    pub fn bad_bot(&self, behaviour: Behaviour) -> anyhow::Result<String> {
        self.bot(&format!("--bad-bot {behaviour:?}"))
    }

    pub fn good_bot(&self) -> anyhow::Result<String> {
        self.bot("--good-bot")
    }

    /// Follows one calm match and then `flags` more, and measures them and the memory of
    /// `processes`. `open` opens each match, unless matches start by themselves.
    pub async fn follow(
        &mut self,
        flags: usize,
        processes: &[&Running],
        mut open: impl AsyncFnMut() -> anyhow::Result<()>,
    ) -> anyhow::Result<Measured> {
        let mut measured = Measured::default();
        open().await?;
        let mut ended = self.flag(&mut Measured::default(), None).await?;
        let before = memory_of(processes, "VmRSS")?;
        fs::remove_file(self.path().join(CALM))?;
        let go_on = self.path().join(GO_ON);
        tokio::task::spawn_blocking(move || OpenOptions::new().write(true).open(go_on)).await??;
        for number in 0..flags {
            open().await?;
            // The first match after the calm one starts late by design, so its start is not
            // measured.
            ended = self.flag(&mut measured, (number > 0).then_some(ended)).await?;
        }
        let after = memory_of(processes, "VmHWM")?;
        measured.grew_kib =
            before.iter().zip(after).map(|(before, after)| after.saturating_sub(*before)).max().unwrap_or(0);
        Ok(measured)
    }

    /// Follows one match to its end. Returns the time at which the good bot learned of the end.
    async fn flag(&mut self, measured: &mut Measured, before: Option<u64>) -> anyhow::Result<u64> {
        let mut since = None;
        loop {
            let (what, at) = timeout(PATIENCE, self.told.recv())
                .await
                .context("the next match did not start or end")?
                .context("all senders are gone")?;
            match what {
                What::Announced => measured.next.extend(before.map(|ended| Duration::from_nanos(at - ended))),
                What::MatchOpened => since = Some(at),
                // An engine may start only after its clock has started.
                What::Asked => {
                    since.get_or_insert(at);
                }
                What::MatchEnded => {
                    let since = since.context("a match ended without a turn")?;
                    measured.heard.push(Duration::from_nanos(at - since).saturating_sub(BUDGET));
                    return Ok(at);
                }
            }
        }
    }
}

fn read(line: &str) -> Option<(What, u64)> {
    let (what, at) = line.split_once(' ')?;
    let what = [What::MatchOpened, What::Asked, What::MatchEnded, What::Announced]
        .into_iter()
        .find(|known| format!("{known:?}") == what)?;
    Some((what, at.parse().ok()?))
}

/// Returns a field of the kernel's memory statistics for each process, in KiB.
fn memory_of(processes: &[&Running], name: &str) -> anyhow::Result<Vec<u64>> {
    let of = |process: &&Running| {
        let status = fs::read_to_string(Path::new("/proc").join(process.0.id().to_string()).join("status"))?;
        let line =
            status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).context("no such line")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    };
    processes.iter().map(of).collect()
}

/// Returns the monotonic time, which all processes share.
fn now_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes into the struct.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}
