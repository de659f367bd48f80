//! `referee play` with more than two seats and some faulty engines: the others play on.

use crate::runner::{Place, is_void, until_it_counts};

/// Plays five seats, the last of them with the `bad` commands. Returns the JSON of each match and
/// of the summary. Only a silent engine is short of time.
fn play(place: &Place, bad: &[&str], more: &[&str]) -> Vec<serde_json::Value> {
    let mut args = vec!["play", "honest_john", "-o", "rounds=2", "--matches", "2", "--patience", "60", "--json"];
    for _ in bad.len()..5 {
        args.extend(["-e", "referee bot random", "--tc", "60"]);
    }
    for command in bad {
        args.extend(["-e", command, "--tc", if command.ends_with("silent") { "0.5" } else { "60" }]);
    }
    args.extend(more);
    let ran = place.run(&args);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    ran.out.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn the_others_play_on_when_an_engine_fails() {
    for (mode, cause) in
        [("crash", "protocol_error"), ("garbage", "illegal_move"), ("resigner", "resignation"), ("silent", "flag")]
    {
        until_it_counts(|| goes_on_without(mode, cause));
    }
}

/// Plays with one faulty engine of five. Returns whether a host stall voided a match.
fn goes_on_without(mode: &str, cause: &str) -> bool {
    let place = Place::new();
    let told = play(&place, &[&format!("python3 engine.py {mode}")], &[]);
    if told[..2].iter().any(is_void) {
        return true;
    }
    for (number, of) in told[..2].iter().enumerate() {
        assert_eq!((&of["termination"], &of["rounds"]), (&"normal".into(), &2.into()), "{mode}: {of}");
        let seat = (4 + 5 - number) % 5;
        assert_eq!((&of["lost"][0]["seat"], &of["lost"][0]["cause"]), (&seat.into(), &cause.into()), "{of}");
        let wrote = of["lost"][0]["evidence"]["stdout"].as_array().map_or(0, Vec::len);
        assert!(wrote > 0, "{mode}: its last lines are kept: {of}");
        assert_eq!(of["places"][seat], 5, "{mode}: {of}");
        assert!(of["substituted"][seat].as_u64() > Some(0), "{mode}: {of}");
        let points: f64 = of["points"].as_array().expect("points").iter().filter_map(|p| p.as_f64()).sum();
        assert_eq!(points, 0.0, "no chip is lost");
    }
    assert_eq!(told[2]["summary"]["lostSeats"][cause][4], 2, "{mode}: {}", told[2]);
    assert_eq!(place.verify_records(), 2, "{mode}");
    false
}

#[test]
fn a_match_ends_with_one_seat_left_or_by_its_lost_seat_policy() {
    let place = Place::new();
    let garbage = "python3 engine.py garbage";
    let told = play(&place, &[garbage; 4], &[]);
    assert_eq!((&told[0]["termination"], &told[0]["places"][0]), (&"illegal_move".into(), &1.into()), "{}", told[0]);
    assert_eq!(told[0]["lost"].as_array().map(Vec::len), Some(3), "{}", told[0]);
    assert_eq!(place.verify_records(), 2);
    let place = Place::new();
    let told = play(&place, &[garbage], &["--lost-seat-policy", "end"]);
    assert_eq!((&told[0]["termination"], &told[0]["seat"]), (&"illegal_move".into(), &4.into()), "{}", told[0]);
    assert_eq!(place.verify_records(), 2);
}

#[test]
fn an_illegal_move_costs_the_chosen_penalty() {
    let substituted = |of: &serde_json::Value| of["substituted"][4].as_u64();
    for (policy, cause) in [("substitute", None), ("retry=2", Some("illegal_move")), ("forfeit", Some("illegal_move"))]
    {
        let place = Place::new();
        let told = play(&place, &["python3 engine.py garbage"], &["--illegal-move-policy", policy]);
        assert_eq!(told[0]["termination"], "normal", "{policy}: {}", told[0]);
        assert_eq!(told[0]["lost"][0]["cause"].as_str(), cause, "{policy}: {}", told[0]);
        assert!(substituted(&told[0]) > Some(0), "{policy}: {}", told[0]);
        assert_eq!(place.verify_records(), 2, "{policy}");
    }
}
