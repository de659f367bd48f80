//! Tests of a bot's turns over a stable connection.

use super::{
    examiner::{self, Asked, Examiner, SILENCE},
    handshake::ping,
};
use crate::{
    exam::report::{Outcome, Passed},
    pb::v1::{self, Reason, Termination, match_event::Event, play_request::Message as Said, play_response::Message},
};

/// Turns played in a match.
const TURNS: u32 = 20;

/// A test in a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TurnTest {
    /// A first turn.
    First,
    /// The event before the acceptance.
    EventFirst,
    Refused,
    /// A turn that is over.
    AlreadyPlayed,
    /// A repeated turn.
    Repeated,
    UnknownEvent,
    /// A ping during a turn.
    PingWhileThinking,
    Whole,
    Two,
    Flag,
    /// Several matches in a row.
    Several,
}

/// All of them, in order.
pub const ALL: &[(TurnTest, &str)] = &[
    (TurnTest::First, "answers a turn by `command.play_move` with its match, its `turn_id` and a legal move"),
    (TurnTest::EventFirst, "accepts the event of its move before `accepted`"),
    (TurnTest::Refused, "drops a move refused as illegal, and answers the turn under its new `turn_id`"),
    (TurnTest::AlreadyPlayed, "drops a move refused as already played, and answers the next turn"),
    (TurnTest::Repeated, "answers a repeated turn, and the match continues"),
    (TurnTest::UnknownEvent, "ignores an event of a later version"),
    (TurnTest::PingWhileThinking, "answers a `ping` during a turn, and the turn"),
    (TurnTest::Whole, "plays twenty turns or a whole match legally, and sends nothing after the end"),
    (TurnTest::Two, "keeps two concurrent matches apart"),
    (TurnTest::Flag, "leaves a match that ends during its turn, and plays the next one"),
    (TurnTest::Several, "plays three matches on one stream, one after the other"),
];

pub async fn take(act: TurnTest, examiner: &mut Examiner) -> Outcome {
    match act {
        TurnTest::First => first(examiner).await,
        TurnTest::EventFirst => event_first(examiner).await,
        TurnTest::Refused => refused(examiner).await,
        TurnTest::AlreadyPlayed => already_played(examiner).await,
        TurnTest::Repeated => repeated(examiner).await,
        TurnTest::UnknownEvent => unknown_event(examiner).await,
        TurnTest::PingWhileThinking => ping_while_thinking(examiner).await,
        TurnTest::Whole => whole(examiner).await,
        TurnTest::Two => two(examiner).await,
        TurnTest::Flag => flag(examiner).await,
        TurnTest::Several => {
            for _ in 0..3 {
                let mut hosted = examiner.open().await?;
                for _ in 0..3 {
                    examiner.turn(&mut hosted).await?;
                }
                examiner.end(&mut hosted, Termination::Abort).await?;
            }
            ping(examiner, 3).await.map(|()| Passed::Well)
        }
    }
}

async fn first(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| Passed::Well)
}

async fn event_first(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    if let Some(turn) = examiner.ask(&mut hosted).await? {
        let asked = examiner.hear_move(&turn).await?;
        let seq = hosted.play(&asked.played.notation)?;
        examiner.tell(&mut hosted).await?;
        examiner.say_accepted(&asked, seq).await?;
    }
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| Passed::Well)
}

async fn refused(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    if let Some(turn) = examiner.ask(&mut hosted).await? {
        let asked = examiner.hear_move(&turn).await?;
        let (seat, declined) = (turn.seat, asked.played.notation.clone());
        let (round, ply) = (turn.round, turn.ply);
        let refused = v1::MoveRefused { seat, round, ply, declined, ..Default::default() };
        examiner.decline(&asked, Reason::IllegalMove).await?;
        examiner.happen(&mut hosted, Event::MoveRefused(refused)).await?;
        examiner.turn(&mut hosted).await?;
    }
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| Passed::Well)
}

async fn already_played(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    if let Some(turn) = examiner.ask(&mut hosted).await? {
        let asked = examiner.hear_move(&turn).await?;
        hosted.play(&asked.played.notation)?;
        examiner.decline(&asked, Reason::AlreadyPlayed).await?;
        examiner.silence(SILENCE).await?;
        examiner.tell(&mut hosted).await?;
    }
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| Passed::Well)
}

