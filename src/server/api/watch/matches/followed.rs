//! A match on a wall, and what of it waits to be sent.

use std::{sync::Arc, time::Duration};

use referee_games::scene::Picture;
use referee_ids::{Seq, Viewer};
use referee_law::{Fact, frames::SeenFrame};
use referee_proto::v1;
use referee_store::shown;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    api::{convert::Detail, watch::watcher_limits::WatcherPlace},
    hall::{
        table::Watched,
        wall_clock::{Moment, TimerInstant},
    },
};

/// Maximum events of an update.
const EVENTS_AN_UPDATE: usize = 64;

/// The parts of the next message about a match.
pub(super) struct News {
    /// Events for a page.
    pub events: Vec<v1::MatchEvent>,
    /// The picture after them, if it was drawn before they arrived.
    pub drawn: Option<SeenFrame>,
    /// Whether to draw a picture.
    pub draws: bool,
}

/// A match on the stream.
pub(super) struct Followed {
    pub viewer: Viewer,
    pub game: String,
    /// Ends its watch with it.
    pub until: CancellationToken,
    _ends: DropGuard,
    detail: Detail,
    /// Whether the picture has changed since it was sent.
    unseen: bool,
    /// Whether all past events were taken; a page gets no picture before.
    is_level: bool,
    /// Events for the next update of a page.
    events: Vec<v1::MatchEvent>,
    /// Newest event that arrived.
    newest: Seq,
    /// Picture that waits for its events to arrive: a page shows no picture before them.
    held: Option<SeenFrame>,
    /// Newest event in the last picture, held or sent.
    drawn: Seq,
    /// Time of the last message.
    sent: Option<TimerInstant>,
    /// Last picture, if the next may be sent as a change of it.
    picture: Option<Arc<Picture>>,
    /// The caller's place among the watchers of the match; `None` if it needs none.
    _place: Option<WatcherPlace>,
}

impl Followed {
    pub fn new(viewer: Viewer, game: String, detail: Detail, place: Option<WatcherPlace>) -> Followed {
        let until = CancellationToken::new();
        let _ends = until.clone().drop_guard();
        Followed {
            viewer,
            game,
            until,
            _ends,
            detail,
            unseen: detail == Detail::Frames,
            is_level: detail == Detail::Frames,
            events: Vec::new(),
            newest: Seq(0),
            held: None,
            drawn: Seq(0),
            sent: None,
            picture: None,
            _place: place,
        }
    }

    /// Records an item of the match for the next picture or update; returns whether that must not
    /// wait.
    pub fn note(&mut self, item: &Watched) -> bool {
        let is_page = self.detail == Detail::Page;
        match item {
            Watched::Event(event) => {
                self.newest = event.seq();
                let is_held = self.held.as_ref().is_some_and(|held| held.seq >= self.newest);
                self.unseen |= changes_picture(event.fact()) && !is_held;
                if is_page {
                    self.events.push(shown(event));
                }
            }
            Watched::CaughtUp(told) => {
                self.newest = self.newest.max(told.seq);
                self.unseen |= !self.is_level;
                self.is_level = true;
            }
            // An event opened it, and its picture shows it already, if it came later.
            Watched::TurnOpened(turn) => self.unseen |= is_page && turn.turn.id > self.drawn,
        }
        self.events.len() >= EVENTS_AN_UPDATE || (self.held.is_some() && self.is_ready())
    }

    /// Returns whether something waits to be sent.
    pub fn has_news(&self) -> bool {
        self.is_level && (self.unseen || !self.events.is_empty() || self.held.is_some())
    }

    /// Returns whether it may be sent: all events of a picture that is held have arrived.
    pub fn is_ready(&self) -> bool {
        self.has_news() && self.held.as_ref().is_none_or(|held| !self.is_behind(held))
    }

    /// Returns whether a picture for a page shows more than the events that arrived.
    pub fn is_behind(&self, seen: &SeenFrame) -> bool {
        self.detail == Detail::Page && seen.seq > self.newest
    }

    /// Keeps a picture until its events arrive, and the events before it.
    pub fn hold(&mut self, events: Vec<v1::MatchEvent>, seen: SeenFrame) {
        self.drawn = seen.seq;
        (self.events, self.held) = (events, Some(seen));
    }

    /// Returns when it is due.
    pub fn due(&self, interval: Duration) -> TimerInstant {
        self.sent.map_or_else(|| Moment::now().into(), |sent| sent + interval)
    }

    /// Takes the parts of the next message.
    pub fn take(&mut self) -> News {
        self.sent = Some(TimerInstant::from(Moment::now()));
        let is_held = self.held.is_some();
        let drawn = if self.is_ready() { self.held.take() } else { None };
        let draws = !is_held && self.is_level && std::mem::take(&mut self.unseen);
        News { events: std::mem::take(&mut self.events), drawn, draws }
    }

    /// Has the picture drawn again later, as it could not be drawn now.
    pub fn draw_again(&mut self) {
        self.unseen = true;
    }

    /// Records the picture that is sent now; returns the one before.
    pub fn draw(&mut self, seq: Seq, picture: Option<Arc<Picture>>) -> Option<Arc<Picture>> {
        self.drawn = seq;
        std::mem::replace(&mut self.picture, picture)
    }
}

/// Returns whether a fact changes the picture; presence does not.
fn changes_picture(fact: &Fact) -> bool {
    !matches!(
        fact,
        Fact::SeatConnected { .. }
            | Fact::SeatDisconnected { .. }
            | Fact::NonceGiven { .. }
            | Fact::ProposalMade { .. }
            | Fact::ProposalAnswered { .. }
            | Fact::FirstMoveDue { .. }
    )
}
