//! The only stream from the server, which carries the messages of all matches. Passes each message
//! to its match.

use std::{
    collections::{BTreeMap, VecDeque},
    future,
    time::Duration,
};

use anyhow::{Context, bail};
use futures_util::future::join_all;
use referee_client::{
    Client, Error, Incoming, PlayOptions, Seats,
    pb::{
        AcceptPolicy, Contest, GetMatchRequest, LadderEntry, MatchEnded, MatchState, Reason, RematchResponse, Seated,
        Verdict, match_event::Event,
    },
};
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Instant, sleep_until, timeout},
};
use tonic::Code;

use super::{
    messages::{Reply, Told},
    rematches::{Rematches, Wish},
    seat::RemoteSeat,
    starter::Starter,
};
use crate::engine::session::Session;

/// Maximum queued answers of engines to the server.
const WAITING_REPLIES: usize = 1024;
/// Maximum queued messages for the engine of one match.
const WAITING_FOR_SEAT: usize = 1024;
/// Delay before a declaration that the server could not take is sent again.
pub const SAY_AGAIN: Duration = Duration::from_secs(5);
/// Time limit for withdrawing the declared policy before the program ends.
const WITHDRAW_WITHIN: Duration = Duration::from_secs(5);

/// The engine's purpose on a server.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The games to play; if empty, those that the engine declares.
    pub games: Vec<String>,
    /// Maximum concurrent matches.
    pub max_matches: u32,
    /// Whether to leave once a match has ended, no match is in progress, and no rematch may come.
    /// Matches are then played one at a time.
    pub once: bool,
    /// Maximum rematches to request for each match.
    pub rematches: u32,
    /// Matches to accept automatically; `None` keeps the policy declared earlier.
    pub accepts: Option<AcceptPolicy>,
    /// The contest to enter.
    pub entry: Option<Entry>,
}

/// A contest of the server in which the engine plays.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The player to enter; `None` for the player of the token, whichever it is.
    pub player: Option<String>,
    pub contest: Contest,
}

