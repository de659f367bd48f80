//! The architecture as tests, one test per rule. Failures are printed as `file:line: what`.
//!
//! `docs/architecture.md` describes the rooms.

#[path = "tidy/paths.rs"]
mod paths;
#[path = "tidy/rooms.rs"]
mod rooms;
#[path = "tidy/source.rs"]
mod source;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    sync::LazyLock,
};

use rooms::{CRATES, ROOMS};
use source::{Source, item_end, links, load};

/// Exceptions, as rule and file. Keep the list empty.
const WAIVED: &[(&str, &str)] = &[];

/// The first lines of every quiet crate.
const QUIET: &str = "#![deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)]";
/// The quiet crates. `clippy.toml` lists what they must not use.
const QUIET_CRATES: &[&str] = &["contests", "games", "ids", "law", "matching"];
/// The crates below `src`. Cargo enforces their dependencies.
const FOLDERS: &[&str] = &["contests", "engine", "games", "ids", "law", "matching", "os", "proto", "store"];
/// Files that may read the time:
/// - `wall_clock` for matches, `host_stalls` for stalls of the host
/// - `engine` for the stamps of child processes
/// - `bridge` for the rest of a turn
/// - `metrics` for the duration of commits
/// - `exam` and `stdio_bot` for the thinking time of a program
/// - `cli` for the duration of a count
const CLOCKED: &[&str] = &[
    "src/server/hall/wall_clock.rs",
    "src/server/hall/host_stalls.rs",
    "src/engine/",
    "src/bridge/",
    "src/exam/",
    "src/os/metrics/",
    "src/stdio_bot/",
    "src/cli/",
];
/// Code that must not remain in `src`.
const LEFTOVERS: &[&str] = &["todo!", "unimplemented!", "dbg!", ".unwrap()", "allow(dead_code)", "unbounded"];
/// Maximum lines of a file.
const FILE_LINES: usize = 500;
/// Maximum lines of a function.
const FUNCTION_LINES: usize = 70;
/// Maximum files and folders in a folder.
const ENTRIES: usize = 20;
/// Folders with a higher limit, and why smaller folders would not help.
const FULLER: &[(&str, usize, &str)] = &[("proto/referee/v1", 32, "a package of protos is one folder")];
/// Stiff words, in lower case. Name the actor instead, and say it positively.
const STIFF: &[&str] =
    &["whoever", "whom", "of which", "is told", "there is not", "anew", "no more", "somebody", "nobody"];
/// Maximum number of stiff words. It may only be lowered.
const STIFF_MOST: usize = 97;
/// Files and folders in which stiff words are counted.
const WRITTEN: &[&str] = &["src/", "tests/", "proto/", "docs/", "clients/", "benches/", "README.md", "CHANGELOG.md"];
/// Maximum columns of a comment.
const COMMENT_WIDTH: usize = 100;
/// The shipped files that name an event on which no other event depends. They are the whole cost of
/// adding an event.
const FILES_OF_AN_EVENT: [&str; 6] = [
    "proto/referee/v1/events.proto",
    "src/law/apply.rs",
    "src/law/event.rs",
    "src/law/decide/host_stalls.rs",
    "src/store/codec/facts.rs",
    "src/transcript/events.rs",
];

static TOP: LazyLock<&Path> = LazyLock::new(|| Path::new(env!("CARGO_MANIFEST_DIR")));
static RUST: LazyLock<Vec<Source>> = LazyLock::new(|| load(&TOP, &["rs"]));

fn in_src() -> impl Iterator<Item = &'static Source> {
    RUST.iter().filter(|source| source.path.starts_with("src/"))
}

/// Fails with all findings that are not waived.
fn report(rule: &str, mut found: Vec<String>) {
    let waived = |finding: &String| {
        WAIVED
            .iter()
            .any(|(of, path)| *of == rule && finding.strip_prefix(path).is_some_and(|rest| rest.starts_with(':')))
    };
    found.retain(|finding| !waived(finding));
    assert!(found.is_empty(), "\n{} against `{rule}`:\n{}\n", found.len(), found.join("\n"));
}

/// Returns whether `line` contains `word` as a whole word.
fn has_word(line: &str, word: &str) -> bool {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word)
        .any(|(at, _)| !inside(line[..at].chars().next_back()) && !inside(line[at + word.len()..].chars().next()))
}

