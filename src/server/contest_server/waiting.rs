//! The waiting matches of a contest: for players that do not agree to them or cannot be seated, for
//! room on the server, or for players absent from an open match.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use referee_ids::{MatchId, PlayerId};
use referee_law::{Reason, Refusal};

use crate::hall::{Agreed, Hall, NewMatch, house::is_house, wall_clock::TimerInstant};

/// A match that is due and not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingMatch {
    /// Its key.
    pub match_key: String,
    /// The reason for its wait.
    pub wait: Wait,
    /// The players it waits for, in the order of their seats; empty if it waits for the server.
    pub players: Vec<PlayerId>,
    /// Since when, in milliseconds since 1970 (UTC).
    pub since_unix_ms: i64,
    /// The deadline in milliseconds since 1970 (UTC); `None` while it is paused.
    pub until_unix_ms: Option<i64>,
    /// Why, for people.
    pub reason: String,
}

/// The reason for a match's wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// It is not open: players do not agree to it or cannot be seated. The time for that runs.
    Players,
    /// It is not open: its players play other matches of contests, and the deadline for their
    /// consent is paused.
    BusyPlayers,
    /// It is not open: the server cannot open it now.
    Server,
    /// It is open: players have not come to it.
    Arrival,
}

/// The matches that wait. Cloning gives another handle to the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting(Arc<Mutex<Arc<[WaitingMatch]>>>);

impl Waiting {
    /// All of them, shared with other readers: a list may be long, and there may be many readers.
    pub fn all(&self) -> Arc<[WaitingMatch]> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn set(&self, all: impl IntoIterator<Item = WaitingMatch>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = all.into_iter().collect();
    }
}

/// Why a match was not opened.
#[derive(Clone, Debug)]
pub(super) struct NotOpened {
    pub refusal: Box<Refusal>,
    pub wait: Wait,
    pub players: Vec<PlayerId>,
    /// The reason for each of these players, for the host.
    pub words: String,
    /// Whether the player that the refusal names was connected.
    pub is_online: bool,
}

impl NotOpened {
    /// Wraps a refusal that is about the server, not about players.
    pub fn of_server(refusal: Refusal) -> NotOpened {
        let words = refusal.to_string();
        NotOpened { refusal: Box::new(refusal), wait: Wait::Server, players: Vec::new(), words, is_online: false }
    }

    /// Whether a list of waiting matches shows it as another.
    pub fn is_shown_as(&self, other: &NotOpened) -> bool {
        (self.wait, &self.players, &self.words) == (other.wait, &other.players, &other.words)
    }

    /// Whether another wait is the same, as far as known without asking which other players do not
    /// agree.
    fn is_same(&self, refusal: &Refusal, is_online: bool) -> bool {
        self.refusal.reason == refusal.reason && self.refusal.value == refusal.value && self.is_online == is_online
    }
}

/// How long a match has waited for its players, paused while it waits for something else.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    pub why: NotOpened,
    /// Since when it waits for that, later by the time that was put off.
    pub since: TimerInstant,
    /// Since when it waits for that, in milliseconds since 1970 (UTC).
    pub since_unix_ms: i64,
    /// How long its time was paused because no place was free.
    pub stood_still: Duration,
}

impl Refused {
    /// How long it has waited for its players since then.
    pub fn waited(&self, now: TimerInstant) -> Duration {
        match self.why.wait {
            Wait::Players => now.saturating_duration_since(self.since),
            Wait::BusyPlayers | Wait::Server | Wait::Arrival => Duration::ZERO,
        }
    }

    /// Pauses its time for this long.
    pub fn put_off(&mut self, full: Duration) {
        self.since += full;
        self.stood_still += full;
    }

    /// Returns when the wait ends if this much was left at its start, in milliseconds since 1970
    /// (UTC). `None` while it is paused.
    pub fn until_unix_ms(&self, left: Duration) -> Option<i64> {
        let left_ms = i64::try_from((left + self.stood_still).as_millis()).unwrap_or(i64::MAX);
        (self.why.wait == Wait::Players).then(|| self.since_unix_ms.saturating_add(left_ms))
    }
}