/// What happens to an engine on a server, for its host.
pub enum Notice<'a> {
    /// The engine is connected, as this player.
    Joined(&'a str),
    /// The engine has a seat in a match.
    Seated(&'a Seated),
    /// A match of the engine is over.
    Ended { match_id: &'a str, verdict: &'a Verdict },
}

/// The callback for notices. If it returns an error, the engine leaves the server.
pub type Notify = Box<dyn FnMut(Notice<'_>) -> anyhow::Result<()>>;

/// The engine on its server.
pub struct Joined {
    client: Client,
    seats: Seats,
    starter: Starter,
    once: bool,
    /// The queue to the engine of each match.
    places: BTreeMap<String, mpsc::Sender<Told>>,
    /// Processes of the engine that play no match.
    idle: Vec<Session>,
    tasks: JoinSet<Left>,
    /// Matches whose engine has not started, because the maximum number of engines is running.
    held: VecDeque<Held>,
    most: usize,
    /// The policy to declare once connected.
    accepts: Option<AcceptPolicy>,
    /// The declared policy, withdrawn at the end.
    declared: Option<AcceptPolicy>,
    /// The player that the token must belong to; `None` for any.
    player: Option<String>,
    /// The contest to enter once connected.
    enters: Option<Contest>,
    /// When to retry a declaration that failed.
    say_at: Option<Instant>,
    replies: mpsc::Receiver<Reply>,
    /// A sender that every seat gets a clone of.
    to_replies: mpsc::Sender<Reply>,
    ended: u64,
    rematches: Rematches,
    notify: Notify,
}

/// A match whose engine has not started, with the queue of its messages.
struct Held {
    seated: Seated,
    told: mpsc::Receiver<Told>,
}

/// A match that is over, with its process if another match can use it.
struct Left {
    match_id: String,
    session: Option<Session>,
}

impl Joined {
    /// Creates the engine's stay on a server, not connected yet; `first` is a running process of
    /// the engine.
    pub fn new(client: Client, starter: Starter, first: Session, wanted: Wanted, notify: Notify) -> Joined {
        let said = first.introduction();
        let max_matches = if wanted.once { 1 } else { wanted.max_matches };
        let options = PlayOptions {
            games: if wanted.games.is_empty() { said.games.clone() } else { wanted.games },
            max_matches: Some(max_matches),
            without_legal: said.without_legal,
            agent: said.name.clone(),
            ..PlayOptions::default()
        };
        let (to_replies, replies) = mpsc::channel(WAITING_REPLIES);
        let (player, enters) = wanted.entry.map(|entry| (entry.player, entry.contest)).unzip();
        Joined {
            seats: client.seats(options),
            client,
            starter,
            once: wanted.once,
            places: BTreeMap::new(),
            idle: vec![first],
            tasks: JoinSet::new(),
            held: VecDeque::new(),
            most: usize::try_from(max_matches.max(1)).unwrap_or(usize::MAX),
            accepts: wanted.accepts,
            declared: None,
            player: player.flatten(),
            enters,
            say_at: None,
            replies,
            to_replies,
            ended: 0,
            rematches: Rematches::new(wanted.rematches),
            notify,
        }
    }

    /// Plays until the server refuses or the wanted matches have been played. If the engine is
    /// disqualified, plays until its matches have ended.
    pub async fn play(&mut self) -> anyhow::Result<()> {
        loop {
            let is_out = self.starter.strike().is_out();
            if self.places.is_empty() && is_out {
                bail!("the engine is disqualified after repeated failures");
            }
            if self.is_done() {
                return Ok(());
            }
            let (lapses_at, say_at) = (self.rematches.lapses_at(), self.say_at);
            tokio::select! {
                biased;
                incoming = self.seats.next() => match incoming {
                    Ok(incoming) => self.take(incoming).await?,
                    Err(error) if error.reason() == Some(Reason::Replaced) => {
                        // The policy now belongs to the other program, so this one must not
                        // withdraw it.
                        self.declared = None;
                        bail!("another program has joined as this player and replaced this program: {error}");
                    }
                    Err(error) => return Err(error).context("failed to play on the server"),
                },
                Some(Reply { match_id, command }) = self.replies.recv() => {
                    self.seats.submit(&match_id, command).context("failed to answer the server")?;
                }
                Some(left) = self.tasks.join_next() => self.take_back(left.context("a match failed")?)?,
                () = until(lapses_at.map(Instant::from)) => self.rematches.forget_lapsed(),
                () = until(say_at) => self.declare().await?,
            }
        }
    }

    fn is_done(&self) -> bool {
        self.once && self.ended > 0 && self.places.is_empty() && !self.rematches.are_waited_for()
    }

    /// Withdraws the declared policy, and ends all processes of the engine.
    pub async fn quit(&mut self) {
        self.withdraw().await;
        self.tasks.shutdown().await;
        join_all(self.idle.drain(..).map(Session::quit)).await;
    }

    /// Withdraws the declared policy, unless the player has declared another one since.
    async fn withdraw(&mut self) {
        let Some(declared) = self.declared.take() else { return };
        let withdrawn = timeout(WITHDRAW_WITHIN, async {
            if self.client.accept_policy().await?.as_ref() == Some(&declared) {
                self.client.set_accept_policy(None).await?;
            }
            Ok::<(), Error>(())
        });
        match withdrawn.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!("failed to withdraw the policy: {error}"),
            Err(_) => tracing::warn!("failed to withdraw the policy within {} s", WITHDRAW_WITHIN.as_secs()),
        }
    }

    async fn take(&mut self, incoming: Incoming) -> anyhow::Result<()> {
        match incoming {
            Incoming::Welcome(welcome) => {
                if let Some(player) = self.player.as_ref().filter(|player| **player != welcome.player) {
                    bail!("wrong token for {player}: the token belongs to {}", welcome.player);
                }
                (self.notify)(Notice::Joined(&welcome.player))?;
                self.declare().await?;
                tracing::info!(player = %welcome.player, server = %welcome.server, "joined");
                if self.declared.is_some() {
                    tracing::info!(
                        "1 of {} places is reserved for running tournaments and ladders of the player",
                        self.most
                    );
                }
                self.look_for_ended().await;
            }
            Incoming::Seated(seated) => self.seat(*seated)?,
            Incoming::Event { match_id, event } => {
                if let Some(Event::MatchEnded(MatchEnded { verdict: Some(verdict), .. })) = &event.event {
                    (self.notify)(Notice::Ended { match_id: &match_id, verdict })?;
                }
                self.pass(&match_id, Told::Event(Box::new(event)));
            }
            Incoming::Turn(turn) => self.pass(&turn.match_id.clone(), Told::Turn(Box::new(turn))),
            Incoming::Rematch(said) => self.hear_of_rematch(&said),
            Incoming::RematchProposed(proposed) => {
                tracing::info!(match_id = proposed.match_id, seat = proposed.seat, "rematch requested");
            }
            Incoming::Challenge(challenge) => {
                let (id, by, state) = (&challenge.challenge_id, &challenge.challenger, challenge.state().as_str_name());
                tracing::info!(challenge = id, challenger = by, state, "challenge");
            }
            Incoming::Refused { match_id, command: None, refusal } if self.rematches.declined(&match_id) => {
                tracing::warn!(match_id, "no rematch: {refusal}");
            }
            Incoming::Refused { match_id, command, refusal } => {
                let command = command.and_then(|asked| asked.command);
                self.pass(&match_id, Told::Refused { command, refusal });
            }
            Incoming::Accepted { .. } => {}
            Incoming::Cut => tracing::warn!("connection lost; reconnecting"),
            Incoming::Waiting { cause, wait } => {
                tracing::warn!("no connection, retrying in {} ms: {cause}", wait.as_millis());
            }
        }
        Ok(())
    }

    /// Declares the accept policy and enters the contest, unless already done.
    async fn declare(&mut self) -> anyhow::Result<()> {
        self.say_at = None;
        match self.say().await {
            Err(error) if error.is_passing() => {
                tracing::warn!("failed to declare the policy or enter the contests: {error}");
                self.say_at = Some(Instant::now() + SAY_AGAIN);
                Ok(())
            }
            said => said.context("failed to declare the policy or enter the contests"),
        }
    }

    async fn say(&mut self) -> Result<(), Error> {
        if let Some(policy) = self.accepts.clone() {
            match self.client.set_accept_policy(Some(policy)).await {
                // A server without this call never asks for consent, so it needs no policy.
                Err(error) if error.reason() != Some(Reason::UnknownCall) => return Err(error),
                // Keeps the policy in the server's form, to recognise it before withdrawing it.
                Ok(()) => self.declared = self.client.accept_policy().await?,
                Err(_) => {}
            }
            self.accepts = None;
        }
        if let Some(contest) = &self.enters {
            self.client.enter_contest(contest.clone(), LadderEntry::default()).await?;
            tracing::info!(contest = contest.name(), "entered");
            self.enters = None;
        }
        Ok(())
    }

    /// Adds a match, unless this stream already has it.
    fn seat(&mut self, seated: Seated) -> anyhow::Result<()> {
        let match_id = seated.match_id.clone();
        if self.places.contains_key(&match_id) {
            return Ok(());
        }
        (self.notify)(Notice::Seated(&seated))?;
        let rematch_of = seated.summary.as_ref().map_or("", |summary| summary.rematch_of.as_str());
        tracing::info!(match_id, seat = seated.seat, rematch_of, "seated");
        self.rematches.began(&match_id, rematch_of);
        let (line, told) = mpsc::channel(WAITING_FOR_SEAT);
        self.places.insert(match_id, line);
        self.held.push_back(Held { seated, told });
        self.start_held();
        Ok(())
    }

    /// Starts the engines of held matches, up to the maximum number of engines.
    fn start_held(&mut self) {
        while self.tasks.len() < self.most
            && let Some(Held { seated, told }) = self.held.pop_front()
        {
            let seat = RemoteSeat::new(&seated, self.starter.clone(), self.idle.pop(), told, self.to_replies.clone());
            self.tasks.spawn(async move { Left { match_id: seated.match_id, session: seat.play().await } });
        }
    }

    fn pass(&mut self, match_id: &str, told: Told) {
        if let Some(line) = self.places.get(match_id)
            && line.try_send(told).is_err()
        {
            // Dropping the sender ends the seat's queue, so that the seat resigns.
            tracing::warn!(match_id, "the engine does not keep up");
            self.places.remove(match_id);
        }
    }

    fn hear_of_rematch(&mut self, said: &RematchResponse) {
        let RematchResponse { match_id, rematch_match_id: rematch, agreed_seats, lapses_in_ms, .. } = said;
        match rematch.is_empty() {
            true => tracing::info!(match_id, ?agreed_seats, "waiting {} s for a rematch", lapses_in_ms / 1000),
            false => tracing::info!(match_id, rematch, "all seats requested a rematch"),
        }
        self.rematches.told(said);
    }

    fn take_back(&mut self, left: Left) -> anyhow::Result<()> {
        self.places.remove(&left.match_id);
        self.ended += 1;
        self.idle.extend(left.session);
        self.start_held();
        match self.rematches.ended(&left.match_id) {
            Wish::OnceMore if !self.starter.strike().is_out() => {
                self.seats.rematch(&left.match_id).context("failed to request a rematch")
            }
            Wish::OnceMore | Wish::Nothing => Ok(()),
        }
    }

    /// Looks for matches that ended while the connection was cut, since no later message names
    /// them.
    async fn look_for_ended(&mut self) {
        let known: Vec<String> = self.places.keys().cloned().collect();
        for match_id in known {
            let asked = self
                .client
                .matches()
                .get_match(GetMatchRequest { match_id: match_id.clone(), ..Default::default() })
                .await;
            let over = match asked {
                Ok(answer) => answer.into_inner().summary.is_some_and(|summary| summary.state() == MatchState::Over),
                Err(status) => status.code() == Code::NotFound,
            };
            if over {
                tracing::info!(match_id, "ended while disconnected");
                self.pass(&match_id, Told::Over);
            }
        }
    }
}

/// Waits until `at`; forever if `None`.
async fn until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => future::pending().await,
    }
}
