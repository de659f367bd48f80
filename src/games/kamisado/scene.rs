//! Draws a position, and describes how its moves are made with clicks.

use super::{
    super::scene::{Counter, Gesture, Highlight, Marks, Prompt, Scene, Shape, Space, Token},
    board::{Board, Colour, OwnSquare, Side, Square},
    fill::Direction,
    position::{Kamisado, Move, Phase},
    text::letter,
};

/// Returns the scene for all viewers: Kamisado hides nothing.
pub(super) fn of(position: &Kamisado) -> Scene {
    Scene {
        spaces: Square::all().map(space).collect(),
        tokens: Square::all().filter_map(|square| token(position.board(), square)).collect(),
        hands: Vec::new(),
        counters: counters(position),
        highlights: highlights(position),
        last_move: position.last().map_or(Vec::new(), |(source, target)| vec![source.to_string(), target.to_string()]),
        prompt: prompt(position),
    }
}

/// Returns the clicks for a move. A moved tower looks the same, so spaces identify all moves except
/// the choice of how the home rows are filled.
pub(super) fn gesture(_position: &Kamisado, played: &Move) -> Gesture {
    match played {
        Move::Step { source, target } if source == target => Gesture::of_spaces(vec![source.to_string()]),
        Move::Step { source, target } => Gesture::of_spaces(vec![source.to_string(), target.to_string()]),
        Move::Fill(Direction::Left) => Gesture::of_choice("left"),
        Move::Fill(Direction::Right) => Gesture::of_choice("right"),
    }
}

fn space(square: Square) -> Space {
    Space {
        id: square.to_string(),
        shape: Shape::Square,
        x: f64::from(square.file()) + 0.5,
        y: 7.5 - f64::from(square.row()),
        colour: square.colour().name(),
        symbol: square.colour().symbol(),
        line: None,
    }
}

/// Returns the token of the tower on a square, identified as in the text of a position. Its colour
/// is that of the rules; its seat shows the owner.
fn token(board: &Board, square: Square) -> Option<Token> {
    let (side, colour) = board.tower_at(square)?;
    let teeth = board.teeth(side, colour);
    Some(Token {
        id: letter(side, colour).to_string(),
        space: square.to_string(),
        seat: Some(side.seat()),
        kind: kind(teeth),
        colour: colour.name(),
        symbol: colour.symbol(),
        marks: Marks::of("tooth", teeth),
        shape: Shape::Circle,
        ..Token::default()
    })
}

/// Returns the kind of a tower with this many teeth. The booklet has no name for four teeth, which
/// end the match.
fn kind(teeth: u8) -> &'static str {
    match teeth {
        0 => "tower",
        1 => "sumo",
        2 => "double_sumo",
        _ => "triple_sumo",
    }
}

/// Returns the counters. Points are the teeth on the towers, because every earlier round left
/// exactly one tooth.
fn counters(position: &Kamisado) -> Vec<Counter> {
    let board = position.board();
    let points = Side::BOTH.map(|side| Counter {
        seat: Some(side.seat()),
        key: "points",
        value: board.points(side).to_string(),
    });
    let teeth: u32 = Side::BOTH.iter().flat_map(|s| Colour::all().map(|c| u32::from(board.teeth(*s, c)))).sum();
    let ended = matches!(position.phase(), Phase::Home(_) | Phase::Deadlock(_));
    let round = if ended { teeth } else { teeth + 1 };
    points.into_iter().chain([Counter { seat: None, key: "round", value: round.to_string() }]).collect()
}

fn highlights(position: &Kamisado) -> Vec<Highlight> {
    let (kind, colour) = match position.phase() {
        Phase::Required(colour) => ("required", colour),
        Phase::Blocked(colour) => ("blocked", colour),
        Phase::Home(colour) | Phase::Deadlock(colour) => ("won", colour),
        Phase::Free | Phase::Fill => return Vec::new(),
    };
    let square = position.board().own_square(position.side(), colour).square(position.side());
    let pushed = pushed(position).into_iter().map(|square| square.to_string());
    Highlight::of(kind, [square.to_string()]).into_iter().chain(Highlight::of("pushed", pushed)).collect()
}

