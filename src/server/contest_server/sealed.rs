//! Determines which contests hold results back: the matches of their unreleased stages are sealed.
//!
//! Every match that a caller reads needs this check, so it only reads memory. The list is separate
//! from the contests that have a steward, since a contest that rests has none. Until the stored
//! contests were read after a start, every contest counts as sealed, so that a restart never shows
//! a sealed match.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{Contests, Inner, Kind};
use referee_law::{Contest, Occasion};
use referee_store::StoreError;

use crate::contest_steward::stored;

/// The contests of a kind that hold results back.
#[derive(Default)]
pub(super) struct Sealed(Mutex<Known>);

#[derive(Default)]
struct Known {
    contests: BTreeMap<Contest, Stages>,
    /// Whether the list includes the contests from before the start of the server.
    is_complete: bool,
}

/// The stages of a contest that holds results back.
#[derive(Default)]
struct Stages {
    /// Number of released stages.
    released: u32,
    /// The stage of each encounter, by the number of the encounter. In a bracket, the numbers
    /// follow the slots and not the order of pairing.
    of_encounters: BTreeMap<u32, u32>,
}

impl Sealed {
    /// Records the phase of a contest. Returns whether the contest now shows more than before.
    pub fn follow<K: Kind>(&self, contest: &Contest, of: &K) -> bool {
        let contests = &mut self.lock().contests;
        let Some(released) = of.released_stages() else { return contests.remove(contest).is_some() };
        if !contests.contains_key(contest) {
            contests.insert(contest.clone(), Stages::default());
        }
        let Some(stages) = contests.get_mut(contest) else { return false };
        stages.of_encounters.extend(of.stages_of_encounters(stages.of_encounters.len()));
        std::mem::replace(&mut stages.released, released) < released
    }

    /// Returns the number of released stages of a contest; `None` if the contest shows everything.
    fn released_stages(&self, contest: &Contest) -> Option<u32> {
        let known = self.lock();
        match known.contests.get(contest) {
            Some(stages) => Some(stages.released),
            None => (!known.is_complete).then_some(0),
        }
    }

    /// Returns whether the matches of an encounter are sealed. An encounter that is not paired yet
    /// is sealed.
    fn seals(&self, occasion: &Occasion) -> bool {
        let known = self.lock();
        let Some(stages) = known.contests.get(&occasion.contest) else { return !known.is_complete };
        let stage = occasion.encounter_from_0().and_then(|number| stages.of_encounters.get(&number));
        stage.is_none_or(|stage| *stage >= stages.released)
    }

    fn seals_any(&self) -> bool {
        let known = self.lock();
        !known.is_complete || !known.contests.is_empty()
    }

    /// Locks the list. The lock is held for a lookup, never across an await, and never protects a
    /// half-made change.
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Kind> Contests<K> {
    /// Returns whether the matches of this occasion are sealed, because their stage is not
    /// released.
    pub fn seals(&self, occasion: &Occasion) -> bool {
        K::is_one(&occasion.contest) && self.inner.sealed.seals(occasion)
    }

    /// Returns whether a match of any contest may be sealed.
    pub fn seals_any(&self) -> bool {
        self.inner.sealed.seals_any()
    }

    /// Returns the number of released stages of a contest that holds results back; `None` if the
    /// contest shows everything.
    pub fn released_stages(&self, contest: &Contest) -> Option<u32> {
        self.inner.sealed.released_stages(contest).filter(|_| K::is_one(contest))
    }
}

impl<K: Kind> Inner<K> {
    /// Reads which unfinished contests hold results back, unless that is known. A contest that
    /// cannot be read is sealed completely.
    pub(super) async fn read_sealed(&self) -> Result<(), StoreError> {
        if self.sealed.lock().is_complete {
            return Ok(());
        }
        for contest in self.contests.running_contests().await?.into_iter().filter(K::is_one) {
            let first = stored::first::<K>(&*self.contests, &contest).await;
            let opened = first.ok().flatten().and_then(|first| K::begin(&first));
            if opened.is_some_and(|opened| opened.released_stages().is_none()) {
                continue;
            }
            match stored::replay::<K>(&*self.contests, &contest, |_| {}).await {
                Ok(Some((of, _))) => drop(self.sealed.follow(&contest, &of)),
                _ => drop(self.sealed.lock().contests.entry(contest).or_default()),
            }
        }
        self.sealed.lock().is_complete = true;
        Ok(())
    }

    /// Records the phase of a contest. Wakes the streams of results if the contest now shows more
    /// than before.
    pub(super) fn note_sealed(&self, contest: &Contest, of: &K) {
        if self.sealed.follow(contest, of) {
            self.hall.tell_results();
        }
    }
}
