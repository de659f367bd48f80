//! The one redactor: what a viewer may know of an event.

use std::sync::Arc;

use super::{
    clock::Time,
    end_reason::EndReason,
    event::{Event, Fact, Hideable},
    state::Match,
};
use crate::ids::{RequestId, Seq, Viewer};

/// An event as one viewer may know it. Only this file makes one: whoever holds it may send it to that viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenEvent {
    event: Event,
    revealed: Option<Arc<Revealed>>,
}

/// What was hidden in a round, for everybody once nobody can use it: the round or the match is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revealed {
    /// The last position of the round, complete.
    pub position: String,
    /// The steps of the round that spectators had not seen in full: the number of each in the round, from 0, and the step.
    pub steps: Vec<(u32, String)>,
}

impl SeenEvent {
    /// Its number in the match; no viewer sees a gap.
    pub fn seq(&self) -> Seq {
        self.event.seq
    }

    pub fn at(&self) -> Time {
        self.event.at
    }

    /// What, redacted.
    pub fn fact(&self) -> &Fact {
        &self.event.fact
    }

    /// What was hidden until this event: with the end of a round in which anything was.
    pub fn revealed(&self) -> Option<&Revealed> {
        self.revealed.as_deref()
    }
}

/// Whether every viewer of this match sees the same: one [`seen_by`] for any viewer then serves all of them.
pub fn same_for_all(of: &Match) -> bool {
    !of.course().game().facts().hidden
}

/// What `viewer` may know of `event`, which is about to be applied to `before`. The first event has nothing before it:
/// there `before` is the match that it opens. No viewer sees a request id, which is between a caller and the referee.
pub fn seen_by(viewer: Viewer, before: &Match, event: &Event) -> SeenEvent {
    let mut event = without_private(event);
    let mut revealed = None;
    if !same_for_all(before) {
        revealed = reveal(before, &event.fact).map(Arc::new);
        redact(viewer, before, &mut event.fact);
    }
    SeenEvent { event, revealed }
}

/// All that anybody may know of an event of a match that is over, and so nothing is hidden of it any more. It knows of no match: do
/// not use it for one that is played.
pub fn seen_in_full(event: &Event) -> SeenEvent {
    SeenEvent { event: without_private(event), revealed: None }
}

/// The event without what is between a caller and the referee.
fn without_private(event: &Event) -> Event {
    let mut event = event.clone();
    match &mut event.fact {
        // What a program thinks of its position is its own matter.
        Fact::MovePlayed(moved) => moved.score = None,
        Fact::NonceGiven { request_id, .. }
        | Fact::ProposalMade { request_id, .. }
        | Fact::ProposalAnswered { request_id, .. }
        | Fact::MatchPaused { request_id, .. }
        | Fact::MatchResumed { request_id, .. }
        | Fact::MatchAdjudicated { request_id, .. } => *request_id = RequestId::default(),
        Fact::MatchEnded(ended) => ended.request_id = RequestId::default(),
        Fact::SeatLost(lost) => lost.request_id = RequestId::default(),
        _ => {}
    }
    event
}

/// As whom a viewer looks at a round: nothing of one that is over is hidden from anybody, nor of any once the match is.
pub fn viewer_of_round(viewer: Viewer, is_over: bool) -> Viewer {
    if is_over { Viewer::Arbiter } else { viewer }
}

/// What the end of a round, or of the match in a round, lets everybody know.
fn reveal(before: &Match, fact: &Fact) -> Option<Revealed> {
    match fact {
        Fact::RoundEnded { .. } => {}
        Fact::MatchEnded(_) if before.round_is_open() => {}
        _ => return None,
    }
    let mut round = before.round_from_start()?;
    let mut steps = Vec::new();
    for (ply, step) in (0..).zip(before.round_moves()) {
        if round.position().sees(Viewer::Spectator, step).is_ok_and(|seen| seen != *step) {
            steps.push((ply, step.clone()));
        }
        round.play(step).ok()?;
    }
    Some(Revealed { position: round.position().text(), steps })
}

/// Puts what `viewer` may know in the place of what a game with hidden information shows to some only. What cannot be
/// read is shown to nobody.
fn redact(viewer: Viewer, before: &Match, fact: &mut Fact) {
    let position = before.course().position();
    // What a seat sent, its program's last lines among it, may tell its hand.
    match fact {
        Fact::SeatLost(lost) if !viewer.knows_hand_of(lost.seat) => {
            lost.reason = EndReason::Plain;
            lost.evidence = None;
            lost.declined = lost.declined.take().map(|_| String::new());
        }
        Fact::MoveRefused(refused) if !viewer.knows_hand_of(refused.seat) => {
            (refused.declined, refused.reason) = (String::new(), EndReason::Plain);
        }
        Fact::MovePlayed(moved) if !viewer.knows_hand_of(moved.seat) => {
            moved.declined = moved.declined.take().map(|_| String::new());
        }
        _ => {}
    }
    match fact.hideable() {
        Hideable::Step(notation) => *notation = position.sees(viewer, notation).unwrap_or_default(),
        // The round before has been closed: the round in play is the one that starts.
        Hideable::Position(text) => *text = position.view(viewer),
        Hideable::Nothing => {}
    }
}
