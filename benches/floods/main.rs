//! Ordinary matches during every flood that one address or one player can cause.
//!
//! `cargo bench --bench floods [-- SECONDS] [--memory] [FLOOD...]`
//!
//! Two bots that answer after 20 ms play during each flood for SECONDS (default 10), then one of
//! them resigns. In another match, a bot stops answering. The server stores its matches in its own
//! directory, as in production. With `--memory` it stores nothing, and floods that need finished
//! matches are left out.
//!
//! Fails if more than 1 % of the answers take over 50 ms, or if a flag is void. Also fails if the
//! server reports a failure or a stall, if a player loses that neither resigned nor stopped
//! answering, or if the server uses more than 256 MB. The floor is a server without a flood. If the
//! floor alone takes a third of the 50 ms, the machine is too slow for a result, which also fails.
//! A flood runs for a second before the matches start.

mod beside;
mod flood;
mod server;

use std::{env, fs, path::Path, process::ExitCode, sync::Arc, time::Duration};

use anyhow::Context as _;
use beside::{Bot, Played, Void};
use flood::{Flood, Flooding, Target, log};
use server::Server;
use tempfile::TempDir;
use tokio::{runtime::Builder, time::sleep};

/// Maximum response time of 99 % of the answers.
const MOST_P99: Duration = Duration::from_millis(50);
/// The same limit without a flood.
const MOST_FLOOR: Duration = MOST_P99.checked_div(3).unwrap();
/// Maximum memory of the server, in KiB.
const MOST_KIB: u64 = 256 * 1024;
/// Duration of a flood before the matches start.
const BEFORE: Duration = Duration::from_secs(1);
/// The finished matches.
const SIZES: log::Sizes = log::Sizes { long: 32, events: 10_000, short: 480 };

/// The arguments of the command line.
struct Asked {
    span: Duration,
    in_memory: bool,
    floods: Vec<Flood>,
}

impl Asked {
    fn read() -> anyhow::Result<Asked> {
        let mut asked = Asked { span: Duration::from_secs(10), in_memory: false, floods: Vec::new() };
        for word in env::args().skip(1) {
            let named = |flood: &Flood| word.eq_ignore_ascii_case(&format!("{flood:?}"));
            match (word.as_str(), word.parse(), Flood::ALL.into_iter().find(named)) {
                // Cargo passes this argument to every benchmark.
                ("--bench", ..) => {}
                ("--memory", ..) => asked.in_memory = true,
                (_, Ok(seconds), _) => asked.span = Duration::from_secs(seconds),
                (_, _, Some(flood)) => asked.floods.push(flood),
                _ => anyhow::bail!("`{word}`: expected seconds, --memory, or some of {:?}", Flood::ALL),
            }
        }
        if asked.floods.is_empty() {
            asked.floods.extend(Flood::ALL);
        }
        if asked.in_memory {
            // Finished matches need a directory, which is filled before the server starts.
            asked.floods.retain(|flood| !flood.needs_long_matches());
        }
        // The other results are meaningless without the floor.
        asked.floods.retain(|flood| *flood != Flood::Nothing);
        asked.floods.insert(0, Flood::Nothing);
        Ok(asked)
    }
}

/// The initial store, made once and copied for each server.
struct Filled {
    directory: TempDir,
    over: Arc<log::Over>,
}

/// The measurements during a flood.
struct Measured {
    ordinary: Played,
    silent: Played,
    counts: (u64, u64),
    faults: Vec<String>,
    kib: u64,
}

