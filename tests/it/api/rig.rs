//! A server in this process, and its clients.

use std::{collections::VecDeque, net::SocketAddr, num::NonZeroU32, time::Duration};

use referee::{
    api::{self, Settings, services::tokens::draw_token},
    games::Catalogue,
    hall::{Hall, Limits, Restart},
    ids::PlayerId,
    store::{NewAccount, Registered, Scope, Scopes, Store},
};
use referee_client::{
    Client, ConnectOptions, NewMatch,
    pb::{self, PlayRequest, play_request::Message as Said, play_response::Message, submit_command_request::Command},
};
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot},
    task::JoinHandle,
    time::timeout,
};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Status, Streaming};
use tonic_types::StatusExt as _;

/// Longer than any test, also in virtual time.
const NEVER: Duration = Duration::from_secs(1_000_000);

/// Maximum time until a turn opens, on a busy machine.
const OPENS_WITHIN: Duration = Duration::from_secs(30);

/// More players than any test registers.
const MANY: NonZeroU32 = NonZeroU32::new(1_000_000).unwrap();

/// Guard for virtual time. While it exists, only [`tokio::time::advance`] moves the time. It blocks
/// a thread, which keeps the runtime from advancing the time by itself.
pub struct TimeByHand {
    _held: std::sync::mpsc::Sender<()>,
}

impl TimeByHand {
    pub fn take() -> TimeByHand {
        tokio::time::pause();
        let (_held, let_go) = std::sync::mpsc::channel();
        tokio::task::spawn_blocking(move || let_go.recv());
        TimeByHand { _held }
    }
}

pub struct Rig {
    hall: Hall,
    pub address: SocketAddr,
    pub client: Client,
    pub stop: Option<oneshot::Sender<()>>,
    pub served: JoinHandle<anyhow::Result<()>>,
}

impl Rig {
    pub async fn start() -> Rig {
        Rig::with_limits(Limits::default()).await
    }

    pub async fn with_limits(limits: Limits) -> Rig {
        Rig::with(Catalogue::ALL, limits).await
    }

    pub async fn with(games: Catalogue, limits: Limits) -> Rig {
        let settings = Settings { registrations_per_hour: MANY, ..Settings::default() };
        Rig::over(Store::in_memory().expect("there is memory"), games, limits, settings).await
    }

    pub async fn with_settings(settings: Settings) -> Rig {
        Rig::over(Store::in_memory().expect("there is memory"), Catalogue::ALL, Limits::default(), settings).await
    }

    /// Starts a server with these players as hosts. Its house bots move without delay.
    pub async fn with_hosts(store: Store, hosts: &[&str]) -> Rig {
        let arbiters = hosts.iter().map(|name| PlayerId::parse(name).expect("a name")).collect();
        let settings = Settings { arbiters, registrations_per_hour: MANY, ..Settings::default() };
        let limits = Limits { house_pace: Duration::ZERO, ..Limits::default() };
        Rig::over(store, Catalogue::ALL, limits, settings).await
    }

    pub async fn over(store: Store, games: Catalogue, limits: Limits, settings: Settings) -> Rig {
        Rig::secured(store, games, limits, settings, &ConnectOptions::default()).await
    }

    /// Starts a server, and connects a client with these options, such as TLS.
    pub async fn secured(
        store: Store,
        games: Catalogue,
        limits: Limits,
        settings: Settings,
        options: &ConnectOptions,
    ) -> Rig {
        let hall = Hall::open_with(games, store, limits).await.expect("the memory store opens");
        Rig::serving(hall, settings, async |url| Client::connect_with(url, options).await).await
    }

    /// Starts a server that is reached only through a proxy. Its own client is not yet connected.
    pub async fn behind_proxy(settings: Settings) -> Rig {
        let hall = Hall::open(Store::in_memory().expect("there is memory"), Limits::default()).await;
        Rig::serving(hall.expect("the memory store opens"), settings, async |url| Client::connect_lazy(url)).await
    }

    /// Starts a server that answers at once. Returns the server and the rest of its start-up.
    pub async fn starting(store: Store) -> (Rig, Restart) {
        let (hall, restart) = Hall::begin(store, Limits::default()).await.expect("the store opens");
        (Rig::serving(hall, Settings::default(), async |url| Client::connect(url).await).await, restart)
    }

