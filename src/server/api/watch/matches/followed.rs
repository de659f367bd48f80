//! A match on a wall, and what of it waits to be sent.

use std::{sync::Arc, time::Duration};

use referee_games::scene::Picture;
use referee_ids::{Seq, Viewer};
use referee_law::Fact;
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
    /// Newest event in the last picture.
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
                self.unseen |= changes_picture(event.fact());
                if is_page {
                    self.events.push(shown(event));
                }
            }
            Watched::CaughtUp(_) => {
                self.unseen |= !self.is_level;
                self.is_level = true;
            }
            // An event opened it, and its picture shows it already, if it came later.
            Watched::TurnOpened(turn) => self.unseen |= is_page && turn.turn.id > self.drawn,
        }
        self.events.len() >= EVENTS_AN_UPDATE
    }

    /// Returns whether something waits to be sent.
    pub fn has_news(&self) -> bool {
        self.is_level && (self.unseen || !self.events.is_empty())
    }

    /// Returns when it is due.
    pub fn due(&self, interval: Duration) -> TimerInstant {
        self.sent.map_or_else(|| Moment::now().into(), |sent| sent + interval)
    }

    /// Takes the events of the next update; with them, whether to draw a picture.
    pub fn take(&mut self) -> (Vec<v1::MatchEvent>, bool) {
        self.sent = Some(TimerInstant::from(Moment::now()));
        let draws = self.is_level && std::mem::take(&mut self.unseen);
        (std::mem::take(&mut self.events), draws)
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
