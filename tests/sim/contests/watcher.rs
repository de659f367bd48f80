//! A watcher of a contest. When its server is gone, it resumes after the last event that it
//! received.

use std::{marker::PhantomData, sync::Arc, time::Duration};

use referee::{contest::Fact, ids::Seq, store::codec::contest::encode};
use tokio::time::{sleep, timeout};

use super::Simulated;
use crate::{
    truth::{Shown, Told},
    world::{Server, World},
};

/// Delay before a watcher retries, or polls again if nothing happens.
const AGAIN: Duration = Duration::from_secs(1);

pub struct Watcher<K> {
    world: Arc<World>,
    number: usize,
    last: Seq,
    is_over: bool,
    of: PhantomData<fn() -> K>,
}

impl<K: Simulated> Watcher<K> {
    pub fn new(world: Arc<World>, number: usize) -> Watcher<K> {
        Watcher { world, number, last: Seq(0), is_over: false, of: PhantomData }
    }

    /// Watches until the contest or the run is over.
    pub async fn watch(mut self) {
        let world = Arc::clone(&self.world);
        while !self.is_over {
            let Some(server) = world.server() else {
                sleep(AGAIN).await;
                if world.is_stopped() {
                    return;
                }
                continue;
            };
            tokio::select! {
                biased;
                () = world.stopped() => return,
                () = world.dies(server.number) => {}
                () = self.follow(&server) => {}
            }
        }
    }

    /// Reads events until none are left, then waits for more.
    async fn follow(&mut self, server: &Server) {
        let contest = &self.world.plan.contests[self.number];
        let contests = K::of_server(server);
        // Subscribe before reading, so events during the read are not missed.
        let newest = contests.newest(&contest.id);
        while let Ok(page) = contests.events(&contest.id, self.last, usize::MAX).await
            && !page.is_empty()
        {
            for event in &page {
                let (seq, bytes) = (event.seq, encode(event));
                self.world.truth().contests[self.number].told.push(Told { server: server.number, seq, bytes });
                self.last = seq;
                self.is_over = matches!(event.fact, Fact::Ended { .. });
            }
            sleep(contest.pace).await;
        }
        look::<K>(&self.world, server, self.number).await;
        match newest {
            // The next step is the same whether an event arrives or not.
            Some(mut newest) if !self.is_over => drop(timeout(AGAIN, newest.changed()).await),
            _ => sleep(AGAIN).await,
        }
    }
}

/// Records how a server shows a contest. Returns false if the server cannot show it.
pub async fn look<K: Simulated>(world: &World, server: &Server, number: usize) -> bool {
    let id = &world.plan.contests[number].id;
    let seen = K::of_server(server).see(id, |seen| (seen.seq(), format!("{:?}", K::of(seen.of)))).await;
    let Ok((seq, picture)) = seen else { return false };
    let shown = &mut world.truth().contests[number].shown;
    if shown.last().is_none_or(|before| (before.server, before.seq) != (server.number, seq)) {
        shown.push(Shown { server: server.number, seq, picture });
    }
    true
}