    async fn serving(
        hall: Hall,
        settings: Settings,
        connect: impl AsyncFnOnce(&str) -> Result<Client, referee_client::Error>,
    ) -> Rig {
        let scheme = if settings.tls.is_some() { "https" } else { "http" };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a loopback port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(api::serve(listener, hall.clone(), settings, async {
            let _ = stopped.await;
        }));
        let client = connect(&format!("{scheme}://{address}")).await.expect("the server is there");
        Rig { hall, address, client, stop: Some(stop), served }
    }

    /// Stops the server gracefully.
    pub async fn stop(self) {
        let Rig { hall, client, stop, served, .. } = self;
        stop.expect("it runs").send(()).expect("it waits");
        drop(client);
        served.await.expect("it does not panic").expect("it stops in good order");
        hall.close().await;
    }

    /// Starts a server for a test in virtual time. Keep-alive is off, because virtual time may
    /// advance before a socket has delivered its data.
    pub async fn without_keepalive() -> Rig {
        Rig::with_settings(Settings { keepalive: NEVER, ..Settings::default() }).await
    }

    /// Registers a player that accepts every match. Returns its token.
    pub async fn token(&self, name: &str) -> String {
        let token = self.client.register(name).await.expect("the name is free");
        let player = self.client.with_token(&token).expect("the token can be sent");
        player.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
        token
    }

    /// Registers a player without an accept policy. Returns its client.
    pub async fn wary_player(&self, name: &str) -> Client {
        let token = self.client.register(name).await.expect("the name is free");
        let options = ConnectOptions { keepalive: NEVER, ..ConnectOptions::default() };
        let client = Client::connect_lazy_with(&format!("http://{}", self.address), &options).expect("an address");
        client.with_token(&token).expect("the token can be sent")
    }

    /// Returns a client of `root`, an administrator of the server over `store`.
    pub async fn administrator(&self, store: &Store) -> Client {
        self.root(store, Scopes::of([Scope::Admin])).await
    }

    /// Returns a client of the player `root` with these scopes.
    pub async fn root(&self, store: &Store, scopes: Scopes) -> Client {
        let (secret, token) = draw_token("admin".into(), scopes, None).expect("there is luck");
        let new = NewAccount {
            player: PlayerId::parse("root").expect("a name"),
            owner: None,
            is_guest: false,
            display_name: String::new(),
            created_unix_ms: token.created_unix_ms,
            token: Some(token),
            recovery_code: None,
            invite: None,
            most_owned: 0,
        };
        assert_eq!(store.accounts.register(new).await, Ok(Registered::New));
        self.client.with_token(&secret).expect("the token can be sent")
    }

    /// Registers a player that accepts every match. Returns a client on a new connection.
    pub async fn player(&self, name: &str) -> Client {
        let client = self.wary_player(name).await;
        client.set_accept_policy(Some(referee_client::accept_all())).await.expect("it is kept");
        client
    }

    /// Starts a match between two players with open streams. Returns their bots and the id of the
    /// match. Seat 0 is `ann`.
    pub async fn seated(&self) -> (Bot, Bot, String) {
        let (ann, bob) = (self.player("ann").await, self.player("bob").await);
        let mut black = Bot::enter(&ann).await;
        let mut white = Bot::enter(&bob).await;
        let patient = NewMatch { rules: patient_rules(), ..kamisado("ann", "bob") };
        let opened = ann.create(patient).await.expect("both are here");
        black.seated(&opened.match_id).await;
        white.seated(&opened.match_id).await;
        (black, white, opened.match_id)
    }
}

