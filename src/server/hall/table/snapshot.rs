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
    /// Number of the current round, from 1.
    pub round: u32,
    /// Ply of the next step.
    pub ply: u32,
    /// Points of each seat over all completed rounds.
    pub totals: Vec<Points>,
    /// Time of this summary on the match clock.
    pub at: Time,
    /// Reading of each seat's clock at that time.
    pub clocks: Vec<ClockReading>,
    pub open_turn: Option<TurnRequest>,
    /// The seat or the chance that must act.
    pub turn: Turn,
    /// Whether an arbiter has paused the match.
    pub paused: bool,
    /// Seat that has proposed a draw; `None` without a pending proposal.
    pub draw_proposer: Option<Seat>,
    /// Seat that has proposed a takeback; `None` without a pending proposal.
    pub takeback_proposer: Option<Seat>,
    /// Seats that have lost while others continue.
    pub lost: Lost,
    pub verdict: Option<Verdict>,
    /// Time of the end, in milliseconds since 1970 (UTC); `None` if the log does not contain it.
    pub ended_unix_ms: Option<i64>,
    /// Seats that have agreed to a pending rematch. The hall fills this in.
    pub rematch_agreed_seats: Vec<Seat>,
    /// Id of the rematch. The hall fills this in.
    pub rematch: Option<MatchId>,
    /// Number of spectators who chose to watch the match. The handle of the table fills this in.
    pub watchers: usize,
}

#[derive(Clone, Debug)]
pub struct Snapshot {
    pub summary: Summary,
    /// Position as text, as the viewer may see it.
    pub position: String,
    /// Legal moves with their gestures, as far as the viewer may know them.
    pub legal: Vec<(String, Gesture)>,
    /// Whether the rules offer the claim of a draw here.
    pub claimable: bool,
    pub picture: Arc<Picture>,
}

/// Summarises a match, with the readings of its clocks at `now`.
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

/// Returns the match as `viewer` may see it at `now`; `picture` is the picture for this viewer.
pub fn snapshot(of: &Match, viewer: Viewer, now: Time, picture: Arc<Picture>) -> Snapshot {
    let (summary, position) = (summary(of, now), of.course().position());
    // The record of a finished match is public, so nothing is hidden after the end.
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

/// Returns the position as `viewer` may see it at `now`; `picture` is the picture for this viewer.
/// The text, and the step that led to the position, are left out.
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

/// Returns whether a viewer may see the legal moves of a seat. If the game hides hands, these moves
/// would reveal the hand.
fn may_know_moves(of: &Match, viewer: Viewer, seat: Seat) -> bool {
    !of.course().game().facts().hidden || viewer.knows_hand_of(seat)
}
