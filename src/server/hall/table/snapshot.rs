//! Views of a match for readers.

use std::sync::Arc;

use referee_games::{
    rules::{Points, Turn},
    scene::{Gesture, Picture},
};
use referee_ids::{MatchId, Seat, Seq, Viewer};
use referee_law::{
    ClockReading, Match, MatchOpened, Phase, Proposal, Time, TurnRequest, Verdict,
    ending::lost::Lost,
    frames::{Choices, SeenFrame},
    sight::viewer_of_round,
};

#[derive(Clone, Debug)]
pub struct Summary {
    pub opened: Arc<MatchOpened>,
    pub phase: Phase,
    pub seq: Seq,
    /// Current round, from 1.
    pub round: u32,
    /// Ply of the next step.
    pub ply: u32,
    /// Points of each seat over all completed rounds.
    pub totals: Vec<Points>,
    /// Match time of this summary.
    pub at: Time,
    /// Clock reading of each seat at that time.
    pub clocks: Vec<ClockReading>,
    pub open_turn: Option<TurnRequest>,
    /// Who must act.
    pub turn: Turn,
    /// Whether an arbiter has paused it.
    pub paused: bool,
    /// Seat with a pending draw proposal.
    pub draw_proposer: Option<Seat>,
    /// Seat with a pending takeback proposal.
    pub takeback_proposer: Option<Seat>,
    /// Seats that have lost while others play on.
    pub lost: Lost,
    pub verdict: Option<Verdict>,
    /// End time, in milliseconds since 1970 (UTC); `None` if the log does not tell.
    pub ended_unix_ms: Option<i64>,
    /// Seats that have agreed to a pending rematch; filled by the hall.
    pub rematch_agreed_seats: Vec<Seat>,
    /// Its rematch; filled by the hall.
    pub rematch: Option<MatchId>,
    /// How many spectators chose to watch it; filled by the table's handle.
    pub watchers: usize,
}

#[derive(Clone, Debug)]
pub struct Snapshot {
    pub summary: Summary,
    /// Position as the viewer may see it, as text.
    pub position: String,
    /// Legal moves with their gestures, as far as the viewer may know them.
    pub legal: Vec<(String, Gesture)>,
    /// Whether the rules offer a draw claim here.
    pub claimable: bool,
    pub picture: Arc<Picture>,
}

/// Summarises a match, with the clocks at `now`.
pub fn summary(of: &Match, now: Time) -> Summary {
    let course = of.course();
    Summary {
        opened: Arc::clone(of.opened()),
        phase: of.phase(),
        seq: of.seq(),
        round: course.round_number(),
        ply: course.ply(),
        totals: course.totals().to_vec(),
        at: now,
        clocks: of.clock_readings(now),
        open_turn: of.turn(),
        turn: if of.phase() == Phase::Over { Turn::Over } else { course.turn() },
        paused: of.is_paused(),
        draw_proposer: of.proposer(Proposal::Draw),
        takeback_proposer: of.proposer(Proposal::Takeback),
        lost: of.lost().clone(),
        verdict: of.verdict().cloned(),
        ended_unix_ms: of.ended_unix_ms(),
        rematch_agreed_seats: Vec::new(),
        rematch: None,
        watchers: 0,
    }
}

/// Returns the match as `viewer` may see it at `now`, with its picture for this viewer.
pub fn snapshot(of: &Match, viewer: Viewer, now: Time, picture: Arc<Picture>) -> Snapshot {
    let (summary, position) = (summary(of, now), of.course().position());
    // The record of a finished match is public: nothing is hidden any longer.
    let viewer = viewer_of_round(viewer, summary.phase == Phase::Over);
    let legal = match summary.turn {
        Turn::Seat(seat) if summary.phase == Phase::Live && may_know_moves(of, viewer, seat) => {
            position.legal().into_iter().zip(position.gestures()).collect()
        }
        _ => Vec::new(),
    };
    let claimable = summary.phase == Phase::Live && position.is_claimable();
    Snapshot { position: position.view(viewer), legal, claimable, picture, summary }
}

/// Draws the position as `viewer` may see it.
pub fn picture(of: &Match, viewer: Viewer) -> Picture {
    of.scene(viewer_of_round(viewer, of.phase() == Phase::Over)).into()
}

/// Returns the position as `viewer` may see it at `now`, without its text and the step that led to
/// it, with its picture for this viewer.
pub fn frame(of: &Match, viewer: Viewer, now: Time, picture: Arc<Picture>) -> SeenFrame {
    let (course, turn) = (of.course(), of.turn());
    let own_turn = turn.as_ref().filter(|turn| viewer == Viewer::Seat(turn.seat));
    let choices = own_turn.map(|turn| {
        let position = course.position();
        let legal = position.legal().into_iter().zip(position.gestures()).collect();
        Choices { turn_id: turn.id, legal, claimable: position.is_claimable() }
    });
    SeenFrame {
        seq: of.seq(),
        round: course.round_number(),
        ply: course.ply(),
        step: None,
        picture,
        position: String::new(),
        at: now,
        clocks: of.clock_readings(now),
        turn: turn.map(|turn| turn.seat),
        totals: course.totals().to_vec(),
        choices,
        round_result: None,
    }
}

/// Returns whether a viewer may see the legal moves of a seat: they reveal its hand if the game
/// hides hands.
fn may_know_moves(of: &Match, viewer: Viewer, seat: Seat) -> bool {
    !of.course().game().facts().hidden || viewer.knows_hand_of(seat)
}
