//! The book. Every block is executed (see [`run`]), every generated table matches the code (see
//! [`tables`]), and every link leads to a target.

use std::{collections::BTreeSet, fs, path::Path};

use prost::Message as _;
use prost_reflect::{DynamicMessage, Kind};
use referee::pb::line::{self, Spelling};

use crate::wire::descriptor;

mod blocks;
mod clocks;
mod commands;
mod fair_deals;
mod links;
mod records;
mod run;
mod tables;

use blocks::{Block, blocks};

/// The root of the package, with the docs and all files that they name.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// Maximum words of prose in all pages. Blocks and tables are not counted.
const BOOK_WORDS: usize = 18_000;
/// Maximum words of prose on the first page for bot authors.
const BOT_WORDS: usize = 600;
/// Maximum length of a line of prose, in characters.
const COLUMNS: usize = 100;

/// Defines one test per page, so the pages run in parallel.
macro_rules! pages {
    ($($name:ident $path:literal),* $(,)?) => {
        const PAGES: &[&str] = &[$($path),*];
        mod every_block_is_true {
            $(#[test]
            fn $name() {
                super::document($path).iter().for_each(super::run::block);
            })*
        }
    };
}

pages! {
    readme "README.md",
    start "docs/start.md",
    bot "docs/bot.md",
    stdio "docs/stdio.md",
    grpc "docs/grpc.md",
    matchmaking "docs/matchmaking.md",
    gui "docs/gui.md",
    operations "docs/operations.md",
    accounts "docs/accounts.md",
    limits "docs/limits.md",
    sandbox "docs/sandbox.md",
    webhooks "docs/webhooks.md",
    tournaments "docs/tournaments.md",
    ladders "docs/ladders.md",
    openings "docs/openings.md",
    reports "docs/reports.md",
    coming_from "docs/coming-from.md",
    clocks "docs/clocks.md",
    verdicts "docs/verdicts.md",
    fair_deals "docs/fair-deals.md",
    records "docs/records.md",
    games "docs/games.md",
    reasons "docs/reasons.md",
    commands "docs/commands.md",
    architecture "docs/architecture.md",
    contribute "docs/contribute.md",
}

fn page(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn document(path: &str) -> Vec<Block> {
    blocks(path, &page(path))
}

/// Returns the lines of a page outside of blocks, numbered from 1.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut inside = false;
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let outside = numbered.filter(|(_, line)| {
        let is_fence = line.starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    });
    outside.collect()
}

/// Returns the number of words outside of blocks and tables.
fn words(text: &str) -> usize {
    let lines = prose(text).into_iter().map(|(_, line)| line).filter(|line| !line.starts_with('|'));
    lines.flat_map(str::split_whitespace).filter(|word| word.contains(char::is_alphanumeric)).count()
}

#[test]
fn every_page_is_in_the_summary_and_executed() {
    let summary = page("docs/SUMMARY.md");
    let listed: Vec<String> =
        links::targets(&summary).into_iter().map(|(_, target)| format!("docs/{target}")).collect();
    assert_eq!(listed, PAGES[1..]);
    let files = fs::read_dir(Path::new(ROOT).join("docs")).expect("the book");
    let files = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
    let found: BTreeSet<String> =
        files.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}")).collect();
    let known: BTreeSet<String> = listed.into_iter().chain(["docs/SUMMARY.md".to_owned()]).collect();
    assert_eq!(found, known);
    let blocks: usize = PAGES.iter().map(|path| document(path).len()).sum();
    assert!(blocks > 90, "only {blocks} blocks");
}

#[test]
fn the_book_is_short() {
    let counted: Vec<(usize, &str)> = PAGES[1..].iter().map(|path| (words(&page(path)), *path)).collect();
    let sum: usize = counted.iter().map(|(words, _)| words).sum();
    assert!(sum <= BOOK_WORDS, "{sum} words, at most {BOOK_WORDS}: {counted:#?}");
    let bot = words(&page("docs/bot.md"));
    assert!(bot <= BOT_WORDS, "docs/bot.md has {bot} words, at most {BOT_WORDS}");
    let readme = page("README.md").lines().count();
    assert!(readme <= 120, "README.md has {readme} lines, at most 120");
}

#[test]
fn no_line_of_prose_is_wide() {
    let mut wide = Vec::new();
    for path in PAGES {
        let text = page(path);
        let lines = prose(&text).into_iter().filter(|(_, line)| !line.starts_with('|'));
        wide.extend(lines.filter(|(_, line)| line.chars().count() > COLUMNS).map(|(at, _)| format!("{path}:{at}")));
    }
    assert!(wide.is_empty(), "wider than {COLUMNS} columns: {wide:#?}");
}

#[test]
fn every_verb_and_every_field_has_an_example() {
    let mut shown = BTreeSet::new();
    for block in document("docs/stdio.md").iter().filter(|block| block.kind() == "lines") {
        for text in block.text.lines() {
            let (direction, bytes) = match block.argument() {
                "to-engine" => ("ToEngine", line::read_to_engine(Spelling::Words, text).map(|m| m.encode_to_vec())),
                _ => ("FromEngine", line::read_from_engine(Spelling::Words, text).map(|m| m.encode_to_vec())),
            };
            let bytes = bytes.unwrap_or_else(|error| panic!("{text}: {error}"));
            let message = DynamicMessage::decode(descriptor(direction), bytes.as_slice()).expect("it decodes");
            for (verb, value) in message.fields() {
                shown.insert(format!("{direction}.{}", verb.name()));
                let fields = value.as_message().expect("a verb is a message");
                let Kind::Message(message) = verb.kind() else { continue };
                shown.extend(fields.fields().map(|(field, _)| format!("{}.{}", message.name(), field.name())));
            }
        }
    }
    let mut all = BTreeSet::new();
    for direction in ["ToEngine", "FromEngine"] {
        for verb in descriptor(direction).fields() {
            let Kind::Message(message) = verb.kind() else { panic!("{} is no message", verb.name()) };
            all.insert(format!("{direction}.{}", verb.name()));
            all.extend(message.fields().map(|field| format!("{}.{}", message.name(), field.name())));
        }
    }
    let missing: Vec<&String> = all.difference(&shown).collect();
    assert!(missing.is_empty(), "without an example in docs/stdio.md: {missing:?}");
}