impl Measured {
    /// Returns the limits that were exceeded.
    fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        let mut check = |holds: bool, what: String| {
            if !holds {
                failures.push(what)
            }
        };
        let p99 = self.ordinary.at(0.99);
        check(!self.ordinary.answers.is_empty(), "no call was answered".to_owned());
        check(p99 <= MOST_P99, format!("p99 is {p99:.1?}, at most {MOST_P99:?}"));
        for void in self.voids() {
            check(false, format!("a flag was void {:.1?} ago, by {:.1?} of stalls", void.told.elapsed(), void.stalled));
        }
        check(self.faults.is_empty(), format!("the server has failed: {:?}", self.faults));
        let (gave_up, silent) = (&self.ordinary, &self.silent);
        check(gave_up.is_lost_by("TERMINATION_RESIGNATION"), format!("who gave up has not lost: {:?}", gave_up.ends));
        check(silent.is_lost_by("TERMINATION_FLAG"), format!("who was silent has not lost: {:?}", silent.ends));
        check(self.kib <= MOST_KIB, format!("{} MB, at most {}", self.kib / 1024, MOST_KIB / 1024));
        failures
    }

    fn voids(&self) -> impl Iterator<Item = &Void> {
        self.ordinary.voids.iter().chain(&self.silent.voids)
    }

    fn print(&self, flood: Flood) {
        let ms = |part: f64| self.ordinary.at(part).as_secs_f64() * 1e3;
        let won = if self.failures().iter().any(|what| what.contains("not lost")) { "wrong" } else { "right" };
        println!(
            "{:<20} {:>6} {:>6.1} ms {:>6.1} ms {:>6.1} ms {:>5} {:>6} {won:>6} {:>5} {:>9} {:>9}",
            format!("{flood:?}"),
            self.ordinary.answers.len(),
            ms(0.5),
            ms(0.99),
            ms(1.0),
            self.voids().count(),
            self.faults.len(),
            self.kib / 1024,
            self.counts.0,
            self.counts.1,
        );
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let asked = Asked::read()?;
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let directory = tempfile::tempdir()?;
    let over = Arc::new(runtime.block_on(log::fill(directory.path(), SIZES))?);
    let filled = Filled { directory, over };
    println!(
        "{:<20} {:>6} {:>9} {:>9} {:>9} {:>5} {:>6} {:>6} {:>5} {:>9} {:>9}",
        "flood", "moves", "p50", "p99", "max", "void", "faults", "loser", "MB", "served", "refused"
    );
    let mut failures = Vec::new();
    for flood in asked.floods {
        let measured = runtime.block_on(measure(flood, &filled, asked.span, asked.in_memory))?;
        measured.print(flood);
        failures.extend(measured.failures().into_iter().map(|what| format!("{flood:?}: {what}")));
        let floor = measured.ordinary.at(0.99);
        if flood == Flood::Nothing && floor > MOST_FLOOR {
            println!("unmeasurable: without a flood p99 is {floor:.1?}, at most {MOST_FLOOR:.1?}");
            return Ok(ExitCode::FAILURE);
        }
    }
    for failure in &failures {
        println!("{failure}");
    }
    let good = failures.is_empty();
    let mb = MOST_KIB / 1024;
    println!("p99 at most {MOST_P99:?}, no flag void, no fault, the right one loses, at most {mb} MB: {good}");
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns a directory for one server, with long matches if the flood needs them.
fn directory(flood: Flood, filled: &Filled) -> anyhow::Result<TempDir> {
    let data = tempfile::tempdir()?;
    if flood.needs_long_matches() {
        copy(filled.directory.path(), data.path())?;
    }
    Ok(data)
}

/// Copies the files of a directory.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

async fn measure(flood: Flood, filled: &Filled, span: Duration, in_memory: bool) -> anyhow::Result<Measured> {
    let data = if in_memory { None } else { Some(directory(flood, filled)?) };
    let server = Server::start(data.as_ref().map(TempDir::path))?;
    let mut prompt = [Bot::enter(&server.url, "ann").await?, Bot::enter(&server.url, "bob").await?];
    let mut silent = [Bot::enter(&server.url, "carl").await?, Bot::enter(&server.url, "dora").await?];
    let client = referee_client::Client::connect(&server.url).await?;
    let token = client.register(log::PLAYER).await?;
    let match_id = silent[1].open(&silent[0], "inf").await?;
    let over = Arc::clone(&filled.over);
    let target = Target { url: server.url.clone(), match_id, token, over };
    let mut flooding = Flooding::begin(flood, target).await.with_context(|| format!("{flood:?}"))?;
    sleep(BEFORE).await;
    let (ordinary, silent) = tokio::try_join!(beside::ordinary(&mut prompt, span), beside::silent(&mut silent))?;
    if let Some(failure) = flooding.failure() {
        anyhow::bail!("{flood:?} did not begin: {failure}");
    }
    let (counts, fault) = (flooding.tally.counts(), flooding.tally.fault());
    drop(flooding);
    let kib = server.memory_kib()?;
    let said = server.kill();
    let mut faults: Vec<String> = ordinary.faults.iter().chain(&silent.faults).chain(&fault).cloned().collect();
    faults.extend(ordinary.stalls.iter().chain(&silent.stalls).map(|stalled| format!("it stalled for {stalled:.1?}")));
    faults.extend(said.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned));
    Ok(Measured { ordinary, silent, counts, faults, kib })
}
