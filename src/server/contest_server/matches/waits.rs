//! How long the matches of a contest wait for their players, and what happens then.

use std::time::Duration;

use super::{HallMatches, OPEN_AGAIN, TELLS_OF_A_WAIT, TRIED_AT_ONCE, ToOpen};
use referee_ids::MatchId;

use crate::{
    contest_server::{
        Kind,
        waiting::{NotOpened, Refused, Wait, WaitingMatch},
    },
    contest_steward::{End, Happened},
    hall::wall_clock::{TimerInstant, unix_ms},
};

impl HallMatches {
    /// Follows a match that was opened. If it could not be opened, tries it again later, or ends it
    /// without opening it.
    pub(super) fn was_opened<K: Kind>(
        &mut self,
        mut of: ToOpen,
        opened: Result<MatchId, NotOpened>,
        is_given_up: bool,
        is_last: bool,
    ) -> Option<Happened> {
        let why = match opened {
            Ok(match_id) => {
                self.note_open(of.match_key, match_id, of.new.players);
                return None;
            }
            Err(_) if is_given_up => {
                self.set_aside.insert(of.match_key, of.waited(self.counted_now()));
                return Some(Happened::NotBegun(of.match_key));
            }
            Err(why) => why,
        };
        let now = TimerInstant::now();
        let mut waited = of.waited(now);
        let is_new = of.refused.is_none();
        // All players of the match are connected and agree; they only play another match. So their
        // earlier waits no longer count.
        if why.wait == Wait::BusyPlayers && of.new.players.iter().all(|player| self.hall.lobby().is_online(player)) {
            of.forgiven += waited;
            (of.waited, waited) = (Duration::ZERO, Duration::ZERO);
        }
        if is_last && why.wait == Wait::Players {
            let forfeits: Vec<bool> = of
                .new
                .players
                .iter()
                .map(|one| why.players.contains(one) || !self.hall.lobby().is_online(one))
                .collect();
            let result = K::no_show(&why.refusal, &forfeits);
            return Some(Happened::Ended(End { match_key: of.match_key, result }));
        }
        match &mut of.refused {
            Some(refused) if refused.why.wait == why.wait && refused.why.players == why.players => refused.why = why,
            _ => {
                tracing::info!(match_key = %of.match_key, refusal = %why.refusal, "a match cannot be opened yet");
                (of.waited, of.refused) =
                    (waited, Some(Refused { why, since: now, since_unix_ms: unix_ms(), stood_still: Duration::ZERO }));
            }
        }
        let is_counted = of.refused.as_ref().is_some_and(|refused| refused.why.wait == Wait::Players);
        let waiting = u32::try_from(1 + self.to_open.len() / TRIED_AT_ONCE).unwrap_or(u32::MAX);
        let left = self.accept_within.saturating_sub(waited);
        of.from = now + (OPEN_AGAIN * waiting).min(if is_counted { left } else { Duration::MAX });
        let is_to_tell = waited < of.told || waited - of.told >= self.accept_within / TELLS_OF_A_WAIT;
        let happened = match (is_to_tell, is_new) {
            (true, _) => {
                of.told = waited;
                let waited_ms = u64::try_from(waited.as_millis()).unwrap_or(u64::MAX);
                Some(Happened::Waits(of.match_key, waited_ms))
            }
            // The match no longer takes a place from others, which the steward must know.
            (false, true) => Some(Happened::RoomChanged),
            (false, false) => None,
        };
        self.to_open.push_back(of);
        happened
    }

    /// Returns whether another match may be played now. While all places are taken, the waits of
    /// matches for their players are paused.
    pub(super) fn has_place(&mut self) -> bool {
        let is_full = self.playing() >= self.at_once;
        match self.full_since {
            None if is_full => self.full_since = Some(TimerInstant::now()),
            Some(full_since) if !is_full => {
                let full = TimerInstant::now().duration_since(full_since);
                for refused in self.to_open.iter_mut().filter_map(|one| one.refused.as_mut()) {
                    refused.put_off(full);
                }
                self.full_since = None;
            }
            _ => return !is_full,
        }
        // The list shows deadlines, and whether they are paused.
        self.tell_waiting();
        !is_full
    }

    /// Returns the time up to which waits count: now, or, if all places are taken, the time when
    /// the last one was taken.
    pub(super) fn counted_now(&self) -> TimerInstant {
        self.full_since.unwrap_or_else(TimerInstant::now)
    }

    /// Returns the number of matches that take a place. Matches that wait for players do not.
    pub(super) fn playing(&self) -> usize {
        self.open.counts().0
    }

    pub(super) fn tell_waiting(&self) {
        let refused = self.to_open.iter().filter_map(|one| Some((one, one.refused.as_ref()?)));
        let refused = refused.map(|(one, refused)| WaitingMatch {
            match_key: one.match_key.to_string(),
            wait: refused.why.wait,
            players: refused.why.players.clone(),
            since_unix_ms: refused.since_unix_ms,
            until_unix_ms: match self.full_since {
                Some(_) => None,
                None => refused.until_unix_ms(self.accept_within.saturating_sub(one.waited)),
            },
            reason: refused.why.words.clone(),
        });
        self.waiting.set(refused.chain(self.open.waiting()));
    }
}
