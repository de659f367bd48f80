//! Properties of every game's scenes, clicks and words, tested in random matches.

use std::collections::{BTreeMap, BTreeSet};

use referee_games::{
    Course, GAMES, Game,
    erased::Erased,
    rules::{Facts, OptionKind, Seat, Turn, Viewer},
    scene::{LOST, Scene, Space, Token},
    search::split_mix::SplitMix64,
    words::{LANGUAGES, Word, WordKind},
};

use super::{settings::any_setting, takeaway::Takeaway, wander::any_step};

/// The template for new games, which has no translations.
static TEMPLATE: Erased<Takeaway> = Erased::new();

/// Number of matches of each game.
const MATCHES: u64 = 8;
/// Maximum steps of one match.
const MOST_STEPS: usize = 1_500;

/// Returns every registered game, and the test game.
fn games() -> impl Iterator<Item = &'static dyn Game> {
    let test_game: &'static dyn Game = &TEMPLATE;
    GAMES.iter().copied().chain([test_game])
}

/// Visits the positions of random matches of every game, as the player to move sees them. If no
/// player is to move, visits them as an arbiter sees them.
fn each_scene(mut visit: impl FnMut(&Course, &Scene)) {
    for game in games() {
        // Every seed uses another setting of the game. Some settings have no end.
        for seed in 0..MATCHES {
            let mut rng = SplitMix64::new(seed);
            let mut course = Course::open(game, &any_setting(game, &mut rng)).expect("an opening");
            for number in 0..MOST_STEPS {
                let viewer = match course.turn() {
                    Turn::Seat(seat) | Turn::Forced(seat) => Viewer::Seat(seat),
                    Turn::Chance | Turn::Over => Viewer::Arbiter,
                };
                visit(&course, &course.position().scene(viewer));
                if course.turn() != Turn::Over {
                    let step = any_step(&course, &mut rng, number);
                    course.play(&step).expect("it may be played");
                } else if course.close_round().is_none() {
                    break;
                }
            }
        }
    }
}

fn tokens(scene: &Scene) -> impl Iterator<Item = &Token> {
    scene.tokens.iter().chain(scene.hands.iter().flat_map(|hand| &hand.tokens))
}

#[test]
fn a_scene_names_every_space_it_uses() {
    each_scene(|course, scene| {
        let known: BTreeSet<&String> = scene.spaces.iter().map(|space| &space.id).collect();
        assert_eq!(known.len(), scene.spaces.len(), "no two spaces have one name");
        let gestures = course.position().gestures();
        let used = scene.tokens.iter().map(|token| &token.space);
        let used = used.chain(scene.highlights.iter().flat_map(|highlight| &highlight.spaces)).chain(&scene.last_move);
        let used = used.chain(gestures.iter().flat_map(|gesture| &gesture.spaces));
        for space in used.chain(gestures.iter().filter_map(|gesture| Some(&gesture.token.as_ref()?.space))) {
            assert!(known.contains(space), "{}: there is no space `{space}`", course.position().text());
        }
    });
}

#[test]
fn clicks_tell_every_legal_move() {
    let mut told = 0;
    each_scene(|course, scene| {
        let (position, legal) = (course.position(), course.position().legal());
        let gestures = position.gestures();
        assert_eq!(legal.len(), gestures.len());
        let (Turn::Seat(mover) | Turn::Forced(mover)) = course.turn() else { return };
        let own: BTreeSet<&String> = scene
            .hands
            .iter()
            .filter(|hand| hand.seat == mover)
            .flat_map(|hand| hand.tokens.iter().map(|token| &token.id))
            .collect();
        let mut clicks = BTreeMap::new();
        for (notation, gesture) in legal.iter().zip(&gestures) {
            let click = (&gesture.spaces, &gesture.hand_token, gesture.choice);
            assert_ne!(click, (&Vec::new(), &String::new(), ""), "{notation} at `{}` has no gesture", position.text());
            let other = clicks.insert(click, notation);
            assert_eq!(other, None, "{notation} is clicked as another move at `{}`", position.text());
            let in_hand = gesture.hand_token.is_empty() || own.contains(&gesture.hand_token);
            assert!(in_hand, "{notation} at `{}`: no `{}` in the hand", position.text(), gesture.hand_token);
            told += 1;
        }
    });
    assert!(told > 10_000, "only {told} moves were looked at");
}

