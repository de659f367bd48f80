//! How an engine must end, and how many of it there may be.

use std::time::Duration;

use super::{
    exam::{Exam, Outcome, Passed},
    sitting::Next,
};
use crate::{
    games::{Game, rules::Seat},
    pb::engine::Quit,
};

/// How soon it must have ended.
const SOON: Duration = Duration::from_secs(1);

/// A way to end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Parting {
    /// Two processes.
    Two,
    /// An end in the middle of a turn.
    WhileThinking,
    /// The end of its input.
    InputEnds,
    /// The end of its input in the middle of a turn.
    InputEndsThinking,
    /// In good order.
    Quit,
}

/// All of them, in order.
pub const ALL: &[(Parting, &str)] = &[
    (Parting::Two, "two processes of it run side by side"),
    (Parting::InputEnds, "it ends within a second when its standard input ends"),
    (Parting::InputEndsThinking, "it ends within a second when its standard input ends during a turn"),
    (Parting::WhileThinking, "`quit` during a turn ends it within a second"),
    (Parting::Quit, "`quit` ends it within a second, with exit status 0 and without another word"),
];

impl Parting {
    /// Whether the process has ended with it.
    pub fn ends_it(self) -> bool {
        self != Parting::Two
    }
}

/// Takes the step.
pub async fn take(act: Parting, exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    match act {
        Parting::Two => two(exam, game).await,
        Parting::WhileThinking => {
            think(exam, game).await?;
            exam.probe.say(&Quit {}).await?;
            soon(exam.probe.part_somehow(&exam.want).await?)
        }
        Parting::InputEnds => soon(exam.probe.part_somehow(&exam.want).await?),
        Parting::InputEndsThinking => {
            think(exam, game).await?;
            soon(exam.probe.part_somehow(&exam.want).await?)
        }
        Parting::Quit => {
            exam.probe.say(&Quit {}).await?;
            let took = exam.probe.part(&exam.want).await?;
            soon(took)
        }
    }
}

fn soon(took: Duration) -> Outcome {
    match took <= SOON {
        true => Ok(Passed::Well),
        false => {
            Ok(Passed::But(format!("it took {} ms: one that takes more than two seconds is killed", took.as_millis())))
        }
    }
}

async fn two(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut first = exam.sit(game, Seat(0), "").await?;
    let mut other = exam.another().await.map_err(|problem| format!("the second one: {problem}"))?;
    exam.turn(&mut first, |go| go).await?.must_move().map_err(|problem| format!("the first one: {problem}"))?;
    other.ready(&exam.want).await.map_err(|problem| format!("the second one: {problem}"))?;
    other.say(&Quit {}).await?;
    other.part_somehow(&exam.want).await.map_err(|problem| format!("the second one: {problem}"))?;
    exam.ready().await.map(|()| Passed::Well)
}

/// Puts a turn, and does not wait for its answer.
async fn think(exam: &mut Exam, game: &'static dyn Game) -> Result<(), String> {
    let mut sitting = exam.sit(game, Seat(0), "").await?;
    if let Next::Turn = sitting.advance()? {
        let go = sitting.go(exam.legal(&sitting));
        exam.put(&sitting, &go).await?;
    }
    Ok(())
}
