//! Ordinary matches beside floods, in short: `cargo bench --bench floods` has all of them, and the times of a release.

#[path = "../../../benches/floods/beside.rs"]
mod beside;
#[path = "../../../benches/floods/flood.rs"]
pub mod flood;
#[path = "../../../benches/floods/positions.rs"]
pub mod positions;

use std::time::{Duration, Instant};

use beside::Bot;
use flood::{Flood, Flooding, Target};
use referee::hall::host_stalls::HostStalls;

use super::memory::memory_kib;
use crate::server::host::Server;

/// How long each flood lasts.
const SPAN: Duration = Duration::from_millis(1500);
/// How long half of the answers may take at the most, in a build for tests.
const MOST_MEDIAN: Duration = Duration::from_secs(1);
/// How much memory the server may take, in KiB.
const MOST_KIB: u64 = 256 * 1024;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_beside_a_flood_end_as_they_would_without() {
    let guard = HostStalls::start().expect("a thread");
    for flood in Flood::ALL {
        let place = tempfile::tempdir().expect("a directory");
        let server = Server::start("127.0.0.1:0", place.path()).await;
        let url = format!("http://{}", server.address);
        let enter = async |name: &str| Bot::enter(&url, name).await.expect("it is let in");
        let mut prompt = [enter("ann").await, enter("bob").await];
        let mut silent = [enter("carl").await, enter("dora").await];
        let token = server.client().register("eve").await.expect("the name is free");
        let match_id = silent[1].open(&silent[0], "inf").await.expect("both are here");
        let target = Target { url: url.clone(), match_id, token };
        let began = Instant::now();
        let flooding = Flooding::begin(flood, target).expect("it begins");
        let (ordinary, lost) =
            tokio::try_join!(beside::ordinary(&mut prompt, SPAN), beside::silent(&mut silent)).expect("they play");
        assert!(!flooding.has_failed(), "{flood:?}: it began");
        drop(flooding);
        let median = ordinary.at(0.5);
        assert!(!ordinary.answers.is_empty() && median <= MOST_MEDIAN, "{flood:?}: {median:?}");
        assert_eq!(lost.ended, "TERMINATION_FLAG", "{flood:?}");
        // A machine that is frozen for a while is no doing of the flood: it is seen here as well.
        let is_frozen = !guard.stalls_since(began).is_empty();
        assert!(is_frozen || (ordinary.void, lost.void) == (0, 0), "{flood:?}: {} and {}", ordinary.void, lost.void);
        let kib = memory_kib(server.child.id().expect("it runs"), "VmHWM");
        assert!(kib <= MOST_KIB, "{flood:?}: {kib} KiB");
    }
}
