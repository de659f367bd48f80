//! Plays matches between local engines.

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::Arc,
};

use anyhow::Context as _;

use super::{args::PlayArgs, plan};
use crate::{
    block_on,
    cli::{
        console::exit_codes::{FAILED, INTERRUPTED},
        sandbox::choose,
    },
    engine::dialogue_log::DialogueLog,
    interrupt::Interrupt,
    runner::{self, End, plan::Plan, records::Records, reports::series_report::SeriesReport},
    transcript::run::report::Report,
};

/// Plays matches between local engines.
pub fn run(args: PlayArgs) -> anyhow::Result<ExitCode> {
    let mut plan = plan::read(&args, choose(&args.engine_limits.sandbox)?)?;
    let dialogue_log = args.debug.as_deref().map(DialogueLog::create).transpose().context("--debug")?;
    for engine in &mut plan.engines {
        engine.command.dialogue_log.clone_from(&dialogue_log);
    }
    let files = args.report.as_deref().map(|directory| SeriesReport::open(directory, plan.matches)).transpose()?;
    let records = Records::open(&args.record_place(), plan.game.facts().id)?;
    let played = block_on(play(plan, records, Report::choose(args.json, args.rating_interval, files)));
    if let Some((path, why)) = args.debug.as_deref().zip(dialogue_log.and_then(|log| log.ended_early())) {
        // If standard error is closed, the warning has no reader.
        let _ = writeln!(io::stderr(), "warning: the debug file {} ended early: {why}", path.display());
    }
    played
}

async fn play(mut plan: Plan, mut records: Records, mut report: Report) -> anyhow::Result<ExitCode> {
    let mut interrupt = Interrupt::listen()?;
    tokio::select! {
        introduced = plan.introduce() => introduced?,
        // Engines need seconds to start on a busy machine, and longer if they hang, so Ctrl-C must
        // work during the start.
        () = interrupt.first() => return Ok(ExitCode::from(INTERRUPTED)),
    }
    let plan = Arc::new(plan);
    report.begin(&plan)?;
    let (end, tally) = runner::run(&plan, &mut records, &mut report, interrupt.first()).await?;
    report.end(&plan, &tally, &records, end)?;
    Ok(match end {
        End::Played => ExitCode::SUCCESS,
        End::Failed => ExitCode::from(FAILED),
        End::Interrupted => ExitCode::from(INTERRUPTED),
    })
}
