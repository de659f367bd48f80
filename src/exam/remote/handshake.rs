//! Tests of connecting and introducing.

use std::collections::BTreeSet;

use super::{
    bot_link::name,
    examiner::{Examiner, SILENCE},
};
use crate::{
    exam::report::{Outcome, Passed},
    games,
    pb::v1::{self, play_request::Message as Said, play_response::Message},
};

/// Maximum matches of a bot.
const MAX_MATCHES: u32 = 256;
/// Maximum length of an agent text.
const MAX_AGENT: usize = 200;
/// Why a bot on `Attend` answers no ping.
pub const NO_PONG: &str = "`Attend` has no answer to a `ping`";
/// Number of pings.
const PINGS: u64 = 3;

/// A test at the start.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HandshakeTest {
    Connects,
    /// Its first message.
    Hello,
    Fields,
    Games,
    Quiet,
    Pings,
    /// A message of a later version.
    Unknown,
}

/// All of them, in order.
pub const ALL: &[(HandshakeTest, &str)] = &[
    (HandshakeTest::Connects, "connects and opens `Play` or `Attend` with its token"),
    (HandshakeTest::Hello, "sends `hello` first"),
    (HandshakeTest::Fields, "keeps the fields of `hello` within their limits, and resumes nothing at first"),
    (HandshakeTest::Games, "plays a game known here"),
    (HandshakeTest::Quiet, "sends nothing after `welcome` until a match starts"),
    (HandshakeTest::Pings, "answers each `ping` with a `pong` of the same nonce"),
    (HandshakeTest::Unknown, "ignores an unknown message"),
];

impl HandshakeTest {
    /// Returns whether all other steps depend on it.
    pub fn is_first(self) -> bool {
        matches!(self, HandshakeTest::Connects | HandshakeTest::Hello | HandshakeTest::Games)
    }
}

pub async fn take(act: HandshakeTest, examiner: &mut Examiner) -> Outcome {
    match act {
        HandshakeTest::Connects => examiner.await_stream().await?,
        HandshakeTest::Hello => examiner.hear_hello().await?,
        HandshakeTest::Fields => return fields(&examiner.hello),
        HandshakeTest::Games => {
            examiner.game()?;
        }
        HandshakeTest::Quiet => {
            examiner.enter().await?;
            examiner.silence(SILENCE).await?;
        }
        HandshakeTest::Pings if examiner.link.attends() => return Ok(Passed::NotAsked(NO_PONG.to_owned())),
        HandshakeTest::Pings => {
            for nonce in 1..=PINGS {
                ping(examiner, nonce << 40 | nonce).await?;
            }
        }
        HandshakeTest::Unknown => {
            examiner.link.pass_raw(v1::PlayResponse { message: None }).await?;
            ping(examiner, 7 << 40).await?;
        }
    }
    Ok(Passed::Well)
}

/// Sends a ping, and waits for the pong. A bot on `Attend` sends none: what it sends is awaited.
pub async fn ping(examiner: &mut Examiner, nonce: u64) -> Result<(), String> {
    let ping = v1::PlayResponse { message: Some(Message::Ping(v1::Ping { nonce })) };
    examiner.link.pass_raw(ping).await?;
    if examiner.link.attends() {
        return examiner.silence(SILENCE).await;
    }
    match examiner.next("pong").await? {
        Said::Pong(pong) if pong.nonce == nonce => Ok(()),
        Said::Pong(pong) => Err(format!("expected nonce {nonce}, got {}", pong.nonce)),
        other => Err(format!("expected `pong`, got {}", name(&other))),
    }
}

fn fields(hello: &v1::Hello) -> Outcome {
    let v1::Hello { games, max_matches, resume, agent, .. } = hello;
    if let Some(most) = max_matches.filter(|most| !(1..=MAX_MATCHES).contains(most)) {
        return Err(format!("max_matches: expected 1 to {MAX_MATCHES}, got {most}"));
    }
    if agent.chars().count() > MAX_AGENT || agent.chars().any(char::is_control) {
        return Err(format!("agent: expected at most {MAX_AGENT} characters and no control characters"));
    }
    if !resume.is_empty() {
        return Err("resume: expected nothing before the first match".to_owned());
    }
    let mut once = BTreeSet::new();
    if let Some(twice) = games.iter().find(|game| !once.insert(*game)) {
        return Err(format!("games: `{twice}` is listed twice"));
    }
    if let Some(unknown) = games.iter().find(|game| games::find(game).is_none()) {
        return Err(format!("games: unknown game `{unknown}`; a server refuses the whole hello"));
    }
    match agent.is_empty() {
        true => Ok(Passed::But("agent is empty: the server's log cannot name the program".to_owned())),
        false => Ok(Passed::Well),
    }
}
