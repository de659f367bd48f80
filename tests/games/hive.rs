//! The game strings of Hive.

use referee_games as games;
use serde_json::Value;

use super::{
    cases::{hive::options, word},
    golden_files::golden_text,
};

/// The game reads unambiguous forms of other programs, and writes the canonical form.
#[test]
fn game_strings_of_other_programs_are_read() {
    let game = games::find("hive").expect("the game");
    let of = |expansions| game.facts().setting(2, [("expansions", expansions)]).expect("a setting");
    for (expansions, text, canonical) in [
        ("", "Base;InProgress;White[2]; wA1; bG1 -wA1", "Base;InProgress;White[2];wA1;bG1 -wA1"),
        ("", "Base;InProgress;white[2];wA1;bG1 -wA1;", "Base;InProgress;White[2];wA1;bG1 -wA1"),
        ("MLP", "Base+PLM;InProgress;black[1];wM1", "Base+MLP;InProgress;Black[1];wM"),
        ("MLP", "Base+MLP;InProgress;White[2];wM1;bL1 wM1-", "Base+MLP;InProgress;White[2];wM;bL wM-"),
    ] {
        let read = game.parse(&of(expansions), text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.text(), canonical);
    }
    for text in ["Base+MLL;NotStarted;White[1]", "Base+MLP;InProgress;White[2];wM2", "Base+MLP;InProgress;White[2];;wM"]
    {
        assert!(game.parse(&of("MLP"), text).is_err(), "{text}");
    }
}

/// The game can read back every string that it has written, even if the round is longer than a text
/// from a caller may be.
#[test]
fn the_game_string_of_a_long_round_is_read_back() {
    let game = games::find("hive").expect("the game");
    let setting = game.facts().setting(2, [("repetition", "off")]).expect("a setting");
    let mut round = game.open(&setting).expect("an opening");
    let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let to_and_fro = ["wQ /wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"];
    for played in opening.into_iter().chain(to_and_fro.into_iter().cycle().take(14_000)) {
        round.play(played).expect("it is legal");
    }
    let text = round.text();
    assert!(text.len() > 100_000, "{} bytes", text.len());
    let read = game.parse(&setting, &text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.text(), text);
    let longer = format!("{text}{}", ";pass".repeat(200_000));
    assert!(game.parse(&setting, &longer).is_err(), "a text has an end");
}

#[test]
fn a_game_string_is_written_as_it_was_read() {
    let game = games::find("hive").expect("it is registered");
    let cases = golden_text("hive.jsonl");
    let mut strings = 0;
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let repetition = if word(&case["type"]) == "position" { "off" } else { "auto" };
        let options = options(&case, repetition);
        let options = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let setting = game.facts().setting(2, options).expect("a game type");
        let string = word(&case["game_string"]);
        let read = game.parse(&setting, string).unwrap_or_else(|error| panic!("{string}: {error}"));
        assert_eq!(read.text(), string);
        // The state and the turn of a text are ignored.
        let fields: Vec<&str> = string.splitn(4, ';').collect();
        let [kind, _, _, moves @ ..] = &fields[..] else { panic!("{string}: four fields") };
        let told = [&[*kind, "Draw", "Black[99]"], moves].concat().join(";");
        assert_eq!(game.parse(&setting, &told).map(|read| read.text()).as_deref(), Ok(string));
        strings += 1;
    }
    assert!(strings > 0, "there are cases");
}
