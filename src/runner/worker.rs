//! A worker plays matches one after another. It is a thread with its own runtime, so a match never
//! waits for another thread, and with its own process of every engine.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use anyhow::Context;
use futures_util::future::join_all;
use tokio::sync::{Mutex, mpsc, watch};

use super::{
    finished::Finished,
    plan::Plan,
    seated_engine::{self, SeatedEngine},
};
use crate::{
    contest::{MATCH_LABEL, RUN_LABEL},
    engine::{session::Session, strikes::Strikes},
    hall::{AskedGraces, Hall, Limits, NewLuck, NewMatch, host_stalls::HostStalls},
    ids::{PlayerId, Seat, Seq},
    law::{Absence, Occasion, Opening},
    store::{MemoryLog, RequestKey, Store, Tables, record},
};

/// How long a table waits for its engines, which have started before it opens.
const START_GRACE: Duration = Duration::from_secs(3600);

/// The channel for a worker's finished matches.
pub type Results = mpsc::Sender<anyhow::Result<Finished>>;
/// The signal that tells all workers to stop.
pub type Stop = watch::Sender<bool>;

/// Creates a signal that stops workers.
pub fn stop() -> (Stop, watch::Receiver<bool>) {
    watch::channel(false)
}

/// A match for a worker to play.
pub struct Task {
    /// The number of the match in the run, from 0.
    pub number: u32,
    /// The engines of the match, by seat.
    pub engines: Vec<usize>,
    /// The source of the match's luck.
    pub luck: NewLuck,
    /// The scheduler, and its slot for the match; the id of the match follows from both.
    pub occasion: Option<(PlayerId, Occasion)>,
    /// The labels of the match, by name.
    pub labels: BTreeMap<String, String>,
    pub opening: Opening,
}

/// The source of the matches of a run's workers.
#[derive(Clone)]
pub enum Tasks {
    /// The matches of a plan, one after another.
    Planned {
        /// The number of the next match, from 0.
        number: Arc<AtomicU32>,
        matches: u32,
        /// The unique id of the run.
        run: String,
    },
    /// The tasks of a scheduler.
    Scheduled(Arc<Mutex<mpsc::Receiver<Task>>>),
}

impl Tasks {
    /// Creates the tasks of a plan.
    pub fn planned(plan: &Plan) -> anyhow::Result<Tasks> {
        let run = getrandom::u64().context("no random numbers for the id of the run")?;
        Ok(Tasks::Planned { number: Arc::default(), matches: plan.matches, run: format!("{run:016x}") })
    }

    /// Returns the next match; `None` after the last.
    async fn take(&self, plan: &Plan) -> Option<Task> {
        match self {
            Tasks::Planned { number, matches, run } => {
                let further = |number: u32| (number < *matches).then_some(number + 1);
                let number = number.fetch_update(Ordering::Relaxed, Ordering::Relaxed, further).ok()?;
                let luck = luck(plan, number);
                let engines = plan.pairing(number).to_vec();
                let labels = [(RUN_LABEL, run.clone()), (MATCH_LABEL, plan.match_key(number).to_string())];
                let labels = labels.map(|(name, value)| (name.to_owned(), value)).into();
                let opening = plan.opening(number);
                Some(Task { number, engines, luck, occasion: None, labels, opening })
            }
            Tasks::Scheduled(scheduled) => scheduled.lock().await.recv().await,
        }
    }

    /// Stops the start of further matches of a plan.
    pub fn begin_no_more(&self) {
        if let Tasks::Planned { number, matches, .. } = self {
            number.store(*matches, Ordering::Relaxed);
        }
    }
}

/// A thread of a run.
pub struct Worker {
    plan: Arc<Plan>,
    index: u16,
    tasks: Tasks,
    results: Results,
    stopped: watch::Receiver<bool>,
    limits: Limits,
    strikes: Arc<Strikes>,
    /// The running process of each engine, if any.
    sessions: Vec<Option<Session>>,
}

impl Worker {
    /// Creates worker `index`, from 0.
    pub fn new(
        plan: Arc<Plan>,
        index: u16,
        tasks: Tasks,
        results: Results,
        stopped: watch::Receiver<bool>,
        guard: &HostStalls,
        strikes: Arc<Strikes>,
    ) -> Worker {
        let sessions = plan.engines.iter().map(|_| None).collect();
        let limits = Limits { host_stalls: Some(guard.clone()), ..limits() };
        Worker { plan, index, tasks, results, stopped, limits, strikes, sessions }
    }

