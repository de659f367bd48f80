//! The table of `docs/verdicts.md` against the law itself.

use std::fs;

use referee::referee::{termination::LAW, verify::proofs::PROOFS};

use super::ROOT;

#[test]
fn the_table_of_verdicts_is_the_law() {
    let shown = table("| termination | who loses |");
    let law: Vec<String> = LAW
        .iter()
        .rev()
        .map(|row| {
            let (loser, counts, since) = (row.loser.words(), row.counts.words(), row.since.words());
            format!("| `{}` | {loser} | {counts} | {since} |", row.word)
        })
        .collect();
    assert_eq!(shown, law);
}

#[test]
fn the_table_of_proofs_is_the_code_s() {
    let rows = PROOFS.iter().rev().map(|row| {
        let word = row.termination.word();
        format!("| `{word}` | {} | {} | {} |", row.proved, row.word, row.forgeable.words())
    });
    assert_eq!(table("| verdict | proved |"), rows.collect::<Vec<String>>());
}

/// The rows of the table that begins so.
fn table(head: &str) -> Vec<String> {
    let page = fs::read_to_string(format!("{ROOT}/docs/verdicts.md")).expect("the page is there");
    let rows = page.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    rows.take_while(|line| line.starts_with('|')).map(str::to_owned).collect()
}
