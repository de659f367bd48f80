//! Many live matches on a server in its own process, over gRPC and SQLite. Run:
//! `cargo bench --bench live [-- MATCHES MOVES_PER_SECOND SECONDS]` (default 10 000, 500 and 30).
//!
//! Bots with up to 250 matches per stream open MATCHES matches of a long game. For SECONDS seconds
//! they play MOVES_PER_SECOND moves, each in the match that has waited longest. Then the benchmark
//! kills the server and restarts it over the same directory, and the bots resume. The restart ends
//! when every match has asked for its move.
//!
//! Prints the server's memory per match without its connections, the time of a durable answer, and
//! the time of the restart.

mod bots;
mod server;

use std::{
    env,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use bots::{Crowd, Known, Tables};
use server::Server;

/// Default numbers of matches, moves per second, and seconds.
const MATCHES: usize = 10_000;
const MOVES_A_SECOND: u32 = 500;
const SECONDS: u64 = 30;
/// Targets: memory per match in KiB, response time of 99 % of the answers, and time of the restart.
const AIM_KIB: f64 = 24.0;
const AIM_P99: Duration = Duration::from_millis(50);
const AIM_RESTART: Duration = Duration::from_secs(10);
/// Maximum time until all matches have asked for their moves.
const PATIENCE: Duration = Duration::from_secs(300);

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let number = |at: usize, usual: u64| words.get(at).map_or(Ok(usual), |word| word.parse());
    let matches = usize::try_from(number(0, MATCHES as u64)?)?;
    let rate = u32::try_from(number(1, MOVES_A_SECOND.into())?)?;
    let span = Duration::from_secs(number(2, SECONDS)?);
    ensure!(matches > 0 && rate > 0, "expected at least one match and one move a second");
    tokio::runtime::Runtime::new()?.block_on(measure(matches, rate, span))
}

async fn measure(matches: usize, rate: u32, span: Duration) -> anyhow::Result<()> {
    // On the disk of the build, because a temporary directory is often in memory.
    let data = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let server = Server::start(data.path(), "127.0.0.1:0", matches)?;
    let listen = server.address.clone();
    let players = bots::register(&server.url(), matches).await?;
    let tables = Arc::new(Tables::new(matches));
    let crowd = Crowd::enter(&server.url(), &players, &Known::default(), &tables).await?;
    let empty = server.memory_kib()?;
    println!("{matches} matches on {} streams, {rate} moves a second among them, {} s", players.len(), span.as_secs());

    let began = Instant::now();
    crowd.open(&players, matches).await?;
    tables.wait_for_all(PATIENCE).await?;
    let took = began.elapsed();
    let a_match = |now: f64| (now - empty) / matches as f64;
    let opened = server.memory_kib()?;
    println!("opened in {:.1} s; memory of the server {empty:.0} KiB before, {opened:.0} after", took.as_secs_f64());
    println!("memory a match, nothing played: {:.1} KiB (aim {AIM_KIB})", a_match(opened));

    let mut answers = crowd.play(rate, span, &tables).await?;
    answers.sort_unstable();
    let at = |part: f64| answers.get((answers.len() as f64 * part) as usize).or(answers.last()).copied();
    let ms = |part| at(part).map_or(f64::NAN, |span: Duration| span.as_secs_f64() * 1e3);
    println!("memory a match, {} moves later: {:.1} KiB (aim {AIM_KIB})", answers.len(), a_match(server.memory_kib()?));
    println!(
        "a durable answer: p50 {:.2} ms, p99 {:.2} ms (aim {}), max {:.2} ms",
        ms(0.5),
        ms(0.99),
        AIM_P99.as_millis(),
        ms(1.0)
    );

    let known = crowd.leave();
    server.kill()?;
    tables.forget();
    let began = Instant::now();
    let server = Server::start(data.path(), &listen, matches)?;
    let answers_after = began.elapsed();
    let crowd = Crowd::enter(&server.url(), &players, &known, &tables).await?;
    let all = tables.wait_for_all(PATIENCE).await.context("after the restart");
    println!(
        "killed and started again: it answers after {:.2} s, all matches are live again after {:.2} s (aim {})",
        answers_after.as_secs_f64(),
        began.elapsed().as_secs_f64(),
        AIM_RESTART.as_secs()
    );
    println!("memory a match after that: {:.1} KiB", a_match(server.memory_kib()?));
    drop(crowd);
    server.kill()?;
    all
}
