//! The match of a table, and a copy of it that is published for readers. Readers wait for the table
//! only after a change, and the table makes at most one copy per change.

use std::{
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use referee_law::{Event, Match, Note};

use crate::hall::link::SentStamp;

/// A match that only its table changes. Every change withdraws the published copy.
pub struct LiveMatch {
    of: Match,
    published: Arc<Published>,
    /// Whether a copy is published.
    is_published: bool,
}

/// The published copy of a live match.
#[derive(Default)]
pub struct Published(Mutex<Option<Standing>>);

/// A match at one moment.
struct Standing {
    of: Arc<Match>,
    /// The stamp of the open turn. Once the transport has taken the turn, the clocks change, and
    /// this copy is outdated.
    offered: Option<Arc<SentStamp>>,
}

impl LiveMatch {
    /// Wraps a match whose copies are published in `published`.
    pub fn new(of: Match, published: Arc<Published>) -> LiveMatch {
        LiveMatch { of, published, is_published: false }
    }

    /// Passes a note to the match; see [`Match::note`].
    pub fn note(&mut self, note: Note) {
        self.take_back();
        self.of.note(note);
    }

    /// Applies an event to the match; see [`Match::apply`].
    pub fn apply(&mut self, event: &Event) {
        self.take_back();
        self.of.apply(event);
    }

    /// Publishes a copy of the match, and returns it. `offered` is the stamp of an open turn that
    /// the transport has not taken yet.
    pub fn publish(&mut self, offered: Option<Arc<SentStamp>>) -> Arc<Match> {
        let of = Arc::new(self.of.clone());
        *self.published.copy() = Some(Standing { of: Arc::clone(&of), offered });
        self.is_published = true;
        of
    }

    /// Withdraws the published copy.
    pub fn take_back(&mut self) {
        if std::mem::take(&mut self.is_published) {
            self.published.copy().take();
        }
    }
}

impl Deref for LiveMatch {
    type Target = Match;

    fn deref(&self) -> &Match {
        &self.of
    }
}

impl Published {
    /// Returns the present match; `None` if a reader must ask the table.
    pub fn get(&self) -> Option<Arc<Match>> {
        let copy = self.copy();
        let holds = |copy: &&Standing| copy.offered.as_ref().is_none_or(|stamp| stamp.get().is_none());
        copy.as_ref().filter(holds).map(|copy| Arc::clone(&copy.of))
    }

    /// Locks the copy. The lock is held briefly, never across an await, and never protects a
    /// half-made change.
    fn copy(&self) -> MutexGuard<'_, Option<Standing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
