//! The book as a server shows it: every page and every link, by a browser that may load nothing
//! from elsewhere.

use std::{collections::BTreeMap, fs};

use prost::Message as _;

use super::{
    http::{Answer, ask},
    rig::Rig,
};

#[tokio::test]
async fn every_link_of_the_book_leads_to_its_target() {
    let rig = Rig::start().await;
    let mut pages = BTreeMap::new();
    let mut links = vec![
        ("/".to_owned(), "/".to_owned()),
        ("/".to_owned(), "/docs/search.json".to_owned()),
        ("/".to_owned(), "/docs/".to_owned()),
    ];
    while let Some((from, link)) = links.pop() {
        let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
        let path = if path.is_empty() { &from } else { path };
        if !pages.contains_key(path) {
            let page = ask(rig.address, "GET", path, &[], b"").await;
            assert_eq!(page.status, 200, "{from} links to {link}");
            links.extend(targets(path, &page).into_iter().map(|to| (path.to_owned(), to)));
            pages.insert(path.to_owned(), page.text());
        }
        assert!(has_anchor(&pages[path], anchor), "{from} links to {link}, which {path} does not have");
    }
    assert!(pages.keys().filter(|path| path.starts_with("/docs/")).count() > 25, "{:?}", pages.keys());
    let sections: Vec<[String; 4]> = serde_json::from_str(&pages["/docs/search.json"]).expect("the index is JSON");
    assert!(sections.len() > 100, "{}", sections.len());
    for [at, page, heading, text] in &sections {
        let (path, anchor) = at.split_once('#').expect("an anchor");
        assert!(has_anchor(&pages[path], anchor), "{at}");
        assert!(!page.is_empty() && !heading.is_empty() && !text.is_empty(), "{at}");
    }
    rig.stop().await;
}

/// What a page links to or loads; it has no script and no style of its own text, and its policy
/// allows none.
fn targets(path: &str, page: &Answer) -> Vec<String> {
    let text = page.text();
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{path}: {policy}");
    if !page.header("content-type").starts_with("text/html") {
        let shipped = fs::read_to_string(format!("{}{path}", env!("CARGO_MANIFEST_DIR")));
        assert!(path.starts_with("/docs/") || shipped.is_ok_and(|shipped| shipped == text), "{path}");
        return Vec::new();
    }
    assert!(!text.contains("<style") && !text.contains("style=\"") && !text.contains("<script>"), "{path}");
    let found = ["href=\"", "src=\""].into_iter().flat_map(|start| text.split(start).skip(1));
    let found = found.filter_map(|rest| rest.split('"').next()).filter(|to| !to.starts_with("https://"));
    found.map(str::to_owned).collect()
}

fn has_anchor(page: &str, anchor: &str) -> bool {
    anchor.is_empty() || page.contains(&format!("id=\"{anchor}\""))
}

#[tokio::test]
async fn every_proto_is_served_by_its_name() {
    let rig = Rig::start().await;
    let files = prost_types::FileDescriptorSet::decode(referee::pb::DESCRIPTOR).expect("the descriptor decodes");
    for name in files.file.iter().map(|file| file.name()).filter(|name| name.starts_with("referee/")) {
        assert_eq!(ask(rig.address, "GET", &format!("/proto/{name}"), &[], b"").await.status, 200, "{name}");
    }
    rig.stop().await;
}
