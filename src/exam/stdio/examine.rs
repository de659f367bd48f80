//! Runs all steps of an examination.

use std::io;

use super::{examiner::Examiner, handshake, probe::Probe, steps};
use crate::{
    engine::command::EngineCommand,
    exam::report::{Outcome, Passed, Progress, Report, Want},
};

/// Runs every step. Returns a sentence about answer times, if there are any. A failed engine is
/// restarted for the next step. The examination ends early if the engine cannot start, cannot
/// introduce itself, or has failed too often. Errors are those of the report.
pub async fn examine(command: EngineCommand, want: Want, report: &mut dyn Report) -> io::Result<Option<String>> {
    let mut progress = Progress::new(report, want.max_failed);
    let mut examiner = match Probe::start(&command).await {
        Ok(probe) => Examiner::new(command, want, probe),
        Err(problem) => {
            progress.step(steps::START, Err(problem), String::new)?;
            return Ok(None);
        }
    };
    for (step, outcome) in
        [(&steps::START, begin(&mut examiner).await), (&steps::INTRODUCTION, introduce(&mut examiner).await)]
    {
        let failed = outcome.is_err();
        progress.step(step, outcome, || examiner.probe.transcript())?;
        if failed {
            return Ok(None);
        }
    }
    let games = steps::games(&examiner.probe, &examiner.want);
    let outcome = games.as_ref().map(|_| Passed::Well).map_err(String::clone);
    progress.step(steps::GAMES, outcome, || examiner.probe.transcript())?;
    let mut afresh = false;
    for step in steps::of(&games.unwrap_or_default()) {
        if progress.is_enough()? {
            break;
        }
        if std::mem::take(&mut afresh)
            && let Err(problem) = examiner.start_afresh().await
        {
            let title = "starts again and introduces itself";
            progress.step(title, Err(problem), || examiner.probe.transcript())?;
            break;
        }
        examiner.probe.begin();
        let outcome = step.take(&mut examiner).await;
        afresh = outcome.is_err() || step.is_an_end();
        progress.step(step, outcome, || examiner.probe.transcript())?;
    }
    Ok(examiner.answer_times.sentence())
}

async fn begin(examiner: &mut Examiner) -> Outcome {
    examiner.probe.silence(3 * handshake::SILENCE).await.map(|()| Passed::Well)
}

async fn introduce(examiner: &mut Examiner) -> Outcome {
    examiner.probe.introduce(&examiner.want).await.map(|()| Passed::Well)
}
