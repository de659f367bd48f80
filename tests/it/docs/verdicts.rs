//! The table of `docs/verdicts.md` against the law itself.

use std::fs;

use referee::referee::termination::LAW;

use super::ROOT;

#[test]
fn the_table_of_verdicts_is_the_law() {
    let page = fs::read_to_string(format!("{ROOT}/docs/verdicts.md")).expect("the page is there");
    let rows = page.lines().skip_while(|line| !line.starts_with("| termination |")).skip(2);
    let shown: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
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
