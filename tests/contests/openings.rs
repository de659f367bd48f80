//! Openings: files are parsed strictly, every opening is legal and is played from both seats, and
//! the built-in openings are balanced.

use std::collections::BTreeMap;

use proptest::prelude::*;
use referee_contests::openings::{
    Alike, BadLine, BadOpenings, BadRecipe, Judge, Judgement, Openings, Order, Recipe, Work, alike, file, make,
};
use referee_games::{
    self as games, Course, GAMES, Game, Opening,
    rules::{Setting, Turn},
};

fn usual(id: &str) -> (&'static dyn Game, Setting) {
    let game = games::find(id).expect("the game is registered");
    (game, game.facts().setting(0, []).expect("the usual options are taken"))
}

/// Runs all jobs one after the other.
fn all(work: &[Work<'_>]) -> Vec<Judgement> {
    work.iter().map(Work::done).collect()
}

fn read(id: &str, text: &str) -> Result<Openings, BadOpenings> {
    let (game, setting) = usual(id);
    Openings::parse(game, &setting, text)
}

#[test]
fn a_file_is_read() {
    let text = "\u{feff}# comment\r\n\r\n  id \"to the left\"  moves e8e5 ; a1a4 # played often \r\n\
                position obupyrgn/8/8/8/8/8/8/NGRYPUBO w any - -\r\n\
                position obupyrgn/8/8/8/8/8/8/NGRYPUBO b any - - moves e8e5\n";
    let read = read("kamisado", text).expect("every line is good");
    let found: Vec<_> = read.list().iter().map(|one| (one.line, one.name.as_str(), one.comment.as_str())).collect();
    assert_eq!(found, [(3, "to the left", "played often"), (4, "", ""), (5, "", "")]);
    let first = &read.list()[0].opening;
    assert_eq!((first.start_position.as_str(), first.moves.len()), ("", 2));
    assert_eq!(read.list()[2].opening.moves, ["e8e5"]);
    assert!(!read.list()[1].opening.start_position.is_empty());
}

#[test]
fn errors_of_an_openings_file_are_named() {
    let long = format!("moves {}", "a".repeat(file::MAX_LINE));
    let many = "moves e8e5\n".repeat(file::MAX_OPENINGS + 1);
    let huge = "#".repeat(file::MAX_FILE + 1);
    let name = format!("id \"{}\" moves e8e5", "n".repeat(file::MAX_NAME + 1));
    let table: &[(&str, &str, &str)] = &[
        ("kamisado", "", "no opening in the file"),
        ("kamisado", "# only this\n\n", "no opening in the file"),
        ("kamisado", &huge, "the file has 4194305 bytes, expected at most 4194304"),
        ("kamisado", &many, "line 10001: more than 10000 openings"),
        ("kamisado", &long, "line 1: has 16390 bytes, expected at most 16384"),
        ("kamisado", "moves e8e5\nmoves e8\u{1b}e5", "line 2: has the control character U+001B at byte 8"),
        ("kamisado", "e8e5", "line 1: invalid opening `e8e5`: expected `moves` or `position`"),
        ("kamisado", "move e8e5", "line 1: invalid opening `move e8e5`"),
        ("kamisado", "moves", "line 1: invalid opening `moves`"),
        ("kamisado", "id moves e8e5", "line 1: invalid id = `moves e8e5`: expected 1 to 120 bytes"),
        ("kamisado", "id \"\" moves e8e5", "line 1: invalid id = `\"\" moves e8e5`"),
        ("kamisado", "id \"open moves e8e5", "line 1: invalid id = `\"open moves e8e5`"),
        ("kamisado", &name, "line 1: invalid id = `\"nnn"),
        ("kamisado", "moves e8e5;; a1a4", "line 1: move 1 (from 0) is empty"),
        ("kamisado", "moves e8e5;", "line 1: move 1 (from 0) is empty"),
        ("kamisado", "\nmoves e8d8", "line 2: moves e8d8: move 0 (from 0), `e8d8`: not a legal move here"),
        ("kamisado", "moves e8e5; ?", "line 1: moves e8e5; ?: move 1 (from 0), `?`: not a move of this game"),
        ("kamisado", "position nothing", "line 1: position nothing: invalid position"),
        ("dvonn", "moves a1; a1", "line 1: moves a1; a1: move 1 (from 0), `a1`: not a legal move here"),
        ("hive", "moves wG1; bG1", "line 1: moves wG1; bG1: move 1 (from 0)"),
        ("honest_john", "moves e8e5", "honest_john has hidden hands or chance"),
    ];
    for (game, text, expected) in table {
        let said = read(game, text).expect_err(expected).to_string();
        assert!(said.starts_with(expected), "expected `{expected}`, it says `{said}`");
        assert!(said.len() < 600, "an error repeats little of what was given");
    }
}

#[test]
fn every_built_in_opening_is_legal_different_and_leaves_a_round_to_play() {
    let mut sets = BTreeMap::new();
    for game in GAMES {
        let setting = game.facts().setting(0, []).expect("the usual options are taken");
        let Some(built_in) = Openings::built_in(*game, &setting) else { continue };
        let openings = built_in.unwrap_or_else(|bad| panic!("{}: {bad}", game.facts().id));
        assert_eq!(openings.duplicates(), [], "{}", game.facts().id);
        for one in openings.list() {
            let course = Course::open_with(*game, &setting, &one.opening).expect("it was read");
            assert!(matches!(course.turn(), Turn::Seat(_) | Turn::Forced(_)), "line {}", one.line);
            assert!(one.comment.starts_with("seat 0: "), "line {} says what was measured", one.line);
        }
        sets.insert(game.facts().id, openings.list().len());
    }
    assert_eq!(sets.keys().copied().collect::<Vec<_>>(), ["dvonn", "hive", "kamisado"]);
    assert!(sets.values().all(|openings| *openings >= 200), "{sets:?}");
}

#[test]
fn made_openings_are_even_repeat_and_read_back() {
    let (game, setting) = usual("kamisado");
    let recipe = Recipe {
        plies: 2,
        count: 5,
        candidates: 12,
        judge: Judge { nodes: 60, depth: 2 },
        choosing_matches: 8,
        checking_matches: 6,
        max_bias: 0.25,
        seed: 7,
    };
    let made = make(game, &setting, &recipe, &mut all).expect("the recipe is good");
    assert_eq!(made, make(game, &setting, &recipe, &mut all).unwrap(), "the same seed");
    let other = make(game, &setting, &Recipe { seed: 8, ..recipe }, &mut all).unwrap();
    assert_ne!(made.openings, other.openings, "another seed");
    assert!((1..=5).contains(&made.openings.len()) && made.tried == 12);
    for one in &made.openings {
        assert_eq!((one.chosen_by.counts.games(), one.checked_by.counts.games()), (8, 6));
        assert!(one.chosen_by.bias() <= 0.25);
    }
    let file = made.to_file("Two plies\nmoves x", &recipe);
    let read = Openings::parse(game, &setting, &file).expect("what is written is read");
    assert_eq!(alike(game, &setting, &read), Alike::default());
    let openings = |list: Vec<&Opening>| list.into_iter().cloned().collect::<Vec<_>>();
    assert_eq!(
        openings(read.list().iter().map(|one| &one.opening).collect()),
        openings(made.openings.iter().map(|one| &one.opening).collect())
    );
    let stopped = make(game, &setting, &recipe, &mut |work| all(&work[..work.len().min(3)])).unwrap();
    assert_eq!((stopped.tried, stopped.openings.len() <= 3), (3, true), "it has what was done");
    let backwards = &mut |work: &[Work<'_>]| {
        let mut judgements: Vec<_> = work.iter().rev().map(Work::done).collect();
        judgements.reverse();
        judgements
    };
    assert_eq!(made, make(game, &setting, &recipe, backwards).unwrap(), "in whatever order");
}

#[test]
fn single_plies_are_all_tried() {
    let (game, setting) = usual("kamisado");
    let judge = Judge { nodes: 1, depth: 1 };
    let recipe = Recipe {
        plies: 1,
        count: 200,
        candidates: 200,
        judge,
        choosing_matches: 1,
        checking_matches: 1,
        max_bias: 0.5,
        seed: 1,
    };
    let made = make(game, &setting, &recipe, &mut all).unwrap();
    let legal = Course::open(game, &setting).unwrap().position().legal();
    let mut first: Vec<&str> = made.openings.iter().map(|one| one.opening.moves[0].as_str()).collect();
    first.sort_unstable();
    let mut legal: Vec<&str> = legal.iter().map(String::as_str).collect();
    legal.sort_unstable();
    assert_eq!(first, legal);
}

#[test]
fn bad_recipes_are_refused() {
    let (game, setting) = usual("kamisado");
    let good = Recipe {
        plies: 1,
        count: 2,
        candidates: 4,
        judge: Judge { nodes: 1, depth: 1 },
        choosing_matches: 1,
        checking_matches: 1,
        max_bias: 0.5,
        seed: 1,
    };
    let table: [(&str, Recipe); 8] = [
        ("invalid plies = 0: expected 1 to 256", Recipe { plies: 0, ..good }),
        ("invalid plies = 257", Recipe { plies: 257, ..good }),
        ("invalid count = 0", Recipe { count: 0, ..good }),
        ("invalid candidates = 1: expected 2 to 100000", Recipe { candidates: 1, ..good }),
        ("invalid nodes = 0", Recipe { judge: Judge { nodes: 0, depth: 1 }, ..good }),
        ("invalid choosing_matches = 0", Recipe { choosing_matches: 0, ..good }),
        ("invalid checking_matches = 10001", Recipe { checking_matches: 10_001, ..good }),
        ("invalid max_bias = NaN: expected 0 to 0.5", Recipe { max_bias: f64::NAN, ..good }),
    ];
    for (expected, recipe) in table {
        let said = make(game, &setting, &recipe, &mut all).expect_err(expected).to_string();
        assert!(said.starts_with(expected), "{said}");
    }
    let (john, of_john) = usual("honest_john");
    let refused = make(john, &of_john, &good, &mut all).unwrap_err();
    assert!(matches!(refused, BadRecipe::Game(BadOpenings::NotOpen { game: "honest_john" })), "{refused}");
    let refused = make(game, &setting, &Recipe { plies: 250, ..good }, &mut all).unwrap_err();
    assert_eq!(refused, BadRecipe::NoLine { plies: 250 });
}

fn alike_of(id: &str, text: &str) -> Alike {
    let (game, setting) = usual(id);
    alike(game, &setting, &read(id, text).expect("every line is good"))
}

#[test]
fn symmetric_openings_are_found() {
    // The board of DVONN has four equivalent corners, and the two halves of each long edge are
    // equivalent.
    let corners = "moves a1\nmoves k5\nmoves b1\nmoves c5\nmoves i1\nmoves h1\nmoves f3\n";
    let found = alike_of("dvonn", corners);
    assert_eq!(found, Alike { repeats: vec![], twins: vec![(1, 2), (1, 4), (1, 5), (3, 6)] });
    // Only the final positions of the three red pieces matter, not the order of the placements.
    let moves_changed = "moves a1; b1; c1\nmoves c1; b1; a1\nmoves a1; b1; d1\nmoves k5; j5; i5";
    assert_eq!(alike_of("dvonn", moves_changed), Alike { repeats: vec![(1, 2)], twins: vec![(1, 4)] });
    // A hive has no fixed place and no direction. Openings differ only in their pieces and in the
    // side to move.
    let hives = "moves wG1; bG1 wG1-\nmoves wG1; bG1 \\wG1\nmoves wG1; bA1 wG1-\nmoves wA1; bG1 wA1-\nmoves wG1\n\
                 moves wG1; bG1 wG1-; wA1 -wG1\nmoves wG1; bG1 wG1-; wA1 \\wG1\nmoves wG1; bG1 wG1-; wA1 /wG1\n";
    assert_eq!(alike_of("hive", hives), Alike { repeats: vec![], twins: vec![(1, 2), (7, 8)] });
}

#[test]
fn a_board_that_plays_otherwise_when_it_is_turned_has_no_twins() {
    let (game, setting) = usual("kamisado");
    let legal = Course::open(game, &setting).expect("it opens").position().legal();
    let lines: Vec<String> = legal.iter().map(|first| format!("moves {first}")).collect();
    assert_eq!(alike_of("kamisado", &lines.join("\n")), Alike::default(), "{} first moves", lines.len());
    for game in GAMES {
        let setting = game.facts().setting(0, []).expect("the usual options are taken");
        let Some(built_in) = Openings::built_in(*game, &setting) else { continue };
        let openings = built_in.expect("another test says what is wrong");
        assert_eq!(alike(*game, &setting, &openings), Alike::default(), "{}", game.facts().id);
    }
}

#[test]
fn measurements_read_back() {
    for (id, wins, draws, losses) in
        [("dvonn", 8646, 618, 8576), ("hive", 3458, 403, 3339), ("kamisado", 12088, 0, 11612)]
    {
        let (game, setting) = usual(id);
        let openings = Openings::built_in(game, &setting).expect("it has a set").expect("it is good");
        let (all, count) = openings.as_written();
        let counts = (all.counts.wins, all.counts.draws, all.counts.losses);
        assert_eq!((counts, count), ((wins, draws, losses), openings.list().len()), "{id}");
        assert!(game.built_in_openings().contains(&format!("# The set, {}.", all.in_words())), "{id}");
    }
    for other in ["", "seat 0", "seat 0: 1 won", "seat 0: 1 won, 2 drawn, -3 lost", "seat 0: x won, 2 drawn, 3 lost"] {
        assert_eq!(Judgement::read(other), None, "{other}");
    }
    let most = format!("moves e8e5 # seat 0: {0} won, {0} drawn, {0} lost\n", u64::MAX).repeat(2);
    let (all, count) = read("kamisado", &most).expect("a comment may say anything").as_written();
    assert_eq!((all.counts.wins, count), (u64::MAX, 2));
    assert!(all.in_words().starts_with("seat 0: "));
}

#[test]
fn every_bad_line_is_named_up_to_a_limit() {
    let (game, setting) = usual("kamisado");
    let lines = "moves e8e5\nmove e8e5\n# fine\nmoves e8d8\n";
    let said: Vec<String> = Openings::faults(game, &setting, lines).iter().map(ToString::to_string).collect();
    assert!(said.len() == 2 && said[0].starts_with("line 2: ") && said[1].starts_with("line 4: "), "{said:?}");
    let many = Openings::faults(game, &setting, &"e8e5\n".repeat(100));
    assert_eq!(many.len(), file::MAX_FAULTS);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Each pass contains every opening once.
    #[test]
    fn every_opening_is_given_equally_often(count in 1usize..30, seed: u64, passes in 1u64..4) {
        let (game, setting) = usual("kamisado");
        let legal = Course::open(game, &setting).unwrap().position().legal();
        let text: String = legal.iter().take(count).map(|played| format!("moves {played}\n")).collect();
        let openings = Openings::parse(game, &setting, &text).unwrap();
        for order in [Order::Sequential, Order::Shuffled { seed }] {
            let mut given = vec![0; count + 1];
            for number in (0..passes * count as u64).rev() {
                given[openings.numbered(number, order).line] += 1;
            }
            prop_assert!(given[1..].iter().all(|times| *times == passes), "{:?}", given);
        }
    }

    /// Every written line reads back unchanged, and no input makes the parser panic.
    #[test]
    fn lines_read_back(name in "[^\\p{Cc}]{0,40}|[ \"]{0,3}", comment in "\\PC{0,40}", at in 0usize..100) {
        let (game, setting) = usual("kamisado");
        let legal = Course::open(game, &setting).unwrap().position().legal();
        let opening = Opening { start_position: String::new(), moves: vec![legal[at % legal.len()].clone()] };
        let line = file::write_line(&name, &opening, &comment);
        let read = Openings::parse(game, &setting, &line).unwrap();
        prop_assert_eq!(&read.list()[0].opening, &opening);
        prop_assert_eq!(read.list().len(), 1);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(moves|position|id|;|#|\"|\\PC| |\n|e8e5|a1a4){0,30}") {
        for id in ["kamisado", "dvonn", "hive"] {
            if let Err(BadOpenings::Line { line, cause }) = read(id, &text) {
                prop_assert!(line <= text.lines().count());
                let is_too_long = matches!(cause, BadLine::TooLong { .. });
                prop_assert!(!is_too_long);
            }
        }
    }
}
