//! A bad bot that speaks gRPC directly.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::Context as _;
use referee_client::{
    Client,
    pb::{
        self, PlayMove, PlayRequest, PlayResponse, play_request::Message as Said, play_response::Message,
        submit_command_request::Command,
    },
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::mpsc,
    time::{MissedTickBehavior, interval, sleep},
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Streaming};

use crate::{
    Behaviour,
    bots::PER_SECOND,
    place::{Post, What},
};

/// Length of a move in a flood, in bytes. It is close to the limit of a message.
const LONG: usize = 60_000;
/// Commands per batch.
const WAVE: usize = 8;
/// Delay before the next attempt to connect.
const LATER: Duration = Duration::from_secs(1);

/// A connected bot.
pub struct BadBot {
    behaviour: Behaviour,
    sender: mpsc::Sender<PlayRequest>,
    inbound: Streaming<PlayResponse>,
    /// Whether the proxy delays the last byte of the next message.
    holds: Arc<AtomicBool>,
}

impl BadBot {
    /// Connects and receives the welcome. Waits if rate limited.
    pub async fn enter(url: &str, token: &str, behaviour: Behaviour) -> anyhow::Result<BadBot> {
        let holds = Arc::new(AtomicBool::new(false));
        let client = Client::connect(&pipe(url, Arc::clone(&holds)).await?).await?.with_token(token)?;
        loop {
            let (sender, said) = mpsc::channel(WAVE);
            let hello = pb::Hello { max_matches: Some(2), ..pb::Hello::default() };
            sender.send(PlayRequest { message: Some(Said::Hello(hello)) }).await?;
            match client.matches().play(ReceiverStream::new(said)).await {
                Ok(inbound) => {
                    let mut bot = BadBot { behaviour, sender, inbound: inbound.into_inner(), holds };
                    while !matches!(bot.hear().await?, Message::Welcome(_)) {}
                    return Ok(bot);
                }
                Err(status) if status.code() == Code::ResourceExhausted => sleep(LATER).await,
                Err(status) => return Err(status.into()),
            }
        }
    }

    /// Misbehaves from the first turn on, forever.
    pub async fn play(mut self, mut post: Post) -> anyhow::Result<()> {
        let turn = loop {
            if let Message::Turn(turn) = self.hear().await? {
                break turn;
            }
        };
        post.tell(What::Asked)?;
        self.holds.store(self.behaviour == Behaviour::Endless, Ordering::Release);
        let saying = say_for_ever(self.sender.clone(), self.behaviour, turn.match_id);
        let hearing = async {
            loop {
                match self.hear().await? {
                    Message::Turn(_) => post.tell(What::Asked)?,
                    Message::Ping(pb::Ping { nonce }) => {
                        self.sender.send(PlayRequest { message: Some(Said::Pong(pb::Pong { nonce })) }).await?;
                    }
                    _ => {}
                }
            }
        };
        tokio::select! {
            said = saying => said,
            heard = hearing => heard,
        }
    }

    async fn hear(&mut self) -> anyhow::Result<Message> {
        self.inbound.message().await?.and_then(|said| said.message).context("the stream has ended")
    }
}

async fn say_for_ever(to: mpsc::Sender<PlayRequest>, behaviour: Behaviour, match_id: String) -> anyhow::Result<()> {
    let length = if behaviour == Behaviour::Chatter { 4 } else { LONG };
    // Names an unknown turn, so the server rejects every command.
    let played = PlayMove { turn_id: 99_999, notation: "x".repeat(length), ..PlayMove::default() };
    let request_id = String::new();
    let command = pb::SubmitCommandRequest { match_id, request_id, command: Some(Command::PlayMove(played)) };
    let said = PlayRequest { message: Some(Said::Command(command)) };
    match behaviour {
        Behaviour::Silent => {}
        Behaviour::Endless => to.send(said).await?,
        Behaviour::Chatter => loop {
            to.send(said.clone()).await?;
        },
        Behaviour::Flood => {
            let mut waves = interval(Duration::from_secs(1) * (WAVE * LONG) as u32 / PER_SECOND);
            waves.set_missed_tick_behavior(MissedTickBehavior::Burst);
            loop {
                waves.tick().await;
                for _ in 0..WAVE {
                    to.send(said.clone()).await?;
                }
            }
        }
    }
    std::future::pending().await
}

/// Starts a proxy to the server, and returns its URL. Once `holds` is set, it delays the last byte
/// of the bot's next message.
async fn pipe(url: &str, holds: Arc<AtomicBool>) -> anyhow::Result<String> {
    let server = url.trim_start_matches("http://").to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        let (near, _) = listener.accept().await?;
        let far = TcpStream::connect(server).await?;
        near.set_nodelay(true)?;
        far.set_nodelay(true)?;
        let ((from_bot, mut to_bot), (mut from_server, to_server)) = (near.into_split(), far.into_split());
        tokio::select! {
            carried = carry(from_bot, to_server, &holds) => carried,
            carried = copy(&mut from_server, &mut to_bot) => carried.map(drop),
        }
    });
    Ok(format!("http://{address}"))
}

async fn carry(mut bot: OwnedReadHalf, mut server: OwnedWriteHalf, holds: &AtomicBool) -> std::io::Result<()> {
    let mut bytes = vec![0; 256 * 1024];
    loop {
        match bot.read(&mut bytes).await? {
            0 => return Ok(()),
            count if holds.load(Ordering::Acquire) => {
                server.write_all(&bytes[..count - 1]).await?;
                std::future::pending::<()>().await;
            }
            count => server.write_all(&bytes[..count]).await?,
        }
    }
}
