//! Floods of rejected commands: junk, illegal moves, and commands for matches that are over, belong
//! to others or do not exist.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Context as _;
use referee_client::{
    Client, NewMatch, accept_all,
    pb::{
        Hello, IllegalMovePolicy, MatchRules, PlayMove, PlayRequest, Resign, SubmitCommandRequest,
        play_request::Message as Said, play_response::Message, submit_command_request::Command,
    },
};
use tokio::{sync::mpsc, task::JoinSet, time::sleep};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

use super::{
    CALLS, CONNECTIONS, Source, calls,
    log::FIRST_TURN,
    positions::position,
    raw::{self, Connection},
};

/// Number of illegal moves that the server rejects in one turn. The next one forfeits the match.
const TRIES: u32 = 16;
/// Interval at which the player opens a new match for illegal moves.
const ANOTHER: Duration = Duration::from_millis(100);
/// Maximum number of commands that wait to be written.
const LINE: usize = 256;

/// The flooding player, with its own match. The match continues despite the commands.
#[derive(Clone)]
struct Seated {
    source: Source,
    client: Client,
    own: Arc<Mutex<String>>,
    next: Arc<AtomicU64>,
}

impl Seated {
    /// Connects the player, and opens its match.
    async fn begin(tasks: &mut JoinSet<()>, source: Source) -> anyhow::Result<(Seated, Stream)> {
        let client = calls::player(&source).await?;
        client.set_accept_policy(Some(accept_all())).await?;
        let (sender, said) = mpsc::channel(LINE);
        sender
            .send(PlayRequest { message: Some(Said::Hello(Hello { max_matches: Some(256), ..Hello::default() })) })
            .await?;
        let mut told = client.matches().play(ReceiverStream::new(said)).await?.into_inner();
        told.message().await?.context("the stream ended before its welcome")?;
        let own = Arc::new(Mutex::new(open(&client).await?));
        let seated = Seated { source, client, own, next: Arc::default() };
        let opening = seated.clone();
        tasks.spawn(async move {
            loop {
                sleep(ANOTHER).await;
                if let Ok(another) = open(&opening.client).await {
                    *opening.own.lock().unwrap_or_else(PoisonError::into_inner) = another;
                }
            }
        });
        Ok((seated, (sender, told)))
    }

    /// Returns the next command, of all kinds in turn.
    fn command(&self) -> SubmitCommandRequest {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let target = &self.source.target;
        let own = self.own.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let some = |ids: &[String]| ids.get(number as usize / 8 % ids.len().max(1)).cloned().unwrap_or_default();
        let fresh = format!("flood-{number}");
        let play = |turn_id, notation: &str| {
            Command::PlayMove(PlayMove { turn_id, notation: notation.to_owned(), score: None })
        };
        let first = position(1).moves.pop().unwrap_or_default();
        let (match_id, request_id, command) = match number % 8 {
            0 => (own, String::new(), play(99_999, "junk")),
            1 => (own, String::new(), play(FIRST_TURN, "no move at all")),
            2 => (some(&target.over.own), fresh, Command::Resign(Resign {})),
            // This turn was answered before, so the server replies from the log.
            3 => (some(&target.over.own), String::new(), play(FIRST_TURN, &first)),
            4 => (some(&target.over.own), String::new(), play(FIRST_TURN, "another")),
            5 => (some(&target.over.of_others), fresh, Command::Resign(Resign {})),
            6 => (target.match_id.clone(), fresh, Command::Resign(Resign {})),
            _ => ("nowhere".to_owned(), String::new(), play(0, "junk")),
        };
        SubmitCommandRequest { match_id, request_id, command: Some(command) }
    }
}

type Stream = (mpsc::Sender<PlayRequest>, Streaming<referee_client::pb::PlayResponse>);

/// Opens a match of the player against the house that tolerates illegal moves. Returns its id.
async fn open(client: &Client) -> anyhow::Result<String> {
    let rules = MatchRules {
        illegal_move_policy: IllegalMovePolicy::Retry.into(),
        illegal_move_retries: Some(TRIES),
        ..referee_client::timed("600")
    };
    let players = [super::log::PLAYER, "house-greedy"];
    let new = NewMatch { rules, ..NewMatch::of("kamisado", players, "600") };
    Ok(client.create(new).await?.match_id)
}

/// Sends the commands on the player's stream as fast as the stream accepts them.
pub async fn on_stream(tasks: &mut JoinSet<()>, source: Source) -> anyhow::Result<()> {
    let (seated, (sender, mut told)) = Seated::begin(tasks, source).await?;
    let tally = Arc::clone(&seated.source.tally);
    tasks.spawn(async move {
        while let Ok(Some(said)) = told.message().await {
            match said.message {
                Some(Message::Accepted(_)) => tally.serve(),
                Some(Message::Refused(refused)) => {
                    let reason = refused.refusal.as_ref().map(|refusal| refusal.reason());
                    tally.count_refused(reason, || format!("{refused:?}"));
                }
                _ => {}
            }
        }
    });
    tasks.spawn(async move {
        loop {
            let said = PlayRequest { message: Some(Said::Command(seated.command())) };
            if sender.send(said).await.is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Sends each command in a gRPC call.
pub async fn by_calls(tasks: &mut JoinSet<()>, source: Source) -> anyhow::Result<()> {
    let (seated, stream) = Seated::begin(tasks, source).await?;
    tasks.spawn(listen(stream));
    for _ in 0..CONNECTIONS {
        let client = calls::player(&seated.source).await?;
        for _ in 0..CALLS {
            let (seated, client) = (seated.clone(), client.clone());
            tasks.spawn(async move {
                loop {
                    let answered = client.matches().submit_command(seated.command()).await;
                    seated.source.tally.note(answered).await;
                }
            });
        }
    }
    Ok(())
}

/// Sends each command in a JSON call.
pub async fn in_json(tasks: &mut JoinSet<()>, source: Source) -> anyhow::Result<()> {
    let (seated, stream) = Seated::begin(tasks, source).await?;
    tasks.spawn(listen(stream));
    for _ in 0..CONNECTIONS {
        let seated = seated.clone();
        tasks.spawn(async move {
            let source = &seated.source;
            loop {
                let Ok(connection) = Connection::reading(&source.target.url).await else {
                    source.tally.refuse(None, String::new).await;
                    continue;
                };
                let mut callers = JoinSet::new();
                for _ in 0..CALLS {
                    let (seated, connection) = (seated.clone(), connection.clone());
                    callers.spawn(async move {
                        let (path, source) = ("referee.v1.MatchService/SubmitCommand", &seated.source);
                        let token = Some(&*source.target.token);
                        while raw::note(source, connection.in_json(path, token, json(seated.command())).await).await {}
                    });
                }
                callers.join_all().await;
            }
        });
    }
    Ok(())
}

/// Returns the same command in JSON.
fn json(command: SubmitCommandRequest) -> String {
    let SubmitCommandRequest { match_id, request_id, command } = command;
    let mut said = serde_json::json!({ "matchId": match_id, "requestId": request_id });
    match command {
        Some(Command::PlayMove(PlayMove { turn_id, notation, .. })) => {
            said["playMove"] = serde_json::json!({ "turnId": turn_id, "notation": notation });
        }
        _ => said["resign"] = serde_json::json!({}),
    }
    said.to_string()
}

/// Reads the player's messages, so it stays connected.
async fn listen((sender, mut told): Stream) {
    let _sender = sender;
    while let Ok(Some(_)) = told.message().await {}
}
