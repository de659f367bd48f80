//! The real course of a run, as known outside the hall. All times are those of
//! the run.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use crate::invariant::Invariant;
use referee::{
    hall::table::Ask,
    ids::{MatchId, RequestId, Seat, Seq, Viewer},
    law::{Reason, SeenEvent},
};

/// Everything that is known of a run.
#[derive(Default)]
pub struct Truth {
    pub arrivals: ByMatch<Arrival>,
    pub replies: ByMatch<Reply>,
    pub offers: ByMatch<Offer>,
    pub streams: Vec<Stream>,
    /// Granted requests of arbiters.
    pub orders: Vec<Granted>,
    /// By player: what it did.
    pub players: Vec<Conduct>,
    /// When the host stalled.
    pub freezes: Vec<Span>,
    /// When the store had a fault.
    pub store_faults: Vec<Span>,
    /// By server, when it began to serve.
    pub births: BTreeMap<u64, Duration>,
    /// By server, when it died.
    pub deaths: BTreeMap<u64, Duration>,
    /// By contest, in the order of the plan.
    pub contests: Vec<ContestTruth>,
    pub broken: Vec<Broken>,
}

/// The events of each match, in their order.
pub struct ByMatch<T>(BTreeMap<MatchId, Vec<T>>);

impl<T> ByMatch<T> {
    pub fn of(&self, match_id: &MatchId) -> &[T] {
        self.0.get(match_id).map_or(&[], Vec::as_slice)
    }

    pub fn of_mut(&mut self, match_id: &MatchId) -> &mut Vec<T> {
        self.0.entry(match_id.clone()).or_default()
    }
}

impl<T> Default for ByMatch<T> {
    fn default() -> ByMatch<T> {
        ByMatch(BTreeMap::new())
    }
}

/// From when until when; without an end while it lasts.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub began: Duration,
    pub ended: Option<Duration>,
}

/// A command that reached the server.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub at: Duration,
    pub server: u64,
    pub seat: Seat,
    pub request_id: RequestId,
    pub ask: Ask,
    /// Whether a table took it, rather than the stand-in for tables that have gone.
    pub by_table: bool,
}

/// An answer to a command, when the server gave it.
#[derive(Clone, Debug)]
pub struct Reply {
    pub at: Duration,
    pub server: u64,
    pub seat: Seat,
    pub request_id: RequestId,
    pub result: Result<Seq, Reason>,
}

/// A turn that a transport took up.
#[derive(Clone, Debug)]
pub struct Offer {
    pub at: Duration,
    pub server: u64,
    pub seat: Seat,
    pub turn_id: Seq,
}

/// A ruling that was granted as an event.
#[derive(Clone, Debug)]
pub struct Granted {
    pub match_id: MatchId,
    /// When the table was asked.
    pub asked_at: Duration,
    pub seq: Seq,
    pub ask: Ask,
}

/// The messages of one match to one viewer, without a break.
pub struct Stream {
    pub match_id: MatchId,
    pub viewer: Viewer,
    pub after: Seq,
    /// Whether it is spared what is played.
    pub spared: bool,
    pub events: Vec<Arc<SeenEvent>>,
    /// When a watcher was told each of them.
    pub times: Vec<Duration>,
    /// Whether it is to have been told everything.
    pub to_the_end: bool,
}

/// An act of a player's program, or a fault of its link.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// When it had a link that was let in, and to which server.
    pub here: Vec<(u64, Span)>,
    /// When it did not read what it was sent.
    pub shut: Vec<Span>,
    pub misbehaved: Vec<Duration>,
}

/// The facts about a contest that are known outside the hall.
#[derive(Default)]
pub struct ContestTruth {
    /// When its host was told that it is open.
    pub opened_at: Option<Duration>,
    /// When each of its events was stored.
    pub stored_at: Vec<Duration>,
    /// The reasons of its host's orders that were granted, each to be found in an event.
    pub acknowledged: Vec<String>,
    /// The events that its watcher received, in order.
    pub told: Vec<Told>,
    /// How it was shown, one time after the other.
    pub shown: Vec<Shown>,
}

/// An event of a contest that a watcher was told, as its bytes.
pub struct Told {
    pub server: u64,
    pub seq: Seq,
    pub bytes: Vec<u8>,
}

/// How a server showed a contest, in words for programmers.
pub struct Shown {
    pub server: u64,
    pub seq: Seq,
    pub picture: String,
}

/// An invariant that does not hold.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Its name.
    pub invariant: Invariant,
    pub what: String,
}

impl Truth {
    pub fn breaks(&mut self, invariant: Invariant, what: impl Into<String>) {
        self.broken.push(Broken { invariant, what: what.into() });
    }

    /// When no server served: from each death until the next server did.
    pub fn downs(&self) -> impl Iterator<Item = Span> {
        self.deaths.values().map(|died| {
            let next = self.births.values().copied().filter(|born| born > died).min();
            Span { began: *died, ended: next }
        })
    }

    /// The stream that a viewer begins, with its name.
    pub fn stream(&mut self, match_id: &MatchId, viewer: Viewer, after: Seq) -> usize {
        let (match_id, events, times) = (match_id.clone(), Vec::new(), Vec::new());
        self.streams.push(Stream { match_id, viewer, after, spared: false, events, times, to_the_end: false });
        self.streams.len() - 1
    }
}

impl Span {
    pub fn from(began: Duration) -> Span {
        Span { began, ended: None }
    }

    /// How much of it is between two moments.
    pub fn within(&self, from: Duration, until: Duration) -> Duration {
        self.ended.unwrap_or(Duration::MAX).min(until).saturating_sub(self.began.max(from))
    }

    /// Whether any of it is between two moments.
    pub fn touches(&self, from: Duration, until: Duration) -> bool {
        self.began <= until && self.ended.is_none_or(|ended| ended >= from)
    }
}
