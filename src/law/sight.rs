//! The only code that redacts events for viewers.

use std::sync::Arc;

use referee_ids::{RequestId, Seq, Viewer};

use super::{
    clock::Time,
    event::{Event, Fact, Hideable},
    state::Match,
};
use crate::ending::end_reason::EndReason;

/// An event redacted for the viewer who receives it. Only this file creates such values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenEvent {
    event: Event,
    revealed: Option<Arc<Revealed>>,
}

/// Hidden parts of a round, which become public at the end of the round or match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revealed {
    /// Last position of the round, complete.
    pub position: String,
    /// The steps of the round that spectators had not seen in full, each with its ply, from 0.
    pub steps: Vec<(u32, String)>,
}

impl SeenEvent {
    /// Returns the number of the event in the match. Viewers receive all events, so they see no
    /// gap.
    pub fn seq(&self) -> Seq {
        self.event.seq
    }

    pub fn at(&self) -> Time {
        self.event.at
    }

    /// Returns the redacted fact.
    pub fn fact(&self) -> &Fact {
        &self.event.fact
    }

    /// Returns the hidden information that this event makes public, at the end of a round.
    pub fn revealed(&self) -> Option<&Revealed> {
        self.revealed.as_deref()
    }
}

/// Returns whether all viewers of a match see the same, so that one call of [`seen_by`] serves all
/// of them.
pub fn same_for_all(of: &Match) -> bool {
    !of.course().game().facts().hidden
}

/// Redacts `event` for `viewer`. `before` is the match before the event; for the first event, it is
/// the match that the event opens. Request ids are always removed, because they are between the
/// caller and the referee.
pub fn seen_by(viewer: Viewer, before: &Match, event: &Event) -> SeenEvent {
    let mut event = without_private(event);
    let mut revealed = None;
    if !same_for_all(before) {
        revealed = reveal(before, &event.fact).map(Arc::new);
        redact(viewer, before, &mut event.fact);
    }
    SeenEvent { event, revealed }
}

/// Returns an event of a finished match, without redaction. Never use it for a live match.
pub fn seen_in_full(event: &Event) -> SeenEvent {
    SeenEvent { event: without_private(event), revealed: None }
}

/// Removes data that is private between the caller and the referee.
fn without_private(event: &Event) -> Event {
    let mut event = event.clone();
    match &mut event.fact {
        // A program's evaluation is private.
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

/// Returns the effective viewer of a round: a finished round or match is open to everyone.
pub fn viewer_of_round(viewer: Viewer, is_over: bool) -> Viewer {
    if is_over { Viewer::Arbiter } else { viewer }
}

/// Returns the hidden information that the end of a round or match makes public.
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

/// Replaces hidden parts of a fact by what `viewer` may know. Unreadable parts are hidden.
fn redact(viewer: Viewer, before: &Match, fact: &mut Fact) {
    let position = before.course().position();
    // The text that a seat sent and the output of its program may reveal its hand.
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
        // The previous round is over, and the new one starts with this event.
        Hideable::Position(text) => *text = position.view(viewer),
        Hideable::Nothing => {}
    }
}
