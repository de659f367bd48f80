//! `referee replay --positions`: the decisions in records as training data.

use serde_json::Value;

use super::Place;

fn lines(place: &Place) -> Vec<Value> {
    let records: Vec<String> = place.records().iter().map(|path| path.display().to_string()).collect();
    let words: Vec<&str> = ["replay", "--positions"].into_iter().chain(records.iter().map(String::as_str)).collect();
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn each_move_has_its_position_its_alternatives_and_its_result() {
    let place = Place::new();
    let bot = "referee bot greedy";
    let ran = place.run(&["play", "kamisado", "-e", bot, "-e", "referee bot random", "-m", "4"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let lines = lines(&place);
    assert!(lines.len() > 8, "{lines:?}");
    for line in &lines {
        let legal = line["legal"].as_array().expect("a list");
        assert!(legal.contains(&line["move"]), "{line}");
        assert!([0.0, 0.5, 1.0].contains(&line["result"].as_f64().expect("the match counts")), "{line}");
        assert_eq!(line["points"].as_array().map(Vec::len), Some(2), "{line}");
    }
    let of_match: Vec<&Value> = lines.iter().filter(|line| line["matchId"] == lines[0]["matchId"]).collect();
    for pair in of_match.windows(2).filter(|pair| pair[0]["round"] == pair[1]["round"]) {
        assert!(pair[0]["ply"].as_u64() < pair[1]["ply"].as_u64(), "{pair:?}");
        assert_ne!(pair[0]["position"], pair[1]["position"], "{pair:?}");
    }
}

#[test]
fn no_position_shows_what_its_seat_could_not_see() {
    let place = Place::new();
    let bot = "referee bot random";
    let words = ["play", "honest_john", "-e", bot, "-e", bot, "-e", bot, "-e", bot, "-m", "1"];
    let ran = place.run(&words);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let lines = lines(&place);
    assert!(lines.len() > 8, "{lines:?}");
    for line in lines {
        let (position, seat) = (line["position"].as_str().expect("a text"), line["seat"].as_u64().expect("a seat"));
        let hands = position.split(' ').find_map(|word| word.strip_prefix("hands=")).expect("its hands");
        for (of, hand) in hands.split('/').enumerate() {
            let is_hidden = hand.contains('?');
            assert!(is_hidden || hand.is_empty() || hand == "-" || of as u64 == seat, "{seat}: {position}");
        }
    }
}
