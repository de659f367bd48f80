//! The times at which players were last connected, for check-ins.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use super::wall_clock::TimerInstant;
use referee_ids::PlayerId;

/// Maximum disconnected players remembered; those who disconnected first are forgotten first.
pub const REMEMBERED_PLAYERS: usize = 16_384;

/// The times of disconnecting since the server started.
pub(super) struct LastSeen {
    began: TimerInstant,
    by_player: BTreeMap<PlayerId, TimerInstant>,
    by_time: BTreeSet<(TimerInstant, PlayerId)>,
}

impl LastSeen {
    pub fn new() -> LastSeen {
        LastSeen { began: TimerInstant::now(), by_player: BTreeMap::new(), by_time: BTreeSet::new() }
    }

    /// Records that a player disconnects now.
    pub fn left(&mut self, player: &PlayerId) {
        let now = TimerInstant::now();
        if let Some(before) = self.by_player.insert(player.clone(), now) {
            self.by_time.remove(&(before, player.clone()));
        }
        self.by_time.insert((now, player.clone()));
        if self.by_time.len() > REMEMBERED_PLAYERS
            && let Some((_, forgotten)) = self.by_time.pop_first()
        {
            self.by_player.remove(&forgotten);
        }
    }

    /// Returns whether a player disconnected within the last `within`.
    pub fn was_here(&self, player: &str, within: Duration) -> bool {
        let left = PlayerId::parse(player).ok().and_then(|player| self.away_for(&player));
        left.is_some_and(|left| left <= within)
    }

    /// Returns how long ago a player last disconnected; `None` if the player is not remembered.
    pub fn away_for(&self, player: &PlayerId) -> Option<Duration> {
        self.by_player.get(player).map(TimerInstant::elapsed)
    }

    /// Returns whether the server has run for at least this time.
    pub fn covers(&self, within: Duration) -> bool {
        self.began.elapsed() >= within
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn player(name: &str) -> PlayerId {
        PlayerId::parse(name).expect("a name")
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_is_remembered_for_as_long_as_is_asked() {
        let mut seen = LastSeen::new();
        let minute = Duration::from_secs(60);
        seen.left(&player("ann"));
        advance(minute / 2).await;
        assert!(!seen.covers(minute));
        seen.left(&player("ann"));
        advance(minute).await;
        assert!(seen.covers(minute));
        assert!(seen.was_here("ann", minute) && !seen.was_here("bob", minute));
        advance(Duration::from_millis(1)).await;
        assert!(!seen.was_here("ann", minute));
    }

    #[tokio::test(start_paused = true)]
    async fn the_player_that_left_first_is_forgotten_first() {
        let mut seen = LastSeen::new();
        for number in 0..=REMEMBERED_PLAYERS {
            seen.left(&player(&format!("p{number}")));
            advance(Duration::from_millis(1)).await;
        }
        let day = Duration::from_secs(86_400);
        assert!(!seen.was_here("p0", day) && seen.was_here("p1", day));
        assert_eq!((seen.by_player.len(), seen.by_time.len()), (REMEMBERED_PLAYERS, REMEMBERED_PLAYERS));
    }
}
