//! The changes between two scenes, for clients that have the earlier one.

use std::collections::BTreeMap;

use super::{Scene, Space, Token};

/// A scene as a change of an earlier one. To apply it: drop the removed spaces and tokens from the
/// earlier scene, and replace spaces by their ids or add them. Then move each token of `scene`, by
/// its id, from its old place to the top of its new one, in the given order. Everything else is as
/// in `scene`.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    /// The scene with only the new or different spaces and tokens.
    pub scene: Scene,
    /// The ids of the removed spaces and tokens.
    pub removed_spaces: Vec<String>,
    pub removed_tokens: Vec<String>,
}

impl Scene {
    /// Returns the changes since `before`. `None` if a client could not apply them, because removed
    /// tokens have no id.
    pub fn since(&self, before: &Scene) -> Option<Changes> {
        let (stacks, earlier_stacks) = (stacks(&self.tokens), stacks(&before.tokens));
        // The tokens below the lowest change of a stack stay.
        let kept = |space: &str| {
            let both = stacks.get(space).into_iter().flatten().zip(earlier_stacks.get(space).into_iter().flatten());
            both.take_while(|(now, then)| now == then).count()
        };
        let kept: BTreeMap<&str, usize> = earlier_stacks.keys().map(|space| (*space, kept(space))).collect();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut tokens = Vec::new();
        for token in &self.tokens {
            let place = places.entry(&token.space).or_default();
            if *place >= kept.get(&*token.space).copied().unwrap_or_default() {
                tokens.push(token.clone());
            }
            *place += 1;
        }
        let mut removed_tokens = Vec::new();
        for (space, stack) in &earlier_stacks {
            for token in &stack[kept[space]..] {
                if token.id.is_empty() {
                    return None;
                }
                if !tokens.iter().any(|moved| moved.id == token.id) {
                    removed_tokens.push(token.id.clone());
                }
            }
        }

        let spaces: BTreeMap<&str, &Space> = self.spaces.iter().map(|space| (&*space.id, space)).collect();
        let earlier_spaces: BTreeMap<&str, &Space> = before.spaces.iter().map(|space| (&*space.id, space)).collect();
        let gone = before.spaces.iter().filter(|space| !spaces.contains_key(&*space.id));
        let removed_spaces = gone.map(|space| space.id.clone()).collect();
        let new = self.spaces.iter().filter(|space| earlier_spaces.get(&*space.id) != Some(space));
        let scene = Scene {
            spaces: new.cloned().collect(),
            tokens,
            hands: self.hands.clone(),
            counters: self.counters.clone(),
            highlights: self.highlights.clone(),
            last_move: self.last_move.clone(),
            prompt: self.prompt.clone(),
        };
        Some(Changes { scene, removed_spaces, removed_tokens })
    }
}

/// Returns the tokens of each space, the lowest first.
fn stacks(tokens: &[Token]) -> BTreeMap<&str, Vec<&Token>> {
    let mut stacks: BTreeMap<&str, Vec<&Token>> = BTreeMap::new();
    for token in tokens {
        stacks.entry(&*token.space).or_default().push(token);
    }
    stacks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(id: &str, space: &str) -> Token {
        Token { id: id.into(), space: space.into(), ..Token::default() }
    }

    fn scene(spaces: &[&str], tokens: &[(&str, &str)]) -> Scene {
        Scene {
            spaces: spaces.iter().map(|id| Space { id: (*id).into(), ..Space::default() }).collect(),
            tokens: tokens.iter().map(|(id, space)| token(id, space)).collect(),
            ..Scene::default()
        }
    }

    #[test]
    fn a_stack_keeps_what_lies_below_the_lowest_change() {
        let before = scene(&["a", "b"], &[("1", "a"), ("2", "a"), ("3", "a"), ("4", "b")]);
        let after = scene(&["a", "c"], &[("1", "a"), ("3", "a"), ("2", "c")]);
        let changes = after.since(&before).expect("all have ids");
        assert_eq!(changes.scene, scene(&["c"], &[("3", "a"), ("2", "c")]));
        assert_eq!((changes.removed_spaces, changes.removed_tokens), (vec!["b".to_owned()], vec!["4".to_owned()]));
    }

    #[test]
    fn a_hidden_token_that_leaves_has_no_changes() {
        let before = scene(&["a"], &[("", "a")]);
        assert!(before.since(&before).is_some(), "nothing leaves");
        assert_eq!(scene(&["a"], &[]).since(&before), None);
    }
}
