//! Measures the round-trip time to a bot by pings on its stream.

use std::{collections::VecDeque, time::Duration};

use crate::hall::{link::RoundTrip, wall_clock::Moment};

/// Minimum interval of measurements for a bot that plays with a lag allowance.
pub const MEASURE_EVERY: Duration = Duration::from_secs(2);
/// Number of recent measurements whose minimum counts, so that late answers gain little.
const NEWEST: usize = 8;

/// Measures the round-trip time of one stream.
pub struct RoundTripMeter {
    round_trip: RoundTrip,
    /// Whether a match of the bot has a lag allowance.
    is_started: bool,
    /// The last ping, until it is answered.
    open: Option<(u64, Moment)>,
    asked: Option<Moment>,
    newest: VecDeque<Duration>,
}

impl RoundTripMeter {
    /// Creates a meter that reports to `round_trip`.
    pub fn new(round_trip: RoundTrip) -> RoundTripMeter {
        RoundTripMeter { round_trip, is_started: false, open: None, asked: None, newest: VecDeque::new() }
    }

    /// Records that a match of the bot has a lag allowance.
    pub fn start(&mut self) {
        self.is_started = true;
    }

    /// Returns whether to send a ping now. Call it while the bot has no open turn: a bot that reads
    /// only between moves then answers at once.
    pub fn is_due(&mut self) -> bool {
        if !self.is_started {
            return false;
        }
        let now = Moment::now();
        let due = self.asked.is_none_or(|asked| now.since(asked) >= MEASURE_EVERY);
        if due {
            self.asked = Some(now);
        }
        due
    }

    /// Records a sent ping.
    pub fn sent(&mut self, nonce: u64) {
        self.open = Some((nonce, Moment::now()));
    }

    /// Records a pong; one without an open ping is ignored.
    pub fn heard(&mut self, nonce: u64, arrived: Moment) {
        let Some((_, sent)) = self.open.take_if(|(open, _)| *open == nonce) else { return };
        if self.newest.len() == NEWEST {
            self.newest.pop_front();
        }
        self.newest.push_back(arrived.since(sent));
        if let Some(shortest) = self.newest.iter().min() {
            self.round_trip.note(*shortest);
        }
    }
}