#[test]
fn rooms_import_only_what_they_may() {
    let mut found = Vec::new();
    for source in in_src() {
        let room = source.room().expect("it is below src");
        // The top of a crate may name everything in the crate.
        if FOLDERS.contains(&room) || room == "lib" {
            continue;
        }
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            found.push(format!("{}:1: `{room}` is not in the table of rooms", source.path));
            continue;
        };
        for (line, code) in source.shipped().filter(|_| !source.is_of_server()) {
            for name in FOLDERS.iter().filter(|name| has_word(code, &format!("referee_{name}"))) {
                found.push(format!("{}:{line}: name `referee_{name}` as `src/lib.rs` does", source.path));
            }
        }
        for named in paths::named(source) {
            let below = |allowed: &&str| named.path == **allowed || named.path.starts_with(&format!("{allowed}::"));
            let first = named.path.split("::").next().expect("a path has a first name");
            let other_room = CRATES.contains(&first) || ROOMS.iter().any(|(name, _)| *name == first);
            if other_room && !below(&room) && !allowed.iter().any(below) {
                found.push(format!("{}:{}: `{room}` may not import `{}`", source.path, named.line, named.path));
            }
        }
    }
    report("rooms_import_only_what_they_may", found);
}

#[test]
fn quiet_crates_stay_quiet() {
    for name in QUIET_CRATES {
        let library = fs::read_to_string(TOP.join("src").join(name).join("lib.rs")).unwrap();
        assert!(library.contains(QUIET), "src/{name}/lib.rs: expected `{QUIET}`");
    }
}

#[test]
fn the_time_is_read_in_few_places() {
    let mut found = Vec::new();
    for source in in_src().filter(|source| !CLOCKED.iter().any(|place| source.path.starts_with(place))) {
        for (line, code) in source.shipped() {
            for word in ["Instant", "SystemTime"].iter().filter(|word| has_word(code, word)) {
                found.push(format!("{}:{line}: `{word}` outside {CLOCKED:?}", source.path));
            }
        }
    }
    report("the_time_is_read_in_few_places", found);
}

/// Elsewhere, a closed output would be a broken pipe like any other. Code that runs in the place of
/// an engine, or before it, writes to the engine's own output.
#[test]
fn standard_output_is_written_in_one_place() {
    let own = ["src/os/standard_output.rs", "src/engine/"];
    let mut found = Vec::new();
    for source in in_src().filter(|source| !own.iter().any(|place| source.path.starts_with(place))) {
        for (line, code) in source.shipped().filter(|(_, code)| code.contains("stdout()")) {
            found.push(format!("{}:{line}: `{}` outside {own:?}", source.path, code.trim()));
        }
    }
    report("standard_output_is_written_in_one_place", found);
}

#[test]
fn sql_is_in_the_store_alone() {
    let mut found = Vec::new();
    for source in in_src().filter(|source| source.room() != Some("store")) {
        for (index, line) in source.spoken.iter().enumerate() {
            let sql = ["SELECT ", "INSERT INTO ", "CREATE TABLE ", "PRAGMA "].iter().any(|word| line.contains(word));
            if sql || has_word(line, "rusqlite") {
                found.push(format!("{}:{}: SQL outside the store", source.path, index + 1));
            }
        }
    }
    report("sql_is_in_the_store_alone", found);
}

#[test]
fn the_api_sees_no_unredacted_event() {
    let mut found = Vec::new();
    for source in in_src().filter(|source| source.room() == Some("api")) {
        for named in paths::named(source) {
            // A `Fact` inside a `SeenEvent` has been redacted; an `Event` has not.
            let raw = ["law::Event", "law::event::Event", "law::sight::seen_in_full", "store::codec", "store::record"];
            if raw.iter().any(|raw| named.path == *raw || named.path.starts_with(&format!("{raw}::"))) {
                found.push(format!("{}:{}: `{}` is not redacted", source.path, named.line, named.path));
            }
        }
    }
    report("the_api_sees_no_unredacted_event", found);
}

