//! `referee play`: play matches between local engines.
//!
//! [`plan`] is what the command line asks for, checked; [`slot`] plays one match after another on a thread of its own, with
//! an engine in each [`chair`];
//! [`played`] is what a match came to; [`tally`] adds the matches up; [`records`] writes them; [`report`] prints. [`deals`]
//! says which matches are dealt alike, and [`duplicate`] what that saved.

mod args;
pub mod chair;
mod deals;
mod duplicate;
mod plan;
mod played;
mod records;
mod report;
mod savings;
mod slot;
mod tally;

use std::{process::ExitCode, sync::Arc, thread};

use anyhow::Context;
pub use args::PlayArgs;
use plan::Plan;
use played::Played;
use records::Records;
use report::Report;
use slot::{Slot, Stop};
use tokio::sync::mpsc;

use super::{INTERRUPTED, interrupt::Interrupt, sandbox, strikes::Strikes};
use crate::hall::host_stalls::HostStalls;

/// How many results may wait to be printed.
const WAITING_RESULTS: usize = 64;

/// Play matches between local engines.
pub fn run(args: PlayArgs) -> anyhow::Result<ExitCode> {
    let plan = Plan::read(&args)?;
    let records = Records::open(&args.record_place(), plan.game.facts().id)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if args.confine.sandbox {
        runtime.block_on(sandbox::tell());
    }
    runtime.block_on(play(plan, records, Report::choose(args.json)))
}

async fn play(mut plan: Plan, mut records: Records, mut report: Report) -> anyhow::Result<ExitCode> {
    let mut interrupt = Interrupt::listen()?;
    tokio::select! {
        introduced = plan.introduce() => introduced?,
        // Engines take seconds to start on a machine that does much else, and longer where they hang.
        () = interrupt.first() => return Ok(ExitCode::from(INTERRUPTED)),
    }
    let plan = Arc::new(plan);
    report.begin(&plan)?;
    let (results, mut incoming) = mpsc::channel(WAITING_RESULTS);
    let guard = HostStalls::start().context("failed to start a thread")?;
    let (stop, slots) = start_slots(&plan, &results, &guard)?;
    drop(results);

    let mut tally = tally::Tally::new(&plan);
    let mut end = End::Played;
    loop {
        tokio::select! {
            result = incoming.recv() => match result {
                Some(Ok(played)) => {
                    end = end.max(take(&plan, played, &mut tally, &mut records, &mut report)?);
                    if end != End::Played {
                        stop.send_replace(true);
                    }
                }
                Some(Err(fault)) => {
                    report.fault(&fault)?;
                    end = end.max(End::Failed);
                    stop.send_replace(true);
                }
                None => break,
            },
            () = interrupt.first(), if end != End::Interrupted => {
                end = End::Interrupted;
                stop.send_replace(true);
            }
        }
    }
    for slot in slots {
        if slot.join().is_err() {
            end = end.max(End::Failed);
        }
    }
    tally.stalls = guard.count();
    report.end(&plan, &tally, &records)?;
    Ok(match end {
        End::Played => ExitCode::SUCCESS,
        End::Failed => ExitCode::from(super::FAILED),
        End::Interrupted => ExitCode::from(INTERRUPTED),
    })
}

/// Why a run is over, the weightiest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Played,
    Failed,
    Interrupted,
}

fn take(
    plan: &Plan,
    mut played: Played,
    tally: &mut tally::Tally,
    records: &mut Records,
    report: &mut Report,
) -> anyhow::Result<End> {
    records.write(&mut played)?;
    tally.add(plan, &played);
    report.played(plan, tally, &played)?;
    Ok(if plan.stops_at(&played) { End::Failed } else { End::Played })
}

type Results = mpsc::Sender<anyhow::Result<Played>>;

/// Starts a thread for each slot. It ends when there is no further match, or when it is told to stop.
fn start_slots(
    plan: &Arc<Plan>,
    results: &Results,
    guard: &HostStalls,
) -> anyhow::Result<(Stop, Vec<thread::JoinHandle<()>>)> {
    let (stop, stopped) = slot::stop();
    let next = Arc::default();
    let strikes = Arc::new(Strikes::new(plan.engines.len(), plan.strikes));
    let mut slots = Vec::new();
    for index in 0..plan.concurrency {
        let slot = Slot::new(
            Arc::clone(plan),
            index,
            Arc::clone(&next),
            results.clone(),
            stopped.clone(),
            guard,
            Arc::clone(&strikes),
        );
        let thread = thread::Builder::new().name(format!("slot-{index}")).spawn(move || slot.run());
        slots.push(thread.context("failed to start a thread")?);
    }
    Ok((stop, slots))
}
