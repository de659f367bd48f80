//! The match that a table plays, and the copy of it that is published for those who look. A look never waits for the table while
//! nothing has changed since the one before: however many look, the table makes one copy for each change at the most.

use std::{
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    hall::link::SentStamp,
    referee::{Event, Match, Note},
};

/// A match that its table alone changes. Whatever is changed takes the published copy back.
pub struct LiveMatch {
    of: Match,
    published: Arc<Published>,
    /// Whether a copy is published: nobody else publishes one or takes it back.
    is_published: bool,
}

/// The copy of a live match for those who look.
#[derive(Default)]
pub struct Published(Mutex<Option<Standing>>);

/// A match as it stands until it changes.
struct Standing {
    of: Arc<Match>,
    /// Where the transport of an open turn notes that it took it up: from then on the clocks are other ones.
    offered: Option<Arc<SentStamp>>,
}

impl LiveMatch {
    /// A match of which copies are published in `published`.
    pub fn new(of: Match, published: Arc<Published>) -> LiveMatch {
        LiveMatch { of, published, is_published: false }
    }

    /// Takes a note; see [`Match::note`].
    pub fn note(&mut self, note: Note) {
        self.take_back();
        self.of.note(note);
    }

    /// Applies an event; see [`Match::apply`].
    pub fn apply(&mut self, event: &Event) {
        self.take_back();
        self.of.apply(event);
    }

    /// Publishes a copy, and gives it. `offered` is where the transport of an open turn notes that it took it up, where it has not yet.
    pub fn publish(&mut self, offered: Option<Arc<SentStamp>>) -> Arc<Match> {
        let of = Arc::new(self.of.clone());
        *self.published.copy() = Some(Standing { of: Arc::clone(&of), offered });
        self.is_published = true;
        of
    }

    /// Takes the published copy back, where there is one.
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
    /// The match as it stands; `None` where the table is to be asked.
    pub fn get(&self) -> Option<Arc<Match>> {
        let copy = self.copy();
        let holds = |copy: &&Standing| copy.offered.as_ref().is_none_or(|stamp| stamp.get().is_none());
        copy.as_ref().filter(holds).map(|copy| Arc::clone(&copy.of))
    }

    /// The lock is held for a move of pointers and never across an await; what is under it is never half changed.
    fn copy(&self) -> MutexGuard<'_, Option<Standing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
