//! Finished matches with many events, written to a store before a server opens it.

use std::{collections::BTreeMap, path::Path, time::Duration};

use referee::{
    games::Catalogue,
    ids::{MatchId, PlayerId, RequestId, Seat, Seq},
    law::{
        Command, Decision, Event, Fact, Graces, IllegalMovePolicy, LostSeatPolicy, Match, MatchOpened, Time,
        TimeControl,
    },
    store::{EventLog as _, RequestKey, sqlite::SqliteStore},
};

use super::positions::position;

/// The flooding player, which played some of the matches.
pub const PLAYER: &str = "eve";
/// The id of the first turn that the player answered in each match.
pub const FIRST_TURN: u64 = 4;
/// The players of the other matches.
const OTHERS: [&str; 2] = ["grace", "heidi"];

/// The number of matches of each kind.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The number of long matches with [`PLAYER`], and also of those without.
    pub long: usize,
    /// The number of events in a long match, half of them moves.
    pub events: usize,
    /// The number of short matches with [`PLAYER`], and also of those without.
    pub short: usize,
}

/// Number of events in a short match.
const SHORT_EVENTS: usize = 100;

/// The ids of the matches.
#[derive(Debug, Default)]
pub struct Over {
    /// Long matches with [`PLAYER`].
    pub own: Vec<String>,
    /// Long matches without [`PLAYER`].
    pub of_others: Vec<String>,
    /// Short matches of both kinds.
    pub short: Vec<String>,
}

impl Over {
    /// Returns all long matches.
    pub fn long(&self) -> impl Iterator<Item = &String> {
        self.own.iter().chain(&self.of_others)
    }
}

/// Fills a data directory with matches.
pub async fn fill(directory: &Path, sizes: Sizes) -> anyhow::Result<Over> {
    let store = SqliteStore::open(directory)?;
    let own = ("own", [PLAYER, OTHERS[0]]);
    let of_others = ("others", OTHERS);
    let mut over = Over::default();
    for ((name, players), ids) in [(own, &mut over.own), (of_others, &mut over.of_others)] {
        keep(&store, &log(players, sizes.events)?, name, sizes.long, ids).await?;
    }
    for (name, players) in [("own-short", own.1), ("others-short", of_others.1)] {
        keep(&store, &log(players, SHORT_EVENTS)?, name, sizes.short, &mut over.short).await?;
    }
    Ok(over)
}

/// Stores copies of a log, and adds their ids to `ids`.
async fn keep(
    store: &SqliteStore,
    log: &[Event],
    name: &str,
    copies: usize,
    ids: &mut Vec<String>,
) -> anyhow::Result<()> {
    for copy in 0..copies {
        let id = format!("{name}-{copy}");
        let match_id = MatchId::parse(&id)?;
        let mut log = log.to_vec();
        if let Fact::MatchOpened(opened) = &mut log[0].fact {
            opened.match_id = match_id.clone();
        }
        let player = PlayerId::parse("keeper")?;
        store.create(RequestKey { player, request_id: id.clone(), content: [0; 32] }, match_id, log, None).await?;
        ids.push(id);
    }
    Ok(())
}

/// Returns a log of this many events: half of them are moves, then the second seat repeatedly
/// disconnects and returns, and the first seat resigns.
fn log(players: [&str; 2], events: usize) -> anyhow::Result<Vec<Event>> {
    let walk = position(events / 2);
    let opened = MatchOpened {
        match_id: MatchId::parse("first")?,
        game: walk.game,
        options: walk.options.into_iter().collect(),
        time_controls: vec![TimeControl::parse("inf")?; 2],
        players: players.map(PlayerId::parse).into_iter().collect::<Result<_, _>>()?,
        opened_unix_ms: 1_700_000_000_000,
        graces: Graces {
            disconnect: Duration::from_secs(36_000),
            start: Duration::from_secs(36_000),
            ..Graces::default()
        },
        illegal_move_policy: IllegalMovePolicy::Forfeit,
        lost_seat_policy: LostSeatPolicy::End,
        luck: None,
        conduct: Default::default(),
        rematch_of: None,
        law: Default::default(),
        created_by: None,
        occasion: None,
        labels: BTreeMap::new(),
        opening: Default::default(),
        consents: Vec::new(),
    };
    let first = Event { seq: Seq(1), at: Time::ZERO, fact: Fact::MatchOpened(Box::new(opened.clone())) };
    let mut live = Match::open_in(Catalogue::ALL, opened)?;
    let mut log = vec![first];
    let (first, second) = (Seat(0), Seat(1));
    for seat in [first, second] {
        take(&mut live, &mut log, &Command::Connect { seat })?;
    }
    for (ply, notation) in (0..).zip(walk.moves) {
        let (seat, received, turn_id) = (Seat((ply % 2) as u8), now(&log), log[log.len() - 1].seq);
        take(&mut live, &mut log, &Command::PlayMove { seat, turn_id, notation, received })?;
    }
    while log.len() < events {
        take(&mut live, &mut log, &Command::Disconnect { seat: second, attended: false })?;
        take(&mut live, &mut log, &Command::Connect { seat: second })?;
    }
    take(&mut live, &mut log, &Command::Resign { seat: first, request_id: RequestId::default() })?;
    Ok(log)
}

/// Returns a time after all events of the log.
fn now(log: &[Event]) -> Time {
    Time(log.len() as u64 * 1_000_000)
}

fn take(live: &mut Match, log: &mut Vec<Event>, command: &Command) -> anyhow::Result<()> {
    let decided = live.decide(now(log), command).map_err(|no| anyhow::anyhow!("{command:?}: {no}"))?;
    let Decision::Events(events) = decided else { anyhow::bail!("{command:?} becomes nothing") };
    for event in events {
        live.apply(&event);
        log.push(event);
    }
    Ok(())
}
