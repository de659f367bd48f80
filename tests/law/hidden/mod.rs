//! Hidden hands: whatever a viewer cannot know may be otherwise, and nothing that the rules or the
//! law tell this viewer may change.
//!
//! Every game of the registry that hides anything is tried, through
//! [`referee_games::Position::resample`]: a random position that the viewer cannot tell from the
//! true one. [`rules`] asks the rules, of very many positions; [`law`] asks matches.

mod law;
mod rules;

use referee_games::{
    Position,
    rules::{RoundOutcome, Turn},
    scene::{Gesture, Scene},
    search::split_mix::SplitMix64,
};
use referee_ids::Viewer;

/// Everything that the rules let a viewer know of a position.
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

/// What lies face down is like all else that does: nothing tells which piece it is, or where it
/// goes when it is played.
fn is_untraceable(scene: &Scene) {
    let all = scene.tokens.iter().chain(scene.hands.iter().flat_map(|hand| &hand.tokens));
    for token in all.filter(|token| token.face_down) {
        let shown = (token.id.as_str(), token.label.as_str(), token.colour, token.symbol, token.quarter_turns);
        assert_eq!((shown, token.marks), (("", "", "", "", 0), None), "{token:?}");
    }
}

/// An outcome of chance that `viewer` sees as it sees `outcome`: the tiles under the question marks
/// in what it sees is put in any order. `None` where the notation has no such list.
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
