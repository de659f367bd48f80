//! The result of a match of a series.

use std::time::Duration;

use referee_ids::MatchId;
use referee_law::{DigestBuilder, Event, Fact, Verdict, event::SeatLost};

use crate::stats::MatchDigest;

/// A match that was played to its end.
pub struct Played {
    /// The number of the match in the series, from 1.
    pub number: u32,
    pub match_id: MatchId,
    /// The entrant of each seat, seat 0 first.
    pub entrants: Vec<usize>,
    pub verdict: Verdict,
    /// Number of rounds that began.
    pub rounds: u32,
    /// Number of steps, including forced ones and chance.
    pub plies: u32,
    /// Number of moves of each seat.
    pub moves: Vec<u32>,
    /// Number of moves of each seat that the referee played in its place.
    pub substituted: Vec<u32>,
    /// The seats that lost while the others played on, the earliest first.
    pub lost: Vec<SeatLost>,
    /// The time charged to each seat's clock for its moves.
    pub charged: Vec<Duration>,
    /// The time from the opening to the end.
    pub elapsed: Duration,
    /// Number of moves during which the host stalled.
    pub stalled_moves: u32,
    /// Number of flags that fell during stalls of the host, and do not count.
    pub void_flags: u32,
    /// Digest of the steps and the verdict; `None` if unknown.
    pub digest: Option<MatchDigest>,
    /// The number of the opening in the set of the series; `None` for the game's own start.
    pub opening: Option<u64>,
}

/// Why a log is not that of a complete match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// The log is empty, or its first event is not the beginning of a match.
    #[error("the match has no opening event")]
    NoBeginning,
    /// The last event is not the end of the match.
    #[error("the players left the match before its end")]
    NoEnd,
}

impl Played {
    /// Reads match `number` of the series, from 1, from its events. `entrants` are those on its
    /// seats, seat 0 first.
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

    /// Returns the score of each seat against the others: 1 for each lower-ranked seat and a half
    /// for each equal one, divided by the number of other seats. `None` if the match is void.
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
