//! How a bot plays over a connection that holds.

use super::{SILENCE, host::Host, meeting::ping};
use crate::{
    cli::check::exam::{Outcome, Passed},
    pb::v1::{self, Reason, Termination, play_request::Message as Said, play_response::Message},
};

/// How many turns of a match are played.
const TURNS: u32 = 20;
/// The longest id of a request.
const MAX_REQUEST_ID: usize = 64;

/// A thing in a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Turning {
    /// A first turn.
    First,
    /// The name of a request.
    RequestId,
    /// The event before the acceptance.
    EventFirst,
    /// An illegal move.
    Refused,
    /// A turn that has gone by.
    AlreadyPlayed,
    /// A turn that is said twice.
    Repeated,
    /// An event without content.
    UnknownEvent,
    /// A ping in a turn.
    PingWhileThinking,
    /// A whole match.
    Whole,
    /// Two of them.
    Two,
    /// A flag.
    Flag,
    /// Many, one after the other.
    Several,
}

/// All of them, in order.
pub const ALL: &[(Turning, &str)] = &[
    (Turning::First, "a turn is answered by `command.play_move` with its match, its round, its ply and a legal move"),
    (Turning::RequestId, "every move has a `request_id` of its own, so that it can be sent again after a cut"),
    (Turning::EventFirst, "the event of its move may come before `accepted`"),
    (Turning::Refused, "a move that is refused as illegal is followed by another try, and the match goes on"),
    (Turning::AlreadyPlayed, "a move that is refused as already played is let go, and the next turn is answered"),
    (Turning::Repeated, "a turn that comes twice is answered, and the match goes on"),
    (Turning::UnknownEvent, "an event of a later version is passed over"),
    (Turning::PingWhileThinking, "a `ping` during a turn is answered, and the turn as well"),
    (Turning::Whole, "twenty turns, or a whole match, are played legally, and nothing is said after the end"),
    (Turning::Two, "two matches at once are kept apart"),
    (Turning::Flag, "a match that ends during its turn is left, and the next one is played"),
    (Turning::Several, "three matches are played on one stream, one after the other"),
];

/// Takes the step.
pub async fn take(act: Turning, host: &mut Host) -> Outcome {
    match act {
        Turning::First => first(host).await,
        Turning::RequestId => request_id(host).await,
        Turning::EventFirst => event_first(host).await,
        Turning::Refused => refused(host).await,
        Turning::AlreadyPlayed => already_played(host).await,
        Turning::Repeated => repeated(host).await,
        Turning::UnknownEvent => unknown_event(host).await,
        Turning::PingWhileThinking => ping_while_thinking(host).await,
        Turning::Whole => whole(host).await,
        Turning::Two => two(host).await,
        Turning::Flag => flag(host).await,
        Turning::Several => {
            for _ in 0..3 {
                let mut table = host.open().await?;
                for _ in 0..3 {
                    host.turn(&mut table).await?;
                }
                host.end(&mut table, Termination::Abort).await?;
            }
            ping(host, 3).await.map(|()| Passed::Well)
        }
    }
}

async fn first(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await.map(|()| Passed::Well)
}

async fn request_id(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.extend(host.turn(&mut table).await?.map(|asked| asked.command.request_id));
    }
    host.end(&mut table, Termination::Abort).await?;
    if let Some(long) = ids.iter().find(|id| id.chars().count() > MAX_REQUEST_ID) {
        return Err(format!("expected at most {MAX_REQUEST_ID} characters, got `{long}`"));
    }
    if ids.iter().any(String::is_empty) {
        return Ok(Passed::But("without one nobody can tell a repeat from another move".to_owned()));
    }
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    match once.len() == ids.len() {
        true => Ok(Passed::Well),
        false => Err(format!("two moves have the same one, and the second would be refused: {}", ids.join(", "))),
    }
}

async fn event_first(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    if let Some(turn) = host.ask(&mut table).await? {
        let asked = host.hear_move(&turn).await?;
        let seq = table.play(&asked.played.notation)?;
        host.tell(&mut table).await?;
        host.say_accepted(&asked, seq).await?;
    }
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await.map(|()| Passed::Well)
}

async fn refused(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    if let Some(turn) = host.ask(&mut table).await? {
        let asked = host.hear_move(&turn).await?;
        host.decline(&asked, Reason::IllegalMove).await?;
        let again = host.hear_move(&turn).await?;
        host.accept(&mut table, &again).await?;
    }
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await.map(|()| Passed::Well)
}

