//! Tests of a bot's turns over a stable connection.

use super::{
    bot_link::name,
    examiner::{Asked, Examiner, SILENCE, is_end},
    handshake::{NO_PONG, ping},
    hosted_match::OWN,
};
use crate::{
    exam::report::{Outcome, Passed},
    law::Reason,
    pb::v1::{self, play_request::Message as Said, play_response::Message},
};

/// Turns played in a match.
const TURNS: u32 = 20;
/// A move of no game.
const NO_MOVE: &str = "no-move";

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
                let hosted = examiner.open().await?;
                for _ in 0..3 {
                    examiner.turn(&hosted).await?;
                }
                examiner.end(&hosted).await?;
            }
            ping(examiner, 3 << 40).await.map(|()| Passed::Well)
        }
    }
}

async fn first(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    examiner.turn(&hosted).await?;
    examiner.end(&hosted).await.map(|()| Passed::Well)
}

async fn event_first(examiner: &mut Examiner) -> Outcome {
    if examiner.hello.without_moves {
        return Ok(Passed::NotAsked("`hello.without_moves`: it gets no events of moves".to_owned()));
    }
    let hosted = examiner.open().await?;
    if let Some(turn) = examiner.ask(&hosted).await? {
        let asked = examiner.hear_move(&turn).await?;
        let (reply, accepted) = examiner.hold_reply(&asked.command).await?;
        if let Ok(seq) = accepted
            && examiner.link.told(hosted.match_id()) < seq
        {
            let is_next = move |event: &v1::MatchEvent| event.seq == seq;
            examiner.pass_until("event", event_in(hosted.match_id(), is_next)).await?;
        }
        examiner.link.pass(reply).await?;
        examiner.link.note_accepted(hosted.match_id(), &asked.played);
        accepted
            .map_err(|refusal| format!("expected a legal move, got `{}`: {}", asked.played.notation, refusal.text))?;
    }
    examiner.turn(&hosted).await?;
    examiner.end(&hosted).await.map(|()| Passed::Well)
}

/// Picks an event of a match.
fn event_in(match_id: &str, wanted: impl Fn(&v1::MatchEvent) -> bool) -> impl Fn(&Message) -> Option<()> {
    move |message| match message {
        Message::Event(said) if said.match_id == match_id => said.event.as_ref().is_some_and(&wanted).then_some(()),
        _ => None,
    }
}

/// Changes an answer on its way to the server, which refuses it.
async fn refused(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    let before = examiner.turn(&hosted).await?.map(|asked| asked.played.notation);
    if let Some(turn) = examiner.ask(&hosted).await? {
        let mut asked = examiner.hear_move(&turn).await?;
        let legal = hosted.legal(OWN).await?;
        // The bot's last move can be read, but it is illegal now.
        let illegal = before.filter(|before| !legal.contains(before)).unwrap_or_else(|| NO_MOVE.to_owned());
        asked.played.notation = illegal;
        examiner.submit_late(&asked.as_command()).await?;
    }
    examiner.turn(&hosted).await?;
    examiner.end(&hosted).await.map(|()| Passed::Well)
}

/// Plays the answer, but tells the bot that another one was played.
async fn already_played(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    if let Some(turn) = examiner.ask(&hosted).await? {
        let asked = examiner.hear_move(&turn).await?;
        let (_, accepted) = examiner.hold_reply(&asked.command).await?;
        accepted
            .map_err(|refusal| format!("expected a legal move, got `{}`: {}", asked.played.notation, refusal.text))?;
        examiner.decline(&asked, Reason::AlreadyPlayed).await?;
        examiner.silence(SILENCE).await?;
    }
    examiner.turn(&hosted).await?;
    examiner.end(&hosted).await.map(|()| Passed::Well)
}

