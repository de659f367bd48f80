//! Plays the matches of a contest with engines of this machine.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
    sync::Arc,
    thread,
    time::Duration,
};

use anyhow::Context as _;
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::{
    contest::{Command, ContestKind, ContestReason, Entrant, MATCH_LABEL, MatchKey, Opening as _, Scheduled},
    contest_steward::{Asked, End, Happened, Matches},
    engine::strikes::Strikes,
    hall::{NewLuck, host_stalls::HostStalls},
    ids::PlayerId,
    law::{Occasion, Opening, Seed},
    openings::{Openings, Order},
    replaced_file,
    runner::{
        finished::Finished,
        plan::Plan,
        run::start_workers,
        worker::{Stop, Task, Tasks},
    },
    series::played::Played,
    store::record,
};

/// The player that schedules the matches: the ids of matches contain it, and no engine of a contest
/// can have this name.
const SCHEDULED_BY: &str = "referee";

/// Plays the matches of a contest with engines of this machine. A match that is unfinished at the
/// end of a run is played again from its beginning.
pub struct Engines<K: ContestKind> {
    plan: Arc<Plan>,
    /// The name of the contest in the ids of its matches.
    id: String,
    /// The openings with their order; `None` if matches begin with the game's own start.
    openings: Option<(Openings, Order)>,
    /// The directory for records, if any.
    records: Option<PathBuf>,
    tasks: mpsc::Sender<Task>,
    results: mpsc::Receiver<anyhow::Result<Finished>>,
    /// The match of each task in progress.
    under_way: BTreeMap<u32, MatchKey>,
    begun: u32,
    strikes: Arc<Strikes>,
    /// The engines whose entrants were removed from the contest.
    put_out: BTreeSet<usize>,
    /// The channel for commands to the steward.
    hosts: mpsc::Sender<Asked<K>>,
    stop: Stop,
    workers: Vec<thread::JoinHandle<()>>,
    // Dropped last, because the tables use it to learn whether the host stalled.
    _guard: HostStalls,
}

impl<K: ContestKind> Engines<K> {
    /// Starts the workers of a plan whose engines have been introduced. `hosts` sends commands to
    /// the steward of the contest.
    pub fn start(
        plan: Plan,
        id: &str,
        openings: Option<(Openings, Order)>,
        records: Option<PathBuf>,
        hosts: mpsc::Sender<Asked<K>>,
    ) -> anyhow::Result<Engines<K>> {
        if let Some(directory) = &records {
            fs::create_dir_all(directory)
                .with_context(|| format!("failed to make the directory {} for records", directory.display()))?;
        }
        let plan = Arc::new(plan);
        let (tasks, scheduled) = mpsc::channel(usize::from(plan.concurrency));
        let (handed_in, results) = mpsc::channel(usize::from(plan.concurrency));
        let guard = HostStalls::start().context("failed to start a thread")?;
        let scheduled = Tasks::Scheduled(Arc::new(Mutex::new(scheduled)));
        let strikes = plan.no_strikes();
        let (stop, workers) = start_workers(&plan, &strikes, &scheduled, &handed_in, &guard)?;
        Ok(Engines {
            plan,
            id: id.to_owned(),
            openings,
            records,
            tasks,
            results,
            under_way: BTreeMap::new(),
            begun: 0,
            strikes,
            put_out: BTreeSet::new(),
            hosts,
            stop,
            workers,
            _guard: guard,
        })
    }

    /// Stops the workers and their engines, and abandons the matches in progress.
    pub fn stop(self) -> anyhow::Result<()> {
        let Engines { stop, workers, tasks, results, .. } = self;
        stop.send_replace(true);
        drop((tasks, results));
        for worker in workers {
            worker.join().map_err(|_| anyhow::anyhow!("a worker panicked"))?;
        }
        Ok(())
    }

    /// Removes entrants whose engines failed too often: their remaining matches are forfeited, not
    /// played.
    fn put_out(&mut self) {
        for engine in 0..self.plan.engines.len() {
            // A ladder quarantines the entrant for its faults instead.
            if K::RUNS_WHEN_OPENED || !self.strikes.of(engine).is_out() || self.put_out.contains(&engine) {
                continue;
            }
            let reason = ContestReason::EngineFailed { times: self.plan.strikes };
            let command = Command::Withdraw { entrant: Entrant::at(engine), reason };
            // If the channel is full, the next match retries. The answer is not awaited, because a
            // removed entrant stays removed.
            let (answer, _) = oneshot::channel();
            if self.hosts.try_send(Asked { command, answer }).is_ok() {
                self.put_out.insert(engine);
            }
        }
    }

