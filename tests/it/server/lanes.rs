//! Concurrent matches of every game on a server under disturbances. Every event must arrive once
//! and in order, and every acknowledged move must survive.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    ops::Range,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use referee::{
    games::GAMES,
    law::{Event as LogEvent, Fact, Termination, Time, verify},
    store::record,
};
use referee_client::{
    Client, Error, Incoming, PlayOptions,
    pb::{self, match_event::Event, submit_command_request::Command},
};
use tokio::{
    sync::{RwLock, watch},
    task::JoinHandle,
    time::timeout,
};

use super::host::soon;
use crate::api::some_move;

/// Maximum time between two events of a match, longer than any clock in it.
const NOTHING_COMES: Duration = Duration::from_secs(90);

/// Acknowledged moves by event number, each as round, ply and notation.
type Acknowledged = BTreeMap<u64, (u32, u32, String)>;

/// Plays one match, and returns the acknowledged moves. Every event must arrive once and in order.
async fn play(bot: Client, match_id: String, events: watch::Sender<u64>) -> Acknowledged {
    let mut seats = bot.seats(PlayOptions { retry: soon(), max_matches: Some(8), ..PlayOptions::default() });
    let (mut asked, mut acknowledged, mut last) = (BTreeMap::new(), Acknowledged::new(), 0);
    loop {
        let next = timeout(NOTHING_COMES, seats.next()).await;
        match next.unwrap_or_else(|_| panic!("{match_id}: nothing follows event {last}")).expect("it comes back") {
            Incoming::Turn(turn) if turn.match_id == match_id => {
                let notation = some_move(&turn);
                asked.insert(turn.turn_id, (turn.round, turn.ply, notation.clone()));
                seats.answer(&turn, notation).expect("there is room");
            }
            Incoming::Event { match_id: of, event } if of == match_id => {
                assert_eq!(event.seq, last + 1, "every event comes once and in order");
                last = event.seq;
                events.send_modify(|events| *events += 1);
                match event.event {
                    Some(Event::MatchEnded(_)) => return acknowledged,
                    Some(Event::MovePlayed(moved)) => {
                        let played = (moved.round, moved.ply, moved.notation);
                        if asked.values().any(|own| *own == played) {
                            acknowledged.insert(event.seq, played);
                        }
                    }
                    _ => {}
                }
            }
            Incoming::Accepted { match_id: of, command: Some(said), seq } if of == match_id => {
                let Some(Command::PlayMove(played)) = said.command else { panic!("only moves are sent") };
                acknowledged.insert(seq, asked[&played.turn_id].clone());
            }
            Incoming::Refused { command, refusal, .. } => {
                let Some(Command::PlayMove(_)) = command.and_then(|asked| asked.command) else { continue };
                // A command that was sent again after a restart may have been stored before, or may
                // have arrived before its match resumed. The server sends the turn again.
                let is_expected = matches!(refusal.reason, pb::Reason::AlreadyPlayed | pb::Reason::Starting);
                assert!(is_expected, "{refusal}");
            }
            _ => {}
        }
    }
}

async fn watch_all(client: Client, match_id: String) -> Vec<u64> {
    let (mut watch, mut seen) = (client.watch(&match_id, 0).with_retry(soon()), Vec::new());
    loop {
        let next = timeout(NOTHING_COMES, watch.next()).await;
        let next = next.unwrap_or_else(|_| panic!("{match_id}: no watcher hears what follows event {:?}", seen.last()));
        let Some(event) = next.expect("it comes back") else { break };
        seen.push(event.seq);
    }
    seen
}

/// A player: one client for its calls, and one for its stream.
struct Player {
    calls: Client,
    plays: Client,
}

/// Matches of every game on one server. Each lane plays them one after another until told to stop.
pub struct Lanes {
    client: Client,
    /// The address to which players and watchers connect, each over its own connection.
    through: SocketAddr,
    time_control: &'static str,
    /// The host stalls that the records of the matches report, in milliseconds of the wall clock.
    stalls: Mutex<Vec<Range<i64>>>,
    /// The number of events that players received.
    pub events: watch::Sender<u64>,
    enough: AtomicBool,
    /// A lock for operations on the server. It blocks opening matches and requesting records.
    pub up: RwLock<()>,
}

impl Lanes {
    /// Registers players at `server` and starts the lanes. Players play and watch over connections
    /// to `through`; all other calls go to `server`.
    pub async fn begin(
        server: SocketAddr,
        through: SocketAddr,
        time_control: &'static str,
    ) -> (Arc<Lanes>, Vec<JoinHandle<u32>>) {
        let (events, enough, up) = (watch::channel(0).0, AtomicBool::new(false), RwLock::new(()));
        let (client, stalls) = (lazy(server), Mutex::default());
        let all = Arc::new(Lanes { client, through, time_control, stalls, events, enough, up });
        let mut lanes = Vec::new();
        for game in GAMES {
            let facts = game.facts();
            let mut players = Vec::new();
            for seat in 0..usize::from(facts.usual_seats) {
                let token = all.client.register(&name(facts.id, seat)).await.expect("the name is free");
                let calls = all.client.with_token(&token).expect("a token");
                players.push(Player { calls, plays: lazy(through).with_token(&token).expect("a token") });
            }
            lanes.push(tokio::spawn(Arc::clone(&all).lane(facts.id.to_owned(), players)));
        }
        (all, lanes)
    }

