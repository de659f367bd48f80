//! How a bot lives through connections that break, and servers that go.

use std::time::Duration;

use super::{host::Host, table::Table};
use crate::{
    cli::check::exam::{Outcome, Passed},
    pb::v1::{Reason, Termination, play_response::Message},
};

/// How long a bot that was replaced is watched.
const STAYS_AWAY: Duration = Duration::from_secs(2);

/// A cut.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// Between turns.
    Idle,
    /// What is resumed.
    Resumes,
    /// In its turn.
    InTurn,
    /// After its answer, which was lost.
    AnswerLost,
    /// After its answer, whose acceptance was lost.
    AcceptanceLost,
    /// The match ended meanwhile.
    EndedMeanwhile,
    /// Again and again.
    Again,
    /// The server stops.
    Stopping,
    /// It fell behind.
    Lagged,
    /// The stream ends without a word.
    EndOfStream,
    /// Another took its place.
    Replaced,
}

/// All of them, in order.
pub const ALL: &[(Cut, &str)] = &[
    (Cut::Idle, "it connects again when its connection is cut, and says `hello` again"),
    (Cut::Resumes, "its `hello` names under `resume` the match that it plays and the last event that it has of it"),
    (Cut::InTurn, "a turn that comes again after a cut is answered"),
    (Cut::AnswerLost, "an answer that a cut has swallowed is given again"),
    (Cut::AcceptanceLost, "an answer that was taken before a cut is not followed by another move for that turn"),
    (Cut::EndedMeanwhile, "a match that ended during a cut is let go, and the next one is played"),
    (Cut::Again, "it comes back after three cuts in a row"),
    (Cut::Stopping, "it connects again when the server says `STOPPING`"),
    (Cut::Lagged, "it connects again when the server says `LAGGED`, and hears what it missed"),
    (Cut::EndOfStream, "it connects again when its stream ends without a word"),
    (Cut::Replaced, "it stays away when the server says `REPLACED`"),
];

/// Takes the step.
pub async fn take(act: Cut, host: &mut Host) -> Outcome {
    match act {
        Cut::Idle => {
            host.cut();
            host.meet().await?;
            play_on(host).await
        }
        Cut::Resumes => resumes(host).await,
        Cut::InTurn => in_turn(host).await,
        Cut::AnswerLost => answer_lost(host).await,
        Cut::AcceptanceLost => acceptance_lost(host).await,
        Cut::EndedMeanwhile => ended_meanwhile(host).await,
        Cut::Again => {
            for _ in 0..3 {
                host.cut();
                host.meet().await?;
            }
            play_on(host).await
        }
        Cut::Stopping => {
            host.say_end(Reason::Stopping, "the server is stopping; connect again").await?;
            host.hang_up();
            host.meet().await?;
            play_on(host).await
        }
        Cut::Lagged => lagged(host).await,
        Cut::EndOfStream => {
            host.hang_up();
            host.meet().await?;
            play_on(host).await
        }
        Cut::Replaced => {
            host.say_end(Reason::Replaced, "a later stream of the same player has taken this one's place").await?;
            host.hang_up();
            match host.hears_of_another(STAYS_AWAY).await {
                true => Err("it came back: two programs of one player would throw each other out for ever".to_owned()),
                false => Ok(Passed::Well),
            }
        }
    }
}

/// A turn of a fresh match, to see that it still plays.
async fn play_on(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await.map(|()| Passed::Well)
}

/// Connects again, and tells of the match what the bot says that it does not have.
async fn come_back(host: &mut Host, table: &mut Table) -> Result<(), String> {
    host.meet().await?;
    let resumed = host.hello.resume.iter().find(|point| point.match_id == table.match_id());
    let after = resumed.map_or(0, |point| point.after_seq);
    host.seat_again(table, after).await
}

async fn finish(host: &mut Host, mut table: Table, passed: Passed) -> Outcome {
    host.turn(&mut table).await?;
    host.end(&mut table, Termination::Abort).await.map(|()| passed)
}

async fn resumes(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    // What comes before a ping's answer has been read.
    super::meeting::ping(host, 21).await?;
    let told = table.told();
    host.cut();
    host.meet().await?;
    let resumed =
        host.hello.resume.iter().find(|point| point.match_id == table.match_id()).map(|point| point.after_seq);
    let passed = match resumed {
        Some(seq) if seq == told => Passed::Well,
        Some(seq) if seq > told => {
            return Err(format!("expected after_seq {told}, got {seq}: events would be missing"));
        }
        Some(seq) => Passed::But(format!("after_seq is {seq} of {told}: what it has comes again")),
        None => Passed::But("the match is not named: everything comes again".to_owned()),
    };
    host.seat_again(&mut table, resumed.unwrap_or(0)).await?;
    finish(host, table, passed).await
}

async fn in_turn(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    host.ask(&mut table).await?;
    host.cut();
    come_back(host, &mut table).await?;
    finish(host, table, Passed::Well).await
}

async fn answer_lost(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    let Some(turn) = host.ask(&mut table).await? else { return Ok(Passed::NotAsked("there is no turn".to_owned())) };
    let lost = host.hear_move(&turn).await?;
    host.cut();
    come_back(host, &mut table).await?;
    host.say(Message::Turn(Box::new(turn.clone()))).await?;
    let again = host.hear_move(&turn).await?;
    let same = again.command.request_id == lost.command.request_id;
    if same && again.played.notation != lost.played.notation {
        return Err("it gave the same `request_id` to another move".to_owned());
    }
    host.accept(&mut table, &again).await?;
    let cost = "it has a new `request_id`: had the first been taken, this one would be refused";
    finish(host, table, if same { Passed::Well } else { Passed::But(cost.to_owned()) }).await
}

async fn acceptance_lost(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    let Some(turn) = host.ask(&mut table).await? else { return Ok(Passed::NotAsked("there is no turn".to_owned())) };
    let asked = host.hear_move(&turn).await?;
    let seq = table.play(&asked.played.notation)?;
    host.note_taken(&asked, seq);
    host.cut();
    come_back(host, &mut table).await?;
    // It may ask again, and gets the first answer.
    host.silence(super::SILENCE).await?;
    finish(host, table, Passed::Well).await
}

async fn ended_meanwhile(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    host.ask(&mut table).await?;
    host.cut();
    table.end(Termination::Flag);
    come_back(host, &mut table).await?;
    // An answer that was on its way is refused.
    host.silence(super::SILENCE).await?;
    play_on(host).await
}

async fn lagged(host: &mut Host) -> Outcome {
    let mut table = host.open().await?;
    host.turn(&mut table).await?;
    host.say_end(Reason::Lagged, "nothing was read: open another one").await?;
    host.hang_up();
    come_back(host, &mut table).await?;
    finish(host, table, Passed::Well).await
}