/// Opens a match to which its host agrees. `before` is why it was not opened the last time: its
/// players are checked again only if that has changed, if they were busy, or if it `is_last`.
pub(super) async fn open(
    hall: Hall,
    new: NewMatch,
    before: Option<NotOpened>,
    is_last: bool,
) -> Result<MatchId, NotOpened> {
    let agreed = Agreed::Only { players: [].into(), by_host: true };
    let refusal = match hall.create_agreed(new.clone(), agreed).await {
        Ok(match_id) => return Ok(match_id),
        Err(refusal) => refusal,
    };
    if !is_about_players(&refusal, &new.players) {
        return Err(NotOpened::of_server(refusal));
    }
    let is_online = PlayerId::parse(&refusal.value).is_ok_and(|player| hall.lobby().is_online(&player));
    let before =
        before.filter(|before| before.is_same(&refusal, is_online) && before.wait == Wait::Players && !is_last);
    let (players, words) = match before {
        Some(before) => (before.players, before.words),
        None => who_is_missing(&hall, &new, &refusal).await,
    };
    // A player that could sit down but for another match of a contest is not late: that match ends.
    let is_busy = refusal.reason == Reason::BotUnavailable
        && players.iter().any(|player| hall.lobby().is_online(player) && hall.plays_for_contest(player));
    let wait = if is_busy { Wait::BusyPlayers } else { Wait::Players };
    Err(NotOpened { refusal: Box::new(refusal), wait, players, words, is_online })
}

/// Whether a match was refused because of one of its players.
fn is_about_players(refusal: &Refusal, players: &[PlayerId]) -> bool {
    let is_such = matches!(
        refusal.reason,
        Reason::BotUnavailable
            | Reason::NotAccepted
            | Reason::UnknownPlayer
            | Reason::PlayerBanned
            | Reason::PlayerRetired
    );
    is_such && players.iter().any(|player| player.as_str() == refusal.value && !is_house(player))
}

/// Returns the players that do not agree to a match or cannot be seated, with the reasons as text:
/// the one that a refusal names, and those that are rejected if all others agree.
async fn who_is_missing(hall: &Hall, new: &NewMatch, first: &Refusal) -> (Vec<PlayerId>, String) {
    let all: BTreeSet<PlayerId> = new.players.iter().cloned().collect();
    let (mut missing, mut words) = (Vec::new(), Vec::new());
    for player in new.players.iter().filter(|player| !is_house(player)) {
        let others = all.iter().filter(|other| *other != player).cloned().collect();
        let agreed = Agreed::Only { players: others, by_host: true };
        let own = hall.could_create(new.clone(), agreed).await.err();
        let own = own.filter(|own| own.value == player.as_str() && is_about_players(own, std::slice::from_ref(player)));
        let Some(refusal) = own.as_ref().or(Some(first).filter(|first| first.value == player.as_str())) else {
            continue;
        };
        words.push(format!("{player} {}", in_words(refusal, hall.lobby().is_online(player))));
        missing.push(player.clone());
    }
    (missing, words.join("; "))
}

/// Returns what keeps a player from a match.
fn in_words(refusal: &Refusal, is_online: bool) -> String {
    match refusal.reason {
        Reason::NotAccepted if refusal.field == "accepts" => "has not agreed".to_owned(),
        Reason::NotAccepted => format!("declines by its policy ({})", refusal.field),
        Reason::BotUnavailable if is_online => "plays its maximum number of matches".to_owned(),
        Reason::BotUnavailable => "is not connected".to_owned(),
        Reason::PlayerBanned => "is banned".to_owned(),
        Reason::PlayerRetired => "is retired".to_owned(),
        _ => "is unknown".to_owned(),
    }
}
