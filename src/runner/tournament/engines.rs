//! Plays the matches of a tournament with engines of this machine.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use anyhow::Context as _;
use tokio::sync::{Mutex, mpsc};

use super::result;
use crate::{
    hall::{NewLuck, host_stalls::HostStalls},
    ids::PlayerId,
    openings::{Openings, Order},
    referee::{Contest, Occasion, Opening, Seed},
    runner::{
        finished::Finished,
        plan::Plan,
        run::start_workers,
        worker::{Stop, Task, Tasks},
    },
    steward::{End, Happened, Matches},
    store::record,
    tournament::{MatchKey, Scheduled, Tournament, rules::MAX_REPLAYS},
};

/// In whose name the matches are opened: their ids follow from it, and no engine of a tournament has it.
const SCHEDULED_BY: &str = "referee";

/// Plays the matches of a tournament with engines of this machine, each in full: one that is not done when the run ends is played
/// again from its beginning.
pub struct Engines {
    plan: Arc<Plan>,
    /// The name of the tournament in the ids of its matches.
    tournament_id: String,
    /// The openings; none where matches begin as the game does.
    openings: Option<(Openings, Order)>,
    /// Where records go.
    records: Option<PathBuf>,
    tasks: mpsc::Sender<Task>,
    results: mpsc::Receiver<anyhow::Result<Finished>>,
    /// Which match each task is.
    under_way: BTreeMap<u32, MatchKey>,
    begun: u32,
    stop: Stop,
    workers: Vec<thread::JoinHandle<()>>,
    // Dropped last: it tells the tables whether the host stalled.
    _guard: HostStalls,
}

impl Engines {
    /// Starts the workers of a plan whose engines have been introduced.
    pub fn start(
        plan: Plan,
        tournament_id: &str,
        openings: Option<(Openings, Order)>,
        records: Option<PathBuf>,
    ) -> anyhow::Result<Engines> {
        if let Some(directory) = &records {
            fs::create_dir_all(directory)
                .with_context(|| format!("failed to make the directory {} for records", directory.display()))?;
        }
        let plan = Arc::new(plan);
        let (tasks, scheduled) = mpsc::channel(usize::from(plan.concurrency));
        let (handed_in, results) = mpsc::channel(usize::from(plan.concurrency));
        let guard = HostStalls::start().context("failed to start a thread")?;
        let scheduled = Tasks::Scheduled(Arc::new(Mutex::new(scheduled)));
        let (stop, workers) = start_workers(&plan, &scheduled, &handed_in, &guard)?;
        Ok(Engines {
            plan,
            tournament_id: tournament_id.to_owned(),
            openings,
            records,
            tasks,
            results,
            under_way: BTreeMap::new(),
            begun: 0,
            stop,
            workers,
            _guard: guard,
        })
    }

    /// Stops the workers and their engines; what is under way is given up.
    pub fn stop(self) -> anyhow::Result<()> {
        let Engines { stop, workers, tasks, results, .. } = self;
        stop.send_replace(true);
        drop((tasks, results));
        for worker in workers {
            worker.join().map_err(|_| anyhow::anyhow!("a worker panicked"))?;
        }
        Ok(())
    }

    fn opening(&self, number: u32) -> Opening {
        let Some((openings, order)) = &self.openings else { return Opening::default() };
        openings.of_encounter(number.into(), *order).opening.clone()
    }

    /// Writes the record of a match in one step, so that none is ever half written: what was played before it counts is played again,
    /// and its record written over.
    fn write_record(&self, key: MatchKey, finished: &Finished) -> anyhow::Result<()> {
        let Some(directory) = &self.records else { return Ok(()) };
        let path = directory.join(format!("{}-{key}.jsonl", self.tournament_id));
        write_whole(&path, record::write_sealed(&finished.events, None).as_bytes())
            .with_context(|| format!("failed to write the record {}", path.display()))
    }
}

impl Matches<Tournament> for Engines {
    fn most_at_once(&self) -> usize {
        usize::from(self.plan.concurrency)
    }

    async fn begin(&mut self, tournament: &Tournament, scheduled: Scheduled) -> anyhow::Result<()> {
        let Scheduled { match_key, entrants, number } = scheduled;
        let scheduled_by = PlayerId::parse(SCHEDULED_BY).map_err(anyhow::Error::new)?;
        let occasion = Occasion {
            contest: Contest::Tournament(self.tournament_id.clone()),
            encounter: number + 1,
            pairing: match_key.number * (MAX_REPLAYS + 1) + match_key.attempt + 1,
        };
        let task = Task {
            number: self.begun,
            engines: entrants.iter().map(|entrant| entrant.index()).collect(),
            luck: luck(tournament, &match_key),
            occasion: Some((scheduled_by, occasion)),
            opening: self.opening(number),
        };
        self.under_way.insert(self.begun + 1, match_key);
        self.begun += 1;
        self.tasks.send(task).await.map_err(|_| anyhow::anyhow!("the workers have ended"))
    }

    fn places(&self, _: &str, _: usize) -> usize {
        usize::MAX
    }

    async fn take_up(&mut self, _: &Tournament, _: &Scheduled) -> anyhow::Result<bool> {
        // No match of local engines outlives its run.
        Ok(false)
    }

    fn give_up(&mut self, _: MatchKey) -> bool {
        false
    }

    async fn next(&mut self) -> anyhow::Result<Happened<Tournament>> {
        let finished = self.results.recv().await.context("the workers have ended")??;
        let number = finished.played.number;
        let match_key = self.under_way.remove(&number).with_context(|| format!("match {number} was not begun"))?;
        self.write_record(match_key, &finished)?;
        Ok(Happened::Ended(End { match_key, result: result::of(&finished.played) }))
    }
}

/// Where the luck of a match comes from: the matches of an encounter are dealt alike, unless the rules have it otherwise. What is dealt alike
/// takes no nonces, which would deal each match in its own way, and does not show what is still to be dealt: the tournament does.
fn luck(tournament: &Tournament, match_key: &MatchKey) -> NewLuck {
    match tournament.deals_of(match_key) {
        Some((seed, deal_id)) => {
            NewLuck { seed: Some(seed), deal_id: Some(deal_id), is_withheld: true, nonce_wait: Duration::ZERO }
        }
        // What is dealt by itself follows from the same seed, and from which match it is.
        None => {
            let seed = Seed::new(tournament.opened.deal_seed).derived(&format!("match {match_key}"));
            NewLuck { seed: Some(seed), ..NewLuck::default() }
        }
    }
}

/// Writes a file that is there whole or not at all, also after a power cut; its owner alone can read it.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let beside = path.with_extension("part");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(bytes)?;
    file.sync_data()?;
    fs::rename(&beside, path)
}
