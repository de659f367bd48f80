//! Tests of broken connections and stopping servers.

use std::time::Duration;

use super::{
    examiner::{Examiner, SILENCE},
    handshake,
    hosted_match::HostedMatch,
};
use crate::{
    exam::report::{Outcome, Passed},
    pb::v1::{Reason, Termination, play_response::Message},
};

/// Time to observe a replaced bot.
const STAYS_AWAY: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ReconnectTest {
    Idle,
    Resumes,
    InTurn,
    /// After its answer, which was lost.
    AnswerLost,
    /// After its answer, whose confirmation was lost.
    AcceptanceLost,
    EndedMeanwhile,
    Again,
    Stopping,
    Lagged,
    /// The stream ends without a message.
    EndOfStream,
    Replaced,
}

/// All of them, in order.
pub const ALL: &[(ReconnectTest, &str)] = &[
    (ReconnectTest::Idle, "reconnects after a cut, and sends `hello` again"),
    (ReconnectTest::Resumes, "lists under `hello.resume` its match and the last event it has"),
    (ReconnectTest::InTurn, "answers a turn that is re-sent after a cut"),
    (ReconnectTest::AnswerLost, "repeats an answer lost in a cut"),
    (ReconnectTest::AcceptanceLost, "sends no second move for a turn whose answer was accepted before a cut"),
    (ReconnectTest::EndedMeanwhile, "drops a match that ended during a cut, and plays the next one"),
    (ReconnectTest::Again, "reconnects after three cuts in a row"),
    (ReconnectTest::Stopping, "reconnects after `STOPPING`"),
    (ReconnectTest::Lagged, "reconnects after `LAGGED`, and catches up"),
    (ReconnectTest::EndOfStream, "reconnects after its stream ends without a message"),
    (ReconnectTest::Replaced, "stays away after `REPLACED`"),
];

pub async fn take(act: ReconnectTest, examiner: &mut Examiner) -> Outcome {
    match act {
        ReconnectTest::Idle => {
            examiner.cut();
            examiner.meet().await?;
            play_on(examiner).await
        }
        ReconnectTest::Resumes => resumes(examiner).await,
        ReconnectTest::InTurn => in_turn(examiner).await,
        ReconnectTest::AnswerLost => answer_lost(examiner).await,
        ReconnectTest::AcceptanceLost => acceptance_lost(examiner).await,
        ReconnectTest::EndedMeanwhile => ended_meanwhile(examiner).await,
        ReconnectTest::Again => {
            for _ in 0..3 {
                examiner.cut();
                examiner.meet().await?;
            }
            play_on(examiner).await
        }
        ReconnectTest::Stopping => {
            examiner.say_end(Reason::Stopping, "the server is stopping; reconnect").await?;
            examiner.hang_up();
            examiner.meet().await?;
            play_on(examiner).await
        }
        ReconnectTest::Lagged => lagged(examiner).await,
        ReconnectTest::EndOfStream => {
            examiner.hang_up();
            examiner.meet().await?;
            play_on(examiner).await
        }
        ReconnectTest::Replaced => {
            examiner.say_end(Reason::Replaced, "a newer stream of the same player has replaced this one").await?;
            examiner.hang_up();
            match examiner.hears_of_another(STAYS_AWAY).await {
                true => Err("it reconnected: two programs of one player would replace each other forever".to_owned()),
                false => Ok(Passed::Well),
            }
        }
    }
}

/// Plays a turn of a new match, to see that the bot still plays.
async fn play_on(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| Passed::Well)
}

/// Waits for the reconnect, and sends the events that the bot lacks.
async fn come_back(examiner: &mut Examiner, hosted: &mut HostedMatch) -> Result<(), String> {
    examiner.meet().await?;
    let resumed = examiner.hello.resume.iter().find(|point| point.match_id == hosted.match_id());
    let after = resumed.map_or(0, |point| point.after_seq);
    examiner.seat_again(hosted, after).await
}

async fn finish(examiner: &mut Examiner, mut hosted: HostedMatch, passed: Passed) -> Outcome {
    examiner.turn(&mut hosted).await?;
    examiner.end(&mut hosted, Termination::Abort).await.map(|()| passed)
}

async fn resumes(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    // Everything before the pong has been read.
    handshake::ping(examiner, 21).await?;
    let told = hosted.told();
    examiner.cut();
    examiner.meet().await?;
    let resumed =
        examiner.hello.resume.iter().find(|point| point.match_id == hosted.match_id()).map(|point| point.after_seq);
    let passed = match resumed {
        Some(seq) if seq == told => Passed::Well,
        Some(seq) if seq > told => {
            return Err(format!("expected after_seq {told}, got {seq}: events would be missing"));
        }
        Some(seq) => Passed::But(format!("after_seq is {seq} of {told}: known events are sent again")),
        None => Passed::But("the match is missing: all events are sent again".to_owned()),
    };
    examiner.seat_again(&mut hosted, resumed.unwrap_or(0)).await?;
    finish(examiner, hosted, passed).await
}

async fn in_turn(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    examiner.ask(&mut hosted).await?;
    examiner.cut();
    come_back(examiner, &mut hosted).await?;
    finish(examiner, hosted, Passed::Well).await
}

async fn answer_lost(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    let Some(turn) = examiner.ask(&mut hosted).await? else {
        return Ok(Passed::NotAsked("no turn is open".to_owned()));
    };
    let lost = examiner.hear_move(&turn).await?;
    examiner.cut();
    come_back(examiner, &mut hosted).await?;
    examiner.say(Message::Turn(Box::new(turn.clone()))).await?;
    let again = examiner.hear_move(&turn).await?;
    let is_same = again.played.notation == lost.played.notation;
    examiner.accept(&mut hosted, &again).await?;
    let cost = "it sent another answer: if the first was accepted, this one does not count";
    finish(examiner, hosted, if is_same { Passed::Well } else { Passed::But(cost.to_owned()) }).await
}

async fn acceptance_lost(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    let Some(turn) = examiner.ask(&mut hosted).await? else {
        return Ok(Passed::NotAsked("no turn is open".to_owned()));
    };
    let asked = examiner.hear_move(&turn).await?;
    let seq = hosted.play(&asked.played.notation)?;
    examiner.note_taken(&asked, seq);
    examiner.cut();
    come_back(examiner, &mut hosted).await?;
    // It may ask again, and gets the first answer.
    examiner.silence(SILENCE).await?;
    finish(examiner, hosted, Passed::Well).await
}

async fn ended_meanwhile(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    examiner.ask(&mut hosted).await?;
    examiner.cut();
    hosted.end(Termination::Flag);
    come_back(examiner, &mut hosted).await?;
    // An answer in flight is refused.
    examiner.silence(SILENCE).await?;
    play_on(examiner).await
}

async fn lagged(examiner: &mut Examiner) -> Outcome {
    let mut hosted = examiner.open().await?;
    examiner.turn(&mut hosted).await?;
    examiner.say_end(Reason::Lagged, "unread: open a new one").await?;
    examiner.hang_up();
    come_back(examiner, &mut hosted).await?;
    finish(examiner, hosted, Passed::Well).await
}
