//! Matches as text: what a game writes, it reads.

use referee_games::{
    Course, GAMES, Game,
    erased::Erased,
    rules::Turn,
    search::split_mix::SplitMix64,
    sheet::{Sheet, SheetRound, Tag},
    uhp,
};

use super::{settings::any_setting, takeaway::Takeaway, wander::any_step};

/// How many matches of each game are written.
const MATCHES: u64 = 8;
/// How many steps a match has at most; it may stay unfinished.
const STEPS: usize = 600;

static TAKEAWAY: Erased<Takeaway> = Erased::new();

/// A random match, with the course at its end.
fn played(game: &'static dyn Game, seed: u64) -> (Sheet, Course) {
    let mut luck = SplitMix64::new(seed);
    let setting = any_setting(game, &mut luck);
    let mut course = Course::open(game, &setting).expect("a setting that opens");
    let begun = |course: &Course| SheetRound { start: course.position().text(), moves: Vec::new() };
    let mut rounds = vec![begun(&course)];
    for number in 0..STEPS {
        let step = any_step(&course, &mut luck, number);
        rounds.last_mut().expect("a round").moves.push(course.play(&step).expect("a legal step"));
        if course.turn() == Turn::Over {
            course.close_round();
            if course.is_over() {
                break;
            }
            rounds.push(begun(&course));
        }
    }
    rounds.retain(|round| !round.moves.is_empty());
    let names = game.facts().sides.iter().take(usize::from(setting.seats()));
    let tags = names.map(|side| Tag::new(side.name, r#"a "b" \ ; c"#)).collect();
    (Sheet { setting, tags, rounds }, course)
}

fn every_game() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.iter().copied().chain([&TAKEAWAY as &dyn Game])
}

#[test]
fn a_text_is_read_as_it_was_written() {
    let mut later_rounds = 0;
    for game in every_game() {
        for seed in 0..MATCHES {
            let (sheet, _) = played(game, seed);
            let text = game.write_sheet(&sheet);
            let read = game.read_sheet(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}")).expect("its own text");
            assert_eq!(read.rounds, sheet.rounds, "{text}");
            assert_eq!(game.write_sheet(&read), text);
            if game.facts().id != uhp::ID {
                let told = |sheet: &Sheet| -> Vec<(String, String)> {
                    sheet.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect()
                };
                assert_eq!((told(&read), &read.setting), (told(&sheet), &sheet.setting), "{text}");
            }
            later_rounds += sheet.rounds.len() - 1;
            for other in every_game().filter(|other| other.facts().id != game.facts().id) {
                assert_eq!(other.read_sheet(&text), Ok(None), "{}: {text}", other.facts().id);
            }
        }
    }
    assert!(later_rounds > 20, "{later_rounds}");
}

#[test]
fn a_game_string_is_what_uhp_has() {
    let game = referee_games::find(uhp::ID).expect("it is registered");
    for seed in 0..MATCHES {
        let (sheet, course) = played(game, seed);
        let text = game.write_sheet(&sheet);
        assert_eq!(text, course.position().text() + "\n");
        let is_auto = sheet.setting.word("repetition") == "auto";
        if !sheet.setting.flag("queen_first_turn") {
            let read = uhp::read(text.trim(), is_auto).unwrap_or_else(|bad| panic!("{bad}: {text}"));
            assert_eq!(read.position().text(), text.trim());
        }
    }
}

#[test]
fn forced_steps_comments_and_numbers_may_be_left_out() {
    let game = referee_games::find("dvonn").expect("it is registered");
    let text = "[Game \"dvonn\"]\n; a remark\n\na1 b1\nc1 ; red\n7. ... d1\n";
    let read = game.read_sheet(text).expect("moves").expect("its own text");
    assert_eq!(read.rounds[0].moves, ["a1", "b1", "c1", "d1"]);
    for game in every_game().filter(|game| game.facts().id != uhp::ID) {
        for seed in 0..MATCHES {
            let (sheet, _) = played(game, seed);
            let text = game.write_sheet(&sheet);
            let mut course = Course::open(game, &sheet.setting).expect("it opened before");
            let mut bare: Vec<String> =
                text.lines().take_while(|line| line.starts_with('[')).map(str::to_owned).collect();
            let (mut left_out, mut last) = (0, false);
            for step in sheet.rounds.iter().flat_map(|round| &round.moves) {
                course.close_round();
                last = matches!(course.turn(), Turn::Forced(_));
                left_out += usize::from(last);
                if !last {
                    bare.push(step.clone());
                }
                course.play(step).expect("it was played before");
            }
            // Forced steps at the end are not implied by a later move.
            if left_out > 0 && !last {
                let read = game.read_sheet(&bare.join("\n")).unwrap_or_else(|bad| panic!("{bad}: {text}"));
                assert_eq!(read.expect("its own text").rounds, sheet.rounds);
            }
        }
    }
}

#[test]
fn a_damaged_text_is_refused_with_its_place() {
    let mut refused = 0;
    for game in every_game() {
        for seed in 0..MATCHES {
            let mut luck = SplitMix64::new(seed + 100);
            let text = game.write_sheet(&played(game, seed).0);
            for _ in 0..40 {
                let damaged = damage(&text, &mut luck);
                if let Err(bad) = game.read_sheet(&damaged) {
                    refused += 1;
                    assert!((1..=damaged.lines().count()).contains(&bad.line), "{bad}: {damaged}");
                    assert!(!bad.expected.is_empty(), "{bad}");
                }
            }
        }
    }
    assert!(refused > 100, "{refused}");
    let game = referee_games::find("kamisado").expect("it is registered");
    let text = "[Game \"Kamisado\"]\n[Black \"a\"]\n\nRound 1\n1. e8e5 f1e9\n";
    let bad = game.read_sheet(text).expect_err("there is no row 9");
    assert_eq!((bad.line, bad.step, bad.value.as_str()), (5, Some((1, 2)), "f1e9"));
    let illegal = game.read_sheet(&text.replace("e9", "e2")).expect_err("another tower must move");
    assert!(illegal.expected.contains("a legal move, such as"), "{illegal}");
    let game = referee_games::find("honest_john").expect("it is registered");
    let mut texts = (0..40).map(|seed| game.write_sheet(&played(game, seed).0));
    let text = texts.find(|text| text.contains(". play ")).expect("a match in which a tile is played");
    let (at, line) = (1..).zip(text.lines()).find(|(_, line)| line.contains(". play ")).expect("a tile is played");
    let first = line.split(" ;").next().unwrap_or_default().split_once(". ").expect("its number").1;
    let bad = game.read_sheet(&text.replacen(first, "play 9-99", 1)).expect_err("no such tile");
    assert_eq!((bad.line, bad.value.as_str()), (at, "play 9-99"));
}

/// The text with a letter changed, a line moved, or its end cut off.
fn damage(text: &str, luck: &mut SplitMix64) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = luck.below(letters.len());
    match luck.below(4) {
        0 => letters.truncate(at),
        1 => letters[at] = ['x', '9', '"', '[', ';', '\\', '\n', 'é'][luck.below(8)],
        2 => drop(letters.remove(at)),
        _ => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (from, to) = (luck.below(lines.len()), luck.below(lines.len()));
            lines.swap(from, to);
            return lines.join("\n");
        }
    }
    letters.into_iter().collect()
}

#[test]
fn a_chosen_start_is_told() {
    for game in GAMES.iter().filter(|game| !game.facts().chance) {
        let (sheet, _) = played(*game, 5);
        let SheetRound { start, moves } = &sheet.rounds[0];
        let opened = game.parse(&sheet.setting, start).expect("a start");
        let mut later = opened.boxed();
        moves[..3].iter().for_each(|step| drop(later.play(step).expect("it was played before")));
        let rounds = vec![SheetRound { start: later.text(), moves: moves[3..].iter().take(20).cloned().collect() }];
        let text = game.write_sheet(&Sheet { rounds: rounds.clone(), ..sheet.clone() });
        let read = game.read_sheet(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}")).expect("its own text");
        assert_eq!(game.write_sheet(&read), text);
        if game.facts().id != uhp::ID {
            assert!(text.contains("[Start \""), "{text}");
            assert_eq!(read.rounds, rounds);
        }
    }
}
