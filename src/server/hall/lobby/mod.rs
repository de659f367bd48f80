//! The connected players: bots with an open stream, and house bots.

mod bot;
mod ends;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use referee_ids::{MatchId, PlayerId, Seat, Seq};
use referee_law::{AcceptPolicy, Reason, Refusal};
use referee_os::metrics::{Counted, metrics};
use tokio::{runtime::Handle, sync::watch};

use bot::Bot;
pub use bot::Profile;
use ends::tell_ends;

use super::{
    house::{self, is_house},
    last_seen::LastSeen,
    limits::{
        ATTENDS_A_PLAYER, Limits, RESUME_POINTS, RETRY_WHEN_FULL,
        rate::{Pace, Rate},
    },
    link::{SeatLink, SeatMessage},
    matches::{match_store::MatchStore, registry::Registry},
    table::TableStub,
};

pub struct Lobby {
    here: Arc<Here>,
    match_store: MatchStore,
    connection_rate: Rate<PlayerId>,
    connection_pace: Pace,
    most: usize,
    /// Runtime that reads logs for bots that reconnect.
    background: Handle,
}

/// The state that a presence needs to remove itself from the lobby.
struct Here {
    bots: Mutex<BTreeMap<PlayerId, Bot>>,
    registry: Arc<Registry>,
    /// Locked after `bots`, never before it.
    last_seen: Mutex<LastSeen>,
    /// Number of times that a bot connected, or got a free place.
    arrivals: watch::Sender<u64>,
}

/// The place of a bot in the lobby. Dropping it removes the bot, and notifies its tables.
pub struct Presence {
    here: Arc<Here>,
    player: PlayerId,
    link: SeatLink,
    _counted: Counted,
}

impl Lobby {
    /// Creates an empty lobby for the tables of `registry`. Must be called in a runtime.
    pub(super) fn new(registry: Arc<Registry>, match_store: MatchStore, limits: &Limits) -> Lobby {
        let (last_seen, arrivals) = (Mutex::new(LastSeen::new()), watch::Sender::default());
        let here = Arc::new(Here { bots: Mutex::default(), registry, last_seen, arrivals });
        let connection_pace = Pace { burst: limits.stream_burst, interval: limits.stream_interval };
        let background = limits.background.clone().unwrap_or_else(Handle::current);
        Lobby { here, match_store, connection_rate: Rate::default(), connection_pace, most: limits.bots, background }
    }

    /// Counts a stream that a player opens. Call this before any other work for the stream. Fails
    /// with [`Reason::Limit`] if the player opens streams too often.
    pub fn knock(&self, player: &PlayerId) -> Result<(), Refusal> {
        self.connection_rate.take_of(player, self.connection_pace, "stream_burst", "connects")
    }

    /// Adds a bot's link, and requests the bot's seats in live matches. The link replaces earlier
    /// links of the player, unless all are `Attend` streams. Matches that the bot knows come first,
    /// then the oldest, up to `max_matches`; the others wait for a free place. The bot also gets
    /// the results of the matches to resume that have ended. Fails with [`Reason::Limit`] if the
    /// lobby is full or too many matches are to be resumed. Fails with [`Reason::Replaced`] if the
    /// player has a newer link.
    pub fn enter(&self, player: PlayerId, profile: Profile, link: SeatLink) -> Result<Presence, Refusal> {
        if profile.resume.len() > RESUME_POINTS {
            let given = profile.resume.len().to_string();
            return Err(Refusal::limit_of_field("resume_points", RESUME_POINTS, "resume", &given, "matches"));
        }
        let mut past: BTreeMap<MatchId, Seq> = profile.resume.iter().cloned().collect();
        self.admit(&player, profile, &link)?;
        let counted = Counted::in_gauge(&metrics().bots);
        let presence = Presence { here: Arc::clone(&self.here), player, link: link.clone(), _counted: counted };
        let mut tables = self.here.registry.tables_of(&presence.player);
        // Known matches come first. The sort is stable, so the rest stays in order.
        tables.sort_by_key(|table| !past.contains_key(table.match_id()));
        for table in tables {
            let after = past.get(table.match_id()).copied().unwrap_or_default();
            if !self.here.takes(&presence.player, table.match_id()) {
                tracing::info!(match_id = %table.match_id(), player = %presence.player, "held back until another match ends");
                past.remove(table.match_id());
                continue;
            }
            let sat = sit_soon(&table, &presence.player, after, &link);
            if sat.is_err() {
                self.unseat(&presence.player, table.match_id());
            }
            if sat != Err(Reason::MatchOver) {
                past.remove(table.match_id());
            }
        }
        if !past.is_empty() {
            let ends =
                tell_ends(self.match_store.clone(), presence.player.clone(), past, link, self.background.clone());
            self.background.spawn(ends);
        }
        Ok(presence)
    }

