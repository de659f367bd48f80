//! The round-trip time to a bot, measured by pings on its stream.

use std::{collections::VecDeque, time::Duration};

use crate::hall::{link::RoundTrip, wall_clock::Moment};

/// How often the round-trip time of a bot that plays with an allowance for it is measured, at the most.
pub const MEASURE_EVERY: Duration = Duration::from_secs(2);
/// Of how many measures the shortest counts, the newest ones: a bot that answers late gains little by it.
const NEWEST: usize = 8;

/// Measures the round-trip time of one stream.
pub struct RoundTripMeter {
    round_trip: RoundTrip,
    /// Whether a match of the bot has an allowance.
    is_started: bool,
    /// The ping that was sent last, until it is answered.
    open: Option<(u64, Moment)>,
    asked: Option<Moment>,
    newest: VecDeque<Duration>,
}

impl RoundTripMeter {
    /// Nothing was measured yet; what is found goes to `round_trip`.
    pub fn new(round_trip: RoundTrip) -> RoundTripMeter {
        RoundTripMeter { round_trip, is_started: false, open: None, asked: None, newest: VecDeque::new() }
    }

    /// Notes that a match of the bot has an allowance.
    pub fn start(&mut self) {
        self.is_started = true;
    }

    /// Whether to send a ping now. To be asked when the bot has nothing to think about: one that hears pings only between
    /// its moves answers at once then.
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

    /// A ping is on its way.
    pub fn sent(&mut self, nonce: u64) {
        self.open = Some((nonce, Moment::now()));
    }

    /// A pong came. One that answers no open ping is ignored.
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
