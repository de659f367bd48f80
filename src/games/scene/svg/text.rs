//! The texts in a picture: words, numbers and escaped names.

use crate::{rules::Facts, words::WordKind};

/// Returns the English text of a word of the game; the key if it has none.
pub(super) fn word<'a>(facts: &'a Facts, kind: WordKind, key: &'a str) -> &'a str {
    facts.words.iter().find(|word| word.kind == kind && word.key == key).map_or(key, |word| word.texts[0])
}

/// Formats a coordinate with at most three decimals.
pub(super) fn number(value: f64) -> String {
    let text = format!("{:.3}", if value.is_finite() { value } else { 0.0 });
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Escapes a text for XML.
pub(super) fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
