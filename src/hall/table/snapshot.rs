//! A match as it is looked at.

use std::sync::Arc;

use crate::{
    games::{
        rules::{Points, Turn},
        scene::{Gesture, Scene},
    },
    ids::{MatchId, Seat, Seq, Viewer},
    referee::{
        ClockReading, Match, MatchOpened, Phase, Proposal, Time, TurnRequest, Verdict, frames::SeenFrame, lost::Lost,
        sight::viewer_of_round,
    },
};

/// A match in a few lines.
#[derive(Clone, Debug)]
pub struct Summary {
    /// How it was set up.
    pub opened: Arc<MatchOpened>,
    pub phase: Phase,
    pub seq: Seq,
    /// The round in play, from 1.
    pub round: u32,
    /// The ply of the next step.
    pub ply: u32,
    /// The points of each seat over all rounds that have ended.
    pub totals: Vec<Points>,
    /// The moment of the match at which this is so.
    pub at: Time,
    /// What the clock of each seat shows then.
    pub clocks: Vec<ClockReading>,
    /// The turn that is open.
    pub open_turn: Option<TurnRequest>,
    /// Whom the position waits for.
    pub turn: Turn,
    /// Whether an arbiter has it paused.
    pub paused: bool,
    /// Who has proposed a draw and waits for an answer.
    pub draw_proposer: Option<Seat>,
    /// Who has proposed a takeback and waits for an answer.
    pub takeback_proposer: Option<Seat>,
    /// The seats that have lost it while the others play on.
    pub lost: Lost,
    pub verdict: Option<Verdict>,
    /// When it ended, in milliseconds since 1970 (UTC); `None` where its log does not say.
    pub ended_unix_ms: Option<i64>,
    /// The seats that have agreed to a rematch which waits for others; where the hall is asked for the summary.
    pub rematch_agreed_seats: Vec<Seat>,
    /// Its rematch; where the hall is asked for the summary.
    pub rematch: Option<MatchId>,
}

/// What is to be seen of a match.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub summary: Summary,
    /// The text of the position, as the viewer may know it.
    pub position: String,
    /// Every legal move with how it is made with clicks, as far as the viewer may know them.
    pub legal: Vec<(String, Gesture)>,
    /// Whether the rules offer the seats a draw to claim here.
    pub claimable: bool,
    /// What is to be seen.
    pub scene: Scene,
}

/// The match in a few lines, its clocks as they show at `now`.
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
    }
}

/// The match as `viewer` may see it at `now`.
pub fn snapshot(of: &Match, viewer: Viewer, now: Time) -> Snapshot {
    let (summary, position) = (summary(of, now), of.course().position());
    // When the match is over its record is open to everybody, and nothing of it is hidden any more.
    let viewer = viewer_of_round(viewer, summary.phase == Phase::Over);
    let legal = match summary.turn {
        Turn::Seat(seat) if summary.phase == Phase::Live && may_know_moves(of, viewer, seat) => {
            position.legal().into_iter().zip(position.gestures()).collect()
        }
        _ => Vec::new(),
    };
    let claimable = summary.phase == Phase::Live && position.is_claimable();
    Snapshot { position: position.view(viewer), legal, claimable, scene: position.scene(viewer), summary }
}

/// The position as `viewer` may see it at `now`, drawn alone: without its text, and the step that led to it.
pub fn frame(of: &Match, viewer: Viewer, now: Time) -> SeenFrame {
    let (course, viewer) = (of.course(), viewer_of_round(viewer, of.phase() == Phase::Over));
    SeenFrame {
        seq: of.seq(),
        round: course.round_number(),
        ply: course.ply(),
        step: None,
        scene: course.position().scene(viewer),
        position: String::new(),
        clocks: of.clock_readings(now),
        turn: of.turn().map(|turn| turn.seat),
        round_result: None,
    }
}

/// What a seat may play tells what it holds, where a game has anything to hide.
fn may_know_moves(of: &Match, viewer: Viewer, seat: Seat) -> bool {
    !of.course().game().facts().hidden || viewer.knows_hand_of(seat)
}
