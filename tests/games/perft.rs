//! The perft tables of every game.

use referee_games::{GAMES, perft::Counting};

use super::golden_files::golden;

/// Tables extend the golden cases. A game need not have one.
#[test]
fn every_table_is_met() {
    let mut tables = 0;
    for game in GAMES {
        let facts = game.facts();
        let name = format!("{}.perft", facts.id);
        let Ok(table) = std::fs::read_to_string(golden(&name)) else { continue };
        tables += 1;
        let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(!lines.is_empty(), "{name} has no line");
        for line in lines {
            let [counting, text, counts, options @ ..] = &line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{name}: {line}")
            };
            let options = options.iter().filter_map(|option| option.split_once('='));
            let setting = facts.setting(0, options).expect("a setting that the game takes");
            let counting = if *counting == "moves" { Counting::Moves } else { Counting::Plies };
            let position = game.parse(&setting, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            for (depth, count) in (1..).zip(counts.split(' ')) {
                let lines = position.perft(depth, counting).to_string();
                assert_eq!(lines, count, "{} {counting:?} depth {depth}: {text}", facts.id);
            }
        }
    }
    assert!(tables > 0, "no game has a table");
}

#[test]
fn no_ply_is_one_line() {
    for game in GAMES {
        let setting = game.facts().setting(0, []).expect("the defaults");
        let start = game.open(&setting).expect("an opening");
        assert_eq!(start.perft(0, Counting::Moves), 1);
        assert_eq!(start.divide(0, Counting::Moves), []);
    }
}

#[test]
fn playouts_come_from_their_seed() {
    for game in GAMES {
        let setting = game.facts().setting(0, []).expect("the defaults");
        let start = game.open(&setting).expect("an opening");
        let some = start.playouts(2, 1);
        assert_eq!(some, start.playouts(2, 1), "{}", game.facts().id);
        assert_ne!(some, start.playouts(2, 2), "{}", game.facts().id);
        assert_eq!(some.finished, 2, "{}", game.facts().id);
        assert!(some.steps >= 2 && some.points.len() == usize::from(setting.seats()), "{some:?}");
    }
}