    fn opening(&self, number: u64) -> Opening {
        let Some((openings, order)) = &self.openings else { return Opening::default() };
        openings.numbered(number, *order).opening.clone()
    }

    /// Returns the luck of a match: encounters with the same deals share a seed.
    fn luck(of: &K, match_key: &MatchKey) -> NewLuck {
        match of.deals_of(match_key) {
            Some((seed, deal_id)) => {
                NewLuck { seed: Some(seed), deal_id: Some(deal_id), is_withheld: true, nonce_wait: Duration::ZERO }
            }
            None => {
                let seed = Seed::new(*of.opened().deal_seed()).derived(&format!("match {match_key}"));
                NewLuck { seed: Some(seed), ..NewLuck::default() }
            }
        }
    }

    /// Logs the last standard errors of the engines that lost a match by a failure, because the
    /// result does not contain them.
    fn log_errors(&self, match_key: &MatchKey, played: &Played) {
        let lost = played.lost.iter().map(|lost| (Some(lost.seat), &lost.evidence));
        for (seat, evidence) in lost.chain([(played.verdict.seat, &played.verdict.evidence)]) {
            let engine = seat.and_then(|seat| played.entrants.get(seat.index())).map(|at| &self.plan.engines[*at]);
            let (Some(engine), Some(evidence)) = (engine, evidence) else { continue };
            let stderr = evidence.last_errors();
            if !stderr.is_empty() {
                tracing::warn!(%match_key, engine = %engine.name, ?stderr, "the engine lost the match by a failure");
            }
        }
    }

    /// Writes the record of a match in one step, so that no record is half written. A match without
    /// a stored result is replayed, and its record overwritten.
    fn write_record(&self, key: MatchKey, finished: &Finished) -> anyhow::Result<()> {
        let Some(directory) = &self.records else { return Ok(()) };
        let path = directory.join(format!("{}-{key}.jsonl", self.id));
        replaced_file::write_private(&path, record::write_sealed(&finished.events, None).as_bytes())
            .with_context(|| format!("failed to write the record {}", path.display()))
    }
}

impl<K: ContestKind> Matches<K> for Engines<K> {
    fn most_at_once(&self) -> usize {
        usize::from(self.plan.concurrency)
    }

    async fn begin(&mut self, of: &K, scheduled: Scheduled) -> anyhow::Result<()> {
        let Scheduled { match_key, entrants, number, opening, .. } = scheduled;
        let scheduled_by = PlayerId::parse(SCHEDULED_BY).map_err(anyhow::Error::new)?;
        let (contest, pairing) = (K::contest(self.id.clone()), match_key.number_in_all() + 1);
        let occasion = Occasion { contest, encounter: number + 1, pairing };
        let task = Task {
            number: self.begun,
            engines: entrants.iter().map(|entrant| entrant.index()).collect(),
            luck: Self::luck(of, &match_key),
            occasion: Some((scheduled_by, occasion)),
            labels: [(MATCH_LABEL.to_owned(), match_key.to_string())].into(),
            opening: self.opening(opening),
        };
        self.under_way.insert(self.begun + 1, match_key);
        self.begun += 1;
        self.tasks.send(task).await.map_err(|_| anyhow::anyhow!("the workers have exited"))
    }

    fn places(&self, _: &str, _: usize) -> usize {
        usize::MAX
    }

    async fn take_up(&mut self, _: &K, _: &Scheduled) -> anyhow::Result<bool> {
        // No match of local engines outlives its run.
        Ok(false)
    }

    fn give_up(&mut self, _: MatchKey) -> bool {
        false
    }

    async fn next(&mut self) -> anyhow::Result<Happened> {
        let finished = self.results.recv().await.context("the workers have exited")??;
        let number = finished.played.number;
        let match_key = self.under_way.remove(&number).with_context(|| format!("match {number} was not started"))?;
        self.write_record(match_key, &finished)?;
        self.log_errors(&match_key, &finished.played);
        self.put_out();
        Ok(Happened::Ended(End { match_key, result: finished.result::<K>() }))
    }
}
