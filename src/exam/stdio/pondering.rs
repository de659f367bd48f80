//! Tests of an engine with `ponder`: it must think about a possible turn, and answer only after
//! `ponderhit` or `stop`.
//!
//! The engine only gets its own expected replies, as in a match: `go ponder` follows a `bestmove`
//! that named a reply.

use std::time::{Duration, Instant};

use super::{
    examiner::{Examiner, Said, play},
    handshake::SILENCE,
    probe::name,
};
use crate::{
    exam::{
        report::{Outcome, Passed, within},
        test_match::{Next, TestMatch},
    },
    games::{
        Game,
        rules::{Seat, cut},
    },
    pb::engine::{BestMove, Go, IsReady, MatchResult, Position, Stop, from_engine::Message},
};

/// Maximum turns within which the engine must name a reply.
const TURNS: u32 = 20;
/// Time on every clock when the expected reply comes, in milliseconds.
const CLOCK_MS: i64 = 5_000;
/// Time limit for the answer to `stop`.
const STOPPED_WITHIN: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PonderTest {
    Names,
    Hit,
    Clocks,
    Missed,
    Ready,
    CutShort,
}

/// All tests of this kind, in order.
pub const ALL: &[(PonderTest, &str)] = &[
    (PonderTest::Names, "names the expected reply as `ponder` in `bestmove`, in the game's notation"),
    (PonderTest::Hit, "answers `go ponder` only after `ponderhit`, and then by one legal move"),
    (PonderTest::Clocks, "answers `ponderhit` with 5 s on the clock in time"),
    (
        PonderTest::Missed,
        "after another reply, answers `stop` with one `bestmove` that does not count, then answers the real turn",
    ),
    (PonderTest::Ready, "answers `isready` while pondering, and sends nothing else"),
    (PonderTest::CutShort, "leaves a match that ends while pondering at `stop`, and plays the next one"),
];

