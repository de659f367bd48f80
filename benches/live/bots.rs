//! The bots: two of them share the matches of a pair, each on one stream.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use referee_client::{
    Client, NewMatch,
    pb::{
        Hello, PlayMove, PlayRequest, ResumePoint, SubmitCommandRequest, Turn, play_request::Message as Said,
        play_response::Message, submit_command_request::Command,
    },
};
use tokio::{
    sync::{Notify, mpsc},
    task::JoinSet,
    time::{Instant as Tick, sleep_until, timeout},
};
use tokio_stream::wrappers::ReceiverStream;

/// Number of concurrent matches per bot.
const MATCHES_A_BOT: usize = 250;
/// Maximum number of messages that wait for one stream.
const LINE: usize = 64;
/// Maximum time to wait for the answers to the last moves.
const LAST_ANSWERS: Duration = Duration::from_secs(10);

/// Names and tokens of the players. Those at 2n and 2n + 1 play each other.
pub type Players = Vec<(String, String)>;
/// The last event that each bot knows of each match.
pub type Known = BTreeMap<String, BTreeMap<String, u64>>;

/// Registers as many players as `matches` matches need.
pub async fn register(url: &str, matches: usize) -> anyhow::Result<Players> {
    let client = Client::connect(url).await?;
    let mut players = Vec::new();
    for number in 0..2 * matches.div_ceil(MATCHES_A_BOT) {
        let name = format!("bot-{number}");
        let token = client.register(&name).await?;
        client.with_token(&token)?.set_accept_policy(Some(referee_client::accept_all())).await?;
        players.push((name, token));
    }
    Ok(players)
}

/// The turns that wait for their moves, over all streams.
pub struct Tables {
    matches: usize,
    state: Mutex<Open>,
    changed: Notify,
}

#[derive(Default)]
struct Open {
    /// The matches that have asked for a move.
    asked: BTreeSet<String>,
    /// The open turns with their bots, oldest first.
    turns: VecDeque<(usize, Box<Turn>)>,
    /// The send time of each unanswered move, by match and turn.
    sent: BTreeMap<(String, u64), Instant>,
    /// The response time of each move.
    answers: Vec<Duration>,
    /// An unexpected message of the server.
    failure: Option<String>,
}

impl Tables {
    /// Creates the state in which none of `matches` matches has asked for a move.
    pub fn new(matches: usize) -> Tables {
        Tables { matches, state: Mutex::default(), changed: Notify::new() }
    }

    /// Waits until every match has asked for a move.
    pub async fn wait_for_all(&self, patience: Duration) -> anyhow::Result<()> {
        let all = timeout(patience, self.wait_until(|open| open.asked.len() >= self.matches)).await;
        match all {
            Ok(waited) => waited,
            Err(_) => bail!("{} of {} matches have asked for a move", self.lock().asked.len(), self.matches),
        }
    }

    /// Forgets everything, as after a restart.
    pub fn forget(&self) {
        *self.lock() = Open::default();
    }

