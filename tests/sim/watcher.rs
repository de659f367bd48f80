//! A spectator of a match that reads at its own pace, disconnects and returns.

use std::{sync::Arc, time::Duration};

use referee::{
    hall::table::{Watch, Watched},
    ids::{MatchId, Seq},
    law::Fact,
};
use tokio::time::sleep;

use crate::{plan, world::World};

/// Delay before a watcher retries.
const AGAIN: Duration = Duration::from_secs(1);

pub struct Watcher {
    world: Arc<World>,
    plan: plan::Watcher,
    last: Seq,
    over: bool,
}

impl Watcher {
    pub fn new(world: &Arc<World>, plan: plan::Watcher) -> Watcher {
        Watcher { world: Arc::clone(world), plan, last: Seq(0), over: false }
    }

    /// Watches until the match or the run is over.
    pub async fn watch(mut self) {
        sleep(self.plan.from).await;
        let world = Arc::clone(&self.world);
        while !self.over {
            tokio::select! {
                biased;
                () = world.stopped() => return,
                () = self.visit() => {}
            }
        }
    }

    /// Watches for a while.
    async fn visit(&mut self) {
        let Some(match_id) = self.world.matches()[self.plan.of_match].clone() else { return sleep(AGAIN).await };
        let Some(server) = self.world.server() else { return sleep(AGAIN).await };
        let Ok(watch) = server.hall.watch(&match_id, self.plan.viewer, self.last).await else {
            return sleep(AGAIN).await;
        };
        let server = server.number;
        let world = Arc::clone(&self.world);
        let (plan, last) = (self.plan, self.last);
        tokio::select! {
            biased;
            () = world.dies(server) => return,
            () = follow(&world, plan, &match_id, watch, last, &mut self.over, &mut self.last) => {}
        }
        if !self.over {
            sleep(AGAIN).await;
        }
    }
}

async fn follow(
    world: &World,
    plan: plan::Watcher,
    match_id: &MatchId,
    mut watch: Watch,
    after: Seq,
    over: &mut bool,
    last: &mut Seq,
) {
    let stream = world.truth().stream(match_id, plan.viewer, after);
    let mut told = 0;
    while told < plan.stays {
        let Some(item) = watch.next().await else { return };
        if let Watched::Event(event) = item {
            *last = event.seq();
            *over = matches!(event.fact(), Fact::MatchEnded(_));
            told += 1;
            let now = world.now();
            let mut truth = world.truth();
            truth.streams[stream].times.push(now);
            truth.streams[stream].events.push(event);
            truth.streams[stream].to_the_end |= *over;
        }
        if !plan.pace.is_zero() {
            sleep(plan.pace).await;
        }
    }
}
