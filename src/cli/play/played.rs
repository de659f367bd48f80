//! What a match of a run came to.

use std::{path::PathBuf, time::Duration};

use anyhow::Context;

use crate::{
    ids::MatchId,
    referee::{Event, Fact, Verdict, event::SeatLost},
};

/// A match that was played to its end.
pub struct Played {
    /// Its number in the run, from 1.
    pub number: u32,
    /// Its id.
    pub match_id: MatchId,
    /// The engine of each seat, seat 0 first.
    pub engines: Vec<usize>,
    /// How it ended.
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
    /// What each seat's clock was charged for them.
    pub charged: Vec<Duration>,
    /// From the opening to the end.
    pub elapsed: Duration,
    /// In how many of its moves the host stood still.
    pub stalled_moves: u32,
    /// How many flags fell meanwhile, and count for nothing.
    pub void_flags: u32,
    /// All that happened.
    pub events: Vec<Event>,
    /// Where the record is, once it was written.
    pub record: Option<PathBuf>,
}

impl Played {
    /// Match `number` of the run, from its events.
    pub fn read(number: u32, engines: &[usize], events: Vec<Event>) -> anyhow::Result<Played> {
        let Some(Fact::Opened(opened)) = events.first().map(|event| &event.fact) else {
            anyhow::bail!("match {number} has no beginning");
        };
        let last = events.last().context("a match has a beginning")?;
        let Fact::Ended(ended) = &last.fact else {
            anyhow::bail!("match {number} was left by its engines before its end");
        };
        let mut played = Played {
            number,
            match_id: opened.match_id.clone(),
            engines: engines.to_vec(),
            verdict: ended.verdict.clone(),
            rounds: 0,
            plies: 0,
            moves: vec![0; engines.len()],
            substituted: vec![0; engines.len()],
            lost: Vec::new(),
            charged: vec![Duration::ZERO; engines.len()],
            elapsed: Duration::from_nanos(last.at.0),
            stalled_moves: 0,
            void_flags: 0,
            events: Vec::new(),
            record: None,
        };
        for event in &events {
            played.count(&event.fact);
        }
        played.events = events;
        Ok(played)
    }

    fn count(&mut self, fact: &Fact) {
        match fact {
            Fact::RoundStarted { .. } => self.rounds += 1,
            Fact::Forced { .. } | Fact::ChanceCame { .. } => self.plies += 1,
            Fact::Moved(moved) => {
                self.plies += 1;
                self.moves[moved.seat.index()] += 1;
                self.charged[moved.seat.index()] += moved.charged;
                self.stalled_moves += u32::from(!moved.stalled.is_zero());
                self.substituted[moved.seat.index()] += u32::from(moved.declined.is_some());
            }
            Fact::FlagVoided(_) => self.void_flags += 1,
            Fact::Substituted { seat, .. } => {
                self.plies += 1;
                self.substituted[seat.index()] += 1;
            }
            Fact::SeatLost(lost) => self.lost.push(lost.clone()),
            _ => {}
        }
    }

    /// What each seat scored against the others: 1 for each seat behind it and a half for each beside it, divided by the
    /// number of other seats. Nothing where the match counts for nobody.
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
