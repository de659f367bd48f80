//! Turns and matches that are rare, and that an engine must live through all the same.

use std::time::Duration;

use super::{
    exam::{Exam, Outcome, Passed},
    probe::name,
    sitting::{Next, Sitting},
    talking::SILENCE,
};
use crate::{
    games::{Game, rules::Seat},
    pb::engine::{Go, IsReady, MatchResult, Position, Refused, Stop, from_engine::Message},
};

/// What is left on a clock that is nearly over, in milliseconds.
const LOW_MS: i64 = 100;
/// How many turns are played on such a clock with an increment.
const LOW_TURNS: u32 = 5;
/// How many matches are played one after the other.
const MATCHES: u32 = 3;

/// A rare thing.
#[derive(Clone, Copy)]
pub enum Trying {
    /// An answer that is declined.
    Refused,
    /// The same turn twice.
    AskedTwice,
    /// Names of players.
    Names,
    /// A key of a later version.
    UnknownKey,
    /// A question in the middle of a turn.
    ReadyWhileThinking,
    /// Little time.
    LowClock,
    /// Little time, and some more with every move.
    Increment,
    /// A limit for the move.
    MoveLimit,
    /// Only the others have a clock.
    Unlimited,
    /// The match ends while it thinks.
    CutShort,
    /// An announcement without a result before it.
    Abandoned,
    /// Several matches.
    Several,
    /// Between matches.
    Between,
}

/// All of them, in order.
pub const ALL: &[(Trying, &str)] = &[
    (Trying::Refused, "after `refused` the same turn is answered again when it is put again"),
    (Trying::AskedTwice, "a turn that is put a second time after its answer is answered a second time"),
    (Trying::Names, "players may have spaces and letters of any alphabet in their names"),
    (Trying::UnknownKey, "a key of `go` that nobody knows yet is passed over"),
    (Trying::ReadyWhileThinking, "`isready` during a turn is answered, and the turn as well"),
    (Trying::LowClock, "with 100 ms left a move comes in time"),
    (Trying::Increment, "five turns with 100 ms left and 100 ms more for each are played in time"),
    (Trying::MoveLimit, "with `move_ms 200` a move comes in time"),
    (Trying::Unlimited, "a seat without a limit, among others that have one, is played"),
    (
        Trying::CutShort,
        "a match that ends during its turn is left within a second of `stop`, and the next one is played",
    ),
    (Trying::Abandoned, "a match that is announced over one without an end is played from its beginning"),
    (Trying::Several, "three matches are played in one process, one after the other, on different seats"),
    (Trying::Between, "nothing is said between matches"),
];

/// Takes the step.
pub async fn take(act: Trying, exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let millis = |ms: i64| Duration::from_millis(ms.unsigned_abs());
    match act {
        Trying::Refused => refused(exam, game).await,
        Trying::AskedTwice => asked_twice(exam, game).await,
        Trying::Names => names(exam, game).await,
        Trying::UnknownKey => unknown_key(exam, game).await,
        Trying::ReadyWhileThinking => ready_while_thinking(exam, game).await,
        Trying::LowClock => {
            let low = |go, seats| Go { remaining_ms: vec![LOW_MS; seats], ..go };
            one_turn(exam, game, "0.1", low).await?.must_move_within(millis(LOW_MS))
        }
        Trying::Increment => increment(exam, game).await,
        Trying::MoveLimit => {
            let limited = |go, _| Go { move_ms: Some(2 * LOW_MS), ..go };
            one_turn(exam, game, "st=0.2", limited).await?.must_move_within(millis(2 * LOW_MS))
        }
        Trying::Unlimited => {
            let unlimited = |go, seats: usize| {
                let remaining_ms = (0..seats).map(|seat| if seat == 0 { 0 } else { 60_000 }).collect();
                Go { remaining_ms, unlimited: vec![0], ..go }
            };
            one_turn(exam, game, "inf", unlimited).await?.must_move().map(|_| Passed::Well)
        }
        Trying::CutShort => cut_short(exam, game).await,
        Trying::Abandoned => {
            let mut sitting = exam.sit(game, Seat(0), "").await?;
            exam.turns(&mut sitting, 3).await?;
            one_turn(exam, game, "", |go, _| go).await?.must_move().map(|_| Passed::Well)
        }
        Trying::Several => several(exam, game).await,
        Trying::Between => {
            let sitting = exam.sit(game, Seat(0), "").await?;
            exam.probe.say(&MatchResult { termination: "abort".to_owned(), ..sitting.result() }).await?;
            exam.probe.silence(SILENCE).await?;
            exam.ready().await.map(|()| Passed::Well)
        }
    }
}

/// The engine's first turn of a match, with such clocks; they are told the number of seats.
async fn one_turn(
    exam: &mut Exam,
    game: &'static dyn Game,
    time: &str,
    clocks: impl Fn(Go, usize) -> Go,
) -> Result<super::exam::Turned, String> {
    let mut sitting = exam.sit(game, Seat(0), time).await?;
    let seats = usize::from(sitting.seats());
    exam.turn(&mut sitting, |go| clocks(go, seats)).await
}

