//! `docs/sandbox.md`: its blocks, and its table against what each sandbox promises.

use std::fs;

use referee::engine::sandbox::{Mode, trial::Attempt};

use super::{ROOT, document, run};

#[test]
fn every_block_about_the_sandbox_is_true() {
    let blocks = document("docs/sandbox.md");
    assert!(!blocks.is_empty(), "there is no block");
    blocks.iter().for_each(run::block);
}

#[test]
fn the_table_of_sandboxes_is_what_they_promise() {
    let page = fs::read_to_string(format!("{ROOT}/docs/sandbox.md")).expect("the page is there");
    let shown = page.lines().skip_while(|line| !line.starts_with("| an engine can |")).skip(2);
    let shown: Vec<&str> = shown.take_while(|line| line.starts_with('|')).collect();
    let promised = Attempt::ALL.map(|attempt| {
        let can = Mode::ALL.map(|mode| if mode.prevents(attempt) { "no" } else { "yes" });
        format!("| {} | {} |", attempt.text(), can.join(" | "))
    });
    assert_eq!(shown, promised);
}