/// The token in the gesture of a legal move has the place and look that it has after the move.
#[test]
fn a_gesture_shows_the_final_token() {
    let mut laid = 0;
    each_scene(|course, _| {
        let Turn::Seat(_) = course.turn() else { return };
        let moves = course.position().legal().into_iter().zip(course.position().gestures());
        for (notation, gesture) in moves.filter(|(_, gesture)| gesture.token.is_some()).take(2) {
            let mut after = course.position().boxed();
            after.play(&notation).expect("a legal move");
            let token = gesture.token.expect("it has one");
            assert!(after.scene(Viewer::Spectator).tokens.contains(&token), "{notation}: {token:?}");
            laid += 1;
        }
    });
    assert!(laid > 100, "only {laid} tokens were laid");
}

#[test]
fn a_token_has_one_name_for_a_whole_round() {
    let mut before: Option<(u32, Scene)> = None;
    each_scene(|course, _| {
        let scene = course.position().scene(Viewer::Arbiter);
        let mut names: Vec<&String> = tokens(&scene).map(|token| &token.id).collect();
        assert!(names.iter().all(|name| !name.is_empty()), "an arbiter sees every piece: {scene:?}");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), tokens(&scene).count(), "two pieces have one name at `{}`", course.position().text());
        if let Some((_, before)) = before.take().filter(|(ply, _)| course.ply() == *ply + 1) {
            let looks: BTreeMap<&String, &Token> = tokens(&before).map(|token| (&token.id, token)).collect();
            for now in tokens(&scene) {
                let was = looks.get(&now.id).copied().unwrap_or(now);
                assert_eq!((was.colour, was.shape), (now.colour, now.shape), "`{}` became another piece", now.id);
                assert!(was.marks != now.marks || was.kind == now.kind, "{was:?} became {now:?}");
            }
        }
        before = Some((course.ply(), scene));
    });
}

#[test]
fn a_face_down_token_tells_nothing() {
    let mut hidden = 0;
    each_scene(|course, _| {
        let seats = course.setting().seats();
        for viewer in Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator]) {
            let scene = course.position().scene(viewer);
            for token in tokens(&scene).filter(|token| token.face_down) {
                let told = (token.id.as_str(), token.label.as_str(), token.symbol, token.quarter_turns, token.marks);
                assert_eq!(told, ("", "", "", 0, None));
                hidden += 1;
            }
        }
    });
    assert!(hidden > 1_000, "only {hidden} tokens lay face down");
}

#[test]
fn a_highlight_has_spaces_and_a_prompt_a_turn() {
    let (mut highlights, mut ends) = (0, 0);
    each_scene(|course, scene| {
        let text = course.position().text();
        for highlight in &scene.highlights {
            assert!(!highlight.spaces.is_empty(), "{text}: `{}` marks nothing", highlight.kind);
            highlights += 1;
        }
        let asked = scene.prompt.as_ref().map(|prompt| prompt.seat);
        let expected = match course.turn() {
            Turn::Seat(seat) | Turn::Forced(seat) => Some(Some(seat)),
            Turn::Chance => Some(None),
            Turn::Over => None,
        };
        assert_eq!(asked, expected, "{text}");
        ends += usize::from(course.turn() == Turn::Over);
    });
    assert!(highlights > 1_000 && ends > 50, "only {highlights} highlights and {ends} ends were looked at");
}

/// The scene counts the pieces that have left the board during a round for their owners.
#[test]
fn a_piece_that_leaves_is_counted() {
    let mut seen: BTreeMap<String, Option<Seat>> = BTreeMap::new();
    let mut most = 0;
    each_scene(|course, _| {
        let scene = course.position().scene(Viewer::Arbiter);
        // A deal in which no seat can start is dealt again.
        if course.ply() == 0 || tokens(&scene).next().is_none() {
            seen.clear();
        }
        let here: BTreeSet<&String> = tokens(&scene).map(|token| &token.id).collect();
        let gone: Vec<Option<Seat>> = seen.iter().filter(|(id, _)| !here.contains(id)).map(|(_, seat)| *seat).collect();
        for seat in Seat::all(course.setting().seats()).map(Some).chain([None]) {
            let counter = scene.counters.iter().find(|counter| counter.seat == seat && counter.key == LOST);
            let lost = counter.map_or(0, |counter| counter.value.parse().expect("a number"));
            assert_eq!(gone.iter().filter(|of| **of == seat).count(), lost, "{seat:?}: {}", course.position().text());
            most = most.max(lost);
        }
        seen.extend(tokens(&scene).map(|token| (token.id.clone(), token.seat)));
    });
    assert!(most > 5, "at most {most} pieces of a seat left");
}