/// Opens a match to which all players agree themselves, so none of them needs a stream. Seat 0
/// sends a challenge, and the others accept it. The accept policies of the others are removed.
pub async fn agreed<'a>(new: NewMatch, players: impl IntoIterator<Item = &'a Client>) -> String {
    let mut players = players.into_iter();
    let first = players.next().expect("a match has a seat 0");
    let others: Vec<&Client> = players.collect();
    for other in &others {
        other.set_accept_policy(None).await.expect("it is kept");
    }
    let NewMatch { game, options, rules, players, .. } = new;
    let asked = pb::CreateChallengeRequest {
        opponents: players[1..].to_vec(),
        game,
        options: options.into_iter().collect(),
        rules: Some(rules),
        seat: Some(0),
        ..pb::CreateChallengeRequest::default()
    };
    let made = first.challenge(asked).await.expect("it is put to the others");
    let mut match_id = String::new();
    for other in others {
        match_id = other.accept_challenge(&made.challenge_id).await.expect("it may").match_id;
    }
    match_id
}

/// Returns rules without a clock. A player may retry after an illegal move.
fn patient_rules() -> pb::MatchRules {
    let illegal_move_policy = pb::IllegalMovePolicy::Retry.into();
    pb::MatchRules { illegal_move_policy, ..referee_client::timed("inf") }
}

pub fn kamisado(black: &str, white: &str) -> NewMatch {
    NewMatch {
        game: "kamisado".into(),
        rules: referee_client::timed("inf"),
        players: vec![black.into(), white.into()],
        ..NewMatch::default()
    }
}

/// A bot that sends exactly what a test asks for.
pub struct Bot {
    pub client: Client,
    pub sender: mpsc::Sender<PlayRequest>,
    inbound: Streaming<pb::PlayResponse>,
    /// Turns that arrived before an expected reply. A seat may move twice in a row, and an opponent
    /// may agree before the reply arrives.
    turns: VecDeque<Message>,
}

impl Bot {
    /// Opens the stream without sending a message.
    pub async fn open(client: &Client) -> Result<Bot, Status> {
        let (sender, receiver) = mpsc::channel(64);
        let inbound = client.matches().play(ReceiverStream::new(receiver)).await?.into_inner();
        Ok(Bot { client: client.clone(), sender, inbound, turns: VecDeque::new() })
    }

    /// Opens the stream, sends a plain hello and waits for the welcome.
    pub async fn enter(client: &Client) -> Bot {
        Bot::enter_with(client, pb::Hello { max_matches: Some(8), ..pb::Hello::default() }).await
    }

    pub async fn enter_with(client: &Client, hello: pb::Hello) -> Bot {
        let mut bot = Bot::open(client).await.expect("the stream opens");
        bot.say(Said::Hello(hello)).await;
        match bot.hear().await {
            Message::Welcome(_) => bot,
            other => panic!("expected a welcome, heard {other:?}"),
        }
    }

    pub async fn say(&mut self, said: Said) {
        self.sender.send(PlayRequest { message: Some(said) }).await.expect("the stream is open");
    }

    pub async fn say_nothing(&mut self) {
        self.sender.send(PlayRequest { message: None }).await.expect("the stream is open");
    }

    /// Returns the next message.
    pub async fn hear(&mut self) -> Message {
        if let Some(turn) = self.turns.pop_front() {
            return turn;
        }
        self.hear_from_stream().await
    }

    async fn hear_from_stream(&mut self) -> Message {
        let said = self.inbound.message().await.expect("the stream is not cut").expect("the stream is open");
        said.message.expect("a message says something")
    }

    /// Checks that the stream has ended without an error.
    pub async fn hear_the_end(&mut self) {
        assert_eq!(self.inbound.message().await.map_err(|status| status.code()), Ok(None));
    }

    /// Returns the result of `pick` for the first message that it accepts. Skips all others.
    pub async fn hear_until<T>(&mut self, pick: impl Fn(Message) -> Option<T>) -> T {
        loop {
            if let Some(picked) = pick(self.hear().await) {
                return picked;
            }
        }
    }

    pub async fn seated(&mut self, match_id: &str) -> pb::Seated {
        let seated =
            self.hear_until(|said| if let Message::Seated(seated) = said { Some(*seated) } else { None }).await;
        assert_eq!(seated.match_id, match_id);
        seated
    }

    pub async fn turn(&mut self) -> pb::Turn {
        self.hear_until(|said| if let Message::Turn(turn) = said { Some(*turn) } else { None }).await
    }

