//! The real course of a run, as known outside the hall. All times are times of the run.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use crate::invariant::Invariant;
use referee::{
    hall::table::Ask,
    ids::{MatchId, RequestId, Seat, Seq, Viewer},
    law::{Reason, SeenEvent},
};

/// All facts of a run.
#[derive(Default)]
pub struct Truth {
    pub arrivals: ByMatch<Arrival>,
    pub replies: ByMatch<Reply>,
    pub offers: ByMatch<Offer>,
    pub streams: Vec<Stream>,
    /// Granted rulings of arbiters.
    pub orders: Vec<Granted>,
    /// The conduct of each player.
    pub players: Vec<Conduct>,
    /// Stalls of the host.
    pub freezes: Vec<Span>,
    /// Faults of the store.
    pub store_faults: Vec<Span>,
    /// Time at which each server began to serve.
    pub births: BTreeMap<u64, Duration>,
    /// Time at which each server died.
    pub deaths: BTreeMap<u64, Duration>,
    /// The contests, in the order of the plan.
    pub contests: Vec<ContestTruth>,
    pub broken: Vec<Broken>,
}

/// Entries by match, each list in order.
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

/// A span of time. It has no end while it lasts.
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
    /// Whether a table took it, rather than the code that answers for matches without a table.
    pub by_table: bool,
}

/// An answer of the server to a command.
#[derive(Clone, Debug)]
pub struct Reply {
    pub at: Duration,
    pub server: u64,
    pub seat: Seat,
    pub request_id: RequestId,
    pub result: Result<Seq, Reason>,
}

/// A turn that a transport took.
#[derive(Clone, Debug)]
pub struct Offer {
    pub at: Duration,
    pub server: u64,
    pub seat: Seat,
    pub turn_id: Seq,
}

/// A granted ruling.
#[derive(Clone, Debug)]
pub struct Granted {
    pub match_id: MatchId,
    /// Time at which the table was asked.
    pub asked_at: Duration,
    pub seq: Seq,
    pub ask: Ask,
}

/// An unbroken stream of messages about one match to one viewer.
pub struct Stream {
    pub match_id: MatchId,
    pub viewer: Viewer,
    pub after: Seq,
    /// Whether the viewer receives no moves.
    pub spared: bool,
    pub events: Vec<Arc<SeenEvent>>,
    /// Time at which a watcher received each event.
    pub times: Vec<Duration>,
    /// Whether the stream must be complete.
    pub to_the_end: bool,
}

/// The conduct of a player's program and of its link.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Its accepted connections, each with the number of the server.
    pub here: Vec<(u64, Span)>,
    /// Times in which it did not read.
    pub shut: Vec<Span>,
    pub misbehaved: Vec<Duration>,
}

/// The facts about a contest, as known outside the hall.
#[derive(Default)]
pub struct ContestTruth {
    /// Time at which its host learnt that it is open.
    pub opened_at: Option<Duration>,
    /// Time at which each of its events was stored.
    pub stored_at: Vec<Duration>,
    /// Reasons of the granted orders of its host. Each must appear in an event.
    pub acknowledged: Vec<String>,
    /// Events that its watcher received, in order.
    pub told: Vec<Told>,
    /// How servers showed it, in order.
    pub shown: Vec<Shown>,
}

/// An event of a contest that a watcher received, as bytes.
pub struct Told {
    pub server: u64,
    pub seq: Seq,
    pub bytes: Vec<u8>,
}

/// How a server showed a contest, in debug format.
pub struct Shown {
    pub server: u64,
    pub seq: Seq,
    pub picture: String,
}

/// A violated invariant.
#[derive(Clone, Debug)]
pub struct Broken {
    pub invariant: Invariant,
    pub what: String,
}

impl Truth {
    pub fn breaks(&mut self, invariant: Invariant, what: impl Into<String>) {
        self.broken.push(Broken { invariant, what: what.into() });
    }

    /// Returns the times without a server: from each death until the next server served.
    pub fn downs(&self) -> impl Iterator<Item = Span> {
        self.deaths.values().map(|died| {
            let next = self.births.values().copied().filter(|born| born > died).min();
            Span { began: *died, ended: next }
        })
    }

    /// Starts a stream of a viewer. Returns its index.
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

    /// Returns how much of the span lies between two moments.
    pub fn within(&self, from: Duration, until: Duration) -> Duration {
        self.ended.unwrap_or(Duration::MAX).min(until).saturating_sub(self.began.max(from))
    }

    /// Returns whether any part of the span lies between two moments.
    pub fn touches(&self, from: Duration, until: Duration) -> bool {
        self.began <= until && self.ended.is_none_or(|ended| ended >= from)
    }
}
