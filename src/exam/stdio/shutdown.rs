//! Tests of an engine's exit, and of several processes.

use std::time::Duration;

use super::examiner::Examiner;
use crate::{
    exam::{
        report::{Outcome, Passed},
        test_match::Next,
    },
    games::{Game, rules::Seat},
    pb::engine::Quit,
};

/// Time limit for the exit.
const SOON: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ShutdownTest {
    Two,
    /// The engine gets `quit` during a turn.
    WhileThinking,
    /// The engine's input ends.
    InputEnds,
    /// The engine's input ends during a turn.
    InputEndsThinking,
    /// The engine gets `quit` without a turn.
    Quit,
}

/// All tests of this kind, in order.
pub const ALL: &[(ShutdownTest, &str)] = &[
    (ShutdownTest::Two, "runs in two processes side by side"),
    (ShutdownTest::InputEnds, "exits within a second after its standard input ends"),
    (ShutdownTest::InputEndsThinking, "exits within a second after its standard input ends during a turn"),
    (ShutdownTest::WhileThinking, "exits within a second after `quit` during a turn"),
    (ShutdownTest::Quit, "exits within a second after `quit`, with status 0 and without further output"),
];

impl ShutdownTest {
    /// Returns whether the process has ended after the test.
    pub fn ends_it(self) -> bool {
        self != ShutdownTest::Two
    }
}

pub async fn take(act: ShutdownTest, examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    match act {
        ShutdownTest::Two => two(examiner, game).await,
        ShutdownTest::WhileThinking => {
            think(examiner, game).await?;
            examiner.probe.say(&Quit {}).await?;
            soon(examiner.probe.part_somehow(&examiner.want).await?)
        }
        ShutdownTest::InputEnds => soon(examiner.probe.part_somehow(&examiner.want).await?),
        ShutdownTest::InputEndsThinking => {
            think(examiner, game).await?;
            soon(examiner.probe.part_somehow(&examiner.want).await?)
        }
        ShutdownTest::Quit => {
            examiner.probe.say(&Quit {}).await?;
            let took = examiner.probe.part(&examiner.want).await?;
            soon(took)
        }
    }
}

fn soon(took: Duration) -> Outcome {
    match took <= SOON {
        true => Ok(Passed::Well),
        false => Ok(Passed::But(format!("it took {} ms: the referee kills it after two seconds", took.as_millis()))),
    }
}

async fn two(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut first = examiner.sit(game, Seat(0), "").await?;
    let mut other = examiner.another().await.map_err(|problem| format!("the second process: {problem}"))?;
    examiner.turn(&mut first, |go| go).await?.must_move().map_err(|problem| format!("the first process: {problem}"))?;
    other.ready(&examiner.want).await.map_err(|problem| format!("the second process: {problem}"))?;
    other.say(&Quit {}).await?;
    other.part_somehow(&examiner.want).await.map_err(|problem| format!("the second process: {problem}"))?;
    examiner.ready().await.map(|()| Passed::Well)
}

/// Sends a turn without waiting for the answer.
async fn think(examiner: &mut Examiner, game: &'static dyn Game) -> Result<(), String> {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    if let Next::Turn = test_match.advance()? {
        let go = test_match.go(examiner.legal(&test_match));
        examiner.put(&test_match, &go).await?;
    }
    Ok(())
}
