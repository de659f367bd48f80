//! Tests of unusual turns and matches.

use std::time::Duration;

use super::{
    examiner::{Examiner, Turned},
    handshake::SILENCE,
    probe::name,
};
use crate::{
    exam::{
        report::{Outcome, Passed, within},
        test_match::{Next, TestMatch},
    },
    games::{Game, rules::Seat},
    pb::engine::{Go, IsReady, MatchResult, Position, Refused, Stop, from_engine::Message},
};

/// Time on a nearly empty clock in milliseconds.
const LOW_MS: i64 = 100;
/// Number of turns played on a nearly empty clock with an increment.
const LOW_TURNS: u32 = 5;
/// Number of consecutive matches.
const MATCHES: u32 = 3;

#[derive(Clone, Copy)]
pub enum UnusualTurnTest {
    /// The answer of the engine is declined.
    Refused,
    AskedTwice,
    Names,
    /// The turn has a key of a later version.
    UnknownKey,
    /// The engine gets `isready` during a turn.
    ReadyWhileThinking,
    LowClock,
    /// The engine has little time with an increment.
    Increment,
    /// The turn has a move limit.
    MoveLimit,
    /// Only the other seats have a clock.
    Unlimited,
    /// The match ends while the engine thinks.
    CutShort,
    /// A match is announced before the previous one had a result.
    Abandoned,
    Several,
    Between,
}

/// All tests of this kind, in order.
pub const ALL: &[(UnusualTurnTest, &str)] = &[
    (UnusualTurnTest::Refused, "after `refused` answers the turn again under its new `turn_id`"),
    (UnusualTurnTest::AskedTwice, "answers a repeated turn again"),
    (UnusualTurnTest::Names, "accepts player names with spaces and letters of any alphabet"),
    (UnusualTurnTest::UnknownKey, "ignores an unknown key of `go`"),
    (UnusualTurnTest::ReadyWhileThinking, "answers `isready` during a turn, and the turn"),
    (UnusualTurnTest::LowClock, "moves in time with 100 ms left"),
    (UnusualTurnTest::Increment, "plays five turns in time with 100 ms left and 100 ms increments"),
    (UnusualTurnTest::MoveLimit, "moves in time with `move_limit_ms 200`"),
    (UnusualTurnTest::Unlimited, "plays a seat without a clock against others with one"),
    (
        UnusualTurnTest::CutShort,
        "leaves a match that ends during its turn within a second of `stop`, and plays the next one",
    ),
    (UnusualTurnTest::Abandoned, "plays a match from its start if it is announced over an unfinished one"),
    (UnusualTurnTest::Several, "plays three matches in one process, one after the other, on different seats"),
    (UnusualTurnTest::Between, "sends nothing between matches"),
];

pub async fn take(act: UnusualTurnTest, examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let millis = |ms: i64| Duration::from_millis(ms.unsigned_abs());
    match act {
        UnusualTurnTest::Refused => refused(examiner, game).await,
        UnusualTurnTest::AskedTwice => asked_twice(examiner, game).await,
        UnusualTurnTest::Names => names(examiner, game).await,
        UnusualTurnTest::UnknownKey => unknown_key(examiner, game).await,
        UnusualTurnTest::ReadyWhileThinking => ready_while_thinking(examiner, game).await,
        UnusualTurnTest::LowClock => {
            let low = |go, seats| Go { remaining_ms: vec![LOW_MS; seats], increment_ms: vec![0; seats], ..go };
            one_turn(examiner, game, "0.1", low).await?.must_move_within(millis(LOW_MS))
        }
        UnusualTurnTest::Increment => increment(examiner, game).await,
        UnusualTurnTest::MoveLimit => {
            let limited = |go, _| Go { move_limit_ms: Some(2 * LOW_MS), ..go };
            one_turn(examiner, game, "st=0.2", limited).await?.must_move_within(millis(2 * LOW_MS))
        }
        UnusualTurnTest::Unlimited => {
            let unlimited = |go, seats: usize| {
                let remaining_ms = (0..seats).map(|seat| if seat == 0 { 0 } else { 60_000 }).collect();
                Go { remaining_ms, increment_ms: vec![0; seats], unlimited_seats: vec![0], ..go }
            };
            one_turn(examiner, game, "inf", unlimited).await?.must_move().map(|_| Passed::Well)
        }
        UnusualTurnTest::CutShort => cut_short(examiner, game).await,
        UnusualTurnTest::Abandoned => {
            let mut test_match = examiner.sit(game, Seat(0), "").await?;
            examiner.turns(&mut test_match, 3).await?;
            one_turn(examiner, game, "", |go, _| go).await?.must_move().map(|_| Passed::Well)
        }
        UnusualTurnTest::Several => several(examiner, game).await,
        UnusualTurnTest::Between => {
            let test_match = examiner.sit(game, Seat(0), "").await?;
            examiner.probe.say(&MatchResult { termination: "abort".to_owned(), ..test_match.result() }).await?;
            examiner.probe.silence(SILENCE).await?;
            examiner.ready().await.map(|()| Passed::Well)
        }
    }
}

/// Plays the engine's first turn of a match with these clocks, which depend on the number of seats.
async fn one_turn(
    examiner: &mut Examiner,
    game: &'static dyn Game,
    time: &str,
    clocks: impl Fn(Go, usize) -> Go,
) -> Result<Turned, String> {
    let mut test_match = examiner.sit(game, Seat(0), time).await?;
    let seats = usize::from(test_match.seats());
    examiner.turn(&mut test_match, |go| clocks(go, seats)).await
}

