//! Ordinary matches beside every flood that one address can make. Run: `cargo bench --bench floods [-- SECONDS [FLOOD...]]`.
//!
//! Two bots that answer after 20 ms play beside each flood for SECONDS (10 unless given), and another bot stops answering. It
//! fails where an answer in a hundred takes longer than 50 ms, a flag is void, the silent bot does not lose by its clock, or the
//! server's memory passes 256 MB. The floor is a server that nobody floods. A flood lasts a second before the matches begin.

mod beside;
mod flood;
mod positions;

use std::{
    env, fs,
    io::{BufRead as _, BufReader},
    process::{Child, Command, ExitCode, Stdio},
    time::Duration,
};

use anyhow::Context as _;
use beside::Bot;
use flood::{Flood, Flooding, Target};
use tokio::{runtime::Builder, time::sleep};

/// How long an answer in a hundred may take.
const MOST_P99: Duration = Duration::from_millis(50);
/// How much memory the server may take, in KiB.
const MOST_KIB: u64 = 256 * 1024;
/// How long a flood lasts before the matches begin.
const BEFORE: Duration = Duration::from_secs(1);

/// A server, which is killed when this is dropped.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start() -> anyhow::Result<Server> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        command
            .args([
                "serve",
                "--memory",
                "--listen",
                "127.0.0.1:0",
                "--matches-per-minute-per-owner",
                "1000000",
                "--matches-per-minute-per-address",
                "1000000",
            ])
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("it was piped")?).read_line(&mut line)?;
        let url = line.split([' ', ',']).find(|word| word.starts_with("http://")).context("no address")?.to_owned();
        Ok(Server { child, url })
    }

    /// The most memory that it has taken, in KiB.
    fn memory_kib(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no such line")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn main() -> anyhow::Result<ExitCode> {
    let words: Vec<String> = env::args().collect();
    let seconds = words.iter().find_map(|word| word.parse().ok()).unwrap_or(10);
    let named = |flood: &Flood| words.iter().any(|word| word.eq_ignore_ascii_case(&format!("{flood:?}")));
    let some = Flood::ALL.iter().any(named);
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    println!(
        "{:<15} {:>8} {:>10} {:>10} {:>10} {:>6} {:<18} {:>9}",
        "flood", "moves", "p50", "p99", "max", "void", "silent", "MB"
    );
    let mut good = true;
    for flood in Flood::ALL.into_iter().filter(|flood| !some || named(flood)) {
        good &= runtime.block_on(measure(flood, Duration::from_secs(seconds)))?;
    }
    println!("p99 at most {MOST_P99:?}, no flag void, who is silent loses, at most {} MB: {good}", MOST_KIB / 1024);
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn measure(flood: Flood, span: Duration) -> anyhow::Result<bool> {
    let server = Server::start()?;
    let mut prompt = [Bot::enter(&server.url, "ann").await?, Bot::enter(&server.url, "bob").await?];
    let mut silent = [Bot::enter(&server.url, "carl").await?, Bot::enter(&server.url, "dora").await?];
    let client = referee_client::Client::connect(&server.url).await?;
    let token = client.register("eve").await?;
    let match_id = silent[1].open(&silent[0], "inf").await?;
    let target = Target { url: server.url.clone(), match_id, token };
    let flooding = Flooding::begin(flood, target)?;
    sleep(BEFORE).await;
    let (ordinary, lost) = tokio::try_join!(beside::ordinary(&mut prompt, span), beside::silent(&mut silent))?;
    anyhow::ensure!(!flooding.has_failed(), "the flood did not begin");
    drop(flooding);
    let kib = server.memory_kib()?;
    let void = ordinary.void + lost.void;
    let ms = |part: f64| ordinary.at(part).as_secs_f64() * 1e3;
    println!(
        "{:<15} {:>8} {:>7.1} ms {:>7.1} ms {:>7.1} ms {void:>6} {:<18} {:>9}",
        format!("{flood:?}"),
        ordinary.answers.len(),
        ms(0.5),
        ms(0.99),
        ms(1.0),
        lost.ended,
        kib / 1024
    );
    let kept = !ordinary.answers.is_empty() && ordinary.at(0.99) <= MOST_P99;
    Ok(kept && void == 0 && lost.ended == "TERMINATION_FLAG" && kib <= MOST_KIB)
}