async fn already_played(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    if let Some(turn) = host.ask(&mut table).await? {
        let asked = host.hear_move(&turn).await?;
        table.play(&asked.played.notation)?;
        host.decline(&asked, Reason::AlreadyPlayed).await?;
        host.silence(SILENCE).await?;
        host.tell(&mut table).await?;
    }
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await.map(|()| Passed::Well)
}

async fn repeated(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    let Some(turn) = host.ask(&mut table).await? else { return Ok(Passed::NotAsked("there is no turn".to_owned())) };
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    let asked = host.hear_move(&turn).await?;
    // It may say the same again, or nothing: both are harmless.
    let second = tokio::time::timeout(SILENCE, host.hear_move(&turn)).await;
    host.accept(&mut table, &asked).await?;
    let mut passed = Passed::Well;
    match second {
        Err(_) => {}
        Ok(Ok(again)) if again.played.notation == asked.played.notation => {
            host.say_accepted(&again, table.told()).await?;
        }
        Ok(Ok(again)) => {
            host.decline(&again, Reason::AlreadyPlayed).await?;
            passed = Passed::But("it answered twice, by two moves: the second is refused".to_owned());
        }
        Ok(Err(problem)) => return Err(problem),
    }
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await.map(|()| passed)
}

async fn unknown_event(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    let match_id = table.match_id().to_owned();
    let event = v1::MatchEvent { seq: table.told(), ..Default::default() };
    host.say(Message::Event(Box::new(v1::SeatEvent { match_id, event: Some(event) }))).await?;
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await.map(|()| Passed::Well)
}

async fn ping_while_thinking(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    let Some(turn) = host.ask(&mut table).await? else { return Ok(Passed::NotAsked("there is no turn".to_owned())) };
    host.say(Message::Ping(v1::Ping { nonce: 11 })).await?;
    let (mut ponged, mut played) = (false, None);
    while !ponged || played.is_none() {
        match host.next("pong and command.play_move").await? {
            Said::Pong(pong) if pong.nonce == 11 => ponged = true,
            Said::Command(command) => played = Some(command),
            other => return Err(format!("expected `pong` and `command`, got {}", super::host::name(&other))),
        }
    }
    let Some(v1::submit_command_request::Command::PlayMove(said)) = played.and_then(|command| command.command) else {
        return Err("expected `play_move`, got another command".to_owned());
    };
    if (said.round, said.ply) != (turn.round, turn.ply) {
        return Err(format!("expected round {} ply {}", turn.round, turn.ply));
    }
    table.play(&said.notation)?;
    host.end(&mut table, Termination::Abort).await.map(|()| Passed::Well)
}

async fn whole(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    for _ in 0..TURNS {
        if host.turn(&mut table).await?.is_none() {
            host.silence(SILENCE).await?;
            return Ok(Passed::Well);
        }
    }
    host.end(&mut table, Termination::Abort).await?;
    host.silence(SILENCE).await.map(|()| Passed::Well)
}

async fn two(host: &mut Host) -> Outcome {
    if host.hello.max_matches < 2 {
        return Ok(Passed::NotAsked("`hello.max_matches` is one".to_owned()));
    }
    let (mut one, mut other) = (host.open().await?, host.open().await?);
    for _ in 0..3 {
        let (first, second) = (host.ask(&mut one).await?, host.ask(&mut other).await?);
        let (Some(first), Some(second)) = (first, second) else { break };
        // They are answered in any order.
        let mut left = vec![(first, true), (second, false)];
        while !left.is_empty() {
            let Said::Command(command) = host.next("command.play_move").await? else {
                return Err("expected `command.play_move`".to_owned());
            };
            let found = left.iter().position(|(turn, _)| turn.match_id == command.match_id);
            let (turn, is_first) = left.remove(found.ok_or("expected the match_id of an open turn")?);
            let Some(v1::submit_command_request::Command::PlayMove(said)) = command.command else {
                return Err("expected `play_move`, got another command".to_owned());
            };
            if (said.round, said.ply) != (turn.round, turn.ply) {
                return Err(format!("expected round {} ply {}", turn.round, turn.ply));
            }
            let table = if is_first { &mut one } else { &mut other };
            let seq = table.play(&said.notation)?;
            let v1::SubmitCommandRequest { match_id, request_id, .. } = command;
            host.say(Message::Accepted(v1::Accepted { match_id, request_id, seq })).await?;
        }
    }
    host.end(&mut one, Termination::Abort).await?;
    host.end(&mut other, Termination::Abort).await.map(|()| Passed::Well)
}

async fn flag(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.ask(&mut table).await?;
    host.end(&mut table, Termination::Flag).await?;
    // An answer that was on its way already is refused, and is to be the last.
    host.silence(SILENCE).await?;
    first(host).await
}
