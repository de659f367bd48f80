//! One place where matches are played, one after another: a thread with a runtime of its own, so that nothing of a match
//! ever waits for another thread, and its own process of every engine.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use anyhow::Context;
use futures_util::future::join_all;
use tokio::sync::watch;

use super::{
    Results,
    chair::{self, Chair},
    plan::Plan,
    played::Played,
};
use crate::{
    cli::strikes::Strikes,
    engine::session::Session,
    hall::{Hall, Limits, NewMatch, host_stalls::HostStalls},
    ids::{PlayerId, Seat, Seq},
    store::{MemoryStore, RequestKey, SharedStore, record},
};

/// How long a table waits for its engines, which are started before it is opened.
const START_GRACE: Duration = Duration::from_secs(3600);

/// Tells all slots to stop.
pub type Stop = watch::Sender<bool>;

/// A line by which slots are told to stop.
pub fn stop() -> (Stop, watch::Receiver<bool>) {
    watch::channel(false)
}

/// One of the places of a run.
pub struct Slot {
    plan: Arc<Plan>,
    index: u16,
    next: Arc<AtomicU32>,
    results: Results,
    stopped: watch::Receiver<bool>,
    limits: Limits,
    strikes: Arc<Strikes>,
    /// The running process of each engine, where there is one.
    sessions: Vec<Option<Session>>,
}

impl Slot {
    /// Slot `index`, from 0; `next` is the next match of the run, from 0.
    pub fn new(
        plan: Arc<Plan>,
        index: u16,
        next: Arc<AtomicU32>,
        results: Results,
        stopped: watch::Receiver<bool>,
        guard: &HostStalls,
        strikes: Arc<Strikes>,
    ) -> Slot {
        let sessions = plan.engines.iter().map(|_| None).collect();
        let limits = Limits { host_stalls: Some(guard.clone()), ..limits() };
        Slot { plan, index, next, results, stopped, limits, strikes, sessions }
    }

    /// Plays until there is no further match, a match cannot be played, or the run is stopped; then ends its engines.
    pub fn run(self) {
        match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            // A task of the runtime is woken by a look at its queue; the root future would cost a look at the system.
            Ok(runtime) => match runtime.block_on(runtime.spawn(self.play_all())) {
                Ok(()) => {}
                Err(fault) => std::panic::resume_unwind(fault.into_panic()),
            },
            Err(cause) => {
                let fault = anyhow::Error::new(cause).context("failed to start a slot");
                // Whoever listened has gone, and with it the run.
                let _ = self.results.blocking_send(Err(fault));
            }
        }
    }

    async fn play_all(mut self) {
        let mut stopped = self.stopped.clone();
        while let Some(number) = self.take_number() {
            let result = tokio::select! {
                biased;
                _ = stopped.wait_for(|stopped| *stopped) => break,
                result = self.play(number) => result,
            };
            let failed = result.is_err();
            if self.results.send(result).await.is_err() || failed {
                break;
            }
        }
        join_all(self.sessions.into_iter().flatten().map(Session::quit)).await;
    }

    fn take_number(&self) -> Option<u32> {
        let matches = self.plan.matches;
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| (next < matches).then_some(next + 1)).ok()
    }

    /// Plays match `number`, from 0. An engine that fails loses it; only a fault of our own is an error.
    async fn play(&mut self, number: u32) -> anyhow::Result<Played> {
        let plan = Arc::clone(&self.plan);
        let pairing = plan.pairing(number);
        let limits = self.limits.clone();
        let mut chairs = self.chairs(&plan, pairing);
        join_all(chairs.iter_mut().map(Chair::start)).await;

        // A hall for each match, so that a long run keeps nothing of the matches before.
        let store: SharedStore = Arc::new(MemoryStore::new());
        let hall = Hall::open(Arc::clone(&store), limits).await.context("failed to open a hall")?;
        let match_id = hall.create(new_match(&plan, pairing, number)).await.context("failed to open a match")?;
        let table = hall.table(&match_id).context("the match ended before its engines came")?;
        join_all(chairs.iter_mut().map(|chair| chair.announce(table.opened()))).await;
        chair::play_together(chairs, &table).await.context("failed to seat an engine")?;

        let events = store.events(&match_id, Seq(0), record::MAX_EVENTS).await.context("failed to read the match")?;
        hall.close().await;
        Played::read(number + 1, pairing, events)
    }

    /// The engines of a match, in the order of the seats.
    fn chairs<'a>(&'a mut self, plan: &Plan, pairing: &[usize]) -> Vec<Chair<'a>> {
        let mut chairs: Vec<Chair> = Vec::with_capacity(pairing.len());
        for (engine, session) in self.sessions.iter_mut().enumerate() {
            if let Some(seat) = (0..).map(Seat).zip(pairing).find_map(|(seat, sits)| (*sits == engine).then_some(seat))
            {
                let chair = Chair::new(seat, plan.command(engine, self.index), plan.patience, session);
                chairs.push(chair.with_strikes(self.strikes.of(engine)));
            }
        }
        chairs.sort_by_key(Chair::seat);
        chairs
    }
}

/// Made once: to count the cores costs more than a short match.
fn limits() -> Limits {
    Limits { start_grace: START_GRACE, ..Limits::default() }
}

fn new_match(plan: &Plan, pairing: &[usize], number: u32) -> NewMatch {
    let players: Vec<PlayerId> = pairing.iter().map(|engine| plan.engines[*engine].name.clone()).collect();
    NewMatch {
        game: plan.game.facts().id,
        setting: plan.setting.clone(),
        time_controls: pairing.iter().map(|engine| plan.engines[*engine].time_control.clone()).collect(),
        request: RequestKey { player: players[0].clone(), request_id: String::new(), content: [0; 32] },
        players,
        illegal: plan.illegal,
        lost_seats: plan.lost_seats,
        luck: plan.deals.luck(number),
        conduct: plan.conduct,
    }
}