/// Returns the squares of the towers that the last step pushed, the nearest first; none if it was
/// no push. After a push, the same side plays again, with its tower of the colour that the farthest
/// pushed tower entered. No two squares of a file have one colour.
fn pushed(position: &Kamisado) -> Vec<Square> {
    let (Phase::Required(colour) | Phase::Blocked(colour)) = position.phase() else { return Vec::new() };
    let Some((_, pusher)) = position.last().filter(|_| position.chain().is_empty()) else { return Vec::new() };
    let (board, side) = (position.board(), position.side());
    let start = pusher.own_square(side);
    if board.own_at(side, start).is_none() {
        return Vec::new();
    }
    let ahead: Vec<OwnSquare> = start.ahead().collect();
    let farthest = ahead.iter().position(|square| square.colour() == colour);
    ahead.into_iter().take(farthest.map_or(0, |steps| steps + 1)).map(|square| square.square(side)).collect()
}

fn prompt(position: &Kamisado) -> Option<Prompt> {
    let key = match position.phase() {
        Phase::Free => "move_any",
        Phase::Required(_) if !pushed(position).is_empty() => "move_after_push",
        Phase::Required(_) => "move_required",
        Phase::Blocked(_) => "blocked",
        Phase::Fill => "fill",
        Phase::Home(_) | Phase::Deadlock(_) => return None,
    };
    Some(Prompt::of(key, position.side().seat()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    /// Returns the key of the prompt, and the spaces of the highlights by kind.
    fn asked(of: &Kamisado) -> (&'static str, Vec<(&'static str, String)>) {
        let scene = super::of(of);
        let marked = scene.highlights.iter().map(|highlight| (highlight.kind, highlight.spaces.join(" ")));
        (scene.prompt.map_or("", |prompt| prompt.key), marked.collect())
    }

    fn played(position: &str, notation: &str) -> Kamisado {
        let setting = Kamisado::facts().setting(0, []).expect("the defaults");
        let mut position = Kamisado::parse(&setting, position).expect("a position");
        let played = position.read(notation).expect("a move");
        assert!(position.allows(&played), "{notation}");
        position.play(&played);
        position
    }

    #[test]
    fn a_push_is_shown_until_the_pusher_has_played_again() {
        let mut one = played("obu1yrgn/8/8/8/3p4/3Y+4/8/NGR1PUBO w Y - -", "d3d4");
        let marked = vec![("required", "h1".to_owned()), ("pushed", "d5".to_owned())];
        assert_eq!(asked(&one), ("move_after_push", marked));
        let next = one.read("h1h2").expect("a move");
        one.play(&next);
        let (key, marked) = asked(&one);
        assert!(key == "move_required" && marked.len() == 1, "{key} {marked:?}");

        let two = played("obu2rgn/8/8/3y4/3p4/3Y++4/8/NGR1PUBO w Y - -", "d3d4");
        assert_eq!(asked(&two).1, [("required", "c1".to_owned()), ("pushed", "d5 d6".to_owned())]);
        // A step to the square before a tower is no push.
        let step = played("obu1yrgn/8/8/3p4/8/3Y+4/8/NGR1PUBO w Y - -", "d3d4");
        assert!(asked(&step).1.iter().all(|(kind, _)| *kind != "pushed"));
    }

    #[test]
    fn teeth_make_the_kind_of_a_tower() {
        let teeth = |token: &Token| (token.id.clone(), token.kind, token.marks.map_or(0, |marks| marks.count));
        let scene = super::of(&played("obu+++yrgpn/8/8/8/8/8/8/NGRY++PUBO+ w O - -", "h1h2"));
        let shown: Vec<_> = scene.tokens.iter().filter(|token| token.marks.is_some()).map(teeth).collect();
        let expected = [("u", "triple_sumo", 3), ("Y", "double_sumo", 2), ("O", "sumo", 1)];
        assert_eq!(shown, expected.map(|(id, kind, count)| (id.to_owned(), kind, count)));
        let plain = scene.tokens.iter().filter(|token| token.marks.is_none());
        assert!(plain.clone().all(|token| token.kind == "tower" && token.label.is_empty()) && plain.count() == 13);
    }
}
