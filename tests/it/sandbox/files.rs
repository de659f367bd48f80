//! Access of engines to the host's files and environment variables.

use std::{fs, os::unix::fs::symlink};

use super::{Arena, granted};
use crate::runner::Place;

#[test]
fn an_engine_reads_tokens_and_neighbouring_files_only_outside_a_sandbox() {
    let arena = Arena::new();
    for name in ["config/referee/profiles.toml", "data/referee.sqlite", "beside.py"] {
        arena.fails_in_a_sandbox(&["read", &arena.file(name)]);
    }
    arena.fails_in_a_sandbox(&["read", "@/etc/passwd"]);
    arena.fails_in_a_sandbox(&["list", &format!("@{}", arena.path().join("data").display())]);
}

#[test]
fn an_engine_writes_files_but_not_in_a_sandbox() {
    let arena = Arena::new();
    let new = arena.path().join("new");
    let attack = ["write", &format!("@{}", new.display())];
    assert_eq!(arena.play(&attack, &[])["termination"], "resignation");
    fs::remove_file(&new).expect("the engine without a sandbox has written it");
    for mode in granted(&arena.place) {
        let options = arena.sandbox(mode);
        arena.play(&attack, &options.iter().map(String::as_str).collect::<Vec<_>>());
        // If the place is below the host's temporary directory, the engine may have written to its
        // private one instead.
        assert!(!new.exists(), "{mode}");
    }
}

#[test]
fn an_engine_reads_the_records_but_not_in_a_sandbox() {
    let arena = Arena::new();
    arena.fails_in_a_sandbox(&["read", &arena.file("records/a.jsonl")]);
    for mode in granted(&arena.place) {
        let option = format!("--sandbox={mode}");
        // The engine's own directory would contain the records.
        let ran = arena.run(&["none"], &[&option, "--directory", ".", "--record", "records"]);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.contains("engine 1") && ran.err.contains("records"), "{}", ran.err);
        let ran = arena.run(&["none"], &[&option, "--sandbox-read", "2:config/.."]);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
    }
}

#[test]
fn granted_paths_are_readable_and_not_writable() {
    let arena = Arena::new();
    let net = arena.file("nets/big.nn");
    let folder = arena.path().join("nets").display().to_string();
    arena.fails_where_granted(&["read", &net], &[]);
    // Naming a file in the command grants access to it.
    arena.succeeds_where_granted(&["read", net.trim_start_matches('@')], &[]);
    arena.succeeds_where_granted(&["read", &net], &["--sandbox-read", &format!("2:{folder}")]);
    arena.fails_where_granted(&["read", &net], &["--sandbox-read", &format!("1:{folder}")]);
    arena.succeeds_where_granted(&["read", &net], &["--each", &format!("sandbox-read={folder}")]);
    arena.fails_where_granted(&["write", &net], &["--sandbox-read", &folder]);
    // An explicit directory is fully visible to the engine.
    let nets = arena.path().join("nets");
    fs::copy(arena.path().join("hostile.py"), nets.join("hostile.py")).expect("it can be copied");
    arena.succeeds_where_granted(&["read", "@big.nn"], &["--directory", &folder]);
    arena.fails_where_granted(&["write", "@big.nn"], &["--directory", &folder]);
    assert_eq!(fs::read_to_string(nets.join("big.nn")).expect("it is there"), "secret");
}

#[test]
fn engines_cannot_follow_links_out_or_read_referee_files() {
    let arena = Arena::new();
    let profiles = arena.file("config/referee/profiles.toml");
    let home = Place::new();
    fs::write(home.path().join("id"), "secret").expect("it can be written");
    arena.file("data/referee.sqlite");
    arena.file("data/key");
    symlink(home.path().join("id"), arena.path().join("weights.bin")).expect("it can be made");
    fs::hard_link(profiles.trim_start_matches('@'), arena.path().join("book.bin")).expect("it can be made");
    assert_eq!(arena.play(&["read", "weights.bin"], &[])["termination"], "resignation");
    for mode in granted(&arena.place) {
        let options = arena.sandbox(mode);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        for (word, parts) in [
            ("weights.bin", ["weights.bin", "/id"]),
            ("book.bin", ["book.bin", "profiles.toml"]),
            ("data/key", ["data/key", "data"]),
        ] {
            let ran = arena.run(&["read", word], &options);
            assert_eq!(ran.code, Some(2), "{mode} {word}: {}", ran.err);
            assert!(parts.iter().all(|part| ran.err.contains(part)), "{mode} {word}: {}", ran.err);
        }
    }
    // Engines can read paths that the host grants explicitly.
    let home = home.path().display().to_string();
    arena.succeeds_where_granted(&["read", "weights.bin"], &["--sandbox-read", &home]);
}

#[test]
fn an_engine_has_a_temporary_directory_of_its_own_that_ends_with_it() {
    let arena = Arena::new();
    let above = arena.path().join("temporary");
    fs::create_dir(&above).expect("it can be made");
    for mode in granted(&arena.place) {
        let options = arena.sandbox(mode);
        let mut words: Vec<&str> = vec!["play", "kamisado", "-m", "1", "--json", "--no-record", "--patience", "60"];
        let (first, second) = (arena.attacking(&["scratch"]), arena.defending());
        words.extend(["-e", &first, "-e", &second]);
        words.extend(options.iter().map(String::as_str));
        let ran = arena.place.command(&words).env("TMPDIR", &above).output().expect("the binary starts");
        let ran = crate::runner::Ran::of(ran);
        assert!(ran.out.contains("\"resignation\""), "{mode}: {}{}", ran.out, ran.err);
        let left: Vec<_> =
            fs::read_dir(&above).expect("it is there").flatten().map(|entry| entry.file_name()).collect();
        assert!(left.is_empty(), "{mode}: {left:?}");
    }
}

#[test]
fn an_engine_sees_no_variable_of_the_referee() {
    let arena = Arena::new();
    arena.fails_in_a_sandbox(&["environment", "SECRET"]);
    arena.fails_where_granted(&["environment", "REFEREE_TOKEN", "XDG_CONFIG_HOME", "PWD"], &[]);
    arena.succeeds_where_granted(&["environment", "SECRET"], &["--env", "SECRET"]);
}
