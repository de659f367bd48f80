//! One task for one live match. It decides, stores, applies and publishes, in this order, and arms one timer for the
//! match's deadline.

use std::{sync::Arc, time::Duration};

use super::{link::SeatLink, wall_clock::MatchClock};
use crate::{
    games::{
        rules::{Points, Turn},
        scene::Scene,
    },
    ids::{MatchId, RequestId, Seat, Seq, Viewer},
    referee::{Opened, Phase, Refusal, SeenEvent, Time, Verdict},
};

/// The handle of a live table. Calls wait for the table's answer, and for a place in its bounded line.
#[derive(Clone)]
pub struct TableStub {
    clock: MatchClock,
}

/// What a seat's program asks; the seat comes from its link, not from its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Answer a turn.
    PlayMove {
        /// The round of the turn that it answers.
        round: u32,
        /// The ply of the turn that it answers.
        ply: u32,
        /// The move.
        notation: String,
        /// When the last byte of the answer came, by [`TableStub::clock`].
        received: Time,
    },
    /// Give the match up.
    Resign,
    /// Call the match off.
    Abort,
}

/// A match in a few lines.
#[derive(Clone, Debug)]
pub struct Summary {
    /// How it was set up.
    pub opened: Arc<Opened>,
    /// Where it stands.
    pub phase: Phase,
    /// The newest event.
    pub seq: Seq,
    /// The round in play, from 1.
    pub round: u32,
    /// The ply of the next step.
    pub ply: u32,
    /// The points of each seat over all rounds that have ended.
    pub totals: Vec<Points>,
    /// What each clock has left; `None` for a seat without a limit.
    pub remaining: Vec<Option<Duration>>,
    /// Whom the position waits for.
    pub turn: Turn,
    /// How it ended.
    pub verdict: Option<Verdict>,
}

/// What is to be seen of a match.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Where it stands.
    pub summary: Summary,
    /// The text of the position, as the viewer may know it.
    pub position: String,
    /// Every legal move with the spaces that it touches, as far as the viewer may know them.
    pub legal: Vec<(String, Vec<String>)>,
    /// What is to be seen.
    pub scene: Scene,
}

/// A stream of events for one viewer: those that had happened, [`Watched::CaughtUp`], then the live ones, until the
/// match is over.
pub struct Watch {}

/// One item of a [`Watch`].
#[derive(Clone, Debug)]
pub enum Watched {
    /// Something became true.
    Event(Arc<SeenEvent>),
    /// What follows is live.
    CaughtUp(Seq),
    /// The watcher fell behind; nothing follows. It can watch again after this event.
    Lagged(Seq),
}

impl Watch {
    /// The next item; `None` after the end.
    pub async fn next(&mut self) -> Option<Watched> {
        todo!()
    }
}

impl TableStub {
    /// The match's id.
    pub fn match_id(&self) -> &MatchId {
        todo!()
    }

    /// How the match was set up; never waits.
    pub fn opened(&self) -> &Arc<Opened> {
        todo!()
    }

    /// The match's clock, for stamps.
    pub fn clock(&self) -> MatchClock {
        self.clock
    }

    /// Asks for `seat`; gives the number of the event that it became, which is durable then. The same request id gets the
    /// same answer.
    pub async fn ask(&self, _seat: Seat, _request_id: RequestId, _ask: Ask) -> Result<Seq, Refusal> {
        todo!()
    }

    /// Puts a program on a seat: it is told it is seated, then every event after `after`, then the turn if it is its own.
    /// A link that sat there before is told it was replaced, unless it is the same one.
    pub async fn sit(&self, _seat: Seat, _after: Seq, _link: SeatLink) -> Result<(), Refusal> {
        todo!()
    }

    /// The program of this link has gone: its grace begins. Does nothing when a later link sits there.
    pub async fn leave(&self, _seat: Seat, _link_id: u64) {
        todo!()
    }

    /// The program of this link broke the protocol or ended: what it did, its exit status, its last lines.
    pub async fn misbehaved(&self, _seat: Seat, _link_id: u64, _detail: String) {
        todo!()
    }

    /// The match as `viewer` may see it now.
    pub async fn look(&self, _viewer: Viewer) -> Result<Snapshot, Refusal> {
        todo!()
    }

    /// Every event after `after`, and then the live ones.
    pub async fn watch(&self, _viewer: Viewer, _after: Seq) -> Result<Watch, Refusal> {
        todo!()
    }
}
