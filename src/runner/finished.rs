//! A match of a run that was played to its end.

use std::path::PathBuf;

use anyhow::Context;

use crate::{
    contest::{ContestKind, MatchResult, VoidMatch},
    contest_steward::Course,
    law::{Event, Fact},
    series::played::Played,
};

/// A match that was played to its end.
pub struct Finished {
    pub played: Played,
    pub events: Vec<Event>,
    /// The path of the record, once written.
    pub record: Option<PathBuf>,
}

impl Finished {
    /// Reads match `number` of the run, from 1, from its events. `engines` are those on its seats,
    /// seat 0 first.
    pub fn read(number: u32, engines: &[usize], events: Vec<Event>) -> anyhow::Result<Finished> {
        let played =
            Played::read(number, engines, &events).with_context(|| format!("failed to play match {number}"))?;
        Ok(Finished { played, events, record: None })
    }

    /// Returns the result of the match in a contest.
    pub fn result<C: ContestKind>(&self) -> Result<MatchResult, VoidMatch> {
        let rounds = self.events.iter().filter(|event| matches!(event.fact, Fact::RoundEnded { .. })).count();
        result::<C>(&self.played, u32::try_from(rounds).unwrap_or(u32::MAX))
    }
}

/// Returns the result of a match in a contest, with this number of finished rounds.
pub fn result<C: ContestKind>(played: &Played, rounds: u32) -> Result<MatchResult, VoidMatch> {
    let lost: Vec<_> = played.lost.iter().map(|lost| (lost.seat, lost.cause)).collect();
    let course = Course {
        verdict: &played.verdict,
        seats: played.entrants.len(),
        lost: &lost,
        moves: &played.moves,
        charged: &played.charged,
        plies: played.plies,
        rounds,
        elapsed_ms: u64::try_from(played.elapsed.as_millis()).unwrap_or(u64::MAX),
        digest: played.digest,
    };
    course.result::<C>()
}
