//! The open turn, and the limits of its time.

use std::time::Duration;

use referee_ids::{Seat, Seq};

use super::clock::Time;

/// Shortest recorded stall of the host; shorter ones are normal on every machine.
pub const MIN_STALL: Duration = Duration::from_millis(50);
/// Maximum recorded stalls per turn.
pub const MAX_STALLS: usize = 64;
/// Maximum void flags per turn. A further flag counts if no answer came and the host took less than
/// half of the turn's time; otherwise the match ends as a host fault.
pub const MAX_VOID_FLAGS: u32 = 3;

/// Maximum wait of a turn for its transport, besides the measured round trip. Then its clock starts
/// anyway, so no client can postpone its clock longer by not reading.
pub const PATIENCE: Duration = Duration::from_millis(250);
/// Maximum wait of a turn for a seat that the referee disconnected, by a restart or a pause. Then
/// its clock starts anyway, so a player that stays away on purpose cannot think for free.
pub const RETURN_PATIENCE: Duration = Duration::from_secs(30);
/// Maximum measured round trip that a clock waits for, besides [`PATIENCE`].
pub const MAX_ROUND_TRIP: Duration = Duration::from_secs(1);

/// The open turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTurn {
    pub seat: Seat,
    pub opened: Time,
    /// When the turn was handed to the seat's transport.
    pub asked: Option<Time>,
    /// Since when the seat has been ready for the turn; `None` while the seat is disconnected.
    pub due: Option<Time>,
    /// When the clock starts at the latest because the seat is or became disconnected; in the
    /// future if the referee disconnected the seat.
    pub absent: Option<Time>,
    /// Longest round trip measured before the turn was sent, up to [`MAX_ROUND_TRIP`].
    pub round_trip: Duration,
    /// Number of void flags.
    pub void_flags: u32,
    /// Last score that the seat's program reported.
    pub score: Option<i64>,
}

/// The part of the open turn that an event records.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Running {
    /// When the turn's clock started; `None` if it had not.
    pub sent: Option<Time>,
    /// Round-trip time that is not charged.
    pub lag: Duration,
    /// Round trip that the turn's clock waited for beyond [`PATIENCE`].
    pub round_trip: Duration,
}

/// The turn to send to a seat. Turns with the same id are the same turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRequest {
    pub seat: Seat,
    /// The round, from 1.
    pub round: u32,
    /// Ply of the answer.
    pub ply: u32,
    /// Number of the event that opened the turn. A step, the start of a round, a takeback, a
    /// refused move and a void flag open another turn; a pause, a disconnect and a restart do not.
    pub id: Seq,
    /// When the clock starts: when the turn was sent, when the seat was found disconnected, or at
    /// the end of the patience, which may be later. `None` while nothing starts it.
    pub sent: Option<Time>,
}

/// Time rules of a move as sent to a seat, besides the clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTime {
    /// Delay: time for this move only, used before the clock.
    pub delay: Duration,
    /// Maximum refund after the move.
    pub refund: Duration,
    /// Maximum duration of the move, if moves have a limit.
    pub move_limit: Option<Duration>,
    /// Moves until the next stage of the clock.
    pub moves_to_go: Option<u32>,
    /// Byo-yomi periods left.
    pub periods: u32,
    /// Length of a period.
    pub period: Duration,
    /// Time left for the round.
    pub round_left: Option<Duration>,
    /// Time left for the match.
    pub match_left: Option<Duration>,
    /// Positions to search.
    pub nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
}
