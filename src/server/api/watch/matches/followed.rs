//! A match on a wall, and its content that waits to be sent.

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

/// Maximum events of one update.
const EVENTS_AN_UPDATE: usize = 64;

/// The parts of the next message about a match.
pub(super) struct News {
    /// Events for a page that shows the match.
    pub events: Vec<v1::MatchEvent>,
    /// The picture after these events, if it was drawn before they arrived.
    pub drawn: Option<SeenFrame>,
    /// Whether a picture must be drawn now.
    pub draws: bool,
}

/// A match that the stream follows.
pub(super) struct Followed {
    pub viewer: Viewer,
    pub game: String,
    /// Cancelled when the match is dropped, to end its watch.
    pub until: CancellationToken,
    _ends: DropGuard,
    detail: Detail,
    /// Whether the picture has changed since it was last sent.
    unseen: bool,
    /// Whether all past events have arrived; before that, a page gets no picture.
    is_level: bool,
    /// Events for the next update of a page.
    events: Vec<v1::MatchEvent>,
    /// Number of the newest event that has arrived.
    newest: Seq,
    /// Picture that is held back until its events arrive, because a page must not show it before
    /// them.
    held: Option<SeenFrame>,
    /// Number of the newest event in the last picture, held or sent.
    drawn: Seq,
    /// Time of the last message about the match.
    sent: Option<TimerInstant>,
    /// Last picture; `None` if the next one cannot be sent as a change of it.
    picture: Option<Arc<Picture>>,
    /// The caller's place among the watchers of the match; `None` if no place is needed.
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

    /// Records an item of the match for the next picture or update. Returns whether that must be
    /// sent without delay.
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
            // The event that opened this turn already caused a picture. Another is needed only if
            // that picture is older than the turn.
            Watched::TurnOpened(turn) => self.unseen |= is_page && turn.turn.id > self.drawn,
        }
        self.events.len() >= EVENTS_AN_UPDATE || (self.held.is_some() && self.is_ready())
    }

    /// Returns whether content waits to be sent.
    pub fn has_news(&self) -> bool {
        self.is_level && (self.unseen || !self.events.is_empty() || self.held.is_some())
    }

    /// Returns whether the content may be sent: all events of a picture that is held back have
    /// arrived.
    pub fn is_ready(&self) -> bool {
        self.has_news() && self.held.as_ref().is_none_or(|held| !self.is_behind(held))
    }

    /// Returns whether a picture for a page contains events that have not arrived yet.
    pub fn is_behind(&self, seen: &SeenFrame) -> bool {
        self.detail == Detail::Page && seen.seq > self.newest
    }

    /// Holds back a picture until its events arrive, with the events before it.
    pub fn hold(&mut self, events: Vec<v1::MatchEvent>, seen: SeenFrame) {
        self.drawn = seen.seq;
        (self.events, self.held) = (events, Some(seen));
    }

    /// Returns when the next message is due.
    pub fn due(&self, interval: Duration) -> TimerInstant {
        self.sent.map_or_else(|| Moment::now().into(), |sent| sent + interval)
    }

    /// Takes the content of the next message.
    pub fn take(&mut self) -> News {
        self.sent = Some(TimerInstant::from(Moment::now()));
        let is_held = self.held.is_some();
        let drawn = if self.is_ready() { self.held.take() } else { None };
        let draws = !is_held && self.is_level && std::mem::take(&mut self.unseen);
        News { events: std::mem::take(&mut self.events), drawn, draws }
    }

    /// Requests another picture later, because none could be drawn now.
    pub fn draw_again(&mut self) {
        self.unseen = true;
    }

    /// Records the picture that is sent now. Returns the picture before it.
    pub fn draw(&mut self, seq: Seq, picture: Option<Arc<Picture>>) -> Option<Arc<Picture>> {
        self.drawn = seq;
        std::mem::replace(&mut self.picture, picture)
    }
}

/// Returns whether a fact changes the picture. Connecting and disconnecting do not.
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