    async fn wait_until(&self, is_so: impl Fn(&Open) -> bool) -> anyhow::Result<()> {
        loop {
            let changed = self.changed.notified();
            {
                let open = self.lock();
                if let Some(failure) = &open.failure {
                    bail!("{failure}");
                }
                if is_so(&open) {
                    return Ok(());
                }
            }
            changed.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.state.lock().expect("the lock is not poisoned")
    }

    /// Handles a message of the server on stream `bot`.
    fn hear(&self, bot: usize, said: Message, known: &mut BTreeMap<String, u64>) {
        let mut open = self.lock();
        match said {
            Message::Turn(turn) => {
                open.asked.insert(turn.match_id.clone());
                open.turns.push_back((bot, turn));
            }
            Message::Accepted(accepted) => {
                if let Some(sent) = open.sent.remove(&(accepted.match_id, accepted.turn_id)) {
                    open.answers.push(sent.elapsed());
                }
            }
            Message::Event(event) => {
                known.insert(event.match_id, event.event.map_or(0, |event| event.seq));
                return;
            }
            Message::Refused(refused) => open.failure = Some(format!("declined: {refused:?}")),
            _ => return,
        }
        drop(open);
        self.changed.notify_waiters();
    }
}

/// All bots on their streams.
pub struct Crowd {
    clients: Vec<Client>,
    lines: Vec<mpsc::Sender<PlayRequest>>,
    known: Vec<Arc<Mutex<BTreeMap<String, u64>>>>,
    players: Vec<String>,
    _tasks: JoinSet<()>,
}

impl Crowd {
    /// Connects every player with its own connection, resuming from `known`.
    pub async fn enter(url: &str, players: &Players, known: &Known, tables: &Arc<Tables>) -> anyhow::Result<Crowd> {
        let mut crowd = Crowd {
            clients: Vec::new(),
            lines: Vec::new(),
            known: Vec::new(),
            players: players.iter().map(|(name, _)| name.clone()).collect(),
            _tasks: JoinSet::new(),
        };
        for (bot, (name, token)) in players.iter().enumerate() {
            let client = Client::connect(url).await?.with_token(token)?;
            let (line, receiver) = mpsc::channel(LINE);
            let before = known.get(name).cloned().unwrap_or_default();
            let resume = before.iter().map(|(id, seq)| ResumePoint { match_id: id.clone(), after_seq: *seq }).collect();
            let max_matches = u32::try_from(MATCHES_A_BOT)?;
            let hello = Hello { max_matches: Some(max_matches), resume, ..Hello::default() };
            line.send(PlayRequest { message: Some(Said::Hello(hello)) }).await?;
            let mut inbound = client.matches().play(ReceiverStream::new(receiver)).await?.into_inner();
            let welcome = inbound.message().await?.context("the stream ended")?.message;
            ensure!(matches!(welcome, Some(Message::Welcome(_))), "no welcome but {welcome:?}");
            let known = Arc::new(Mutex::new(before));
            let (tables, own) = (Arc::clone(tables), Arc::clone(&known));
            let pings = line.clone();
            crowd._tasks.spawn(async move {
                while let Ok(Some(said)) = inbound.message().await {
                    match said.message {
                        Some(Message::Ping(ping)) => {
                            let pong = referee_client::pb::Pong { nonce: ping.nonce };
                            let _ = pings.send(PlayRequest { message: Some(Said::Pong(pong)) }).await;
                        }
                        Some(said) => tables.hear(bot, said, &mut own.lock().expect("the lock is not poisoned")),
                        None => {}
                    }
                }
            });
            crowd.clients.push(client);
            crowd.lines.push(line);
            crowd.known.push(known);
        }
        Ok(crowd)
    }

    /// Opens this many matches, with all pairs in parallel.
    pub async fn open(&self, players: &Players, matches: usize) -> anyhow::Result<()> {
        let mut opening = JoinSet::new();
        for (pair, two) in players.chunks_exact(2).enumerate() {
            let own = (matches - pair * MATCHES_A_BOT).min(MATCHES_A_BOT);
            let (client, names) = (self.clients[2 * pair].clone(), vec![two[0].0.clone(), two[1].0.clone()]);
            opening.spawn(async move {
                for _ in 0..own {
                    let new = NewMatch {
                        game: "kamisado".into(),
                        options: [("length".to_owned(), "marathon".to_owned())].into(),
                        rules: referee_client::timed("1d/move"),
                        players: names.clone(),
                        ..NewMatch::default()
                    };
                    client.create(new).await?;
                }
                anyhow::Ok(())
            });
        }
        while let Some(opened) = opening.join_next().await {
            opened??;
        }
        Ok(())
    }

    /// Plays `rate` moves per second for `span`. Returns the time of each durable answer.
    pub async fn play(&self, rate: u32, span: Duration, tables: &Tables) -> anyhow::Result<Vec<Duration>> {
        let began = Tick::now();
        for number in 0.. {
            let due = began + Duration::from_secs(1) * number / rate;
            if due.duration_since(began) >= span {
                break;
            }
            sleep_until(due).await;
            let next = tables.lock().turns.pop_front();
            // With few matches, all of them may be waiting for the server.
            let Some((bot, turn)) = next else { continue };
            let notation = turn.legal[number as usize % turn.legal.len()].clone();
            let played = PlayMove { turn_id: turn.turn_id, notation, score: None };
            let (match_id, command) = (turn.match_id.clone(), Some(Command::PlayMove(played)));
            let asked = SubmitCommandRequest { match_id, request_id: String::new(), command };
            tables.lock().sent.insert((turn.match_id, turn.turn_id), Instant::now());
            let line = &self.lines[bot];
            line.send(PlayRequest { message: Some(Said::Command(asked)) }).await.context("a stream has ended")?;
        }
        let answered = timeout(LAST_ANSWERS, tables.wait_until(|open| open.sent.is_empty())).await;
        answered.context("some moves were not answered")??;
        Ok(std::mem::take(&mut tables.lock().answers))
    }

    /// Cuts all streams. Returns what each bot knows.
    pub fn leave(self) -> Known {
        let known = self.known.iter().map(|known| known.lock().expect("the lock is not poisoned").clone());
        self.players.iter().cloned().zip(known).collect()
    }
}