/// A line can be drawn in any layout: its spaces are numbered from its start, and in the default
/// layout consecutive spaces touch.
#[test]
fn the_spaces_of_a_line_are_in_order() {
    let mut longest = 0;
    each_scene(|course, scene| {
        let mut lines: BTreeMap<Seat, Vec<&Space>> = BTreeMap::new();
        for space in &scene.spaces {
            let Some(line) = space.line else { continue };
            assert!(line.seat.0 < course.setting().seats(), "{space:?}");
            lines.entry(line.seat).or_default().push(space);
        }
        assert!(lines.is_empty() || scene.spaces.iter().any(|space| space.line.is_none()), "lines have no start");
        for spaces in lines.values() {
            for (place, space) in (0..).zip(spaces) {
                assert_eq!(space.line.map(|line| line.place), Some(place), "{space:?}");
            }
            assert!(spaces.windows(2).all(|pair| (pair[1].x - pair[0].x, pair[1].y) == (2.0, pair[0].y)), "{spaces:?}");
            longest = longest.max(spaces.len());
        }
        if course.game().facts().id == "honest_john" {
            assert_eq!(lines.len(), usize::from(course.setting().seats()), "every seat has a line");
        }
    });
    assert!(longest > 5, "the longest line has {longest} spaces");
}

/// Every colour that does more than mark a seat has its own letter.
#[test]
fn colours_have_letters() {
    let mut letters: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    each_scene(|course, scene| {
        let facts = course.game().facts();
        let own = |seat: Option<Seat>| seat.map_or("", |seat| facts.sides[usize::from(seat.0)].colour);
        let spaces = scene.spaces.iter().map(|space| ("", space.colour, space.symbol));
        let pieces = tokens(scene).map(|token| (own(token.seat), token.colour, token.symbol));
        for (own, colour, symbol) in spaces.chain(pieces) {
            assert!(!symbol.is_empty() || [own, ""].contains(&colour), "{}: {colour} has no letter", facts.id);
            assert!(symbol.is_empty() || !colour.is_empty(), "{}: `{symbol}` is of no colour", facts.id);
            if !symbol.is_empty() {
                assert_eq!(*letters.entry((facts.id, colour)).or_insert(symbol), symbol, "{colour} has two letters");
            }
        }
    });
    let distinct: BTreeSet<(&str, &str)> = letters.iter().map(|((game, _), letter)| (*game, *letter)).collect();
    assert_eq!(distinct.len(), letters.len(), "two colours have one letter: {letters:?}");
    assert!(letters.len() >= 8 + 3, "Kamisado and DVONN have colours: {letters:?}");
}

#[test]
fn boards_of_one_name_have_the_same_spaces() {
    let (mut known, mut names) = (BTreeMap::new(), BTreeMap::new());
    each_scene(|course, scene| {
        let game = course.game().facts().id;
        let spaces = known.entry((game, scene.board())).or_insert_with(|| scene.spaces.clone());
        assert!(*spaces == scene.spaces, "{game}: two boards have one name");
        let name = names.entry((game, format!("{:?}", scene.spaces))).or_insert_with(|| scene.board());
        assert_eq!(*name, scene.board(), "{game}: one board has two names");
    });
    for fixed in ["dvonn", "kamisado"] {
        assert_eq!(known.keys().filter(|(game, _)| *game == fixed).count(), 1, "{fixed} has one board");
    }
}

/// Returns every key that is shown, with its kind.
fn keys(course: &Course, scene: &Scene) -> Vec<(WordKind, String)> {
    let mut keys = Vec::new();
    let mut note = |kind, key: &str| keys.push((kind, key.to_owned()));
    let gestures = course.position().gestures();
    let laid = gestures.iter().filter_map(|gesture| gesture.token.as_ref());
    for token in tokens(scene).chain(laid) {
        note(WordKind::Token, token.kind);
        note(WordKind::Colour, token.colour);
        token.marks.iter().for_each(|marks| note(WordKind::Mark, marks.key));
    }
    scene.spaces.iter().for_each(|space| note(WordKind::Colour, space.colour));
    scene.counters.iter().for_each(|counter| note(WordKind::Counter, counter.key));
    scene.highlights.iter().for_each(|highlight| note(WordKind::Highlight, highlight.kind));
    scene.prompt.iter().for_each(|prompt| note(WordKind::Prompt, prompt.key));
    gestures.iter().for_each(|gesture| note(WordKind::Choice, gesture.choice));
    if let Some(outcome) = course.position().outcome() {
        assert_ne!(outcome.cause, "", "the end of a round has a cause");
        note(WordKind::Cause, outcome.cause);
    }
    keys.retain(|(kind, key)| !(key.is_empty() && matches!(kind, WordKind::Colour | WordKind::Choice)));
    keys.sort();
    keys.dedup();
    keys
}

