//! Sends live events to the watchers of one match. Each class of viewers has one broadcast channel
//! of limited size.

use std::sync::Arc;

use referee_ids::{Seat, Seq, Viewer};
use referee_law::{ClockReading, Match, SeenEvent, Time, TurnRequest};
use tokio::sync::broadcast;

/// The channels of one match, created when needed. All spectators share a channel; if the game
/// hides nothing, all viewers do.
pub struct Fanout {
    capacity: usize,
    shared: Sharing,
    /// Number of the newest event of the match.
    newest: Seq,
    /// Id of the last turn that was sent to watchers.
    told: Option<Seq>,
    spectators: Option<Line>,
    arbiters: Option<Line>,
    seats: Vec<Option<Line>>,
}

/// Whether all viewers see the same events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    All,
    /// Seats see things that other viewers do not.
    Classes,
}

/// A message on a channel.
#[derive(Clone, Debug)]
pub enum Live {
    Event(Arc<SeenEvent>),
    Turn(Arc<OpenedTurn>),
}

/// An open turn, with the clocks at the time of sending. All viewers see the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedTurn {
    pub turn: TurnRequest,
    pub at: Time,
    /// Readings of the clocks at that time.
    pub clocks: Vec<ClockReading>,
}

impl OpenedTurn {
    /// Returns whether this is the given turn.
    pub fn is(&self, turn: &TurnRequest) -> bool {
        self.turn.id == turn.id
    }
}

type Line = broadcast::Sender<Live>;

/// A channel of live events, and the number of the event after which it starts.
pub type LiveLine = (broadcast::Receiver<Live>, Seq);

impl Fanout {
    /// Creates a fan-out without channels, for a match whose newest event is `newest`. Each channel
    /// will queue `capacity` events, at least 1, for a slow watcher.
    pub fn new(capacity: usize, shared: Sharing, newest: Seq) -> Fanout {
        Fanout {
            capacity: capacity.max(1),
            shared,
            newest,
            told: None,
            spectators: None,
            arbiters: None,
            seats: Vec::new(),
        }
    }

    /// Subscribes a watcher to the channel of its class.
    pub fn subscribe(&mut self, viewer: Viewer) -> LiveLine {
        let capacity = self.capacity;
        let line = match self.class_of(viewer) {
            Viewer::Spectator => &mut self.spectators,
            Viewer::Arbiter => &mut self.arbiters,
            Viewer::Seat(Seat(seat)) => {
                let seat = usize::from(seat);
                if self.seats.len() <= seat {
                    self.seats.resize_with(seat + 1, || None);
                }
                &mut self.seats[seat]
            }
        };
        (line.get_or_insert_with(|| broadcast::Sender::new(capacity)).subscribe(), self.newest)
    }

    /// Closes all channels.
    pub fn close(&mut self) {
        (self.spectators, self.arbiters) = (None, None);
        self.seats.clear();
    }

    /// Records the newest event, which is about to be published.
    pub fn note(&mut self, newest: Seq) {
        self.newest = newest;
    }

    /// Returns the classes that have watchers, for which events must be redacted.
    pub fn watched(&self) -> impl Iterator<Item = Viewer> {
        let has_watchers = |line: &Option<Line>| line.as_ref().is_some_and(|line| line.receiver_count() > 0);
        let spectators = has_watchers(&self.spectators).then_some(Viewer::Spectator);
        let arbiters = has_watchers(&self.arbiters).then_some(Viewer::Arbiter);
        let seats = (0..).map(Seat).zip(&self.seats).filter(move |(_, line)| has_watchers(line));
        spectators.into_iter().chain(arbiters).chain(seats.map(|(seat, _)| Viewer::Seat(seat)))
    }

    /// Publishes an event to one class. A watcher that lags notices when it reads.
    pub fn publish(&self, class: Viewer, event: Arc<SeenEvent>) {
        let line = match class {
            Viewer::Spectator => self.spectators.as_ref(),
            Viewer::Arbiter => self.arbiters.as_ref(),
            Viewer::Seat(seat) => self.seats.get(seat.index()).and_then(Option::as_ref),
        };
        if let Some(line) = line {
            // An error means that the last watcher has left.
            let _ = line.send(Live::Event(event));
        }
    }

    /// Publishes the open turn, unless it was already published.
    pub fn tell_turn(&mut self, of: &Match, now: Time) {
        let turn = of.turn();
        let key = turn.as_ref().map(|turn| turn.id);
        if std::mem::replace(&mut self.told, key) == key {
            return;
        }
        let lines = || self.spectators.iter().chain(&self.arbiters).chain(self.seats.iter().flatten());
        if let Some(turn) = turn
            && lines().any(|line| line.receiver_count() > 0)
        {
            let turn = Arc::new(OpenedTurn { turn, at: now, clocks: of.clock_readings(now) });
            for line in lines() {
                // An error means that the last watcher has left.
                let _ = line.send(Live::Turn(Arc::clone(&turn)));
            }
        }
    }

    fn class_of(&self, viewer: Viewer) -> Viewer {
        match self.shared {
            Sharing::All => Viewer::Spectator,
            Sharing::Classes => viewer,
        }
    }
}
