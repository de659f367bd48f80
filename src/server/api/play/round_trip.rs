//! Measures the round-trip time to a bot by sending pings on its stream.

use std::{collections::VecDeque, time::Duration};

use crate::hall::{link::RoundTrip, wall_clock::Moment};

/// Minimum interval between measurements of a bot that plays with a lag allowance.
pub const MEASURE_EVERY: Duration = Duration::from_secs(2);
/// Number of recent measurements whose minimum counts, so that a bot gains little by answering
/// late.
const NEWEST: usize = 8;

/// A meter of the round-trip time on one stream.
pub struct RoundTripMeter {
    round_trip: RoundTrip,
    /// Whether a match of the bot has a lag allowance.
    is_started: bool,
    /// The last ping with the time of sending; `None` once it is answered.
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

    /// Returns whether to send a ping now. Call this while the bot has no open turn, so that even a
    /// bot that reads only between moves answers immediately.
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

    /// Records a pong. Ignores a pong for which no ping is open.
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