#[test]
fn an_event_touches_few_files() {
    let is_shipped = |source: &&Source| ["src/", "proto/", "clients/"].iter().any(|top| source.path.starts_with(top));
    let names_it =
        |source: &&Source| ["HostStalled", "host_stalled", "hostStalled"].iter().any(|word| source.text.contains(word));
    let sources = load(&TOP, &["rs", "py", "proto", "html", "js"]);
    let files: BTreeSet<&str> =
        sources.iter().filter(is_shipped).filter(names_it).map(|source| source.path.as_str()).collect();
    assert_eq!(files, BTreeSet::from(FILES_OF_AN_EVENT));
    let page = fs::read_to_string(TOP.join("docs/contribute.md")).unwrap();
    for file in files {
        assert!(page.contains(&format!("`{file}`")), "docs/contribute.md: no word of `{file}`");
    }
}

#[test]
fn only_a_games_folder_names_it() {
    let games: Vec<String> = fs::read_dir(TOP.join("src/games"))
        .unwrap()
        .map(|entry| entry.unwrap())
        // Every game has a README. Other folders next to the games have none.
        .filter(|entry| entry.path().join("README.md").is_file())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    assert!(games.iter().any(|game| game == "kamisado"), "no game was found: {games:?}");
    let mut found = Vec::new();
    for source in in_src().filter(|source| source.path != "src/games/lib.rs") {
        for game in games.iter().filter(|game| !source.path.starts_with(&format!("src/games/{game}/"))) {
            for (line, code) in source.shipped() {
                // An example in a longer string is help. A string that is only the name is a
                // decision.
                let decided = source.spoken[line - 1].contains(&format!("\"{game}\""));
                if decided || code.to_lowercase().contains(game.as_str()) {
                    found.push(format!("{}:{line}: names the game `{game}`", source.path));
                }
            }
        }
    }
    report("only_a_games_folder_names_it", found);
}

#[test]
fn nothing_is_left_behind() {
    // Concatenated here, so the test does not find itself.
    let notes = [["TO", "DO"].concat(), ["FIX", "ME"].concat(), ["XX", "X"].concat()];
    let mut found = Vec::new();
    for source in RUST.iter() {
        for (index, line) in source.text.lines().enumerate() {
            for note in notes.iter().filter(|note| has_word(line, note)) {
                found.push(format!("{}:{}: `{note}`", source.path, index + 1));
            }
        }
    }
    for source in in_src() {
        for (line, code) in source.shipped() {
            for leftover in LEFTOVERS.iter().filter(|leftover| code.contains(**leftover)) {
                found.push(format!("{}:{line}: `{leftover}`", source.path));
            }
            if code.contains("mpsc::channel()") {
                found.push(format!("{}:{line}: a channel without a limit", source.path));
            }
        }
    }
    report("nothing_is_left_behind", found);
}

#[test]
fn files_are_short() {
    let mut found = Vec::new();
    for source in load(&TOP, &["rs", "py", "ts", "js", "sh", "sql"]) {
        let lines = source.text.lines().count();
        if lines > FILE_LINES {
            found.push(format!("{}:{lines}: {lines} lines, at most {FILE_LINES}", source.path));
        }
    }
    report("files_are_short", found);
}

/// The folders of games are exempt, because a game decides what it needs.
#[test]
fn folders_are_small() {
    let mut entries: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let tops = ["src/", "tests/", "proto/", "benches/", "clients/"];
    let files = load(&TOP, &["rs", "toml", "sql", "proto", "py", "ts", "js", "sh", "css", "html"]);
    for source in files.iter().filter(|source| tops.iter().any(|top| source.path.starts_with(top))) {
        let mut path = source.path.as_str();
        while let Some((folder, name)) = path.rsplit_once('/') {
            entries.entry(folder.to_owned()).or_default().insert(name.to_owned());
            path = folder;
        }
    }
    assert!(entries.len() > 50, "only {} folders were found", entries.len());
    let is_of_a_game = |folder: &str| {
        folder.strip_prefix("src/games/").is_some_and(|inner| {
            let game = inner.split('/').next().unwrap_or_default();
            TOP.join("src/games").join(game).join("README.md").is_file()
        })
    };
    let mut found = Vec::new();
    for (folder, names) in entries.iter().filter(|(folder, _)| !is_of_a_game(folder)) {
        let most = FULLER.iter().find(|(fuller, ..)| fuller == folder).map_or(ENTRIES, |(_, most, _)| *most);
        if names.len() > most {
            found.push(format!("{folder}:1: {} entries, at most {most}", names.len()));
        }
    }
    for (folder, ..) in FULLER {
        let is_fuller = entries.get(*folder).is_some_and(|names| names.len() > ENTRIES);
        assert!(is_fuller, "{folder} has at most {ENTRIES} entries: strike it from `FULLER`");
    }
    report("folders_are_small", found);
}

