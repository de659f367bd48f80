//! What is told of matches that are over: it never changes again, so that a list of them need not read their logs each time.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::table::Summary;
use crate::{ids::MatchId, referee::Phase};

/// The summaries of some matches that are over: those that were asked for last, as many as there is room for.
pub struct Finished {
    most: usize,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    summaries: BTreeMap<MatchId, Summary>,
    /// The one that has been kept longest first.
    order: VecDeque<MatchId>,
}

impl Finished {
    /// Room for so many.
    pub fn new(most: usize) -> Finished {
        Finished { most, kept: Mutex::default() }
    }

    /// The summary of a match, if it is kept.
    pub fn find(&self, match_id: &MatchId) -> Option<Summary> {
        self.kept().summaries.get(match_id).cloned()
    }

    /// Keeps a summary, if the match is over; the one that has been kept longest makes room.
    pub fn keep(&self, summary: &Summary) {
        if summary.phase != Phase::Over || self.most == 0 {
            return;
        }
        let match_id = summary.opened.match_id.clone();
        let mut kept = self.kept();
        if kept.summaries.insert(match_id.clone(), summary.clone()).is_some() {
            return;
        }
        kept.order.push_back(match_id);
        if kept.order.len() > self.most
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.summaries.remove(&oldest);
        }
    }

    /// The lock is held for a lookup and never across an await; what is under it is never half changed.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
