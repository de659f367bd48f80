//! How an engine must end, and how many of it there may be.

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

/// How soon it must have ended.
const SOON: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ShutdownTest {
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
pub const ALL: &[(ShutdownTest, &str)] = &[
    (ShutdownTest::Two, "two processes of it run side by side"),
    (ShutdownTest::InputEnds, "it ends within a second when its standard input ends"),
    (ShutdownTest::InputEndsThinking, "it ends within a second when its standard input ends during a turn"),
    (ShutdownTest::WhileThinking, "`quit` during a turn ends it within a second"),
    (ShutdownTest::Quit, "`quit` ends it within a second, with exit status 0 and without another word"),
];

impl ShutdownTest {
    /// Whether the process has ended with it.
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
        false => {
            Ok(Passed::But(format!("it took {} ms: one that takes more than two seconds is killed", took.as_millis())))
        }
    }
}

async fn two(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut first = examiner.sit(game, Seat(0), "").await?;
    let mut other = examiner.another().await.map_err(|problem| format!("the second one: {problem}"))?;
    examiner.turn(&mut first, |go| go).await?.must_move().map_err(|problem| format!("the first one: {problem}"))?;
    other.ready(&examiner.want).await.map_err(|problem| format!("the second one: {problem}"))?;
    other.say(&Quit {}).await?;
    other.part_somehow(&examiner.want).await.map_err(|problem| format!("the second one: {problem}"))?;
    examiner.ready().await.map(|()| Passed::Well)
}

/// Puts a turn, and does not wait for its answer.
async fn think(examiner: &mut Examiner, game: &'static dyn Game) -> Result<(), String> {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    if let Next::Turn = test_match.advance()? {
        let go = test_match.go(examiner.legal(&test_match));
        examiner.put(&test_match, &go).await?;
    }
    Ok(())
}
