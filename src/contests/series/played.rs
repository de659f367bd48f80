//! The result of a match of a series.

use std::time::Duration;

use referee_ids::MatchId;
use referee_law::{DigestBuilder, Event, Fact, Verdict, event::SeatLost};

use crate::stats::MatchDigest;

/// A match that was played to its end.
pub struct Played {
    /// Its number in the series, from 1.
    pub number: u32,
    pub match_id: MatchId,
    /// The entrant of each seat, seat 0 first.
    pub entrants: Vec<usize>,
    pub verdict: Verdict,
    /// How many rounds were begun.
    pub rounds: u32,
    /// How many steps there were, forced ones and chance too.
    pub plies: u32,
    /// How many moves each seat made.
    pub moves: Vec<u32>,
    /// How many moves of each seat the referee played in its place.
    pub substituted: Vec<u32>,
    /// The seats that lost it while the others played on, the earliest first.
    pub lost: Vec<SeatLost>,
    /// The time charged to each seat's clock for them.
    pub charged: Vec<Duration>,
    /// From the opening to the end.
    pub elapsed: Duration,
    /// In how many of its moves the host stalled.
    pub stalled_moves: u32,
    /// The number of flags that fell during them, which do not count.
    pub void_flags: u32,
    /// Digest of its steps and verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
    /// The number of its opening in the set of the series; `None` if it begins as the game does.
    pub opening: Option<u64>,
}

/// A log that is not that of a match from its beginning to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// There is no first event, or it is another.
    #[error("the match has no opening event")]
    NoBeginning,
    /// The last event is not the end.
    #[error("the players left the match before its end")]
    NoEnd,
}

impl Played {
    /// Match `number` of the series, from 1, from its events; `entrants` sit on its seats, seat 0
    /// first.
    pub fn read(number: u32, entrants: &[usize], events: &[Event]) -> Result<Played, Unfinished> {
        let Some(Fact::MatchOpened(opened)) = events.first().map(|event| &event.fact) else {
            return Err(Unfinished::NoBeginning);
        };
        let Some((last, Fact::MatchEnded(ended))) = events.last().map(|event| (event, &event.fact)) else {
            return Err(Unfinished::NoEnd);
        };
        let mut played = Played {
            number,
            match_id: opened.match_id.clone(),
            entrants: entrants.to_vec(),
            verdict: ended.verdict.clone(),
            rounds: 0,
            plies: 0,
            moves: vec![0; entrants.len()],
            substituted: vec![0; entrants.len()],
            lost: Vec::new(),
            charged: vec![Duration::ZERO; entrants.len()],
            elapsed: Duration::from_nanos(last.at.0),
            stalled_moves: 0,
            void_flags: 0,
            digest: None,
            opening: None,
        };
        let mut digest = DigestBuilder::default();
        for event in events {
            played.count(&event.fact);
            digest.add(&event.fact);
        }
        played.digest = digest.finish();
        Ok(played)
    }

    fn count(&mut self, fact: &Fact) {
        match fact {
            Fact::RoundStarted { .. } => self.rounds += 1,
            Fact::ForcedMovePlayed { .. } | Fact::ChanceResolved { .. } => self.plies += 1,
            Fact::MovePlayed(moved) => {
                self.plies += 1;
                self.moves[moved.seat.index()] += 1;
                self.charged[moved.seat.index()] += moved.charged;
                self.stalled_moves += u32::from(!moved.stalled.is_zero());
                self.substituted[moved.seat.index()] += u32::from(moved.declined.is_some());
            }
            Fact::FlagVoided(_) => self.void_flags += 1,
            Fact::MoveSubstituted { seat, .. } => {
                self.plies += 1;
                self.substituted[seat.index()] += 1;
            }
            Fact::SeatLost(lost) => self.lost.push(lost.clone()),
            _ => {}
        }
    }

    /// The score of each seat against the others: 1 for each lower-ranked seat and a half for each
    /// equal one, divided by the number of other seats. `None` if the match is void.
    pub fn scores(&self) -> Option<Vec<f64>> {
        let places = &self.verdict.places;
        let others = places.len().checked_sub(1)? as f64;
        let against = |own: u32| {
            let behind = places.iter().filter(|place| **place > own).count() as f64;
            let beside = places.iter().filter(|place| **place == own).count() as f64 - 1.0;
            (behind + beside / 2.0) / others.max(1.0)
        };
        Some(places.iter().map(|place| against(*place)).collect())
    }
}
