//! Decides which matches get a rematch, and how often.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use referee_client::pb::RematchResponse;

/// Time limit for the seat of a rematch to arrive after the rematch was opened.
const SEATED_WITHIN: Duration = Duration::from_secs(10);

/// The matches that may get a rematch.
pub struct Rematches {
    most: u32,
    known: BTreeMap<String, Known>,
}

/// A match that may get a rematch.
struct Known {
    /// Number of rematches before this match, each of the one before.
    number: u32,
    hope: Hope,
}

/// The state of a match and its requested rematch.
enum Hope {
    /// The match is in progress.
    Playing,
    /// A rematch was requested, and the server has not answered.
    Asked,
    /// The rematch may begin until this instant.
    Until(Instant),
}

impl Rematches {
    /// Returns the rematches of an engine, up to `most` for each first match.
    pub fn new(most: u32) -> Rematches {
        Rematches { most, known: BTreeMap::new() }
    }

    /// Records the start of a match. `rematch_of` is empty if it is not a rematch.
    pub fn began(&mut self, match_id: &str, rematch_of: &str) {
        let number = self.known.remove(rematch_of).map_or(0, |before| before.number + 1);
        if number < self.most {
            self.known.insert(match_id.to_owned(), Known { number, hope: Hope::Playing });
        }
    }

    /// Records the end of a match, and returns the next step.
    pub fn ended(&mut self, match_id: &str) -> Wish {
        match self.known.get_mut(match_id) {
            Some(known) => {
                known.hope = Hope::Asked;
                Wish::OnceMore
            }
            None => Wish::Nothing,
        }
    }

    /// Records the server's answer: the request waits for the opponent, or the rematch was opened.
    pub fn told(&mut self, said: &RematchResponse) {
        let within = match said.rematch_match_id.is_empty() {
            true => Duration::from_millis(said.lapses_in_ms.try_into().unwrap_or(0)),
            false => SEATED_WITHIN,
        };
        if let Some(known) = self.known.get_mut(&said.match_id) {
            known.hope = Hope::Until(Instant::now() + within);
        }
    }

    /// Forgets a match whose rematch the server declined. Returns whether a rematch was requested.
    pub fn declined(&mut self, match_id: &str) -> bool {
        let asked = self.known.get(match_id).is_some_and(|known| !matches!(known.hope, Hope::Playing));
        asked && self.known.remove(match_id).is_some()
    }

    /// Returns when the next request for a rematch lapses.
    pub fn lapses_at(&self) -> Option<Instant> {
        let until = |known: &Known| if let Hope::Until(until) = known.hope { Some(until) } else { None };
        self.known.values().filter_map(until).min()
    }

    pub fn forget_lapsed(&mut self) {
        let now = Instant::now();
        self.known.retain(|match_id, known| {
            let lapsed = matches!(known.hope, Hope::Until(until) if until <= now);
            if lapsed {
                tracing::info!(match_id, "no rematch: not all seats requested it");
            }
            !lapsed
        });
    }

    /// Returns whether a finished match may still get a rematch.
    pub fn are_waited_for(&self) -> bool {
        self.known.values().any(|known| !matches!(known.hope, Hope::Playing))
    }
}

/// The next step after a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    OnceMore,
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(match_id: &str, rematch: &str, lapses_in_ms: i64) -> RematchResponse {
        let (match_id, rematch) = (match_id.to_owned(), rematch.to_owned());
        RematchResponse { match_id, rematch_match_id: rematch, lapses_in_ms, ..RematchResponse::default() }
    }

    #[test]
    fn so_many_rematches_of_each_match_are_asked_for() {
        let mut rematches = Rematches::new(2);
        rematches.began("a", "");
        assert!(!rematches.are_waited_for() && !rematches.declined("a"));
        assert_eq!(rematches.ended("a"), Wish::OnceMore);
        rematches.told(&told("a", "b", 0));
        assert!(rematches.are_waited_for());
        rematches.began("b", "a");
        assert!(!rematches.are_waited_for());
        assert_eq!(rematches.ended("b"), Wish::OnceMore);
        rematches.began("c", "b");
        assert_eq!(rematches.ended("c"), Wish::Nothing, "that was the second");
        assert!(rematches.known.is_empty());
    }

    #[test]
    fn a_lapsed_or_declined_rematch_ends_the_wait() {
        let mut rematches = Rematches::new(1);
        for match_id in ["a", "b"] {
            rematches.began(match_id, "");
            assert_eq!(rematches.ended(match_id), Wish::OnceMore);
        }
        rematches.told(&told("a", "", 0));
        assert!(rematches.lapses_at().is_some());
        rematches.forget_lapsed();
        assert_eq!(rematches.lapses_at(), None);
        assert!(rematches.are_waited_for() && rematches.declined("b") && !rematches.declined("b"));
        assert!(!rematches.are_waited_for());
    }
}
