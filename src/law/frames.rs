//! The positions of a match in order, as one viewer may see them.

use std::sync::Arc;

use referee_games::{
    erased::Position,
    rules::Points,
    scene::{Gesture, Picture, Scene},
};
use referee_ids::{Seat, Seq, Viewer};

use super::{
    event::{Event, Fact},
    sight::viewer_of_round,
    state::{Match, Phase},
};
use crate::clock::{Time, reading::ClockReading};

/// A position as one viewer may see it, with the step that led to it.
#[derive(Clone, Debug)]
pub struct SeenFrame {
    /// Event that led to the position.
    pub seq: Seq,
    /// The round, from 1.
    pub round: u32,
    /// Steps of the round so far.
    pub ply: u32,
    /// Last step; `None` at the start of a round, or if the caller requested no steps.
    pub step: Option<SeenStep>,
    pub picture: Arc<Picture>,
    /// Position as text; empty if the caller requested no positions.
    pub position: String,
    /// Match time of the clock readings; zero for a past position.
    pub at: Time,
    pub clocks: Vec<ClockReading>,
    pub turn: Option<Seat>,
    /// Points of each seat over all rounds that have ended.
    pub totals: Vec<Points>,
    /// The viewer's choices; `None` unless the viewer is to move now.
    pub choices: Option<Choices>,
    /// Result of the round, if it ended with this position.
    pub round_result: Option<RoundWorth>,
}

/// The open turn of a viewer.
#[derive(Clone, Debug)]
pub struct Choices {
    pub turn_id: Seq,
    /// Legal moves with their gestures.
    pub legal: Vec<(String, Gesture)>,
    /// Whether the rules offer a draw claim here.
    pub claimable: bool,
}

/// A step as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenStep {
    /// The seat that took the step; `None` for chance.
    pub seat: Option<Seat>,
    pub notation: String,
    /// Whether the step was forced.
    pub forced: bool,
}

/// The result of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundWorth {
    /// Key of the cause that ended the round.
    pub cause: String,
    /// Points of each seat in the round.
    pub points: Vec<Points>,
    /// Points of each seat including the round.
    pub totals: Vec<Points>,
}

/// A collected position, to be drawn later.
pub struct Frame {
    seq: Seq,
    /// The round, from 1.
    pub round: u32,
    /// Steps of the round so far.
    pub ply: u32,
    /// Last step, both as the viewer knew it at the time and in full.
    step: Option<(SeenStep, String)>,
    position: Box<dyn Position>,
    clocks: Vec<ClockReading>,
    turn: Option<Seat>,
    totals: Vec<Points>,
    round_result: Option<RoundWorth>,
    /// Whether the match ended at this position, perhaps by a resignation.
    is_last: bool,
    viewer: Viewer,
}

/// Collects a bounded number of positions from events, starting at a round and ply, without those
/// taken back.
pub struct Frames {
    viewer: Viewer,
    from: (u32, u32),
    most: usize,
    frames: Vec<Frame>,
    /// Whether later events cannot change the result.
    complete: bool,
}

impl Frames {
    /// Creates a collector of at most `most` positions that `viewer` may see, starting at the round
    /// and ply `from`.
    pub fn new(viewer: Viewer, from: (u32, u32), most: usize) -> Frames {
        Frames { viewer, from, most, frames: Vec::new(), complete: false }
    }

    /// Returns whether no further events are needed.
    pub fn are_complete(&self) -> bool {
        self.complete
    }

    /// Applies an event to the match, and collects the position that follows.
    pub fn take(&mut self, of: &mut Match, event: &Event) {
        let step = self.step(of, &event.fact);
        let before = of.course().round_number();
        of.apply(event);
        match (&event.fact, step) {
            (Fact::RoundStarted { round, .. }, _) => self.keep(of, event, *round, None),
            (_, Some(step)) => self.keep(of, event, before, Some(step)),
            (Fact::MovesTakenBack { round, ply, .. }, _) => {
                self.frames.retain(|frame| (frame.round, frame.ply) <= (*round, *ply));
            }
            (Fact::RoundEnded { round, cause, points, totals }, _) => {
                let worth = RoundWorth { cause: cause.clone(), points: points.clone(), totals: totals.clone() };
                self.round_is_over(*round, Some(worth));
            }
            (Fact::MatchEnded(_), _) => {
                let rounds: Vec<u32> = self.frames.iter().map(|frame| frame.round).collect();
                rounds.into_iter().for_each(|round| self.round_is_over(round, None));
                self.match_is_over((of.course().round_number(), of.course().ply()));
            }
            _ => {}
        }
    }

