//! Texts that each game rejects, and the reported position of the error.

use referee_games::{GAMES, MoveError, rules::Unreadable};

use super::golden_files::golden;

/// Not every game has a table.
#[test]
fn bad_texts_are_refused_where_they_are_bad() {
    let (mut refused, mut wrong) = (0, Vec::new());
    for game in GAMES {
        let name = format!("{}.refused", game.facts().id);
        let Ok(table) = std::fs::read_to_string(golden(&name)) else { continue };
        let setting = game.facts().setting(0, []).expect("the defaults");
        let mut start = game.open(&setting).expect("an opening");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let [kind, at, expected, text] = line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{name}: {line}")
            };
            let error: Unreadable = match kind {
                "position" => game.parse(&setting, text).err().unwrap_or_else(|| panic!("it is read: {line}")),
                "move" => match start.play(text) {
                    Err(MoveError::Unreadable(error)) => error,
                    other => panic!("{other:?}: {line}"),
                },
                _ => panic!("{name}: {line}"),
            };
            if !error.expected.contains(expected) || error.at.to_string() != at {
                wrong.push(format!("{line}: {error}"));
            }
            refused += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(refused > 0, "no game has a table");
}