/// A match in which it is the engine's turn, and the turn.
async fn at_turn(exam: &mut Exam, game: &'static dyn Game) -> Result<(Sitting, Go), String> {
    let mut sitting = exam.sit(game, Seat(0), "").await?;
    match sitting.advance()? {
        Next::Turn => {}
        Next::Round(_) | Next::Over => return Err("the rules give no turn".to_owned()),
    }
    let go = sitting.go(exam.legal(&sitting));
    Ok((sitting, go))
}

/// The answer to a turn as it is written, without its being played.
async fn first_answer(exam: &mut Exam) -> Result<String, String> {
    loop {
        match exam.probe.next("bestmove", exam.want.patience).await? {
            Message::Bestmove(best) => return Ok(best.notation),
            Message::Info(_) => {}
            other => return Err(format!("expected `bestmove`, got {}", name(&other))),
        }
    }
}

async fn refused(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let (mut sitting, go) = at_turn(exam, game).await?;
    exam.put(&sitting, &go).await?;
    let value = first_answer(exam).await?;
    let text = "declined for a test".to_owned();
    exam.probe.say(&Refused { reason: "ILLEGAL_MOVE".to_owned(), value, text }).await?;
    let asked = exam.put(&sitting, &go).await?;
    exam.answer(&mut sitting, &go, asked).await?.must_move()?;
    exam.probe.silence(SILENCE).await.map_err(|problem| format!("one answer is enough: {problem}"))?;
    exam.ready().await.map(|()| Passed::Well)
}

async fn asked_twice(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let (mut sitting, go) = at_turn(exam, game).await?;
    exam.put(&sitting, &go).await?;
    first_answer(exam).await?;
    let asked = exam.put(&sitting, &go).await?;
    exam.answer(&mut sitting, &go, asked).await?.must_move().map(|_| Passed::Well)
}

async fn names(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut sitting = Sitting::open(game, Seat(0))?;
    let mut announcement = sitting.announcement("check-names", "60+1");
    for (player, name) in announcement.players.iter_mut().zip(["Ada L.", "Жук \u{1F41D}", "go legal", "\"x\\"]) {
        *player = name.to_owned();
    }
    exam.probe.announce(&announcement).await?;
    exam.ready().await?;
    exam.turn(&mut sitting, |go| go).await?.must_move().map(|_| Passed::Well)
}

async fn unknown_key(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let (mut sitting, go) = at_turn(exam, game).await?;
    let position: Position = sitting.position();
    exam.probe.say(&position).await?;
    let line = exam.probe.spelt(&go);
    let line = match exam.probe.is_json() {
        true => line.replacen("{\"go\":{", "{\"go\":{\"future\":12,", 1),
        false => line.replacen("go ", "go future 12 ", 1),
    };
    let asked = std::time::Instant::now();
    exam.probe.write(line.as_bytes()).await?;
    exam.answer(&mut sitting, &go, asked).await?.must_move().map(|_| Passed::Well)
}

async fn ready_while_thinking(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let (mut sitting, go) = at_turn(exam, game).await?;
    exam.put(&sitting, &go).await?;
    exam.probe.say(&IsReady {}).await?;
    let (mut ready, mut best) = (false, None);
    while !ready || best.is_none() {
        match exam.probe.next("readyok and bestmove", exam.want.patience).await? {
            Message::Readyok(_) if !ready => ready = true,
            Message::Bestmove(said) if best.is_none() => best = Some(said.notation),
            Message::Info(_) => {}
            other => return Err(format!("expected `readyok` and `bestmove`, got {}", name(&other))),
        }
    }
    sitting.play(&best.unwrap_or_default()).map_err(|error| format!("expected a legal move: {error}"))?;
    Ok(Passed::Well)
}

async fn increment(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let mut sitting = exam.sit(game, Seat(0), "0.1+0.1").await?;
    let seats = usize::from(sitting.seats());
    for _ in 0..LOW_TURNS {
        let low = |go| Go { remaining_ms: vec![LOW_MS; seats], increment_ms: vec![LOW_MS; seats], ..go };
        let turned = exam.turn(&mut sitting, low).await?;
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

async fn cut_short(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    let (mut sitting, go) = at_turn(exam, game).await?;
    let asked = exam.put(&sitting, &go).await?;
    exam.probe.say(&Stop {}).await?;
    let took = exam.answer(&mut sitting, &go, asked).await?.took;
    let result = MatchResult { termination: "resignation".to_owned(), seat: Some(1), ..sitting.result() };
    exam.probe.say(&result).await?;
    one_turn(exam, game, "", |go, _| go).await?.must_move()?;
    let cost = "a process that is still thinking after its match is not used again";
    Ok(super::exam::within(took, Duration::from_secs(1), cost))
}

async fn several(exam: &mut Exam, game: &'static dyn Game) -> Outcome {
    for at in 0..MATCHES {
        let seats = u32::from(Sitting::open(game, Seat(0))?.seats());
        let seat = Seat(u8::try_from(at % seats).unwrap_or_default());
        let mut sitting = exam.sit(game, seat, "60+1").await?;
        let over = exam.turns(&mut sitting, LOW_TURNS).await?;
        let termination = if over { "board" } else { "abort" };
        exam.probe.say(&MatchResult { termination: termination.to_owned(), ..sitting.result() }).await?;
    }
    exam.ready().await.map(|()| Passed::Well)
}
