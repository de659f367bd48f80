//! `referee bot`, line by line.

use referee::{
    games::{
        Course, GAMES, Game,
        rules::{Seat, Turn, Viewer},
        search::split_mix::SplitMix64,
    },
    pb::{
        engine::{Go, NewMatch, Position},
        line::{Spelling, write},
    },
};

use crate::runner::Place;

/// Returns the first choices of a match: the seat to move, the input of its bot, and the legal
/// moves.
fn questions(game: &'static dyn Game) -> Vec<(Seat, String, Vec<String>)> {
    const MOST: usize = 4;
    let facts = game.facts();
    let setting = facts.setting(0, []).expect("the defaults");
    let mut course = Course::open(game, &setting).expect("an opening");
    let (mut luck, mut asked, mut steps) = (SplitMix64::new(4), Vec::new(), Vec::new());
    while asked.len() < MOST {
        let step = match course.turn() {
            Turn::Over => panic!("{}: a round of few choices", facts.id),
            Turn::Chance => course.chance(&luck.entropy()).expect("it is luck's turn"),
            Turn::Forced(_) => course.forced().expect("a forced step"),
            Turn::Seat(seat) => {
                let legal = course.position().legal();
                if legal.len() > 1 {
                    asked.push((seat, lines(&course, seat, &steps), legal.clone()));
                }
                luck.pick(&legal).expect("a turn has a move").clone()
            }
        };
        steps.push(step.clone());
        course.play(&step).expect("it is legal");
    }
    asked
}

/// Returns the bot's input: the moves, or only the seat's view if the game has hidden information.
fn lines(course: &Course, seat: Seat, steps: &[String]) -> String {
    let facts = course.game().facts();
    let new = NewMatch {
        game: facts.id.to_owned(),
        match_id: "m1".to_owned(),
        seat: seat.0.into(),
        players: (0..course.setting().seats()).map(|seat| format!("player-{seat}")).collect(),
        ..NewMatch::default()
    };
    let position = match facts.hidden {
        true => Position { view: course.position().view(Viewer::Seat(seat)), round: 1, ..Position::default() },
        false => Position { moves: steps.to_vec(), round: 1, ..Position::default() },
    };
    let go = Go { round: 1, ply: course.ply(), legal: course.position().legal(), ..Go::default() };
    let mut bytes = Vec::new();
    write(Spelling::Words, &new, &mut bytes);
    write(Spelling::Words, &position, &mut bytes);
    write(Spelling::Words, &go, &mut bytes);
    String::from_utf8(bytes).expect("the lines are text")
}

/// The moves of a long Hive round can exceed the 64 KiB limit for lines that engines write.
#[test]
fn a_bot_reads_the_turns_of_long_rounds() {
    let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let to_and_fro = ["wQ /wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"];
    let moves: Vec<String> =
        opening.into_iter().chain(to_and_fro.into_iter().cycle().take(8_000)).map(str::to_owned).collect();
    let options = vec!["repetition=off".to_owned()];
    let new = NewMatch { game: "hive".to_owned(), match_id: "m1".to_owned(), options, ..NewMatch::default() };
    let go = Go {
        turn_id: 8_004,
        round: 1,
        ply: u32::try_from(moves.len()).expect("few"),
        legal: vec!["wQ /wS1".to_owned()],
        ..Go::default()
    };
    let mut bytes = Vec::new();
    write(Spelling::Words, &new, &mut bytes);
    write(Spelling::Words, &Position { moves, round: 1, ..Position::default() }, &mut bytes);
    write(Spelling::Words, &go, &mut bytes);
    assert!(bytes.len() > 64 * 1024, "{} bytes", bytes.len());
    let place = Place::new();
    let ran = place.run_with(&["bot", "random"], &String::from_utf8(bytes).expect("it is text"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("\nbestmove ") && ran.out.contains(" turn_id 8004\n"), "{}{}", ran.out, ran.err);
}

#[test]
fn every_bot_answers_from_the_view_of_its_seat() {
    let place = Place::new();
    for game in GAMES {
        let questions = questions(*game);
        let asked: String = questions.iter().map(|(_, lines, _)| lines.as_str()).collect();
        for name in ["random", "greedy", "search"] {
            let mut words = vec!["bot", name, "--seed", "9"];
            words.extend(["--level", "5"].iter().filter(|_| name == "search"));
            let answers = || {
                let ran = place.run_with(&words, &format!("{asked}quit\n"));
                assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{name}");
                let word = |line: &str, key: &str| {
                    let mut words = line.split(' ').skip_while(|word| *word != key).skip(1);
                    words.next().map(str::to_owned)
                };
                let nodes: Vec<_> = ran.out.lines().filter(|line| line.starts_with("info")).collect();
                let nodes: Vec<_> = nodes.into_iter().map(|line| word(line, "nodes")).collect();
                let best = ran.out.lines().filter_map(|line| line.strip_prefix("bestmove ")).map(str::to_owned);
                (nodes, best.collect::<Vec<_>>())
            };
            let (nodes, best) = answers();
            let told = format!("{} {name}: {best:?}", game.facts().id);
            assert_eq!(best.len(), questions.len(), "{told}");
            for ((_, _, legal), answer) in questions.iter().zip(&best) {
                // Quoting doubles each backslash.
                let played = answer.trim_start_matches('"').replace(r"\\", r"\");
                assert!(legal.iter().any(|notation| played.starts_with(notation)), "{told}");
            }
            assert!(name != "search" || nodes.iter().all(Option::is_some), "{told}: it looked at positions");
            assert_eq!(answers(), (nodes, best), "{told}: the same seed, the same answers");
        }
    }
}
