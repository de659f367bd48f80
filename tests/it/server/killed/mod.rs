//! `kill -9` at random moments: matches continue, every acknowledged move survives, and no player
//! is charged for the downtime.

mod ladders;
mod tournaments;

use std::time::Duration;

use super::{host::Server, lanes::Lanes};

/// Number of kills; `REFEREE_KILLS` overrides it.
const KILLS: u32 = 20;
/// Time limit per move. The server is down for longer than this once in `LONG_EVERY` kills.
const CONTROL: &str = "st=2";
const LONG_EVERY: u32 = 10;
const AWAY: Duration = Duration::from_secs(3);

fn random(below: u32) -> u32 {
    getrandom::u32().expect("the system gives random numbers") % below
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_loses_nothing_that_was_acknowledged() {
    let wanted = crate::tries::repeats("REFEREE_KILLS", KILLS);
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start("127.0.0.1:0", data.path()).await;
    let listen = server.address.to_string();
    let (all, lanes) = Lanes::begin(server.address, server.address, CONTROL).await;
    let mut events = all.events.subscribe();
    for number in 0..wanted {
        let until = *events.borrow_and_update() + u64::from(1 + random(40));
        events.wait_for(|events| *events >= until).await.expect("the lanes hold it");
        tokio::time::sleep(Duration::from_micros(random(20_000).into())).await;
        let _down = all.up.write().await;
        server.child.kill().await.expect("it runs");
        if number % LONG_EVERY == LONG_EVERY / 2 {
            tokio::time::sleep(AWAY).await;
        }
        server = Server::start(&listen, data.path()).await;
    }
    let matches = all.end(lanes).await;
    println!("{wanted} kills over {matches} matches with {} events told", *events.borrow());
}