async fn repeated(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    let Some(turn) = examiner.ask(&mut hosted).await? else {
        return Ok(Passed::NotAsked("no turn is open".to_owned()));
    };
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = examiner.hear_move(&turn).await?;
    // It may repeat the answer, or not: both are fine.
    let second = tokio::time::timeout(SILENCE, examiner.hear_move(&turn)).await;
    examiner.accept(&mut hosted, &asked).await?;
    let mut passed = Passed::Well;
    match second {
        Err(_) => {}
        Ok(Ok(again)) if again.played.notation == asked.played.notation => {
            examiner.say_accepted(&again, hosted.told()).await?;
        }
        Ok(Ok(again)) => {
            examiner.say_accepted(&asked, hosted.told()).await?;
            passed = Passed::But(format!(
                "it answered twice, with different moves: {} does not \
                count",
                again.played.notation
            ));
        }
        Ok(Err(problem)) => return Err(problem),
    }
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| passed)
}

async fn unknown_event(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    let match_id = hosted.match_id().to_owned();
    let event = v1::MatchEvent { seq: hosted.told(), ..Default::default() };
    examiner.say(Message::Event(Box::new(v1::SeatEvent { match_id, event: Some(event) }))).await?;
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| Passed::Well)
}

async fn ping_while_thinking(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    let Some(turn) = examiner.ask(&mut hosted).await? else {
        return Ok(Passed::NotAsked("no turn is open".to_owned()));
    };
    examiner.say(Message::Ping(v1::Ping { nonce: 11 })).await?;
    let (mut ponged, mut played) = (false, None);
    while !ponged || played.is_none() {
        match examiner.next("pong and command.play_move").await? {
            Said::Pong(pong) if pong.nonce == 11 => ponged = true,
            Said::Command(command) => played = Some(command),
            other => return Err(format!("expected `pong` and `command`, got {}", examiner::name(&other))),
        }
    }
    let Some(v1::submit_command_request::Command::PlayMove(said)) = played.and_then(|command| command.command) else {
        return Err("expected `play_move`, got another command".to_owned());
    };
    if said.turn_id != turn.turn_id {
        return Err(format!("expected turn_id {}, got {}", turn.turn_id, said.turn_id));
    }
    hosted.play(&said.notation)?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| Passed::Well)
}

async fn whole(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    for _ in 0..TURNS {
        if examiner.turn(&mut hosted).await?.is_none() {
            examiner.silence(SILENCE).await?;
            return Ok(Passed::Well);
        }
    }
    examiner.end(&mut hosted, Termination::Abort).await?;
    examiner.silence(SILENCE).await.map(|()| Passed::Well)
}

async fn two(examiner: &mut Examiner) -> Outcome {
    if examiner.hello.max_matches.unwrap_or(1) < 2 {
        return Ok(Passed::NotAsked("`hello.max_matches` is one".to_owned()));
    }
    let (mut one, mut other) = (examiner.open().await?, examiner.open().await?);
    for _ in 0..3 {
        let (first, second) = (examiner.ask(&mut one).await?, examiner.ask(&mut other).await?);
        let (Some(first), Some(second)) = (first, second) else { break };
        // They may be answered in any order.
        let mut left = vec![(first, true), (second, false)];
        while !left.is_empty() {
            let Said::Command(command) = examiner.next("command.play_move").await? else {
                return Err("expected `command.play_move`".to_owned());
            };
            let found = left.iter().position(|(turn, _)| turn.match_id == command.match_id);
            let (turn, is_first) = left.remove(found.ok_or("expected the match_id of an open turn")?);
            let asked = Asked::of(command, &turn)?;
            let hosted = if is_first { &mut one } else { &mut other };
            let seq = hosted.play(&asked.played.notation)?;
            examiner.say_accepted(&asked, seq).await?;
        }
    }
    examiner.end(&mut one, Termination::Abort).await?;
    examiner.end(&mut other, Termination::Abort).await.map(|()| Passed::Well)
}

async fn flag(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.ask(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Flag).await?;
    // An answer in flight is refused, and must be the last.
    examiner.silence(SILENCE).await?;
    first(examiner).await
}