    /// Returns whether the record of a match reports a stall within a span.
    pub fn has_stalled_in(&self, span: &Range<i64>) -> bool {
        self.stalls().iter().any(|stall| stall.start < span.end && span.start < stall.end)
    }

    /// Locks the stalls. The lock is held only briefly, and never across an await.
    fn stalls(&self) -> MutexGuard<'_, Vec<Range<i64>>> {
        self.stalls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the current matches end, and returns the number of matches played.
    pub async fn end(&self, lanes: Vec<JoinHandle<u32>>) -> u32 {
        self.enough.store(true, Ordering::Relaxed);
        let mut matches = 0;
        for lane in lanes {
            matches += lane.await.expect("nothing is lost");
        }
        matches
    }

    /// Plays matches of one game until told to stop, and returns their number.
    async fn lane(self: Arc<Lanes>, game: String, players: Vec<Player>) -> u32 {
        let mut matches = 0;
        while !self.enough.load(Ordering::Relaxed) {
            let id = self.open(&game, &players).await;
            let begin = |player: &Player| tokio::spawn(play(player.plays.clone(), id.clone(), self.events.clone()));
            let playing: Vec<_> = players.iter().map(begin).collect();
            let watched = tokio::spawn(watch_all(lazy(self.through), id.clone()));
            let mut acknowledged = Vec::new();
            for played in playing {
                acknowledged.push(played.await.expect("it plays on"));
            }
            let watched = watched.await.expect("it is watched");
            let events = record::read(&self.record(&id).await).expect("a record can be read");
            check(&events, &watched, &acknowledged);
            self.stalls().extend(stalls(&events));
            matches += 1;
        }
        matches
    }

    async fn record(&self, id: &str) -> String {
        loop {
            let _up = self.up.read().await;
            match self.client.record(id).await {
                Ok(text) => return text,
                Err(Error::Unreachable { .. }) => {}
                Err(error) => panic!("{id} is over: {error}"),
            }
        }
    }

    async fn open(&self, game: &str, players: &[Player]) -> String {
        loop {
            let up = self.up.read().await;
            match agree(game, self.time_control, players).await {
                Ok(match_id) => return match_id,
                // The server is still resuming its matches, or the connection belonged to its
                // killed predecessor.
                Err(Error::Refused(refusal)) if refusal.reason == pb::Reason::Starting => {}
                Err(Error::Unreachable { .. }) => {}
                Err(error) => panic!("{game}: {error}"),
            }
            drop(up);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Opens a match by a challenge that all players accept, since none of them is connected between
/// matches. Returns its id.
async fn agree(game: &str, time_control: &str, players: &[Player]) -> Result<String, Error> {
    let asked = pb::CreateChallengeRequest {
        game: game.to_owned(),
        opponents: (1..players.len()).map(|seat| name(game, seat)).collect(),
        rules: Some(referee_client::timed(time_control)),
        seat: Some(0),
        ..pb::CreateChallengeRequest::default()
    };
    let mut challenge = players[0].calls.challenge(asked).await?;
    for other in &players[1..] {
        challenge = other.calls.accept_challenge(&challenge.challenge_id).await?;
    }
    Ok(challenge.match_id)
}

/// Returns a client that connects on its first call, and reconnects after errors.
fn lazy(address: SocketAddr) -> Client {
    Client::connect_lazy(&format!("http://{address}")).expect("it is an address")
}

fn name(game: &str, seat: usize) -> String {
    format!("{}-{seat}", game.replace('_', "-"))
}

/// Checks that the record of a match agrees with its players and its watcher.
fn check(events: &[LogEvent], watched: &[u64], acknowledged: &[Acknowledged]) {
    let verified = verify::verify(events).expect("the record agrees with the law");
    let Some(Fact::MatchEnded(ended)) = events.last().map(|event| &event.fact) else { panic!("it ends with its end") };
    assert_eq!(ended.verdict.termination, Termination::Normal, "{:?}", ended.verdict);
    assert!(verified.over && acknowledged.iter().all(|moves| moves.len() > 1));
    assert_eq!(watched, (1..=verified.events).collect::<Vec<_>>());
    for (seq, (round, ply, notation)) in acknowledged.iter().flatten() {
        let index = usize::try_from(*seq).expect("a match is short") - 1;
        let Fact::MovePlayed(moved) = &events[index].fact else { panic!("event {seq} was acknowledged as a move") };
        assert_eq!((moved.round, moved.ply, &moved.notation), (*round, *ply, notation), "event {seq}");
    }
}

/// Returns the host stalls in the record of a match, in milliseconds of the wall clock. The server
/// must have run throughout.
fn stalls(events: &[LogEvent]) -> Vec<Range<i64>> {
    let Some(Fact::MatchOpened(opened)) = events.first().map(|event| &event.fact) else { panic!("it begins") };
    let at = |time: Time| opened.opened_unix_ms + (time.0 / 1_000_000) as i64;
    let stall = |event: &LogEvent| match &event.fact {
        Fact::HostStalled(stall) => Some(at(stall.began)..at(stall.ended)),
        _ => None,
    };
    events.iter().filter_map(stall).collect()
}