    /// Plays until there is no further match, a match cannot be played, or the run is stopped. Then
    /// ends its engines.
    pub fn run(self) {
        match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            // A spawned task is woken through the runtime's queue; waking the root future would
            // cost a system call.
            Ok(runtime) => match runtime.block_on(runtime.spawn(self.play_all())) {
                Ok(()) => {}
                Err(fault) => std::panic::resume_unwind(fault.into_panic()),
            },
            Err(cause) => {
                let fault = anyhow::Error::new(cause).context("failed to start a worker");
                // If the receiver is gone, the run is over.
                let _ = self.results.blocking_send(Err(fault));
            }
        }
    }

    async fn play_all(mut self) {
        let mut stopped = self.stopped.clone();
        let (plan, tasks) = (Arc::clone(&self.plan), self.tasks.clone());
        let tables = match Tables::in_memory() {
            Ok(tables) => Arc::new(tables),
            Err(cause) => {
                let _ = self.results.send(Err(anyhow::Error::new(cause))).await;
                return;
            }
        };
        loop {
            let task = tokio::select! {
                biased;
                _ = stopped.wait_for(|stopped| *stopped) => break,
                task = tasks.take(&plan) => match task {
                    Some(task) => task,
                    None => break,
                },
            };
            let result = tokio::select! {
                biased;
                _ = stopped.wait_for(|stopped| *stopped) => break,
                result = self.play(task, &tables) => result,
            };
            let failed = result.is_err();
            if self.results.send(result).await.is_err() || failed {
                break;
            }
        }
        join_all(self.sessions.into_iter().flatten().map(Session::quit)).await;
    }

    /// Plays a match. An engine that fails loses; only a failure of the referee is an error.
    async fn play(&mut self, task: Task, tables: &Arc<Tables>) -> anyhow::Result<Finished> {
        let plan = Arc::clone(&self.plan);
        let (number, pairing) = (task.number, task.engines.clone());
        let limits = self.limits.clone();
        let mut engines = self.seat(&plan, &pairing);
        join_all(engines.iter_mut().map(SeatedEngine::start)).await;

        // Each match has a new hall and log, so a long run keeps no data of earlier matches.
        let store = Store::new(Arc::new(MemoryLog::new()), tables);
        let hall = Hall::open(store.clone(), limits).await.context("failed to prepare for matches")?;
        let match_id = hall.create(new_match(&plan, task)).await.context("failed to open a match")?;
        let table = hall.table(&match_id).context("the match ended before its engines were seated")?;
        join_all(engines.iter_mut().map(|engine| engine.announce(table.opened()))).await;
        seated_engine::play_together(engines, &table).await.context("failed to seat an engine")?;

        let events =
            store.log.events(&match_id, Seq(0), record::MAX_EVENTS).await.context("failed to read the match")?;
        hall.close().await;
        let mut finished = Finished::read(number + 1, &pairing, events)?;
        finished.played.opening = plan.opening_index(number);
        Ok(finished)
    }

    /// Returns the engines of a match, in the order of seats.
    fn seat<'a>(&'a mut self, plan: &Plan, pairing: &[usize]) -> Vec<SeatedEngine<'a>> {
        let mut seated_engines: Vec<SeatedEngine> = Vec::with_capacity(pairing.len());
        for (engine, session) in self.sessions.iter_mut().enumerate() {
            if let Some(seat) = (0..).map(Seat).zip(pairing).find_map(|(seat, sits)| (*sits == engine).then_some(seat))
            {
                let seated = SeatedEngine::new(seat, plan.command(engine, self.index), plan.patience, session);
                seated_engines
                    .push(seated.with_strikes(self.strikes.of(engine), plan.engines[engine].name.to_string()));
            }
        }
        seated_engines.sort_by_key(SeatedEngine::seat);
        seated_engines
    }
}

/// Computed once, because counting the cores takes longer than a short match.
fn limits() -> Limits {
    Limits { start_grace: START_GRACE, ..Limits::default() }
}

fn new_match(plan: &Plan, task: Task) -> NewMatch {
    let Task { engines, luck, occasion, labels, opening, number: _ } = task;
    let players: Vec<PlayerId> = engines.iter().map(|engine| plan.engines[*engine].name.clone()).collect();
    let (player, occasion) = match occasion {
        Some((scheduled_by, occasion)) => (scheduled_by, Some(occasion)),
        None => (players[0].clone(), None),
    };
    NewMatch {
        game: plan.game.facts().id,
        setting: plan.setting.clone(),
        time_controls: engines.iter().map(|engine| plan.engines[*engine].time_control.clone()).collect(),
        request: RequestKey { player, request_id: String::new(), content: [0; 32] },
        creator: None,
        players,
        illegal_move_policy: plan.illegal_move_policy,
        lost_seat_policy: plan.lost_seat_policy,
        luck,
        conduct: plan.conduct,
        // A program that ended does not return.
        graces: AskedGraces { absence: Some(Absence::Grace), ..AskedGraces::default() },
        occasion,
        labels,
        opening,
    }
}

fn luck(plan: &Plan, number: u32) -> NewLuck {
    match plan.deals.seed_of(number) {
        // Shared deals take no nonces, which would make each match's deals different, and withhold
        // the seed, which would reveal future deals.
        Some((seed, deal_id)) => NewLuck {
            seed: Some(seed),
            deal_id: Some(deal_id),
            is_withheld: plan.deals.are_shared(),
            ..NewLuck::default()
        },
        None => NewLuck::default(),
    }
}
