//! Hidden hands: if the hidden part of a position changes, nothing that the rules or the law tell
//! the viewer may change.
//!
//! The tests run every registered game that hides anything. [`referee_games::Position::resample`]
//! draws a random position that the viewer cannot tell from the true one. [`rules`] compares many
//! positions, [`law`] compares matches.

mod law;
mod rules;

use referee_games::{
    Position,
    rules::{RoundOutcome, Turn},
    scene::{Gesture, Scene},
    search::split_mix::SplitMix64,
};
use referee_ids::Viewer;

/// Everything that the rules reveal to a viewer about a position.
#[derive(PartialEq)]
struct Known {
    view: String,
    scene: Scene,
    turn: Turn,
    legal: Vec<String>,
    gestures: Vec<Gesture>,
    outcome: Option<RoundOutcome>,
}

fn known(round: &dyn Position, viewer: Viewer) -> Known {
    let turn = round.turn();
    let own = matches!(turn, Turn::Seat(seat) if viewer.knows_hand_of(seat));
    let (legal, gestures) = if own { (round.legal(), round.gestures()) } else { Default::default() };
    let scene = round.scene(viewer);
    is_untraceable(&scene);
    Known { view: round.view(viewer), scene, turn, legal, gestures, outcome: round.outcome() }
}

/// Checks that all face-down tokens look alike: nothing reveals which piece a token is, or where it
/// goes when played.
fn is_untraceable(scene: &Scene) {
    let all = scene.tokens.iter().chain(scene.hands.iter().flat_map(|hand| &hand.tokens));
    for token in all.filter(|token| token.face_down) {
        let shown = (token.id.as_str(), token.label.as_str(), token.colour, token.symbol, token.quarter_turns);
        assert_eq!((shown, token.marks), (("", "", "", "", 0), None), "{token:?}");
    }
}

/// Returns an outcome of chance that looks the same as `outcome` to `viewer`, with the hidden tiles
/// shuffled. `None` if the notation contains no such list.
fn other_outcome(round: &dyn Position, viewer: Viewer, outcome: &str, luck: &mut SplitMix64) -> Option<String> {
    let seen = round.sees(viewer, outcome).ok()?;
    let ((verb, whole), (_, shown)) = (outcome.split_once(' ')?, seen.split_once(' ')?);
    let hidden = |item: &(&str, &str)| item.1 == "?";
    let items: Vec<(&str, &str)> = whole.split(',').zip(shown.split(',')).collect();
    let mut unseen: Vec<&str> = items.iter().filter(|item| hidden(item)).map(|item| item.0).collect();
    luck.shuffle(&mut unseen);
    let mut unseen = unseen.into_iter();
    let other = items.iter().map(|item| if hidden(item) { unseen.next() } else { Some(item.0) });
    Some(format!("{verb} {}", other.collect::<Option<Vec<&str>>>()?.join(",")))
}
