//! The matches during a flood: one between two bots that answer after 20 ms, and one with a silent
//! bot.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use referee_client::{
    Client, NewMatch,
    pb::{
        self, Hello, PlayMove, PlayRequest, PlayResponse, SeatEvent, match_event::Event, play_request::Message as Said,
        play_response::Message, submit_command_request::Command,
    },
};
use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

/// Thinking time of a bot.
const THINKS: Duration = Duration::from_millis(20);
/// Time limit of the silent bot per move.
const SILENT_CONTROL: &str = "st=1";

/// Maximum time until a match ends that only waits for a clock.
const ENDS_WITHIN: Duration = Duration::from_secs(60);

/// A bot with its own connection and stream.
pub struct Bot {
    client: Client,
    name: String,
    /// The number of commands sent so far.
    said: u64,
    sender: mpsc::Sender<PlayRequest>,
    inbound: Streaming<PlayResponse>,
}

/// A flag that a host stall voided.
#[derive(Clone, Copy, Debug)]
pub struct Void {
    /// The time at which the seat learned of the void flag.
    pub told: Instant,
    /// The duration of the stalls in the turn, as reported by the server.
    pub stalled: Duration,
}

/// The results of the matches during a flood.
#[derive(Debug, Default)]
pub struct Played {
    /// The response time of each move, shortest first.
    pub answers: Vec<Duration>,
    /// The void flags.
    pub voids: Vec<Void>,
    /// The end of each match: the name of its termination, and the places.
    pub ends: Vec<(String, Vec<u32>)>,
    /// The failures that the server reported: failed commands, and matches that it aborted.
    pub faults: Vec<String>,
    /// The duration of each host stall, which another program's disk writes may cause.
    pub stalls: Vec<Duration>,
}

impl Played {
    /// Returns the quantile of the response times.
    pub fn at(&self, part: f64) -> Duration {
        let rank = (self.answers.len() as f64 * part).ceil() as usize;
        self.answers.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }

    /// Returns whether seat 0 lost the last match by this termination, and all others ended by the
    /// rules.
    pub fn is_lost_by(&self, termination: &str) -> bool {
        let Some(((last, places), before)) = self.ends.split_last() else { return false };
        last == termination && places[..] == [2, 1] && before.iter().all(|(end, _)| end == "TERMINATION_NORMAL")
    }

    /// Adds the other seat's results of the same matches.
    fn join(&mut self, other: Played) {
        self.answers.extend(other.answers);
        self.answers.sort_unstable();
        self.faults.extend(other.faults);
        self.stalls.extend(other.stalls);
        if other.voids.len() > self.voids.len() {
            self.voids = other.voids;
        }
    }
}

impl Bot {
    /// Registers a player, and connects it.
    pub async fn enter(url: &str, name: &str) -> anyhow::Result<Bot> {
        let client = Client::connect(url).await?;
        let client = client.with_token(&client.register(name).await?)?;
        client.set_accept_policy(Some(referee_client::accept_all())).await?;
        let (sender, said) = mpsc::channel(8);
        let hello = Hello { max_matches: Some(256), ..Hello::default() };
        sender.send(PlayRequest { message: Some(Said::Hello(hello)) }).await?;
        let mut inbound = client.matches().play(ReceiverStream::new(said)).await?.into_inner();
        inbound.message().await?.context("the stream ended before its welcome")?;
        Ok(Bot { client, name: name.to_owned(), said: 0, sender, inbound })
    }

    /// Opens a match against another bot in which this one moves first. Returns its id.
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

    /// Plays until the match is over or the time is up.
    async fn play(&mut self, played: &mut Played, until: Instant) -> anyhow::Result<()> {
        let mut asked = None;
        while Instant::now() < until {
            let next = tokio::time::timeout_at(until.into(), self.inbound.message());
            let Ok(said) = next.await else { return Ok(()) };
            match said?.context("the stream has ended")?.message.context("a message says something")? {
                Message::Turn(turn) => {
                    sleep(THINKS).await;
                    self.said += 1;
                    let at = self.said.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
                    let notation = turn.legal[at as usize % turn.legal.len()].clone();
                    let played = PlayMove { turn_id: turn.turn_id, notation, score: None };
                    asked = Some(Instant::now());
                    self.say(turn.match_id, Command::PlayMove(played)).await?;
                }
                Message::Accepted(_) => played.answers.extend(asked.take().map(|asked| asked.elapsed())),
                Message::Refused(refused) => played.faults.push(format!("declined: {refused:?}")),
                Message::Event(seen) if played.note(&seen) => return Ok(()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Listens until the match is over.
    async fn wait_for_end(&mut self, played: &mut Played) -> anyhow::Result<()> {
        loop {
            let said = self.inbound.message().await?.context("the stream has ended")?;
            if let Some(Message::Event(seen)) = said.message
                && played.note(&seen)
            {
                return Ok(());
            }
        }
    }

    async fn say(&self, match_id: String, command: Command) -> anyhow::Result<()> {
        let command = pb::SubmitCommandRequest { match_id, request_id: String::new(), command: Some(command) };
        self.sender.send(PlayRequest { message: Some(Said::Command(command)) }).await?;
        Ok(())
    }
}

impl Played {
    /// Notes an event. Returns whether it ends the match.
    fn note(&mut self, seen: &SeatEvent) -> bool {
        let Some(event) = seen.event.as_ref().and_then(|event| event.event.as_ref()) else { return false };
        match event {
            Event::FlagVoided(void) => {
                let stalled = Duration::from_nanos(
                    void.stalls.iter().map(|stall| stall.ended_ns - stall.began_ns).sum::<i64>().cast_unsigned(),
                );
                self.voids.push(Void { told: Instant::now(), stalled });
            }
            Event::HostStalled(stalled) => self.stalls.push(Duration::from_nanos(stalled.stalled_ns.cast_unsigned())),
            Event::MatchEnded(ended) => {
                let verdict = ended.verdict.clone().unwrap_or_default();
                if verdict.termination() == pb::Termination::HostFault {
                    self.faults.push(format!("{verdict:?}"));
                }
                self.ends.push((verdict.termination().as_str_name().to_owned(), verdict.places));
                return true;
            }
            _ => {}
        }
        false
    }
}

/// Plays ordinary matches in sequence for `span`, and resigns the last one for seat 0.
pub async fn ordinary(bots: &mut [Bot; 2], span: Duration) -> anyhow::Result<Played> {
    let until = Instant::now() + span;
    let (mut left, mut right) = (Played::default(), Played::default());
    let [one, other] = bots;
    loop {
        let match_id = one.open(other, "600+5").await?;
        let ended = left.ends.len();
        tokio::try_join!(one.play(&mut left, until), other.play(&mut right, until))?;
        if left.ends.len() > ended && Instant::now() < until {
            continue;
        }
        if left.ends.len() == ended {
            one.said += 1;
            one.say(match_id, Command::Resign(pb::Resign {})).await?;
            timeout(ENDS_WITHIN, one.wait_for_end(&mut left)).await.context("the match did not end")??;
        }
        left.join(right);
        return Ok(left);
    }
}

/// Keeps seat 0 silent until the match is over.
pub async fn silent(bots: &mut [Bot; 2]) -> anyhow::Result<Played> {
    bots[0].open(&bots[1], SILENT_CONTROL).await?;
    let mut played = Played::default();
    timeout(ENDS_WITHIN, bots[1].wait_for_end(&mut played)).await.context("the match did not end")??;
    Ok(played)
}