    /// Returns whether a player has a link. Always true for house bots.
    pub fn is_online(&self, player: &PlayerId) -> bool {
        self.is_house(player) || self.here.bots().contains_key(player)
    }

    /// Returns whether a connected player has its seat in a match. Always true for house bots.
    pub fn is_seated(&self, player: &PlayerId, match_id: &MatchId) -> bool {
        self.is_house(player) || self.here.bots().get(player).is_some_and(|bot| bot.seated.contains(match_id))
    }

    /// Returns whether each player was connected within the last `within`. Always true for house
    /// bots.
    pub fn were_here(&self, players: &[&str], within: Duration) -> Vec<bool> {
        let bots = self.here.bots();
        let last_seen = self.here.last_seen();
        let was_here = |player: &&str| {
            house::is_house_name(player) || bots.contains_key(*player) || last_seen.was_here(player, within)
        };
        players.iter().map(was_here).collect()
    }

    /// Returns how long a player has been disconnected; `None` if it is connected, or was not seen
    /// since the start of the server.
    pub fn away_for(&self, player: &PlayerId) -> Option<Duration> {
        let last_seen = self.here.last_seen();
        last_seen.away_for(player).filter(|_| !self.is_online(player))
    }

    /// Returns whether the server has run for this time. Before that, [`Lobby::were_here`] misses
    /// players of the previous run.
    pub fn has_run_for(&self, within: Duration) -> bool {
        self.here.last_seen().covers(within)
    }

    /// Returns how many concurrent matches of a game each player could play now. Places taken by
    /// matches for which `is_own` holds count as free. The number is 0 if the player is
    /// disconnected, does not play the game, or is busy. House bots can play any number.
    pub fn places(&self, players: &[&str], game: &str, is_own: &dyn Fn(&MatchId) -> bool) -> Vec<usize> {
        let is_other = |match_id: &&MatchId| !is_own(match_id);
        let bots = self.here.bots();
        let here = players.iter().map(|player| {
            let bot = bots.get(*player).filter(|bot| bot.profile().plays(game))?;
            Some((bot.profile().most(), bot.seated.iter().filter(is_other).count()))
        });
        let here: Vec<Option<(usize, usize)>> = here.collect();
        drop(bots);
        // A new match has no seats in the lobby yet. A match whose table has just gone still has
        // seats there. So the larger of both counts is used.
        let live = self.here.registry.counts_of(players, is_other);
        let places = here
            .into_iter()
            .zip(live)
            .map(|(here, live)| here.map(|(most, seated)| most.saturating_sub(live.max(seated))));
        let of_house = |(player, places): (&&str, Option<usize>)| {
            if house::is_house_name(player) { usize::MAX } else { places.unwrap_or(0) }
        };
        players.iter().zip(places).map(of_house).collect()
    }

    /// Subscribes to notices that a player may have become available.
    pub fn arrivals(&self) -> watch::Receiver<u64> {
        self.here.arrivals.subscribe()
    }

    /// Returns the connected players in the order of names.
    pub fn connected(&self) -> Vec<PlayerId> {
        self.here.bots().keys().cloned().collect()
    }

    /// Returns whether this player is a house bot.
    pub fn is_house(&self, player: &PlayerId) -> bool {
        is_house(player)
    }

    /// Returns the games of a player; empty if it is disconnected. A bot that lists no games plays
    /// all.
    pub fn games_of(&self, player: &PlayerId) -> Vec<String> {
        let games = self.match_store.games;
        let all = || games.facts().map(|facts| facts.id.to_owned()).collect();
        match self.here.bots().get(player) {
            Some(bot) if !bot.profile().games.is_empty() => bot.profile().games.clone(),
            Some(_) => all(),
            None if self.is_house(player) => all(),
            None => Vec::new(),
        }
    }

    /// Returns the links of a connected player to seat in a match, each with the newest event that
    /// it knows. Returns none for a busy player, whose match waits until another ends.
    pub(super) fn links_to_seat(&self, player: &PlayerId, match_id: &MatchId) -> Vec<(SeatLink, Seq)> {
        if !self.here.takes(player, match_id) {
            return Vec::new();
        }
        self.links_for(player, match_id)
    }

    /// Frees the place of a player who could not be seated in a match.
    pub(super) fn unseat(&self, player: &PlayerId, match_id: &MatchId) {
        self.here.frees(player, match_id);
    }

