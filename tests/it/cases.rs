//! Runs the commands on the golden cases and checks their output, starting from the command line.

#[path = "../games/cases/mod.rs"]
#[expect(dead_code, reason = "the tests of the games read all of a case")]
mod read;

use clap::Parser;
use referee::{
    cli::{Cli, Command, perft, rules},
    games::{
        Course, Game,
        perft::Counting,
        rules::{Seat, Turn},
    },
};

use self::read::{Case, Position, each_case, open};
use crate::golden_files;

/// Returns the counts that `referee perft` prints for a position, from depth 1.
fn perft(game: &dyn Game, case: &Position, text: &str, depth: usize, counting: Counting) -> Vec<u64> {
    if depth == 0 {
        return Vec::new();
    }
    let mut words = vec!["--position".to_owned(), text.to_owned(), "--depth".to_owned(), depth.to_string()];
    if counting == Counting::Plies {
        words.push("--forced-as-plies".to_owned());
    }
    let Command::Perft(args) = parsed("perft", game, case, words) else { panic!("another command") };
    let mut out = Vec::new();
    perft::print(&args, &mut out).unwrap_or_else(|error| panic!("{}: {error:#}", case.id));
    let printed = String::from_utf8(out).expect("text");
    let nodes = |line: &str| line.split_whitespace().nth(3).and_then(|nodes| nodes.parse().ok());
    printed.lines().map(|line| nodes(line).unwrap_or_else(|| panic!("no number of nodes in `{line}`"))).collect()
}

/// Returns the output of `referee rules --json` for a position, as `viewer` may see it.
fn rules(game: &dyn Game, case: &Position, text: &str, viewer: u8) -> serde_json::Value {
    let mut words = vec!["--position".to_owned(), text.to_owned(), "--json".to_owned()];
    words.extend(["--round".to_owned(), case.round.to_string(), "--viewer".to_owned(), viewer.to_string()]);
    let totals: Vec<String> = case.totals.iter().map(f64::to_string).collect();
    words.extend(["--points".to_owned(), totals.join(",")]);
    let Command::Rules(args) = parsed("rules", game, case, words) else { panic!("another command") };
    let mut out = Vec::new();
    rules::print(&args, &mut out).unwrap_or_else(|error| panic!("{}: {error:#}", case.id));
    serde_json::from_slice(&out).expect("an object")
}

fn parsed(command: &str, game: &dyn Game, case: &Position, words: Vec<String>) -> Command {
    let mut line = vec!["referee".to_owned(), command.to_owned(), game.facts().id.to_owned()];
    line.extend(["--seats".to_owned(), case.seats.to_string()]);
    line.extend(case.options.iter().flat_map(|(name, value)| ["-o".to_owned(), format!("{name}={value}")]));
    Cli::try_parse_from(line.into_iter().chain(words)).unwrap_or_else(|error| panic!("{}: {error}", case.id)).command
}

/// Checks the moves that `referee rules` lists. It plays a forced step at once, and reports it.
fn check_rules(course: &Course, case: &Position, told: Vec<String>) {
    let round = course.position();
    let (Turn::Seat(Seat(viewer)) | Turn::Forced(Seat(viewer))) = round.turn() else { return };
    let answer = rules(course.game(), case, &round.text(), viewer);
    let list = |name: &str| answer[name].as_array().cloned().unwrap_or_default();
    let notations = |name: &str| -> Vec<String> {
        list(name).iter().map(|item| item["notation"].as_str().expect("a notation").to_owned()).collect()
    };
    if course.forced().is_some() {
        assert_eq!(notations("steps").into_iter().take(1).collect::<Vec<_>>(), told, "{}", case.id);
        return;
    }
    let mut legal = notations("legal");
    legal.sort();
    assert_eq!(legal, told, "{}", case.id);
}

#[test]
fn rules_lists_the_legal_moves_of_every_position() {
    each_case(|game, case| {
        let Case::Position(case) = case else { return };
        let mut told = case.legal.clone();
        told.sort();
        check_rules(&open(game, &case), &case, told);
    });
}

#[test]
fn perft_prints_the_counts_of_every_position() {
    each_case(|game, case| {
        let Case::Position(case) = case else { return };
        let text = open(game, &case).position().text();
        for (counting, told) in [(Counting::Moves, &case.perft_moves), (Counting::Plies, &case.perft_plies)] {
            assert_eq!(perft(game, &case, &text, told.len(), counting), *told, "{} {counting:?}", case.id);
        }
    });
}
