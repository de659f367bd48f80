//! Faults of the host: its store fails, it stalls, and its server dies and restarts.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use referee::{
    hall::Hall,
    law::{Time, turn::MIN_STALL},
};
use tokio::time::{sleep, sleep_until, timeout};

use crate::{
    contests,
    invariant::Invariant,
    plan::{RESTART, What},
    rulings,
    store::AtAppend,
    truth::Span,
    world::{Server, World},
};

/// Maximum time for a server to close.
const CLOSES_WITHIN: Duration = Duration::from_secs(60);
/// Delay before the next attempt of a server that failed to open.
const AGAIN: Duration = Duration::from_secs(1);

pub struct Host {
    world: Arc<World>,
    agenda: BTreeMap<(Duration, usize), Job>,
    jobs: usize,
    /// Downtime of a server that dies at an append.
    down_after_append: Duration,
    comes_up: bool,
}

enum Job {
    Begin(usize, What),
    End(usize),
    Up,
    Retire(u64),
    Calm,
}

impl Host {
    pub fn new(world: &Arc<World>) -> Host {
        let mut host = Host {
            world: Arc::clone(world),
            agenda: BTreeMap::new(),
            jobs: 0,
            down_after_append: Duration::ZERO,
            comes_up: true,
        };
        host.at(Duration::ZERO, Job::Up);
        for (number, fault) in world.plan.faults.iter().enumerate() {
            if !matches!(fault.what, What::Program(..)) {
                host.at(fault.at, Job::Begin(number, fault.what));
            }
        }
        let calm = world.plan.calm_after();
        if world.plan.restarts_at_last() {
            host.at(calm.saturating_sub(RESTART), Job::Begin(world.plan.faults.len(), What::Crash(RESTART)));
        }
        host.at(calm, Job::Calm);
        host
    }

    /// Carries out all planned faults. Returns when the run is over.
    pub async fn run(mut self) {
        let world = Arc::clone(&self.world);
        loop {
            let died = world.core.changed.notified();
            if world.core.is_down() && !self.comes_up {
                self.is_down(self.down_after_append);
            }
            let next = self.agenda.first_key_value().map(|((at, _), _)| *at);
            let after = next.map_or(Duration::from_secs(3_600), |at| at.saturating_sub(world.now()));
            let wakes = tokio::time::Instant::now() + after;
            tokio::select! {
                biased;
                () = world.stopped() => return,
                () = died => {}
                () = sleep_until(wakes) => self.work().await,
            }
        }
    }

    fn at(&mut self, at: Duration, job: Job) {
        self.jobs += 1;
        self.agenda.insert((at, self.jobs), job);
    }

    async fn work(&mut self) {
        let now = self.world.now();
        if self.agenda.first_key_value().is_none_or(|((at, _), _)| *at > now) {
            return;
        }
        let Some((_, job)) = self.agenda.pop_first() else { return };
        match job {
            Job::Begin(number, what) => self.begin(number, what).await,
            Job::End(number) => self.world.core.end(number),
            Job::Up => self.up(),
            Job::Retire(server) => self.retire(server),
            Job::Calm => self.world.core.calm(),
        }
    }

    async fn begin(&mut self, number: usize, what: What) {
        let core = Arc::clone(&self.world.core);
        match what {
            What::Store(fault, lasts) => {
                let began = self.world.now();
                core.begin(number, fault);
                self.world.truth().store_faults.push(Span { began, ended: Some(began + lasts) });
                self.at(began + lasts, Job::End(number));
            }
            What::Freeze(lasts) => self.freeze(lasts).await,
            What::Crash(down) => self.is_down(down),
            What::CrashAtAppend(append, down) => {
                self.down_after_append = down;
                core.at_next_append(AtAppend::Crash(append));
            }
            What::Panic(append) => core.at_next_append(AtAppend::Panic(append)),
            What::Close(down) => {
                if let Some(server) = self.world.server() {
                    server.contests.close();
                    let closed = timeout(CLOSES_WITHIN, server.hall.close()).await;
                    if closed.is_err() && core.lives(server.number) {
                        let what = format!("a hall that closes is not closed after {CLOSES_WITHIN:?}");
                        self.world.truth().breaks(Invariant::Closes, what);
                    }
                    self.is_down(down);
                }
            }
            What::Drop(down) => {
                self.world.keep(|_| false);
                // Give the other holders time to release it.
                sleep(Duration::from_millis(5)).await;
                self.is_down(down);
            }
            What::TakeOver(together) => {
                // Not while another server is still starting: two would remain afterwards.
                let is_newest = |server: &Server| !self.comes_up && core.is_newest(server.number);
                if let Some(server) = self.world.server().filter(is_newest) {
                    self.at(self.world.now() + together, Job::Retire(server.number));
                    self.up();
                }
            }
            What::Arbiter(of, ruled) => rulings::rule(&self.world, (number, of), ruled),
            What::Program(..) => {}
        }
    }

    /// Kills a server whose matches have been taken over.
    fn retire(&self, server: u64) {
        self.world.core.kill(server);
        self.world.keep(|of| of.number != server);
    }

    /// Advances time while every task of this process sleeps.
    async fn freeze(&self, lasts: Duration) {
        let began = self.world.now();
        if lasts >= MIN_STALL {
            let now = tokio::time::Instant::now().into_std();
            self.world.guard.note(now, now + lasts);
        }
        self.world.truth().freezes.push(Span { began, ended: Some(began + lasts) });
        tokio::time::advance(lasts).await;
    }

    /// Kills all servers. The next one starts after `down`.
    fn is_down(&mut self, down: Duration) {
        let now = self.world.now();
        self.world.core.kill_all();
        self.world.keep(|_| false);
        if !std::mem::replace(&mut self.comes_up, true) {
            self.at(now + down, Job::Up);
        }
    }

    fn up(&mut self) {
        self.comes_up = false;
        let world = Arc::clone(&self.world);
        let (number, store) = world.core.start();
        tokio::spawn(async move {
            loop {
                let limits = world.limits(number);
                match Hall::begin_with(world.games(), store.clone(), limits).await {
                    Ok((hall, restart)) => {
                        let contests = contests::contests(&hall);
                        tokio::spawn(contests.clone().resume());
                        world.serve(Server { number, hall, contests });
                        return restart.run().await;
                    }
                    Err(_) => sleep(AGAIN).await,
                }
            }
        });
    }
}

/// Converts a time of a match to the time of the run. `zero` is the time of the run at which the
/// match's clock shows zero.
pub fn of_run(zero: i128, at: Time) -> Duration {
    let nanos = zero + i128::from(at.0);
    Duration::from_nanos(u64::try_from(nanos.max(0)).unwrap_or(u64::MAX))
}
