//! Which contests hold results back: the matches of their unreleased stages are sealed.
//!
//! This is asked for every match that a caller reads, so it takes one look in memory. Until the stored contests are read after a
//! start, every contest counts as sealed: a restart never shows a sealed match.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{Competitions, Inner, Kind};
use crate::{
    referee::{Contest, Occasion},
    steward::stored,
    store::StoreError,
};

/// The contests of a kind that hold results back.
#[derive(Default)]
pub(super) struct Sealed(Mutex<Known>);

#[derive(Default)]
struct Known {
    contests: BTreeSet<Contest>,
    /// Whether those of before the start are among them.
    is_complete: bool,
}

impl Sealed {
    /// Notes whether a contest holds results back.
    pub fn note(&self, contest: &Contest, is_sealed: bool) {
        let contests = &mut self.lock().contests;
        match is_sealed {
            true => drop(contests.insert(contest.clone())),
            false => drop(contests.remove(contest)),
        }
    }

    fn may_have(&self, contest: &Contest) -> bool {
        let known = self.lock();
        !known.is_complete || known.contests.contains(contest)
    }

    fn may_have_any(&self) -> bool {
        let known = self.lock();
        !known.is_complete || !known.contests.is_empty()
    }

    /// The lock is held for a lookup and never across an await; its content is never half changed.
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Kind> Competitions<K> {
    /// Whether the matches of this occasion are sealed: those of an unreleased stage, and all of a contest that cannot be read now.
    pub fn seals(&self, occasion: &Occasion) -> bool {
        K::is_one(&occasion.contest) && self.inner.sealed.may_have(&occasion.contest) && {
            let shows = self.see_now(occasion.contest.name(), |seen| K::of(seen.of).shows(occasion.encounter));
            !shows.unwrap_or(false)
        }
    }

    /// Whether a match of any contest may be sealed.
    pub fn seals_any(&self) -> bool {
        self.inner.sealed.may_have_any()
    }

    /// The number of released stages of a contest, if it holds results back; `None` if it shows all.
    pub fn released_stages(&self, contest: &Contest) -> Option<u32> {
        if !K::is_one(contest) || !self.inner.sealed.may_have(contest) {
            return None;
        }
        // A contest that cannot be read now has released nothing.
        self.see_now(contest.name(), |seen| K::of(seen.of).released_stages()).unwrap_or(Some(0))
    }
}

impl<K: Kind> Inner<K> {
    /// Reads which unfinished contests hold results back, unless that is known. One that cannot be read counts as sealed.
    pub(super) async fn read_sealed(&self) -> Result<(), StoreError> {
        if self.sealed.lock().is_complete {
            return Ok(());
        }
        let unfinished = self.contests.unfinished_contests().await?;
        let mut sealed = Vec::new();
        for contest in unfinished.into_iter().filter(K::is_one) {
            let first = stored::first::<K>(&*self.contests, &contest).await;
            let opened = first.ok().flatten().and_then(|first| K::begin(&first));
            if opened.is_none_or(|opened| opened.released_stages().is_some()) {
                sealed.push(contest);
            }
        }
        let mut known = self.sealed.lock();
        known.contests.extend(sealed);
        known.is_complete = true;
        Ok(())
    }

    /// Notes whether a contest still holds results back, and wakes the feeds of results if it shows more than before.
    pub(super) fn note_released(&self, contest: &Contest, before: Option<u32>, now: Option<u32>) {
        if before != now {
            self.sealed.note(contest, now.is_some());
            self.hall.tell_results();
        }
    }
}
