//! The steps of a round that the engine already knows, so that an engine that wants only new steps
//! gets only those.

use std::borrow::Cow;

use referee_proto::engine::Position;

#[derive(Debug, Default)]
pub struct KnownSteps {
    /// The round of the last position sent; `None` to send the next position in full.
    round: Option<u32>,
    /// Number of steps of the round, from its start, that the engine knows.
    steps: usize,
}

impl KnownSteps {
    /// Forgets everything, so that the next position is sent in full.
    pub fn forget(&mut self) {
        self.round = None;
    }

    /// Records that the steps from number `step` on were taken back.
    pub fn taken_back(&mut self, step: usize) {
        self.steps = self.steps.min(step);
    }

    /// Returns the part of a position to send, and records it as sent. The last `guessed` steps do
    /// not count as sent, since they may not happen.
    pub fn news<'a>(&mut self, position: &'a Position, guessed: usize) -> Cow<'a, Position> {
        let is_first = self.round.replace(position.round) != Some(position.round);
        let known = if is_first { 0 } else { self.steps.min(position.moves.len()) };
        self.steps = position.moves.len().saturating_sub(guessed);
        if known == 0 {
            return Cow::Borrowed(position);
        }
        Cow::Owned(Position {
            start: String::new(),
            moves: position.moves[known..].to_vec(),
            from: u32::try_from(known).ok(),
            points: position.points.clone(),
            view: position.view.clone(),
            round: position.round,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(round: u32, moves: &[&str]) -> Position {
        let moves = moves.iter().map(|step| (*step).to_owned()).collect();
        Position { start: "s".to_owned(), moves, round, ..Position::default() }
    }

    /// Returns the first number and the moves that are sent of a position.
    fn said(told: &mut KnownSteps, of: &Position, guessed: usize) -> (Option<u32>, Vec<String>) {
        let news = told.news(of, guessed);
        assert_eq!(news.start.is_empty(), news.from.is_some());
        (news.from, news.moves.clone())
    }

    #[test]
    fn only_what_is_new_is_said() {
        let mut told = KnownSteps::default();
        let news = |moves: &[&str]| moves.iter().map(|step| (*step).to_owned()).collect::<Vec<_>>();
        assert_eq!(said(&mut told, &position(1, &["a"]), 0), (None, news(&["a"])));
        assert_eq!(said(&mut told, &position(1, &["a", "b", "c"]), 0), (Some(1), news(&["b", "c"])));
        // The same turn again has no new steps.
        assert_eq!(said(&mut told, &position(1, &["a", "b", "c"]), 0), (Some(3), news(&[])));
        // A guessed reply counts as known only once it has been played.
        assert_eq!(said(&mut told, &position(1, &["a", "b", "c", "d", "e"]), 1), (Some(3), news(&["d", "e"])));
        assert_eq!(said(&mut told, &position(1, &["a", "b", "c", "d", "f"]), 0), (Some(4), news(&["f"])));
        // Two steps are taken back, and others follow.
        told.taken_back(3);
        assert_eq!(said(&mut told, &position(1, &["a", "b", "c", "g"]), 0), (Some(3), news(&["g"])));
        // A new round, then a new match, is sent in full.
        assert_eq!(said(&mut told, &position(2, &["a"]), 0), (None, news(&["a"])));
        told.forget();
        assert_eq!(said(&mut told, &position(2, &["a", "b"]), 0), (None, news(&["a", "b"])));
    }
}
