//! The positions of a match one after another, as one viewer may know them.

use super::{
    clock_reading::ClockReading,
    event::{Event, Fact},
    sight::viewer_of_round,
    state::Match,
};
use crate::{
    games::{erased::Position, rules::Points, scene::Scene},
    ids::{Seat, Seq, Viewer},
};

/// A position of a match as one viewer may see it, with the step that led to it.
#[derive(Clone, Debug)]
pub struct SeenFrame {
    /// The event by which the position came about.
    pub seq: Seq,
    /// The round, from 1.
    pub round: u32,
    /// How many steps the round had by then.
    pub ply: u32,
    /// The last of them; `None` where the round begins, and where it was not asked for.
    pub step: Option<SeenStep>,
    /// What is to be seen.
    pub scene: Scene,
    /// The text of the position; empty where it was not asked for.
    pub position: String,
    pub clocks: Vec<ClockReading>,
    pub turn: Option<Seat>,
    /// What the round was worth, where it ended with this position.
    pub round_result: Option<RoundWorth>,
}

/// A step as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenStep {
    /// Whose it was; `None` for chance.
    pub seat: Option<Seat>,
    pub notation: String,
    /// Whether the rules left no choice.
    pub forced: bool,
}

/// What a round was worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundWorth {
    /// The key of what ended it.
    pub cause: String,
    /// What each seat gained in it.
    pub points: Vec<Points>,
    /// The points of each seat with it.
    pub totals: Vec<Points>,
}

/// A position that was collected for a viewer, and is yet to be drawn.
pub struct Frame {
    seq: Seq,
    round: u32,
    ply: u32,
    /// The last step as the viewer knew it when it was played, and as it was.
    step: Option<(SeenStep, String)>,
    position: Box<dyn Position>,
    clocks: Vec<ClockReading>,
    turn: Option<Seat>,
    round_result: Option<RoundWorth>,
    viewer: Viewer,
}

/// Collects the positions of a match from its events: a bounded number of them, from a round and ply on. What was taken back is
/// left out.
pub struct Frames {
    viewer: Viewer,
    from: (u32, u32),
    most: usize,
    frames: Vec<Frame>,
    /// Whether no event can change what was collected.
    complete: bool,
}

impl Frames {
    /// At most `most` of the positions that `viewer` may see, from this round and ply on.
    pub fn new(viewer: Viewer, from: (u32, u32), most: usize) -> Frames {
        Frames { viewer, from, most, frames: Vec::new(), complete: false }
    }

    /// Whether there is no need to read on.
    pub fn are_complete(&self) -> bool {
        self.complete
    }

    /// Takes in an event, and applies it to the match before it.
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
                self.complete = true;
            }
            _ => {}
        }
    }

    /// What was collected, the earliest first.
    pub fn into_frames(self) -> Vec<Frame> {
        self.frames
    }

    /// The step that a fact is, as the viewer may know it before the round is over, and as it is.
    fn step(&self, before: &Match, fact: &Fact) -> Option<(SeenStep, String)> {
        let (seat, notation, forced) = match fact {
            Fact::MovePlayed(moved) => (Some(moved.seat), &moved.notation, false),
            Fact::MoveSubstituted { seat, notation, .. } => (Some(*seat), notation, false),
            Fact::ForcedMovePlayed { seat, notation, .. } => (Some(*seat), notation, true),
            Fact::ChanceResolved { notation, .. } => (None, notation, false),
            _ => return None,
        };
        // What cannot be read is shown to nobody.
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
            round_result: None,
            viewer: self.viewer,
        });
    }

    /// Nothing of the round is hidden any more; `worth` goes with its last position, where that was collected.
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

impl Frame {
    /// What its viewer may see of it.
    pub fn seen(self) -> SeenFrame {
        SeenFrame {
            seq: self.seq,
            round: self.round,
            ply: self.ply,
            step: self.step.map(|(step, _)| step),
            scene: self.position.scene(self.viewer),
            position: self.position.view(self.viewer),
            clocks: self.clocks,
            turn: self.turn,
            round_result: self.round_result,
        }
    }
}
