//! `referee check --remote` with a bot that registers its own player, and uses JSON over HTTP/1.1.

use super::check;

/// Runs the check, and returns its output and exit code.
fn attends(flaw: &str, more: &[&str]) -> (String, Option<i32>) {
    let bot = format!("python3 {}/tests/bots/attending.py {flaw}", env!("CARGO_MANIFEST_DIR"));
    check(&bot, &[&["--remote"], more].concat())
}

#[test]
fn a_bot_in_json_passes() {
    let (text, code) = attends("nothing", &[]);
    assert!(text.contains("38 steps: 36 ok, 0 failed, 0 with a warning, 2 skipped."), "{text}");
    assert_eq!(text.matches("skipped: `Attend` has no answer to a `ping`").count(), 2, "{text}");
    assert!(text.ends_with("The bot speaks the protocol.\n"), "{text}");
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn a_bot_may_play_matches_of_its_own_meanwhile() {
    let (text, code) = attends("busy", &["--game", "hive"]);
    assert!(text.contains("38 steps: 36 ok, 0 failed, 0 with a warning, 2 skipped."), "{text}");
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn broken_bots_fail_at_the_right_step() {
    let flaws = [
        ("games", 3, "games: unknown game `chess`"),
        ("silent", 8, "timed out after 5000 ms waiting for `command.play_move`"),
        ("illegal", 8, "expected a legal move, got `e8e9`"),
        ("id", 8, "expected turn_id 4, got 5"),
        ("impatient", 23, "during the pause: expected nothing, got `command`"),
        ("gone", 28, "no stream within 5000 ms"),
        ("stubborn", 38, "it reconnected"),
    ];
    let run = |(flaw, step, problem): (&str, usize, &str)| {
        let (text, code) = attends(flaw, &["--game", "hive", "--max-failed", "1", "--patience-ms", "5000"]);
        let failed = text.lines().skip_while(|line| !line.starts_with("FAIL")).take(2).collect::<Vec<_>>().join("\n");
        let as_told = failed.starts_with(&format!("FAIL {step:3}  ")) && failed.contains(problem) && code == Some(1);
        if as_told { None } else { Some(format!("{flaw}: expected step {step} to tell `{problem}`:\n{text}")) }
    };
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let runs = flaws.map(|row| scope.spawn(move || run(row)));
        runs.into_iter().filter_map(|run| run.join().expect("it does not panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_end_of_a_command_is_told() {
    let (text, code) = attends("dies", &["--patience-ms", "60000"]);
    assert!(text.contains("no stream: the command has ended"), "{text}");
    assert!(text.contains("the command has ended: exit status 1"), "{text}");
    assert!(text.contains("stderr: no such book: openings.txt"), "{text}");
    assert_eq!(code, Some(1), "{text}");
}