    /// Frees the places of players in a match whose table has gone, and seats them in another match
    /// that waits for them.
    pub(super) fn table_has_gone(&self, match_id: &MatchId, players: &[PlayerId]) {
        for player in players {
            let links = self.here.frees(player, match_id);
            for table in self.here.registry.tables_of(player) {
                if self.here.seats_next(player, &table, &links) {
                    // The bot has received nothing of this match yet, so it gets all events.
                    let sat = links.iter().map(|link| sit_soon(&table, player, Seq(0), link));
                    if sat.filter(Result::is_ok).count() == 0 {
                        self.unseat(player, table.match_id());
                    }
                }
            }
        }
    }

    /// Returns the policy of a player's stream, which narrows the player's declared policy; `None`
    /// without one.
    pub(super) fn narrowed(&self, player: &PlayerId) -> Option<AcceptPolicy> {
        self.here.bots().get(player).and_then(|bot| bot.profile().accepts.clone())
    }

    /// Returns the links of a connected player, each with the newest event of a match that it
    /// knows.
    fn links_for(&self, player: &PlayerId, match_id: &MatchId) -> Vec<(SeatLink, Seq)> {
        let known = |(link, profile): &(SeatLink, Profile)| {
            let known = profile.resume.iter().find(|(known, _)| known == match_id);
            (link.clone(), known.map_or(Seq(0), |(_, after)| *after))
        };
        self.here.bots().get(player).map_or_else(Vec::new, |bot| bot.streams.iter().map(known).collect())
    }

    /// Sends a notice to every stream of a player, if the player is connected.
    pub(super) fn notice(&self, player: &PlayerId, notice: &SeatMessage) {
        let links = self.here.bots().get(player).map_or_else(Vec::new, Bot::links);
        links.iter().for_each(|link| link.notice(notice.clone()));
    }

    /// Sends a connected player the result of a match.
    pub(super) fn tell_end(&self, player: &PlayerId, match_id: &MatchId) {
        for (link, after) in self.links_for(player, match_id) {
            let past = BTreeMap::from([(match_id.clone(), after)]);
            let ends = tell_ends(self.match_store.clone(), player.clone(), past, link, self.background.clone());
            self.background.spawn(ends);
        }
    }

    /// Checks whether a player with `live` matches can play one more match of `game`. An ordinary
    /// match waits for a player that is disconnected. A match of a contest is not opened beside
    /// another match that may take the player's only place.
    pub(super) fn may_sit(
        &self,
        player: &PlayerId,
        game: &str,
        live: usize,
        is_of_contest: bool,
    ) -> Result<(), Refusal> {
        let bots = self.here.bots();
        let unavailable =
            |expected: String| Refusal::of_field(Reason::BotUnavailable, "players", player.as_str(), expected);
        let Some(profile) = bots.get(player).map(Bot::profile) else {
            return match is_of_contest && live > 0 && !self.is_house(player) {
                true => Err(unavailable("a connected bot: a match already waits for this bot to connect".to_owned())),
                false => Ok(()),
            };
        };
        if !profile.plays(game) {
            return Err(unavailable(format!("a bot that plays {game}; this bot plays {}", profile.games.join(", "))));
        }
        if live >= profile.most() {
            return Err(unavailable(format!("a bot with a free place; this bot plays {live} matches, its maximum")));
        }
        Ok(())
    }

    /// Checks whether a player in a running contest, with `others` matches outside contests, can
    /// play one more and keep a place for its contests. Fails with [`Reason::BotUnavailable`].
    pub(super) fn keeps_a_place(&self, player: &PlayerId, others: usize) -> Result<(), Refusal> {
        let bots = self.here.bots();
        let Some(most) = bots.get(player).map(|bot| bot.profile().most()) else { return Ok(()) };
        if others + 1 < most {
            return Ok(());
        }
        let expected = format!(
            "a bot with a free place besides the one reserved for its running tournament or ladder; places of this \
             bot: {most}"
        );
        Err(Refusal::of_field(Reason::BotUnavailable, "players", player.as_str(), expected))
    }