async fn repeated(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    let Some(turn) = examiner.ask(&hosted).await? else {
        return Ok(Passed::NotAsked("no turn is open".to_owned()));
    };
    examiner.link.pass(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = examiner.hear_move(&turn).await?;
    // It may repeat the answer, or not: both are fine.
    let second = tokio::time::timeout(SILENCE, examiner.hear_move(&turn)).await;
    examiner.accept(&asked).await?;
    let mut passed = Passed::Well;
    match second {
        Err(_) => {}
        Ok(Ok(again)) => {
            if again.played.notation != asked.played.notation {
                let declined = &again.played.notation;
                passed = Passed::But(format!("it answered twice, with different moves: {declined} does not count"));
            }
            examiner.submit(&again.command).await?.map_err(|refusal| refusal.text)?;
            examiner.link.note_accepted(hosted.match_id(), &asked.played);
        }
        Ok(Err(problem)) => return Err(problem),
    }
    examiner.turn(&hosted).await?;
    examiner.end(&hosted).await.map(|()| passed)
}

async fn unknown_event(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    examiner.ask(&hosted).await?;
    let match_id = hosted.match_id().to_owned();
    let event = v1::MatchEvent { seq: examiner.link.told(&match_id), ..Default::default() };
    examiner.link.pass(Message::Event(Box::new(v1::SeatEvent { match_id, event: Some(event) }))).await?;
    examiner.turn(&hosted).await?;
    examiner.end(&hosted).await.map(|()| Passed::Well)
}

async fn ping_while_thinking(examiner: &mut Examiner) -> Outcome {
    if examiner.link.attends() {
        return Ok(Passed::NotAsked(NO_PONG.to_owned()));
    }
    let hosted = examiner.open().await?;
    let Some(turn) = examiner.ask(&hosted).await? else {
        return Ok(Passed::NotAsked("no turn is open".to_owned()));
    };
    let (nonce, mut ponged, mut played) = (11 << 40, false, None);
    examiner.link.pass_raw(v1::PlayResponse { message: Some(Message::Ping(v1::Ping { nonce })) }).await?;
    while !ponged || played.is_none() {
        match examiner.next("pong and command.play_move").await? {
            Said::Pong(pong) if pong.nonce == nonce => ponged = true,
            Said::Command(command) => played = Some(command),
            other => return Err(format!("expected `pong` and `command`, got {}", name(&other))),
        }
    }
    if let Some(command) = played {
        examiner.accept(&Asked::of(command, &turn)?).await?;
    }
    examiner.end(&hosted).await.map(|()| Passed::Well)
}

async fn whole(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    for _ in 0..TURNS {
        if examiner.turn(&hosted).await?.is_none() {
            break;
        }
    }
    examiner.end(&hosted).await?;
    examiner.silence(SILENCE).await.map(|()| Passed::Well)
}

async fn two(examiner: &mut Examiner) -> Outcome {
    if examiner.hello.max_matches.unwrap_or(1) < 2 {
        return Ok(Passed::NotAsked("`hello.max_matches` is one".to_owned()));
    }
    let (one, other) = (examiner.open().await?, examiner.open().await?);
    for _ in 0..3 {
        let (first, second) = (examiner.ask(&one).await?, examiner.ask(&other).await?);
        let (Some(first), Some(second)) = (first, second) else { break };
        // They may be answered in any order.
        let mut left = vec![first, second];
        while !left.is_empty() {
            let Said::Command(command) = examiner.next("command.play_move").await? else {
                return Err("expected `command.play_move`".to_owned());
            };
            let found = left.iter().position(|turn| turn.match_id == command.match_id);
            let turn = left.remove(found.ok_or("expected the match_id of an open turn")?);
            examiner.accept(&Asked::of(command, &turn)?).await?;
        }
    }
    examiner.end(&one).await?;
    examiner.end(&other).await.map(|()| Passed::Well)
}

/// Holds the answer back until the flag falls.
async fn flag(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open_short().await?;
    examiner.ask(&hosted).await?;
    examiner.pass_event(&hosted, is_end).await?;
    examiner.submit_all_late().await?;
    // An answer in flight is refused, and must be the last.
    examiner.silence(SILENCE).await?;
    first(examiner).await
}
