//! Tests of broken connections and stopping servers.

use std::time::Duration;

use super::{
    examiner::{Examiner, SILENCE, is_end},
    handshake,
    hosted_match::HostedMatch,
};
use crate::{
    api::convert,
    exam::report::{Outcome, Passed},
    hall::table::Ask,
    law::{Reason, Refusal},
    pb::v1::play_response::Message,
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
            examiner.link.end(&Refusal::new(Reason::Stopping, "the server is stopping; reconnect")).await?;
            examiner.meet().await?;
            play_on(examiner).await
        }
        ReconnectTest::Lagged => lagged(examiner).await,
        ReconnectTest::EndOfStream => {
            examiner.link.hang_up("  the stream is ended");
            examiner.meet().await?;
            play_on(examiner).await
        }
        ReconnectTest::Replaced => {
            examiner.link.end(&convert::replaced()).await?;
            match examiner.hears_of_another(STAYS_AWAY).await {
                true => Err("it reconnected: two programs of one player would replace each other forever".to_owned()),
                false => Ok(Passed::Well),
            }
        }
    }
}

/// Plays a turn of a new match, to see that the bot still plays.
async fn play_on(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    finish(examiner, hosted, Passed::Well).await
}

/// Waits for the reconnect, and for the bot's seat.
async fn come_back(examiner: &mut Examiner, hosted: &HostedMatch) -> Result<(), String> {
    examiner.meet().await?;
    let match_id = hosted.match_id().to_owned();
    let is_seated = move |message: &Message| match message {
        Message::Seated(seated) if seated.match_id == match_id => Some(()),
        _ => None,
    };
    examiner.pass_until("seated", is_seated).await
}

async fn finish(examiner: &mut Examiner, hosted: HostedMatch, passed: Passed) -> Outcome {
    examiner.turn(&hosted).await?;
    examiner.end(&hosted).await.map(|()| passed)
}

async fn resumes(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    examiner.turn(&hosted).await?;
    // Everything before the pong has been read.
    handshake::ping(examiner, 21 << 40).await?;
    let told = examiner.link.told(hosted.match_id());
    examiner.cut();
    come_back(examiner, &hosted).await?;
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
    finish(examiner, hosted, passed).await
}

async fn in_turn(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    examiner.turn(&hosted).await?;
    examiner.ask(&hosted).await?;
    examiner.cut();
    come_back(examiner, &hosted).await?;
    finish(examiner, hosted, Passed::Well).await
}

/// Cuts the connection before the answer reaches the server.
async fn answer_lost(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    let Some(turn) = examiner.ask(&hosted).await? else {
        return Ok(Passed::NotAsked("no turn is open".to_owned()));
    };
    let lost = examiner.hear_move(&turn).await?;
    examiner.cut();
    come_back(examiner, &hosted).await?;
    examiner.ask(&hosted).await?;
    let again = examiner.hear_move(&turn).await?;
    let is_same = again.played.notation == lost.played.notation;
    examiner.accept(&again).await?;
    let cost = "it sent another answer: if the first was accepted, this one does not count";
    finish(examiner, hosted, if is_same { Passed::Well } else { Passed::But(cost.to_owned()) }).await
}

/// Cuts the connection after the answer has reached the server.
async fn acceptance_lost(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    let Some(turn) = examiner.ask(&hosted).await? else {
        return Ok(Passed::NotAsked("no turn is open".to_owned()));
    };
    let asked = examiner.hear_move(&turn).await?;
    let (_, accepted) = examiner.hold_reply(&asked.command).await?;
    accepted.map_err(|refusal| format!("expected a legal move, got `{}`: {}", asked.played.notation, refusal.text))?;
    examiner.link.note_accepted(hosted.match_id(), &asked.played);
    examiner.cut();
    come_back(examiner, &hosted).await?;
    // It may ask again, and gets the first answer.
    examiner.silence(SILENCE).await?;
    finish(examiner, hosted, Passed::Well).await
}

async fn ended_meanwhile(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    examiner.turn(&hosted).await?;
    examiner.ask(&hosted).await?;
    examiner.cut();
    hosted.rule(Ask::Abort).await?;
    examiner.meet().await?;
    let resumes = examiner.hello.resume.iter().any(|point| point.match_id == hosted.match_id());
    if resumes {
        examiner.pass_event(&hosted, is_end).await?;
    }
    // An answer in flight is refused.
    examiner.submit_all_late().await?;
    examiner.silence(SILENCE).await?;
    play_on(examiner).await
}

async fn lagged(examiner: &mut Examiner) -> Outcome {
    let hosted = examiner.open().await?;
    examiner.turn(&hosted).await?;
    examiner.link.end(&Refusal::new(Reason::Lagged, "unread: open a new one")).await?;
    come_back(examiner, &hosted).await?;
    finish(examiner, hosted, Passed::Well).await
}
