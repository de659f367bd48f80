//! Checks the rules of a game on arbitrary bytes. Nothing panics, a parsed position prints
//! unchanged, exactly the listed moves are legal, and a match replays to the same position.

use referee_games::{
    Course, Game, MoveError, Position,
    rules::{OptionKind, Setting, Turn, Viewer},
    search::split_mix::SplitMix64,
};

/// Maximum steps of a walk.
const MOST_STEPS: usize = 150;

/// Interprets the bytes as a text, a walk, or a walk and a damaged text.
pub fn check(game: &'static dyn Game, bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let setting = setting(game, &mut bytes);
    let Ok(opening) = game.open(&setting) else { return };
    match bytes.next() % 3 {
        0 => {
            let text = String::from_utf8_lossy(bytes.0);
            read_position(game, &setting, &text);
            read_move(&*opening, &text);
        }
        1 => {
            let (course, steps) = walk(game, &setting, &mut bytes);
            replay(&course, &steps);
            look(course.position());
        }
        _ => {
            let edits = [bytes.pair(), bytes.pair(), bytes.pair()];
            let (course, _) = walk(game, &setting, &mut bytes);
            let text = damaged(&course.position().text(), &edits[..1 + usize::from(bytes.next() % 3)]);
            read_position(game, &setting, &text);
            if let Some(notation) = course.position().legal().first() {
                read_move(course.position(), &damaged(notation, &edits[..1]));
            }
        }
    }
}

/// Checks that a parsed position is playable, and that its printed text parses to the same
/// position.
fn read_position(game: &dyn Game, setting: &Setting, text: &str) {
    let position = match game.parse(setting, text) {
        Ok(position) => position,
        Err(error) => {
            assert!(error.at <= text.len() && !error.expected.is_empty(), "`{text}`: {error}");
            return;
        }
    };
    let printed = position.text();
    let again = game.parse(setting, &printed).unwrap_or_else(|error| panic!("`{printed}` from `{text}`: {error}"));
    assert_eq!(again.text(), printed, "from `{text}`");
    assert_eq!((again.turn(), again.legal()), (position.turn(), position.legal()), "`{printed}`");
    look(&*position);
}

/// Calls every query of a position, and plays each legal move on a copy.
fn look(position: &dyn Position) {
    let seats = position.outcome().map(|outcome| outcome.points.len());
    assert_eq!(seats.is_some(), position.turn() == Turn::Over);
    position.scene(Viewer::Spectator);
    position.view(Viewer::Spectator);
    let legal = position.legal();
    assert_eq!(legal.len(), position.gestures().len());
    for notation in &legal {
        assert_eq!(position.boxed().play(notation).as_ref(), Ok(notation), "at `{}`", position.text());
    }
    if matches!(position.turn(), Turn::Seat(_) | Turn::Forced(_)) {
        assert!(!legal.is_empty(), "nothing is legal at `{}`", position.text());
    }
}

/// Checks that a move is either legal and written as listed, or rejected without any change.
fn read_move(position: &dyn Position, text: &str) {
    let mut here = position.boxed();
    match here.play(text) {
        Ok(written) => {
            assert!(position.turn() == Turn::Chance || position.legal().contains(&written), "{text} as {written}")
        }
        Err(error) => {
            if let MoveError::Unreadable(error) = error {
                assert!(error.at <= text.len() && !error.expected.is_empty(), "`{text}`: {error}");
            }
            assert_eq!(here.text(), position.text(), "a move that was refused");
        }
    }
}

/// Plays the moves chosen by the bytes, from the opening, through all rounds.
fn walk(game: &'static dyn Game, setting: &Setting, bytes: &mut Bytes) -> (Course, Vec<String>) {
    let mut course = Course::open(game, setting).expect("it was opened before");
    let mut steps = Vec::new();
    let plies = bytes.pair().0 % MOST_STEPS;
    for _ in 0..plies {
        let legal = course.position().legal();
        let notation = match course.turn() {
            Turn::Chance => {
                course.chance(&SplitMix64::new(u64::from(bytes.next())).entropy()).expect("it is luck's turn")
            }
            Turn::Seat(_) | Turn::Forced(_) => legal[usize::from(bytes.next()) % legal.len()].clone(),
            Turn::Over => match course.close_round() {
                Some(_) if !course.is_over() => continue,
                _ => break,
            },
        };
        assert_eq!(course.play(&notation).as_ref(), Ok(&notation));
        steps.push(notation);
    }
    (course, steps)
}

/// Checks that the same steps lead to the same position and points.
fn replay(played: &Course, steps: &[String]) {
    let mut again = Course::open(played.game(), played.setting()).expect("it was opened before");
    for step in steps {
        while again.turn() == Turn::Over {
            again.close_round().expect("another round follows");
        }
        again.play(step).expect("it was played before");
    }
    if again.turn() == Turn::Over && played.turn() != Turn::Over || again.is_over() != played.is_over() {
        again.close_round();
    }
    assert_eq!(again.position().text(), played.position().text());
    assert_eq!((again.round_number(), again.totals()), (played.round_number(), played.totals()));
    let text = played.position().text();
    let read = played.game().parse(played.setting(), &text).unwrap_or_else(|error| panic!("`{text}`: {error}"));
    assert_eq!(read.text(), text);
}

/// Returns any number of seats and any option values that the game accepts individually.
fn setting(game: &dyn Game, bytes: &mut Bytes) -> Setting {
    const MOST_ABOVE_LEAST: i64 = 3;
    let facts = game.facts();
    let seats = facts.min_seats + bytes.next() % (facts.max_seats - facts.min_seats + 1);
    let mut options = Vec::new();
    for option in facts.options {
        let byte = bytes.next();
        options.push((
            option.name,
            match &option.kind {
                OptionKind::Flag => byte.is_multiple_of(2).to_string(),
                OptionKind::Number { min, max } => {
                    (min + i64::from(byte) % ((max - min).min(MOST_ABOVE_LEAST) + 1)).to_string()
                }
                OptionKind::Choice(words) => words[usize::from(byte) % words.len()].to_owned(),
                OptionKind::Set(items) => {
                    let chosen = items.iter().enumerate().filter(|(place, _)| byte >> (place % 8) & 1 == 1);
                    chosen.map(|(_, item)| *item).collect()
                }
            },
        ));
    }
    facts.setting(seats, options.iter().map(|(name, value)| (*name, value.as_str()))).expect("values that are taken")
}

/// Returns the text with some bytes replaced, either by another byte of the text or by any byte.
fn damaged(text: &str, edits: &[(usize, u8)]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for (place, value) in edits {
        let length = bytes.len();
        if length == 0 {
            break;
        }
        let byte = if *value < 128 { *value } else { bytes[usize::from(*value) % length] };
        match place % 4 {
            0 => drop(bytes.remove(place % length)),
            1 => bytes.insert(place % length, byte),
            _ => bytes[place % length] = byte,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Input bytes, read one after another. Yields 0 after the end.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// Returns a two-byte index and a byte.
    fn pair(&mut self) -> (usize, u8) {
        (usize::from(self.next()) << 8 | usize::from(self.next()), self.next())
    }
}