    /// Returns the collected positions, earliest first.
    pub fn into_frames(self) -> Vec<Frame> {
        self.frames
    }

    /// Returns the step of a fact, both as the viewer may know it before the round is over and in
    /// full.
    fn step(&self, before: &Match, fact: &Fact) -> Option<(SeenStep, String)> {
        let (seat, notation, forced) = match fact {
            Fact::MovePlayed(moved) => (Some(moved.seat), &moved.notation, false),
            Fact::MoveSubstituted { seat, notation, .. } => (Some(*seat), notation, false),
            Fact::ForcedMovePlayed { seat, notation, .. } => (Some(*seat), notation, true),
            Fact::ChanceResolved { notation, .. } => (None, notation, false),
            _ => return None,
        };
        // An unreadable step is hidden.
        let seen = before.course().position().sees(self.viewer, notation).unwrap_or_default();
        Some((SeenStep { seat, notation: seen, forced }, notation.clone()))
    }

    fn keep(&mut self, of: &Match, event: &Event, round: u32, step: Option<(SeenStep, String)>) {
        let ply = of.course().ply();
        if (round, ply) < self.from || self.frames.len() >= self.most {
            return;
        }
        self.frames.push(Frame {
            seq: event.seq,
            round,
            ply,
            step,
            position: of.course().position().boxed(),
            clocks: of.clock_readings(event.at),
            turn: of.turn().map(|turn| turn.seat),
            totals: of.course().totals().to_vec(),
            round_result: None,
            is_last: false,
            viewer: self.viewer,
        });
    }

    /// Marks the position at this round and ply, if collected, as the last: no seat has to move
    /// after it.
    fn match_is_over(&mut self, at: (u32, u32)) {
        self.complete = true;
        if let Some(last) = self.frames.last_mut().filter(|last| (last.round, last.ply) == at) {
            last.is_last = true;
            last.turn = None;
        }
    }

    /// Marks the round as public; `worth` is added to its last position, if collected.
    fn round_is_over(&mut self, round: u32, worth: Option<RoundWorth>) {
        let is_full = self.frames.len() >= self.most;
        for frame in self.frames.iter_mut().filter(|frame| frame.round == round) {
            frame.viewer = viewer_of_round(self.viewer, true);
            if let Some((step, notation)) = &mut frame.step {
                step.notation.clone_from(notation);
            }
        }
        self.complete |= is_full;
        let ended = self.frames.last_mut().filter(|last| last.round == round && last.position.outcome().is_some());
        if let (Some(worth), Some(last)) = (worth, ended) {
            last.round_result = Some(worth);
        }
    }
}

impl Match {
    /// Draws the position for `viewer`. After the end of the match, the scene offers no choices.
    pub fn scene(&self, viewer: Viewer) -> Scene {
        let scene = self.course().position().scene(viewer);
        if self.phase() == Phase::Over { scene.without_prompt() } else { scene }
    }
}

impl Frame {
    /// Draws the position for its viewer.
    pub fn scene(&self) -> Scene {
        let scene = self.position.scene(self.viewer);
        if self.is_last { scene.without_prompt() } else { scene }
    }

    /// Draws the frame for its viewer.
    pub fn seen(self) -> SeenFrame {
        let picture = Arc::new(self.scene().into());
        SeenFrame {
            seq: self.seq,
            round: self.round,
            ply: self.ply,
            step: self.step.map(|(step, _)| step),
            picture,
            position: self.position.view(self.viewer),
            at: Time::ZERO,
            clocks: self.clocks,
            turn: self.turn,
            totals: self.totals,
            choices: None,
            round_result: self.round_result,
        }
    }
}