/// Returns a match at the engine's turn, with that turn.
async fn at_turn(examiner: &mut Examiner, game: &'static dyn Game) -> Result<(TestMatch, Go), String> {
    let mut test_match = examiner.sit(game, Seat(0), "").await?;
    match test_match.advance()? {
        Next::Turn => {}
        Next::Round(_) | Next::Over => return Err("the rules return no turn".to_owned()),
    }
    let go = test_match.go(examiner.legal(&test_match));
    Ok((test_match, go))
}

/// Returns the answer to a turn as written, without playing it.
async fn first_answer(examiner: &mut Examiner) -> Result<String, String> {
    loop {
        match examiner.probe.next("bestmove", examiner.want.patience).await? {
            Message::Bestmove(best) => return Ok(best.notation),
            Message::Info(_) => {}
            other => return Err(format!("expected `bestmove`, got {}", name(&other))),
        }
    }
}

async fn refused(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let (mut test_match, go) = at_turn(examiner, game).await?;
    examiner.put(&test_match, &go).await?;
    let value = first_answer(examiner).await?;
    let text = "declined for a test".to_owned();
    examiner.probe.say(&Refused { reason: "ILLEGAL_MOVE".to_owned(), value, text }).await?;
    let go = Go { turn_id: go.turn_id + 1, ..go };
    let asked = examiner.put(&test_match, &go).await?;
    examiner.answer(&mut test_match, &go, asked).await?.must_move()?;
    examiner.probe.silence(SILENCE).await.map_err(|problem| format!("after its answer: {problem}"))?;
    examiner.ready().await.map(|()| Passed::Well)
}

async fn asked_twice(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let (mut test_match, go) = at_turn(examiner, game).await?;
    examiner.put(&test_match, &go).await?;
    first_answer(examiner).await?;
    let asked = examiner.put(&test_match, &go).await?;
    examiner.answer(&mut test_match, &go, asked).await?.must_move().map(|_| Passed::Well)
}

async fn names(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = TestMatch::open(game, Seat(0))?;
    let mut announcement = test_match.announcement("check-names", "60+1");
    for (player, name) in announcement.players.iter_mut().zip(["Ada L.", "Жук \u{1F41D}", "go legal", "\"x\\"]) {
        *player = name.to_owned();
    }
    examiner.probe.announce(&announcement).await?;
    examiner.ready().await?;
    examiner.turn(&mut test_match, |go| go).await?.must_move().map(|_| Passed::Well)
}

async fn unknown_key(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let (mut test_match, go) = at_turn(examiner, game).await?;
    let position: Position = test_match.position_for(&examiner.probe.introduction);
    examiner.probe.say(&position).await?;
    let line = examiner.probe.spelt(&go);
    let line = match examiner.probe.is_json() {
        true => line.replacen("{\"go\":{", "{\"go\":{\"future\":12,", 1),
        false => line.replacen("go ", "go @future 12 ", 1),
    };
    let asked = std::time::Instant::now();
    examiner.probe.write(line.as_bytes()).await?;
    examiner.answer(&mut test_match, &go, asked).await?.must_move().map(|_| Passed::Well)
}

async fn ready_while_thinking(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let (mut test_match, go) = at_turn(examiner, game).await?;
    examiner.put(&test_match, &go).await?;
    examiner.probe.say(&IsReady {}).await?;
    let (mut ready, mut best) = (false, None);
    while !ready || best.is_none() {
        match examiner.probe.next("readyok and bestmove", examiner.want.patience).await? {
            Message::Readyok(_) if !ready => ready = true,
            Message::Bestmove(said) if best.is_none() => best = Some(said.notation),
            Message::Info(_) => {}
            other => return Err(format!("expected `readyok` and `bestmove`, got {}", name(&other))),
        }
    }
    test_match.play(&best.unwrap_or_default()).map_err(|error| format!("expected a legal move: {error}"))?;
    Ok(Passed::Well)
}

async fn increment(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let mut test_match = examiner.sit(game, Seat(0), "0.1+0.1").await?;
    let seats = usize::from(test_match.seats());
    for _ in 0..LOW_TURNS {
        let low = |go| Go { remaining_ms: vec![LOW_MS; seats], increment_ms: vec![LOW_MS; seats], ..go };
        let turned = examiner.turn(&mut test_match, low).await?;
        if turned.played.is_none() {
            break;
        }
        let passed = turned.must_move_within(Duration::from_millis(LOW_MS.unsigned_abs()))?;
        if passed != Passed::Well {
            return Ok(passed);
        }
    }
    Ok(Passed::Well)
}

async fn cut_short(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    let (mut test_match, go) = at_turn(examiner, game).await?;
    let asked = examiner.put(&test_match, &go).await?;
    examiner.probe.say(&Stop {}).await?;
    let took = examiner.answer(&mut test_match, &go, asked).await?.took;
    let result = MatchResult { termination: "resignation".to_owned(), seat: Some(1), ..test_match.result() };
    examiner.probe.say(&result).await?;
    one_turn(examiner, game, "", |go, _| go).await?.must_move()?;
    let cost = "a process that still thinks after its match is not reused";
    Ok(within(took, Duration::from_secs(1), cost))
}

async fn several(examiner: &mut Examiner, game: &'static dyn Game) -> Outcome {
    for at in 0..MATCHES {
        let seats = u32::from(TestMatch::open(game, Seat(0))?.seats());
        let seat = Seat(u8::try_from(at % seats).unwrap_or_default());
        let mut test_match = examiner.sit(game, seat, "60+1").await?;
        let over = examiner.turns(&mut test_match, LOW_TURNS).await?;
        let termination = if over { "normal" } else { "abort" };
        examiner.probe.say(&MatchResult { termination: termination.to_owned(), ..test_match.result() }).await?;
    }
    examiner.ready().await.map(|()| Passed::Well)
}
