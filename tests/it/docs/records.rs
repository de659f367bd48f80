//! The signed text in `docs/records.md`, checked with the signature of another implementation.

use referee::store::seal::{PublicKey, Seal};

use super::document;

const GOLDEN: &str = include_str!("../../../golden/signed-record.jsonl");

#[test]
fn the_signed_text_is_the_page_s() {
    let seal = Seal::of_line(GOLDEN.lines().last().expect("a seal")).expect("a seal").expect("it reads");
    let (key, signature): (PublicKey, _) = seal.signed.expect("it is signed");
    let block = document("docs/records.md").into_iter().find(|block| block.kind() == "text").expect("the text");
    let head: String = seal.head.hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let filled =
        block.text.trim_end().replace("MATCH", "zagp-tsp6-nysz").replace("EVENTS", "26").replace("HEAD", &head);
    assert!(key.has_signed(&format!("{filled}\n"), &signature), "{filled}");
}
