//! The book as a server shows it. A browser that may load nothing from other hosts visits every
//! page and follows every link.

use std::{collections::BTreeMap, fs};

use prost::Message as _;

use crate::api::{
    http::{Answer, ask},
    rig::Rig,
};

#[tokio::test]
async fn every_link_of_the_book_leads_to_its_target() {
    let rig = Rig::start().await;
    let mut pages = BTreeMap::new();
    let mut links = vec![
        ("/".to_owned(), "/".to_owned()),
        ("/".to_owned(), "/api".to_owned()),
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

/// Returns everything that a page links to or loads. Panics if the page has inline scripts or
/// styles, or if its policy allows them.
fn targets(path: &str, page: &Answer) -> Vec<String> {
    let text = page.text();
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{path}: {policy}");
    if !page.header("content-type").starts_with("text/html") {
        let is_shipped = |folder: &str| {
            let shipped = fs::read_to_string(format!("{}{folder}{path}", env!("CARGO_MANIFEST_DIR")));
            shipped.is_ok_and(|shipped| shipped == text)
        };
        assert!(path.starts_with("/docs/") || is_shipped("") || is_shipped("/clients/web/dist"), "{path}");
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

#[tokio::test]
async fn pages_have_etags_and_are_compressed() {
    let rig = Rig::start().await;
    let all = [
        "/",
        "/m/any",
        "/api",
        "/docs",
        "/docs/",
        "/docs/gui",
        "/docs/book.css",
        "/docs/search.json",
        "/proto/referee/v1/matches.proto",
    ];
    for path in all {
        let plain = ask(rig.address, "GET", path, &[], b"").await;
        let tag = plain.header("etag");
        assert!(tag.starts_with('"') && tag.len() > 30, "{path}: {tag}");
        assert_eq!((plain.header("cache-control"), plain.header("vary")), ("no-cache", "accept-encoding"), "{path}");
        assert_eq!(plain.header("content-length"), plain.body.len().to_string(), "{path}");
        let head = ask(rig.address, "HEAD", path, &[], b"").await;
        let without_date = |answer: &Answer| {
            let mut headers = answer.headers.clone();
            headers.retain(|name, _| !["date", "x-request-id"].contains(&name.as_str()));
            (answer.status, headers)
        };
        assert_eq!(without_date(&head), without_date(&plain), "{path}");
        assert!(head.body.is_empty(), "{path}");

        let zipped = ask(rig.address, "GET", path, &[("accept-encoding", "br, gzip")], b"").await;
        assert_eq!(zipped.header("content-encoding") == "gzip", plain.body.len() >= 1024, "{path}");
        if zipped.header("content-encoding") == "gzip" {
            assert!(zipped.body.len() < plain.body.len() && zipped.header("etag") != tag, "{path}");
            let mut text = Vec::new();
            std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&zipped.body[..]), &mut text).expect("gzip");
            assert_eq!(text, plain.body, "{path}");
        }
        for (known, method) in [(tag, "GET"), (zipped.header("etag"), "GET"), (&format!("\"x\", W/{tag}"), "HEAD")] {
            let same = ask(rig.address, method, path, &[("if-none-match", known)], b"").await;
            assert_eq!((same.status, same.body.len(), same.header("etag")), (304, 0, tag), "{path} {known}");
        }
        assert_eq!(ask(rig.address, "GET", path, &[("if-none-match", "\"x\"")], b"").await.status, 200, "{path}");
    }
    rig.stop().await;
}

#[tokio::test]
async fn an_unknown_page_is_the_app_for_browsers_and_json_for_programs() {
    let rig = Rig::start().await;
    let app = ask(rig.address, "GET", "/", &[], b"").await;
    let browser = ("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
    for path in ["/nothing", "/m/any/more", "/docs/nothing", "/assets/nothing.js"] {
        for headers in [vec![browser], vec![browser, ("if-none-match", app.header("etag"))]] {
            let page = ask(rig.address, "GET", path, &headers, b"").await;
            assert_eq!((page.status, page.text()), (404, app.text()), "{path}");
            let policy = "content-security-policy";
            assert_eq!(page.header(policy), app.header(policy), "{path}");
        }
        let head = ask(rig.address, "HEAD", path, &[browser], b"").await;
        assert_eq!((head.status, head.body.len()), (404, 0), "{path}");
        for headers in [vec![], vec![("accept", "*/*")], vec![("accept", "application/json")]] {
            let refused = ask(rig.address, "GET", path, &headers, b"").await;
            assert_eq!(refused.json()["details"][0]["debug"]["reason"], "UNKNOWN_CALL", "{path} {headers:?}");
        }
    }
    let call = ask(rig.address, "GET", "/referee.v1.MatchService/ListMatches", &[browser], b"").await;
    assert_eq!(call.json()["details"][0]["debug"]["reason"], "UNKNOWN_CALL", "a call explains itself");
    rig.stop().await;
}

#[tokio::test]
async fn what_is_the_same_for_everyone_is_a_call_by_get_that_browsers_keep() {
    let rig = Rig::start().await;
    for (call, query, field) in [
        ("ServerService/GetServerInfo", "", "version"),
        ("GameService/ListGames", "?connect=v1&encoding=json&message=%7B%7D", "games"),
        ("GameService/GetGame", "?message=%7B%22game%22%3A%22hive%22%7D", "rules"),
    ] {
        let path = format!("/referee.v1.{call}{query}");
        let answer = ask(rig.address, "GET", &path, &[], b"").await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"), "{}", answer.text());
        assert!(!answer.json()[field].is_null(), "{call}");
        let zipped = ask(rig.address, "GET", &path, &[("accept-encoding", "gzip")], b"").await;
        assert!(zipped.body.len() < answer.body.len() && zipped.header("content-encoding") == "gzip", "{call}");
        let same = ask(rig.address, "GET", &path, &[("if-none-match", answer.header("etag"))], b"").await;
        assert_eq!((same.status, same.body.len()), (304, 0), "{call}");
    }
    let unknown =
        ask(rig.address, "GET", "/referee.v1.GameService/GetGame?message=%7B%22game%22%3A%22go%22%7D", &[], b"");
    let unknown = unknown.await;
    assert_eq!((unknown.status, unknown.json()["code"].as_str()), (404, Some("not_found")), "{}", unknown.text());
    assert!(unknown.header("etag").is_empty(), "a refusal is not kept");
    rig.stop().await;
}