/// Returns the keys that a game has without a position.
fn standing_keys(facts: &Facts) -> Vec<(WordKind, String)> {
    let mut keys = vec![(WordKind::Game, facts.id.to_owned())];
    for side in facts.sides {
        keys.push((WordKind::Side, side.name.to_owned()));
        keys.push((WordKind::Colour, side.colour.to_owned()));
    }
    for option in facts.options {
        keys.push((WordKind::Option, option.name.to_owned()));
        let (OptionKind::Choice(values) | OptionKind::Set(values)) = &option.kind else { continue };
        keys.extend(values.iter().map(|value| (WordKind::Value, format!("{}={value}", option.name))));
    }
    keys
}

#[test]
fn every_key_has_a_word_in_every_language() {
    let mut shown: BTreeMap<&str, BTreeSet<(WordKind, String)>> = BTreeMap::new();
    each_scene(|course, scene| {
        shown.entry(course.game().facts().id).or_default().extend(keys(course, scene));
    });
    for game in games() {
        let facts = game.facts();
        assert_eq!(facts.sides.len(), usize::from(facts.max_seats), "{}: a side for every seat", facts.id);
        let all = shown.get_mut(facts.id).expect("it was played");
        all.extend(standing_keys(facts));
        let words: BTreeSet<(WordKind, String)> = facts.words.iter().map(|w| (w.kind, w.key.to_owned())).collect();
        assert_eq!(words.len(), facts.words.len(), "{}: duplicate word", facts.id);
        let missing: Vec<_> = all.difference(&words).collect();
        assert!(missing.is_empty(), "{} has no words for {missing:?}", facts.id);
        for word in facts.words {
            for (language, text) in LANGUAGES.iter().zip(word.texts) {
                assert!(!text.trim().is_empty() && text.trim() == text, "{} {}: {language}", facts.id, word.key);
            }
        }
        // A game may be in English only, but it may not be translated in part.
        let (translated, english): (Vec<&Word>, Vec<&Word>) = facts.words.iter().partition(|word| is_translated(word));
        let is_whole = translated.is_empty() || english.is_empty() || facts.id == TEMPLATE.facts().id;
        assert!(is_whole, "{}: only in English: {english:?}", facts.id);
    }
}

/// Returns whether the Persian and the Russian text are in those languages. Either may be a name.
fn is_translated(word: &Word) -> bool {
    let [_, persian, russian] = word.texts;
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_uppercase());
    let is_persian = persian.chars().any(|c| ('\u{600}'..='\u{6ff}').contains(&c)) || is_name(persian);
    is_persian && (russian.chars().any(|c| ('\u{400}'..='\u{4ff}').contains(&c)) || is_name(russian))
}

/// A prompt has placeholders for the value and the asking seat in every language, and no others.
#[test]
fn prompts_have_the_places_that_their_scenes_fill() {
    const PLACES: [&str; 2] = ["{value}", "{for}"];
    let (mut filled, mut asked) = (0, BTreeSet::new());
    each_scene(|course, scene| {
        let (facts, Some(prompt)) = (course.game().facts(), &scene.prompt) else { return };
        let word = facts.words.iter().find(|word| (word.kind, word.key) == (WordKind::Prompt, prompt.key));
        let used = [!prompt.value.is_empty(), prompt.for_seat.is_some()];
        for text in word.expect("it has a word").texts {
            assert_eq!(PLACES.map(|place| text.contains(place)), used, "{}: `{text}` for {prompt:?}", facts.id);
        }
        filled += usize::from(used[1]);
        asked.insert((facts.id, prompt.key));
    });
    for game in games() {
        for word in game.facts().words {
            let is_prompt = word.kind == WordKind::Prompt;
            assert!(!is_prompt || asked.contains(&(game.facts().id, word.key)), "nothing asks for `{}`", word.key);
            for text in word.texts {
                let rest = if is_prompt { text.replace(PLACES[0], "").replace(PLACES[1], "") } else { text.to_owned() };
                assert!(!rest.contains(['{', '}']), "{}: `{text}` has a place that nothing fills", game.facts().id);
            }
        }
    }
    assert!(filled > 1_000, "only {filled} prompts were for another seat");
}

#[test]
fn every_game_has_its_pages() {
    for game in games() {
        let facts = game.facts();
        for heading in ["Rules", "Notation"] {
            let section = facts.section(heading);
            assert!(!section.is_empty() && !section.contains("\n## "), "{} {heading}: `{section}`", facts.id);
        }
        assert_eq!(facts.section("Recipes"), "");
    }
}
