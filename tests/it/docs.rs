//! Every block of the docs, executed. What is done with a block is decided by its info string, see [`run`].

use std::{collections::BTreeSet, fs, path::Path};

use prost::Message as _;
use prost_reflect::{DynamicMessage, Kind};
use referee::engine::line::{self, Spelling};

use crate::wire::descriptor;

mod blocks;
mod clocks;
mod fair_deals;
mod records;
mod run;
mod sandbox;
mod verdicts;

use blocks::{Block, blocks};

/// The root of the package, where the docs and everything they name stand.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn document(path: &str) -> Vec<Block> {
    let text = fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    blocks(path, &text)
}

#[test]
fn every_block_of_the_protocol_is_true() {
    let blocks = document("docs/protocol.md");
    assert!(blocks.len() > 20, "only {} blocks", blocks.len());
    blocks.iter().for_each(run::block);
}

#[test]
fn every_block_of_the_verdicts_is_true() {
    document("docs/verdicts.md").iter().for_each(run::block);
}

#[test]
fn every_block_of_the_games_is_true() {
    let blocks = document("docs/games.md");
    assert!(!blocks.is_empty(), "there is no block");
    blocks.iter().for_each(run::block);
}

#[test]
fn every_block_about_operations_is_true() {
    let blocks = document("docs/operations.md");
    assert!(blocks.len() > 3, "only {} blocks", blocks.len());
    blocks.iter().for_each(run::block);
}

#[test]
fn every_block_about_webhooks_is_true() {
    let blocks = document("docs/webhooks.md");
    assert_eq!(blocks.len(), 3);
    blocks.iter().filter(|block| block.kind() != "text").for_each(run::block);
}

#[test]
fn every_block_of_the_accounts_is_true() {
    let blocks = document("docs/accounts.md");
    assert!(!blocks.is_empty(), "there is no block");
    blocks.iter().for_each(run::block);
}

#[test]
fn every_block_about_ladders_is_true() {
    let blocks = document("docs/ladders.md");
    assert_eq!(blocks.len(), 3);
    blocks.iter().for_each(run::block);
}

#[test]
fn every_block_about_tournaments_is_true() {
    let blocks = document("docs/tournaments.md");
    assert_eq!(blocks.len(), 4);
    blocks.iter().for_each(run::block);
}

#[test]
fn every_block_about_openings_and_reports_is_true() {
    let blocks: Vec<Block> = ["docs/openings.md", "docs/reports.md"].into_iter().flat_map(document).collect();
    let to_run: Vec<&Block> = blocks.iter().filter(|block| block.kind() != "text").collect();
    assert_eq!(to_run.len(), 6);
    to_run.into_iter().for_each(run::block);
}

#[test]
fn every_block_of_the_readme_is_true() {
    let blocks = document("README.md");
    assert!(blocks.len() > 3, "only {} blocks", blocks.len());
    blocks.iter().for_each(run::block);
}

#[test]
fn every_verb_and_every_field_has_an_example() {
    let mut shown = BTreeSet::new();
    for block in document("docs/protocol.md").iter().filter(|block| block.kind() == "lines") {
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
    assert!(missing.is_empty(), "without an example in docs/protocol.md: {missing:?}");
}