/// `tests/sim/plant.sh` replaces code by a defect: the code must still be there, exactly once.
#[test]
fn planted_defects_match_the_code() {
    let script = fs::read_to_string(TOP.join("tests/sim/plant.sh")).unwrap();
    let defects: Vec<_> = script.lines().map(|line| line.split("@@").collect::<Vec<_>>()).collect();
    let mut count = 0;
    let mut found = Vec::new();
    for defect in defects {
        let [name, path, code, _] = defect[..] else { continue };
        count += 1;
        let times = fs::read_to_string(TOP.join(path)).unwrap_or_default().matches(code).count();
        if times != 1 {
            found.push(format!("tests/sim/plant.sh:{name}: {path} has `{code}` {times} times, not once"));
        }
    }
    assert!(count > 10, "{count} defects");
    report("planted_defects_match_the_code", found);
}

#[test]
fn stiff_words_become_fewer() {
    let texts = load(&TOP, &["rs", "proto", "md", "py", "mjs", "ts", "html"]);
    let mut found: Vec<String> = Vec::new();
    for source in texts.iter().filter(|source| WRITTEN.iter().any(|folder| source.path.starts_with(folder))) {
        for (index, line) in source.text.lines().enumerate().filter(|_| source.path != "tests/tidy.rs") {
            let line = line.to_lowercase();
            for word in STIFF.iter().filter(|word| has_word(&line, word)) {
                found.push(format!("{}:{}: `{word}`", source.path, index + 1));
            }
        }
    }
    let count = found.len();
    assert!(count <= STIFF_MOST, "\n{count} stiff words, at most {STIFF_MOST} expected:\n{}\n", found.join("\n"));
}

#[test]
fn comments_are_narrow() {
    let mut found = Vec::new();
    for source in RUST.iter() {
        for (index, line) in source.text.lines().enumerate() {
            let width = line.chars().count();
            if line.trim_start().starts_with("//") && width > COMMENT_WIDTH {
                let at = index + 1;
                found.push(format!("{}:{at}: a comment of {width} columns, at most {COMMENT_WIDTH}", source.path));
            }
        }
    }
    report("comments_are_narrow", found);
}

#[test]
fn functions_are_short() {
    let mut found = Vec::new();
    for source in RUST.iter() {
        for (index, line) in source.code.iter().enumerate() {
            let named = line.split("fn ").nth(1).and_then(|rest| rest.split(['(', '<']).next());
            let (Some(name), true) = (named, has_word(line, "fn")) else { continue };
            if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                continue;
            }
            let lines = item_end(&source.code, index) + 1 - index;
            if lines > FUNCTION_LINES {
                found.push(format!(
                    "{}:{}: `{name}` has {lines} lines, at most {FUNCTION_LINES}",
                    source.path,
                    index + 1
                ));
            }
        }
    }
    report("functions_are_short", found);
}

#[test]
fn nothing_names_a_machine() {
    // Concatenated here, so the test does not find itself.
    let places =
        [["/wo", "rk/"], ["/tmp/", "wt"], ["/ro", "ot/"], ["/ho", "me/"], ["/Us", "ers/"]].map(|half| half.concat());
    let mut found = Vec::new();
    let endings = [
        "rs", "py", "ts", "js", "sh", "sql", "md", "toml", "proto", "json", "jsonl", "yml", "yaml", "html", "css",
        "txt", "csv", "svg", "trf", "conf", "service",
    ];
    for source in load(&TOP, &endings) {
        for (index, line) in source.text.lines().enumerate() {
            for place in places.iter().filter(|place| line.contains(place.as_str())) {
                found.push(format!("{}:{}: names `{place}`", source.path, index + 1));
            }
        }
    }
    report("nothing_names_a_machine", found);
}

