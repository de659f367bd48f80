//! Tests that run in every game.

use std::time::Duration;

use super::examiner::Examiner;
use crate::{
    exam::{
        report::{Outcome, Passed, within},
        test_match::{Next, TestMatch},
    },
    games::{
        Game,
        rules::{Facts, Seat, cut},
    },
    pb::engine::{Go, MatchResult, Stop},
};

/// Number of turns played in a match.
const TURNS: u32 = 20;
/// Time on every clock in milliseconds, in steps with clocks.
const CLOCK_MS: i64 = 5_000;
/// Number of random matches in which a position is searched.
const RANDOM_MATCHES: u32 = 24;
/// Number of steps that make a long line.
const LONG: usize = 300;
/// Number of steps of a round after which hidden information matters.
const LATER: usize = 6;
/// Time limit for the answer to `stop`. A process that takes longer after its match is not reused.
const STOPPED_WITHIN: Duration = Duration::from_secs(1);

/// A test that runs in every game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TurnTest {
    Announced,
    /// The first move of a match.
    FirstMove,
    Written,
    Clocks,
    Whole,
    /// A move after automatic steps.
    Forced,
    /// A move after an outcome of chance.
    Chance,
    /// A move in a game with hidden information.
    Hidden,
    Round,
    Late,
    Stop,
    /// A move on the last seat.
    LastSeat,
}

/// All tests of this kind, in order.
pub const ALL: &[(TurnTest, &str)] = &[
    (TurnTest::Announced, "sends nothing after `newmatch` but a `nonce`, and answers `isready`"),
    (TurnTest::FirstMove, "answers `go` without clocks by a legal move"),
    (TurnTest::Written, "writes moves as `legal` does"),
    (TurnTest::Clocks, "answers `go` with 5 s on the clock in time"),
    (TurnTest::Whole, "plays twenty turns or a whole match legally, and takes the result"),
    (TurnTest::Forced, "finds a legal move after forced steps"),
    (TurnTest::Chance, "finds a legal move after an outcome of chance"),
    (TurnTest::Hidden, "finds a legal move from `view`, when steps are hidden"),
    (TurnTest::Round, "finds a legal move in the second round, from another start position"),
    (TurnTest::Late, "finds a legal move late in a round, after many moves"),
    (TurnTest::Stop, "answers `stop` once, within a second"),
    (TurnTest::LastSeat, "plays another match on the last seat"),
];

impl TurnTest {
    /// Returns whether the test applies to games with these facts.
    pub fn is_for(self, facts: &Facts) -> bool {
        match self {
            TurnTest::Chance => facts.chance,
            TurnTest::Hidden => facts.hidden,
            TurnTest::Round => facts.rounds,
            _ => true,
        }
    }
}

pub async fn take(act: TurnTest, examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    match act {
        TurnTest::Announced => examiner.sit(game, Seat(0), "60+1").await.map(|_| Passed::Well),
        TurnTest::FirstMove => {
            let mut test_match = examiner.sit(game, Seat(0), "").await?;
            examiner.turn(&mut test_match, |go| go).await?.must_move().map(|_| Passed::Well)
        }
        TurnTest::Written => written(examiner, game).await,
        TurnTest::Clocks => clocks(examiner, game).await,
        TurnTest::Whole => whole(examiner, game).await,
        TurnTest::Forced => from_there(examiner, game, |test_match| test_match.seen().forced).await,
        TurnTest::Chance => from_there(examiner, game, |test_match| test_match.seen().chance).await,
        TurnTest::Hidden => from_there(examiner, game, |test_match| test_match.reached().1 >= LATER).await,
        TurnTest::Round => second_round(examiner, game).await,
        TurnTest::Late => late(examiner, game).await,
        TurnTest::Stop => stop(examiner, game).await,
        TurnTest::LastSeat => {
            let last = TestMatch::open(game, Seat(0))?.seats().saturating_sub(1);
            let mut test_match = examiner.sit(game, Seat(last), "").await?;
            examiner.turn(&mut test_match, |go| go).await?.must_move()?;
            examiner.ready().await.map(|()| Passed::Well)
        }
    }
}

