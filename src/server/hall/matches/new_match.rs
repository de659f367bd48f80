//! Requests for matches.

use std::{collections::BTreeMap, time::Duration};

use referee_games::{Opening, rules::Setting};
use referee_ids::{MatchId, PlayerId};
use referee_law::{Absence, Conduct, IllegalMovePolicy, LostSeatPolicy, Occasion, Seed, TimeControl};
use referee_store::RequestKey;

use crate::hall::limits::creation_limits::Creator;

/// A match to open. All its fields have been validated.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub game: &'static str,
    pub setting: Setting,
    pub time_controls: Vec<TimeControl>,
    pub players: Vec<PlayerId>,
    /// Penalty for an illegal or unreadable move.
    pub illegal_move_policy: IllegalMovePolicy,
    /// What happens if a seat loses while at least two others can continue.
    pub lost_seat_policy: LostSeatPolicy,
    /// Source of the match's luck; ignored in a game without chance.
    pub luck: NewLuck,
    pub conduct: Conduct,
    pub graces: AskedGraces,
    /// Slot of the match in a contest. The same slot of the same player always means the same
    /// match.
    pub occasion: Option<Occasion>,
    /// Labels that the creator chose.
    pub labels: BTreeMap<String, String>,
    /// Start position and moves in canonical notation: see [`Opening::canonical`].
    pub opening: Opening,
    /// The request for the match.
    pub request: RequestKey,
    /// The creator, for whose limits the match counts; `None` for the host, who has no limits.
    pub creator: Option<Creator>,
}

/// Requested graces of a match, each at most `Limits::max_grace`; `None` for the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskedGraces {
    /// Limit of absence; default: [`Absence::usual`].
    pub absence: Option<Absence>,
    /// Grace of a disconnected seat; default: `Limits::grace`.
    pub disconnect: Option<Duration>,
    /// Grace of a seat that was held by `Attend`; default: `Limits::attend_grace`.
    pub attend: Option<Duration>,
    /// Wait for the seats before the start; default: `Limits::start_grace`.
    pub start: Option<Duration>,
}

/// The source of a match's luck. By default, the match has its own seed from the operating system,
/// and does not wait for nonces.
#[derive(Clone, Debug, Default)]
pub struct NewLuck {
    /// The seed; `None` to draw a seed from the operating system.
    pub seed: Option<Seed>,
    /// Time for which the first chance waits for nonces once all seats are connected; at most
    /// [`MAX_NONCE_WAIT`](referee_law::opening::luck::MAX_NONCE_WAIT).
    pub nonce_wait: Duration,
    /// Id from which deals are derived instead of the match's id, so that several matches have the
    /// same deals.
    pub deal_id: Option<MatchId>,
    /// Whether the seed stays secret at the end of the match, because other matches use it.
    pub is_withheld: bool,
}
