//! Plays a plan to its end.

use std::{io, sync::Arc, thread};

use anyhow::Context;
use tokio::sync::mpsc;

use super::{
    finished::Finished,
    plan::Plan,
    records::Records,
    seeds::{OpenSets, PlayedSet},
    worker::{self, Results, Stop, Tasks, Worker},
};
use crate::{engine::strikes::Strikes, hall::host_stalls::HostStalls, series::tally::Tally, stats::counted};

/// Maximum results in the channel from the workers.
const WAITING_RESULTS: usize = 64;

/// Observes a run. An error of a method ends the run.
pub trait Observer {
    /// A match was played. The tally contains it, and its record is written unless a fault follows.
    fn played(&mut self, plan: &Plan, tally: &Tally, finished: &Finished) -> io::Result<()>;
    /// All matches of a set with shared deals were played, and the seed is written beside their
    /// records.
    fn set_played(&mut self, set: &PlayedSet) -> io::Result<()>;
    /// A match could not be played, or a file could not be written. No further match begins.
    fn fault(&mut self, fault: &anyhow::Error) -> io::Result<()>;
}

/// Why a run is over, the weightiest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    Played,
    /// A match could not be played, a file could not be written, or an engine failed and the plan
    /// ends at a failure.
    Failed,
    Interrupted,
}

/// Plays a plan whose engines have been introduced. Once `interrupted` is done, matches in progress
/// are abandoned. Errors are those of the observer, or of starting threads.
pub async fn run(
    plan: &Arc<Plan>,
    records: &mut Records,
    observer: &mut dyn Observer,
    interrupted: impl Future<Output = ()>,
) -> anyhow::Result<(End, Tally)> {
    let (results, mut incoming) = mpsc::channel(WAITING_RESULTS);
    let guard = HostStalls::start().context("failed to start a thread")?;
    let tasks = Tasks::planned(plan)?;
    let (stop, workers) = start_workers(plan, &plan.no_strikes(), &tasks, &results, &guard)?;
    drop(results);
    let mut interrupted = std::pin::pin!(interrupted);
    let (mut tally, mut open_sets) = (plan.tally(), OpenSets::default());
    let mut end = End::Played;
    loop {
        tokio::select! {
            result = incoming.recv() => match result {
                Some(Ok(finished)) => {
                    let number = finished.played.number - 1;
                    end = end.max(take(plan, finished, &mut tally, records, observer)?);
                    if let Some(set) = open_sets.add(&plan.deals, number) {
                        let unwritten = records.write_seed(&set).err();
                        observer.set_played(&set)?;
                        end = end.max(told(unwritten, observer)?);
                    }
                    if end != End::Played {
                        stop.send_replace(true);
                    }
                    if tally.is_decided() {
                        // Matches in progress are played to their end and recorded.
                        tasks.begin_no_more();
                    }
                }
                Some(Err(fault)) => {
                    observer.fault(&fault)?;
                    end = end.max(End::Failed);
                    stop.send_replace(true);
                }
                None => break,
            },
            () = &mut interrupted, if end != End::Interrupted => {
                end = End::Interrupted;
                stop.send_replace(true);
            }
        }
    }
    for worker in workers {
        if worker.join().is_err() {
            end = end.max(End::Failed);
        }
    }
    tally.stalls = guard.count();
    tally.close();
    Ok((end, tally))
}

impl End {
    /// Formats why the run ended, for people.
    pub fn in_words(self, plan: &Plan) -> String {
        match self {
            End::Played => {
                format!("limit reached: {}", counted(plan.matches, ["match", "matches"]))
            }
            End::Failed => "the run failed".to_owned(),
            End::Interrupted => "the run was interrupted".to_owned(),
        }
    }
}

fn take(
    plan: &Plan,
    mut finished: Finished,
    tally: &mut Tally,
    records: &mut Records,
    observer: &mut dyn Observer,
) -> anyhow::Result<End> {
    let unwritten = records.write(&mut finished).err();
    let played = &finished.played;
    tally.add(plan.deals.set_of(played.number - 1), played);
    observer.played(plan, tally, &finished)?;
    let end = if plan.stops_at(played) { End::Failed } else { End::Played };
    Ok(end.max(told(unwritten, observer)?))
}

/// Reports a fault if a file could not be written, and then ends the run. Finished matches still
/// count.
fn told(unwritten: Option<anyhow::Error>, observer: &mut dyn Observer) -> io::Result<End> {
    match unwritten {
        None => Ok(End::Played),
        Some(fault) => observer.fault(&fault).map(|()| End::Failed),
    }
}

/// Starts the workers, each on a thread. A worker ends when there is no further match, or when it
/// is stopped.
pub(super) fn start_workers(
    plan: &Arc<Plan>,
    strikes: &Arc<Strikes>,
    tasks: &Tasks,
    results: &Results,
    guard: &HostStalls,
) -> anyhow::Result<(Stop, Vec<thread::JoinHandle<()>>)> {
    let (stop, stopped) = worker::stop();
    let mut workers = Vec::new();
    for index in 0..plan.concurrency {
        let worker = Worker::new(
            Arc::clone(plan),
            index,
            tasks.clone(),
            results.clone(),
            stopped.clone(),
            guard,
            Arc::clone(strikes),
        );
        let thread = thread::Builder::new().name(format!("worker-{index}")).spawn(move || worker.run());
        workers.push(thread.context("failed to start a thread")?);
    }
    Ok((stop, workers))
}