    fn admit(&self, player: &PlayerId, profile: Profile, link: &SeatLink) -> Result<(), Refusal> {
        let mut bots = self.here.bots();
        tracing::info!(%player, link = link.id, agent = profile.agent, "a bot connects");
        let number = bots.len();
        match bots.get_mut(player) {
            Some(bot) if bot.streams.iter().all(|(open, _)| open.stays_beside(link)) => {
                if bot.streams.len() >= ATTENDS_A_PLAYER {
                    let text = format!("limit reached: {ATTENDS_A_PLAYER} Attend streams of a player; close one first");
                    return Err(Refusal::limit("attend_streams_per_player", ATTENDS_A_PLAYER, text));
                }
                bot.streams.push((link.clone(), profile));
            }
            Some(bot) if bot.streams.iter().any(|(open, _)| open.id > link.id) => {
                return Err(Refusal::new(Reason::Replaced, "a newer stream of the same bot is connected"));
            }
            Some(bot) => {
                for (open, _) in &bot.streams {
                    tracing::info!(%player, link = open.id, "a bot's stream is replaced by a newer one");
                    open.replace();
                }
                *bot = Bot { streams: vec![(link.clone(), profile)], seated: BTreeSet::new() };
            }
            None if number >= self.most => {
                let text = "too many bots connected";
                return Err(Refusal::limit("bots", self.most, text).retry_after(RETRY_WHEN_FULL));
            }
            None => {
                let bot = Bot { streams: vec![(link.clone(), profile)], seated: BTreeSet::new() };
                bots.insert(player.clone(), bot);
            }
        }
        drop(bots);
        self.here.tell_arrival();
        Ok(())
    }
}

impl Here {
    /// Locks the bots. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn bots(&self) -> MutexGuard<'_, BTreeMap<PlayerId, Bot>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the times of disconnecting, in the same way as [`Here::bots`].
    fn last_seen(&self) -> MutexGuard<'_, LastSeen> {
        self.last_seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place of a connected player for a match. Returns whether the match has a place now.
    fn takes(&self, player: &PlayerId, match_id: &MatchId) -> bool {
        self.bots().get_mut(player).is_some_and(|bot| bot.takes(match_id))
    }

    /// Frees the place of a player in a match. Returns the player's links if it had that place.
    fn frees(&self, player: &PlayerId, match_id: &MatchId) -> Vec<SeatLink> {
        let mut bots = self.bots();
        let freed = |bot: &mut Bot| bot.seated.remove(match_id).then(|| bot.links());
        let links = bots.get_mut(player).and_then(freed).unwrap_or_default();
        drop(bots);
        if !links.is_empty() {
            self.tell_arrival();
        }
        links
    }

    fn tell_arrival(&self) {
        self.arrivals.send_modify(|arrivals| *arrivals = arrivals.wrapping_add(1));
    }

    /// Takes a place for a waiting match, if one of the same links is still open. Returns whether
    /// there was one.
    fn seats_next(&self, player: &PlayerId, table: &TableStub, links: &[SeatLink]) -> bool {
        let mut bots = self.bots();
        let is_open = |bot: &&mut Bot| bot.streams.iter().any(|(open, _)| links.iter().any(|link| link.id == open.id));
        let bot = bots.get_mut(player).filter(is_open);
        bot.is_some_and(|bot| !bot.seated.contains(table.match_id()) && bot.takes(table.match_id()))
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        // A task that still has this link can no longer seat it after this.
        self.link.retire();
        let link_id = self.link.id;
        let mut bots = self.here.bots();
        if let Some(bot) = bots.get_mut(&self.player) {
            bot.streams.retain(|(open, _)| open.id != link_id);
            if bot.streams.is_empty() {
                bots.remove(&self.player);
                self.here.last_seen().left(&self.player);
            }
        }
        drop(bots);
        let tables = self.here.registry.tables_of(&self.player);
        tracing::info!(player = %self.player, link = link_id, "a bot disconnected");
        // A link that was replaced has no seats any more, so its tables ignore this.
        for table in tables {
            for seat in seats_of(&table, &self.player) {
                table.leave(seat, link_id);
            }
        }
    }
}

/// Returns the seats of a player at a table.
pub(super) fn seats_of(table: &TableStub, player: &PlayerId) -> Vec<Seat> {
    let seats = (0..).map(Seat).zip(&table.opened().players);
    seats.filter(|(_, seated)| *seated == player).map(|(seat, _)| seat).collect()
}

/// Requests all seats of a player at a table. Fails with the reason if the table declines.
fn sit_soon(table: &TableStub, player: &PlayerId, after: Seq, link: &SeatLink) -> Result<(), Reason> {
    let seats = seats_of(table, player);
    seats.into_iter().try_for_each(|seat| table.sit_soon(seat, after, link.clone())).map_err(|refusal| {
        if refusal.reason != Reason::MatchOver {
            tracing::warn!(match_id = %table.match_id(), %refusal, "a bot could not sit down");
        }
        refusal.reason
    })
}