    /// Returns the sequence number of the event that ends a match, and its verdict.
    pub async fn ended(&mut self) -> (u64, pb::Verdict) {
        self.hear_until(|said| match said {
            Message::Event(said) => said.event.and_then(|event| match event.event {
                Some(pb::match_event::Event::MatchEnded(ended)) => ended.verdict.map(|verdict| (event.seq, verdict)),
                _ => None,
            }),
            _ => None,
        })
        .await
    }

    /// Returns the reply to the command with this request id, or to the answer to this turn.
    pub async fn reply(&mut self, request_id: &str, turn_id: u64) -> Result<u64, pb::Refusal> {
        loop {
            match self.hear_from_stream().await {
                Message::Accepted(said) if (said.request_id.as_str(), said.turn_id) == (request_id, turn_id) => {
                    return Ok(said.seq);
                }
                Message::Refused(refused)
                    if (refused.request_id.as_str(), refused.turn_id) == (request_id, turn_id) =>
                {
                    return Err(refused.refusal.unwrap_or_default());
                }
                turn @ Message::Turn(_) => self.turns.push_back(turn),
                _ => {}
            }
        }
    }

    /// Stops sending, and reads until the stream ends.
    pub async fn close(&mut self) {
        self.sender = mpsc::channel(1).0;
        self.hear_it_cut().await;
    }

    /// Reads until the stream ends, with or without an error.
    pub async fn hear_it_cut(&mut self) {
        while let Ok(Some(_)) = self.inbound.message().await {}
    }

    pub async fn refusal(&mut self) -> pb::Refusal {
        self.hear_until(|said| if let Message::Refused(refused) = said { refused.refusal } else { None }).await
    }

    pub async fn ask(&mut self, request: pb::SubmitCommandRequest) -> Result<u64, pb::Refusal> {
        let turn_id = match &request.command {
            Some(Command::PlayMove(played)) => played.turn_id,
            _ => 0,
        };
        let request_id = request.request_id.clone();
        self.say(Said::Command(request)).await;
        self.reply(&request_id, turn_id).await
    }
}

/// Returns the open turn of a match and its first legal move. `mover` is the player to move, whose
/// bot may not read its turn.
pub async fn open_turn(mover: &Client, match_id: &str) -> (u64, String) {
    let opens = async {
        loop {
            let look = pb::GetMatchRequest { match_id: match_id.to_owned(), ..Default::default() };
            let seen = mover.matches().get_match(look).await.expect("it is there").into_inner();
            if let Some(legal) = seen.legal.into_iter().next() {
                return (seen.turn_id, legal.notation);
            }
        }
    };
    timeout(OPENS_WITHIN, opens).await.expect("a turn of this player opens")
}

pub fn play_move(match_id: &str, turn_id: u64, notation: &str) -> pb::SubmitCommandRequest {
    command(match_id, "", Command::PlayMove(pb::PlayMove { turn_id, notation: notation.into(), score: None }))
}

pub fn command(match_id: &str, request_id: &str, command: Command) -> pb::SubmitCommandRequest {
    pb::SubmitCommandRequest { match_id: match_id.into(), request_id: request_id.into(), command: Some(command) }
}

/// Checks that a call was refused with this code, and that its `ErrorInfo` has this reason and
/// field.
#[track_caller]
pub fn assert_refused<T: std::fmt::Debug>(answer: Result<T, Status>, code: Code, reason: &str, field: &str) {
    let status = answer.expect_err("the call is to be refused");
    let info = status.get_details_error_info().expect("a refusal carries an ErrorInfo");
    let named = info.metadata.get("field").map_or("", String::as_str);
    assert_eq!((status.code(), info.reason.as_str(), named), (code, reason, field), "{}", status.message());
    assert_eq!(info.domain, "referee");
    assert!(!status.message().is_empty());
    assert!(field.is_empty() || info.metadata.contains_key("expected"), "a field comes with what was expected");
}

/// Checks that a message was refused with this reason and field.
#[track_caller]
pub fn assert_declined<T: std::fmt::Debug>(answer: Result<T, pb::Refusal>, reason: pb::Reason, field: &str) {
    let refusal = answer.expect_err("the message is to be refused");
    assert_eq!((refusal.reason(), refusal.field.as_str()), (reason, field), "{}", refusal.text);
    assert!(!refusal.text.is_empty());
}