/// The target of a link must be in every clone. Otherwise, the link is broken in all but one.
#[test]
fn links_stay_in_the_tree() {
    let top = TOP.canonicalize().unwrap();
    let mut found = Vec::new();
    for (link, leads_to) in links(&TOP) {
        let inside = link.canonicalize().is_ok_and(|end| end.starts_with(&top));
        if leads_to.is_absolute() || !inside {
            let name = link.strip_prefix(*TOP).unwrap();
            found.push(format!("{}:1: leads to {}", name.display(), leads_to.display()));
        }
    }
    report("links_stay_in_the_tree", found);
}

#[test]
fn every_dependency_says_why() {
    let mut found = Vec::new();
    for source in load(&TOP, &["toml"]).iter().filter(|source| source.path.ends_with("Cargo.toml")) {
        let mut inside = false;
        let mut before = "";
        for (index, line) in source.text.lines().enumerate() {
            // The list of the workspace explains the dependencies that its members share.
            let is_explained = before.starts_with("# ") || line.contains("workspace = true");
            if line.starts_with('[') {
                inside = line.ends_with("dependencies]");
            } else if let (true, Some((name, _)), false) = (inside, line.split_once(" = "), is_explained) {
                let at = index + 1;
                found.push(format!("{}:{at}: say in a comment above why `{name}` is used", source.path));
            }
            before = line;
        }
    }
    report("every_dependency_says_why", found);
}

/// Every room is on the map, and every path on the map or on the page about contributing exists.
#[test]
fn the_map_is_the_tree() {
    let map = fs::read_to_string(TOP.join("docs/architecture.md")).unwrap();
    let page = fs::read_to_string(TOP.join("docs/contribute.md")).unwrap();
    let folder = |source: &Source| if source.is_of_server() { "src/server" } else { "src" };
    let rooms = in_src().filter_map(|source| Some((folder(source), source.room()?)));
    let rooms: BTreeSet<_> =
        rooms.filter(|(_, room)| *room != "lib").map(|(folder, room)| format!("{folder}/{room}")).collect();
    let missing = rooms.iter().filter(|room| !map.contains(room.as_str()));
    let mut found: Vec<String> = missing.map(|room| format!("docs/architecture.md:1: no word of `{room}`")).collect();
    for (name, text) in [("architecture", &map), ("contribute", &page)] {
        for (index, line) in text.lines().enumerate() {
            let tops = ["src/", "proto/", "tests/", "docs/"];
            let paths = line.split('`').skip(1).step_by(2).filter(|path| tops.iter().any(|top| path.starts_with(top)));
            let lost = paths.filter(|path| !TOP.join(path).exists());
            found.extend(lost.map(|path| format!("docs/{name}.md:{}: `{path}` does not exist", index + 1)));
        }
    }
    report("the_map_is_the_tree", found);
}

/// Checks that the rules find what they look for. A rule that finds nothing would always pass.
#[test]
fn the_rules_can_see() {
    let text = "use crate::{ids::Seq, pb::{log, v1::Move}};\n// crate::cli \"quoted\nlet a = 'x'; let b = \"crate::api\";\n\
        fn f<'a>(x: &'a str) { super::super::hall::open(r#\"crate::api\"#) }\n\
        #[cfg(test)]\nmod tests {\n    use crate::engine;\n}\nfn g() { referee_store::X; referee_contests::contest::Y; referee_proto::v1::Z }\n";
    let source = Source::of("src/server/api/paging.rs".to_owned(), text.to_owned());
    let named: Vec<String> =
        paths::named(&source).iter().map(|named| format!("{} {}", named.line, named.path)).collect();
    assert_eq!(
        named,
        ["1 ids::Seq", "1 pb::log", "1 pb::v1::Move", "4 hall::open", "9 store::X", "9 contest::Y", "9 pb::v1::Z"]
    );
    assert_eq!(source.room(), Some("api"));
    assert_eq!(item_end(&source.code, 5), 7);
    assert!(has_word("let x: Instant;", "Instant") && !has_word("SentInstant", "Instant"));
    assert!(RUST.len() > 100, "only {} Rust files were found", RUST.len());
    assert!(!links(&TOP).is_empty(), "the link to `proto` was not found");
}