async fn written(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    for _ in 0..3 {
        let Some(played) = examiner.turn(&mut test_match, |go| go).await?.played else { break };
        if played.written != played.canonical {
            let (written, canonical) = (cut(&played.written), played.canonical);
            return Ok(Passed::But(format!("it wrote `{written}`, the game writes `{canonical}`")));
        }
    }
    Ok(Passed::Well)
}

async fn clocks(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = examiner.sit(game, Seat(0), "5+0.1").await?;
    let seats = usize::from(test_match.seats());
    let with_clocks = |go| Go { remaining_ms: vec![CLOCK_MS; seats], increment_ms: vec![100; seats], ..go };
    let turned = examiner.turn(&mut test_match, with_clocks).await?;
    let limit = Duration::from_millis(CLOCK_MS.unsigned_abs());
    if turned.took > limit {
        return Err(format!("it took {} ms", turned.took.as_millis()));
    }
    turned.must_move().map(|_| Passed::Well)
}

async fn whole(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    let over = examiner.turns(&mut test_match, TURNS).await?;
    let termination = if over { "normal" } else { "abort" };
    examiner.probe.say(&MatchResult { termination: termination.to_owned(), ..test_match.result() }).await?;
    examiner.ready().await.map(|()| Passed::Well)
}

/// Asks for a move in the first position that `wanted` accepts.
async fn from_there(examiner: &mut Examiner, game: &'static dyn Game, wanted: impl Fn(&TestMatch) -> bool) -> Outcome {
    let setting = game.facts().setting(0, []).map_err(|error| error.to_string())?;
    for seed in 0..RANDOM_MATCHES {
        if let Some(test_match) = TestMatch::wandered(game, &setting, seed, &wanted)? {
            return move_from(examiner, test_match).await;
        }
    }
    Ok(Passed::NotAsked(format!("no such position in {RANDOM_MATCHES} random matches")))
}

async fn second_round(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let Some(setting) = TestMatch::of_rounds(game) else {
        return Ok(Passed::NotAsked("no setting of the game has a second round".to_owned()));
    };
    match TestMatch::wandered(game, &setting, 0, |test_match| test_match.reached().0 > 1)? {
        Some(test_match) => move_from(examiner, test_match).await,
        None => Ok(Passed::NotAsked("no second round was reached".to_owned())),
    }
}

/// Asks for a move at the end of the longest first round of several random matches.
async fn late(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let setting = game.facts().setting(0, []).map_err(|error| error.to_string())?;
    let mut longest = (0, 0);
    for seed in 0..RANDOM_MATCHES / 4 {
        let mut last = 0;
        TestMatch::wandered(game, &setting, seed, |test_match| {
            let (round, steps) = test_match.reached();
            if round == 1 {
                last = steps;
            }
            round > 1 || steps >= LONG
        })?;
        longest = longest.max((last, seed));
    }
    let (steps, seed) = longest;
    match TestMatch::wandered(game, &setting, seed, |test_match| test_match.reached().1 >= steps)? {
        Some(test_match) => move_from(examiner, test_match).await,
        None => Ok(Passed::NotAsked("no such position was reached".to_owned())),
    }
}

async fn move_from(examiner: &mut Examiner, mut test_match: TestMatch) -> Outcome {
    examiner.announce(&test_match, "").await?;
    let go = test_match.go(examiner.legal(&test_match));
    let asked = examiner.put(&test_match, &go).await?;
    examiner.answer(&mut test_match, &go, asked).await?.must_move().map(|_| Passed::Well)
}

async fn stop(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    let mut took = Duration::ZERO;
    if let Next::Turn = test_match.advance()? {
        let go = test_match.go(examiner.legal(&test_match));
        let asked = examiner.put(&test_match, &go).await?;
        examiner.probe.say(&Stop {}).await?;
        took = examiner.answer(&mut test_match, &go, asked).await?.took;
    }
    examiner.ready().await?;
    Ok(within(took, STOPPED_WITHIN, "a process that still thinks after its match is not reused"))
}
