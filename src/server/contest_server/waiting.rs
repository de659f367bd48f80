//! The waiting matches of a contest. They wait for players that do not agree or cannot be seated,
//! for players that are absent from an open match, or for room.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use referee_ids::{MatchId, PlayerId};
use referee_law::{Reason, Refusal};

use crate::hall::{Agreed, Hall, NewMatch, house::is_house, wall_clock::TimerInstant};

/// A match that is due, but is not being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingMatch {
    pub match_key: String,
    /// What the match waits for.
    pub wait: Wait,
    /// The players that the match waits for, in the order of seats; empty if it waits for the
    /// server.
    pub players: Vec<PlayerId>,
    /// Start of the wait, in milliseconds since 1970 (UTC).
    pub since_unix_ms: i64,
    /// Deadline of the wait, in milliseconds since 1970 (UTC); `None` while it is paused.
    pub until_unix_ms: Option<i64>,
    /// The reason for the wait, as a text for people.
    pub reason: String,
}

/// What a match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Players who do not agree to the match or cannot be seated. The match is not open, and the
    /// time for that runs.
    Players,
    /// Players who are playing other matches of contests. The match is not open, and the deadline
    /// for their consent is paused.
    BusyPlayers,
    /// The server, which cannot open the match now.
    Server,
    /// Players who have not come to the open match.
    Arrival,
}

/// The list of waiting matches. Clones are handles to the same list.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting(Arc<Mutex<Arc<[WaitingMatch]>>>);

impl Waiting {
    /// Returns the waiting matches. They are shared with other readers, since the list may be long
    /// and have many readers.
    pub fn all(&self) -> Arc<[WaitingMatch]> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn set(&self, all: impl IntoIterator<Item = WaitingMatch>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = all.into_iter().collect();
    }
}

/// The reason why a match was not opened.
#[derive(Clone, Debug)]
pub(super) struct NotOpened {
    pub refusal: Box<Refusal>,
    pub wait: Wait,
    pub players: Vec<PlayerId>,
    /// The reason for each of the players, as a text for the host.
    pub words: String,
    /// Whether the player named by the refusal was connected.
    pub is_online: bool,
}

impl NotOpened {
    /// Wraps a refusal that is due to the server, not to players.
    pub fn of_server(refusal: Refusal) -> NotOpened {
        let words = refusal.to_string();
        NotOpened { refusal: Box::new(refusal), wait: Wait::Server, players: Vec::new(), words, is_online: false }
    }

    /// Returns whether a list of waiting matches shows both reasons in the same way.
    pub fn is_shown_as(&self, other: &NotOpened) -> bool {
        (self.wait, &self.players, &self.words) == (other.wait, &other.players, &other.words)
    }

    /// Returns whether this is the same reason again. Does not compare which other players do not
    /// agree, since that is not known yet.
    fn is_same(&self, refusal: &Refusal, is_online: bool) -> bool {
        self.refusal.reason == refusal.reason && self.refusal.value == refusal.value && self.is_online == is_online
    }
}

/// The wait of a match for its players, which is paused while it waits for something else.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    pub why: NotOpened,
    /// Start of this wait, moved later by the time for which it was paused.
    pub since: TimerInstant,
    /// Start of this wait, in milliseconds since 1970 (UTC).
    pub since_unix_ms: i64,
    /// Time for which the wait was paused because no place was free.
    pub stood_still: Duration,
}

impl Refused {
    /// Returns how long this wait for the players has lasted.
    pub fn waited(&self, now: TimerInstant) -> Duration {
        match self.why.wait {
            Wait::Players => now.saturating_duration_since(self.since),
            Wait::BusyPlayers | Wait::Server | Wait::Arrival => Duration::ZERO,
        }
    }

    /// Pauses the wait for this time.
    pub fn put_off(&mut self, full: Duration) {
        self.since += full;
        self.stood_still += full;
    }

    /// Returns when the wait ends, in milliseconds since 1970 (UTC), if `left` was left at its
    /// start. Returns `None` while the wait is paused.
    pub fn until_unix_ms(&self, left: Duration) -> Option<i64> {
        let left_ms = i64::try_from((left + self.stood_still).as_millis()).unwrap_or(i64::MAX);
        (self.why.wait == Wait::Players).then(|| self.since_unix_ms.saturating_add(left_ms))
    }
}

/// Opens a match to which its host agrees. `before` is the reason why the last attempt failed. The
/// players are asked again only if that reason has changed, if they were busy, or if this attempt
/// `is_last`.
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
    // A player that only lacks time because of another contest match is not late, since that match
    // will end.
    let is_busy = refusal.reason == Reason::BotUnavailable
        && players.iter().any(|player| hall.lobby().is_online(player) && hall.plays_for_contest(player));
    let wait = if is_busy { Wait::BusyPlayers } else { Wait::Players };
    Err(NotOpened { refusal: Box::new(refusal), wait, players, words, is_online })
}

/// Returns whether a match was refused because of one of its players.
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

/// Returns the players that do not agree to a match or cannot be seated, with the reasons as text.
/// These are the player named by the refusal, and the players who would be refused if all others
/// agreed.
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

/// Describes what keeps a player from a match.
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
