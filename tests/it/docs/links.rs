//! The links of the book and of the README: each must lead to an existing file and heading.

use std::{collections::BTreeMap, path::Path};

use super::{PAGES, ROOT, page, prose};

/// Returns the link targets on a page, with their line numbers.
pub fn targets(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        // Text in backticks has no links.
        for plain in line.split('`').step_by(2) {
            found.extend(plain.split("](").skip(1).filter_map(|rest| Some((number, rest.split_once(')')?.0))));
        }
    }
    found
}

/// Returns the anchors of a page, made from its headings as by GitHub and mdBook.
pub fn anchors(text: &str) -> Vec<String> {
    let mut seen = BTreeMap::<String, usize>::new();
    let headings = prose(text).into_iter().filter(|(_, line)| line.starts_with('#'));
    let anchors = headings.map(|(_, line)| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let before = seen.entry(anchor.clone()).or_default();
        *before += 1;
        if *before == 1 { anchor } else { format!("{anchor}-{}", *before - 1) }
    });
    anchors.collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for path in PAGES.iter().chain(&["docs/SUMMARY.md"]) {
        let text = page(path);
        for (line, target) in targets(&text) {
            if target.starts_with("https://") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let folder = Path::new(path).parent().expect("a folder");
            let file = if file.is_empty() { Path::new(path).to_owned() } else { folder.join(file) };
            let there = Path::new(ROOT).join(&file);
            let has_anchor = || anchors(&page(file.to_str().expect("a path"))).iter().any(|one| one == anchor);
            if !there.is_file() || !anchor.is_empty() && !has_anchor() {
                broken.push(format!("{path}:{line}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}
