//! A short version of the benchmark `floods`: ordinary matches while a server is flooded.
//! `cargo bench --bench floods` runs all matches, and measures a release build.

#[path = "../../../benches/floods/beside.rs"]
mod beside;
#[path = "../../../benches/floods/flood/mod.rs"]
pub mod flood;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use beside::{Bot, Void};
use flood::{Flood, Flooding, Target, log};
use referee::hall::host_stalls::HostStalls;

use super::memory::memory_kib;
use crate::server::host::Server;

/// Duration of each flood.
const SPAN: Duration = Duration::from_millis(1500);
/// Maximum median response time, in a test build.
const MOST_MEDIAN: Duration = Duration::from_secs(1);
/// Maximum memory of the server, in KiB.
const MOST_KIB: u64 = 256 * 1024;
/// Number and length of the finished matches.
const SIZES: log::Sizes = log::Sizes { long: 4, events: 1_000, short: 100 };
/// Maximum time between the start of a void turn and its end, without the stall: its time limit,
/// and as much again for delivery.
const TURN: Duration = Duration::from_secs(2);

/// Minimum stall that this test checks. Threads of two processes see shorter stalls at different
/// moments while other tests run; the benchmark checks those.
const SHORTEST_STALL: Duration = Duration::from_millis(200);

/// Returns the voids that are the server's own fault: the host stalled for less than half of the
/// stated time in the turn. `stalls` are those of a player that is not flooded.
fn unexcused(voids: &[Void], stalls: &[(Instant, Instant)]) -> Vec<Void> {
    let is_excused = |void: &&Void| {
        let began = void.told.checked_sub(TURN + void.stalled).unwrap_or(void.told);
        let within =
            |(from, to): &(Instant, Instant)| (*to).min(void.told).saturating_duration_since((*from).max(began));
        stalls.iter().map(within).sum::<Duration>() * 2 >= void.stalled
    };
    voids.iter().filter(|void| !is_excused(void)).copied().collect()
}

#[test]
fn a_void_is_excused_by_a_stall_of_the_same_moment_alone() {
    let (now, ms) = (Instant::now() + Duration::from_secs(60), Duration::from_millis);
    let void = Void { told: now, stalled: ms(100) };
    let count = |stalls: &[(Instant, Instant)]| unexcused(&[void], stalls).len();
    assert_eq!(count(&[]), 1, "no other match has seen a stall");
    assert_eq!(count(&[(now - ms(300), now - ms(200))]), 0, "it was in this turn");
    assert_eq!(count(&[(now - ms(9_100), now - ms(9_000))]), 1, "it was before this turn");
    assert_eq!(count(&[(now + ms(10), now + ms(110))]), 1, "it was after this turn");
    assert_eq!(count(&[(now - ms(300), now - ms(270))]), 1, "it was much shorter");
    assert_eq!(count(&[(now - ms(300), now - ms(270)), (now - ms(200), now - ms(170))]), 0, "two of them are enough");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_beside_a_flood_end_as_they_would_without() {
    let guard = HostStalls::start().expect("a thread");
    for flood in Flood::ALL {
        let place = tempfile::tempdir().expect("a directory");
        let sizes = if flood.needs_long_matches() { SIZES } else { log::Sizes { long: 0, short: 0, ..SIZES } };
        let over = Arc::new(log::fill(place.path(), sizes).await.expect("there is room"));
        let server = Server::start("127.0.0.1:0", place.path()).await;
        let url = format!("http://{}", server.address);
        let enter = async |name: &str| Bot::enter(&url, name).await.expect("it is let in");
        let mut prompt = [enter("ann").await, enter("bob").await];
        let mut silent = [enter("carl").await, enter("dora").await];
        let token = server.client().register(log::PLAYER).await.expect("the name is free");
        let match_id = silent[1].open(&silent[0], "inf").await.expect("both are here");
        let target = Target { url: url.clone(), match_id, token, over };
        let began = Instant::now();
        let mut flooding = Flooding::begin(flood, target).await.expect("it begins");
        let (ordinary, lost) =
            tokio::try_join!(beside::ordinary(&mut prompt, SPAN), beside::silent(&mut silent)).expect("they play");
        assert_eq!(flooding.failure(), None, "{flood:?}: it began");
        let (fault, counts) = (flooding.tally.fault(), flooding.tally.counts());
        drop(flooding);
        let median = ordinary.at(0.5);
        assert!(!ordinary.answers.is_empty() && median <= MOST_MEDIAN, "{flood:?} of {counts:?}: {median:?}");
        assert!(ordinary.is_lost_by("TERMINATION_RESIGNATION"), "{flood:?}: {:?}", ordinary.ends);
        assert!(lost.is_lost_by("TERMINATION_FLAG"), "{flood:?}: {:?}", lost.ends);
        let faults: Vec<&String> = ordinary.faults.iter().chain(&lost.faults).chain(&fault).collect();
        assert!(faults.is_empty(), "{flood:?}: {faults:?}");
        let stalls = guard.stalls_since(began);
        let mut voids = unexcused(&[ordinary.voids, lost.voids].concat(), &stalls);
        voids.retain(|void| void.stalled >= SHORTEST_STALL);
        assert!(voids.is_empty(), "{flood:?}: {voids:?}, and the host stalled {stalls:?}");
        let kib = memory_kib(server.child.id().expect("it runs"), "VmHWM");
        assert!(kib <= MOST_KIB, "{flood:?}: {kib} KiB");
    }
}
