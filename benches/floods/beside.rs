//! The matches beside a flood: one of two bots that answer after 20 ms, and one in which a bot says nothing.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use referee_client::{
    Client, NewMatch,
    pb::{
        self, Hello, MatchEvent, PlayMove, PlayRequest, PlayResponse, SeatEvent, match_event::Event,
        play_request::Message as Said, play_response::Message, submit_command_request::Command,
    },
};
use tokio::{sync::mpsc, time::sleep};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

/// How long a bot thinks.
const THINKS: Duration = Duration::from_millis(20);
/// The clock of the bot that says nothing, for a move.
const SILENT_CONTROL: &str = "st=1";

/// A bot with a stream on a connection of its own.
pub struct Bot {
    client: Client,
    name: String,
    sender: mpsc::Sender<PlayRequest>,
    inbound: Streaming<PlayResponse>,
}

/// What a match beside a flood came to.
#[derive(Default)]
pub struct Played {
    /// How long each answer to a move took, the shortest first.
    pub answers: Vec<Duration>,
    /// How many flags were void.
    pub void: usize,
    /// How it ended: the name of the termination, where it did.
    pub ended: String,
}

impl Played {
    /// The answer that so large a part of them took no longer than.
    pub fn at(&self, part: f64) -> Duration {
        let rank = (self.answers.len() as f64 * part).ceil() as usize;
        self.answers.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }
}

impl Bot {
    /// Registers and connects.
    pub async fn enter(url: &str, name: &str) -> anyhow::Result<Bot> {
        let client = Client::connect(url).await?;
        let client = client.with_token(&client.register(name).await?)?;
        client.set_accept_policy(Some(referee_client::accept_all())).await?;
        let (sender, said) = mpsc::channel(8);
        let hello = Hello { max_matches: 256, ..Hello::default() };
        sender.send(PlayRequest { message: Some(Said::Hello(hello)) }).await?;
        let inbound = client.matches().play(ReceiverStream::new(said)).await?.into_inner();
        Ok(Bot { client, name: name.to_owned(), sender, inbound })
    }

    /// Opens a match against another in which this one is asked first; gives its id.
    pub async fn open(&self, other: &Bot, control: &str) -> anyhow::Result<String> {
        let new = NewMatch {
            game: "kamisado".to_owned(),
            options: [("length".to_owned(), "marathon".to_owned())].into(),
            rules: referee_client::timed(control),
            players: vec![self.name.clone(), other.name.clone()],
            ..NewMatch::default()
        };
        Ok(self.client.create(new).await?.match_id)
    }

    /// Plays on, and opens another match when one ends, until this is dropped; every answer goes to `answers`.
    async fn play(&mut self, played: &mut Played, until: Instant) -> anyhow::Result<()> {
        let mut asked = None;
        let mut number = 0_u64;
        while Instant::now() < until {
            let next = tokio::time::timeout_at(until.into(), self.inbound.message());
            let Ok(said) = next.await else { return Ok(()) };
            match said?.context("the stream has ended")?.message.context("a message says something")? {
                Message::Turn(turn) => {
                    sleep(THINKS).await;
                    number += 1;
                    let at = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
                    let notation = turn.legal[at as usize % turn.legal.len()].clone();
                    let played = PlayMove { round: turn.round, ply: turn.ply, notation, score: None };
                    asked = Some(Instant::now());
                    self.say(turn.match_id, format!("m{number}"), Command::PlayMove(played)).await?;
                }
                Message::Accepted(_) => played.answers.extend(asked.take().map(|asked| asked.elapsed())),
                Message::Refused(refused) => anyhow::bail!("declined: {refused:?}"),
                Message::Event(SeatEvent { event: Some(MatchEvent { event: Some(event), .. }), .. })
                    if played.note(&event) =>
                {
                    return Ok(());
                }
                _ => {}
            }
        }
        Ok(())
    }

    async fn say(&self, match_id: String, request_id: String, command: Command) -> anyhow::Result<()> {
        let command = pb::SubmitCommandRequest { match_id, request_id, command: Some(command) };
        self.sender.send(PlayRequest { message: Some(Said::Command(command)) }).await?;
        Ok(())
    }
}

impl Played {
    /// Whether the event is the end.
    fn note(&mut self, event: &Event) -> bool {
        match event {
            Event::FlagVoided(_) => self.void += 1,
            Event::MatchEnded(ended) => {
                self.ended = ended.verdict.clone().unwrap_or_default().termination().as_str_name().to_owned();
                return true;
            }
            _ => {}
        }
        false
    }
}

/// Plays an ordinary match for `span`.
pub async fn ordinary(bots: &mut [Bot; 2], span: Duration) -> anyhow::Result<Played> {
    let until = Instant::now() + span;
    bots[0].open(&bots[1], "600+5").await?;
    let (mut left, mut right) = (Played::default(), Played::default());
    let [one, other] = bots;
    tokio::try_join!(one.play(&mut left, until), other.play(&mut right, until))?;
    left.answers.append(&mut right.answers);
    left.answers.sort_unstable();
    left.void = left.void.max(right.void);
    Ok(left)
}

/// Lets a bot say nothing until the match is over.
pub async fn silent(bots: &mut [Bot; 2]) -> anyhow::Result<Played> {
    bots[0].open(&bots[1], SILENT_CONTROL).await?;
    let mut played = Played::default();
    loop {
        let said = bots[1].inbound.message().await?.context("the stream has ended")?;
        if let Some(Message::Event(SeatEvent { event: Some(MatchEvent { event: Some(event), .. }), .. })) = said.message
            && played.note(&event)
        {
            return Ok(played);
        }
    }
}