/// Returns the first game suitable for pondering. In games with chance or hidden hands, replies are
/// hard to predict.
pub fn game(games: &[&'static dyn Game]) -> Option<&'static dyn Game> {
    games.iter().copied().find(|game| !game.facts().chance && !game.facts().hidden)
}

pub async fn take(act: PonderTest, examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    if !examiner.probe.introduction.ponder {
        return Ok(Passed::NotAsked("it did not say `refereeok ponder`".to_owned()));
    }
    if act == PonderTest::Names {
        return names(examiner, game).await;
    }
    let Some(guess) = guess(examiner, game).await? else {
        return Ok(Passed::NotAsked(format!("in {TURNS} turns it named no reply that leads to a turn of its own")));
    };
    let go = put(examiner, &guess).await?;
    match act {
        PonderTest::Names | PonderTest::Hit => answered_after_hit(examiner, guess, go).await,
        PonderTest::Clocks => {
            let seats = usize::from(guess.after.seats());
            let go = Go { remaining_ms: vec![CLOCK_MS; seats], increment_ms: vec![0; seats], ..go };
            let took = come(examiner, guess, &go).await?.as_millis();
            match took <= CLOCK_MS.unsigned_abs().into() {
                true => Ok(Passed::Well),
                false => Err(format!("it took {took} ms")),
            }
        }
        PonderTest::Missed => missed(examiner, guess, go).await,
        PonderTest::Ready => {
            examiner.probe.say(&IsReady {}).await?;
            examiner.probe.hear_ready(&examiner.want).await?;
            answered_after_hit(examiner, guess, go).await
        }
        PonderTest::CutShort => cut_short(examiner, game, guess).await,
    }
}

/// A reply that the engine expects.
struct Guess {
    /// The match after the engine's move.
    before: TestMatch,
    reply: String,
    /// The match after the reply, at the engine's turn.
    after: TestMatch,
}

async fn names(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    let mut named = 0;
    for _ in 0..TURNS {
        let Some(best) = turn(examiner, &mut test_match).await? else { break };
        if best.ponder.is_empty() {
            continue;
        }
        named += 1;
        let mut after = test_match.clone();
        match after.reply(&best.ponder) {
            Ok(canonical) if canonical == best.ponder => {}
            Ok(canonical) => {
                let written = cut(&best.ponder);
                return Ok(Passed::But(format!(
                    "it wrote `{written}`, the game writes `{canonical}`: the reply never matches"
                )));
            }
            Err(error) => {
                return Ok(Passed::But(format!(
                    "`{}` cannot come, so pondering is wasted: {error}",
                    cut(&best.ponder)
                )));
            }
        }
    }
    match named {
        0 => Ok(Passed::But(format!("it named no reply in {TURNS} turns, so the engine is never asked to ponder"))),
        _ => Ok(Passed::Well),
    }
}

/// Plays until the engine names a possible reply after which it has the turn.
async fn guess(examiner: &mut Examiner, game: &'static dyn Game) -> Result<Option<Guess>, String> {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    for _ in 0..TURNS {
        let Some(best) = turn(examiner, &mut test_match).await? else { break };
        let (before, mut after) = (test_match.clone(), test_match.clone());
        if after.reply(&best.ponder).is_ok_and(|canonical| canonical == best.ponder) && after.is_turn() {
            return Ok(Some(Guess { before, reply: best.ponder, after }));
        }
    }
    Ok(None)
}

/// Plays the engine's next turn and returns its answer; `None` if the match is over or the engine
/// resigns.
async fn turn(examiner: &mut Examiner, test_match: &mut TestMatch) -> Result<Option<BestMove>, String> {
    loop {
        match test_match.advance()? {
            Next::Turn => break,
            Next::Round(result) => examiner.probe.say(&result).await?,
            Next::Over => return Ok(None),
        }
    }
    let go = test_match.go(examiner.legal(test_match));
    examiner.put(test_match, &go).await?;
    let Said::Move(best) = examiner.hear(&go).await? else { return Ok(None) };
    play(test_match, best.clone())?;
    Ok(Some(best))
}

/// Sends the position after the reply and `go ponder`, without clocks, legal moves or hidden
/// information.
async fn put(examiner: &mut Examiner, guess: &Guess) -> Result<Go, String> {
    let position = Position { view: String::new(), ..guess.after.position() };
    let go = guess.after.go(examiner.legal(&guess.after));
    let ponder = Go { turn_id: 0, ponder: true, legal: Vec::new(), ..go.clone() };
    examiner.probe.put(&position, 1, &ponder).await?;
    Ok(go)
}

/// Plays the expected reply, which the engine must answer. Returns the time until its answer.
async fn come(examiner: &mut Examiner, mut guess: Guess, go: &Go) -> Result<Duration, String> {
    examiner.probe.hit(go).await?;
    let turned = examiner.answer(&mut guess.after, go, Instant::now()).await?;
    let took = turned.took;
    turned.must_move()?;
    Ok(took)
}

async fn answered_after_hit(examiner: &mut Examiner, guess: Guess, go: Go) -> Outcome {
    examiner.probe.silence(SILENCE).await.map_err(|problem| format!("before `ponderhit`: {problem}"))?;
    come(examiner, guess, &go).await?;
    examiner.probe.silence(SILENCE).await.map_err(|problem| format!("after its answer: {problem}"))?;
    examiner.ready().await.map(|()| Passed::Well)
}

/// Sends another turn right after `stop`, without waiting for the answer to `stop`.
async fn missed(examiner: &mut Examiner, guess: Guess, _: Go) -> Outcome {
    let Some(mut test_match) = guess.missed()? else {
        return Ok(Passed::NotAsked(format!("after its move `{}` is the only reply", cut(&guess.reply))));
    };
    examiner.probe.say(&Stop {}).await?;
    let stopped = Instant::now();
    let go = test_match.go(examiner.legal(&test_match));
    let asked = examiner.put(&test_match, &go).await?;
    stopped_answer(examiner).await?;
    let took = stopped.elapsed();
    examiner.answer(&mut test_match, &go, asked).await?.must_move()?;
    examiner.probe.silence(SILENCE).await.map_err(|problem| format!("after both answers: {problem}"))?;
    Ok(within(took, STOPPED_WITHIN, "its clock runs while the engine still ponders the wrong reply"))
}

/// Reads the answer to `stop`, which can be any `bestmove`.
async fn stopped_answer(examiner: &mut Examiner) -> Result<(), String> {
    loop {
        match examiner.probe.next("bestmove after stop", examiner.want.patience).await? {
            Message::Bestmove(_) => return Ok(()),
            Message::Info(_) => {}
            other => return Err(format!("expected `bestmove` after `stop`, got {}", name(&other))),
        }
    }
}

async fn cut_short(examiner: &mut Examiner, game: &'static dyn Game, guess: Guess) -> Outcome {
    examiner.probe.say(&Stop {}).await?;
    let stopped = Instant::now();
    stopped_answer(examiner).await?;
    let took = stopped.elapsed();
    let result = MatchResult { termination: "flag".to_owned(), seat: Some(1), ..guess.before.result() };
    examiner.probe.say(&result).await?;
    let mut next = examiner.sit(game, Seat(0), "").await?;
    examiner.turn(&mut next, |go| go).await?.must_move()?;
    Ok(within(took, STOPPED_WITHIN, "a process that still thinks after its match is not reused"))
}

impl Guess {
    /// Returns the match at the engine's next turn after an unexpected reply; `None` if there is
    /// none.
    fn missed(&self) -> Result<Option<TestMatch>, String> {
        for other in self.before.legal().into_iter().filter(|other| *other != self.reply) {
            let mut test_match = self.before.clone();
            if test_match.reply(&other).is_ok() && matches!(test_match.advance()?, Next::Turn) {
                return Ok(Some(test_match));
            }
        }
        Ok(None)
    }
}
