//! Divides lists into pages: how many items a page has, and where the next page starts.

use super::convert::in_range;
use referee_law::{Reason, Refusal};

/// Default number of items of a page.
pub const DEFAULT_PAGE_SIZE: u32 = 50;
/// Maximum number of items of a page.
pub const MAX_PAGE_SIZE: u32 = 200;
/// First characters of every page token, so that a token of another kind is noticed.
const PREFIX: &str = "p1.";

/// Returns the number of items to return.
pub fn size(asked: Option<u32>) -> Result<usize, Refusal> {
    let asked = asked.map(|size| in_range("page_size", size, 1..=MAX_PAGE_SIZE)).transpose()?;
    Ok(asked.unwrap_or(DEFAULT_PAGE_SIZE) as usize)
}

/// Returns the token of the page after this one; empty if this page has fewer than `size` items.
/// `name` returns the text of an item that [`behind`] parses.
pub fn next<T>(page: &[T], size: usize, name: impl FnOnce(&T) -> String) -> String {
    match page.last() {
        Some(last) if page.len() >= size => token(&name(last)),
        _ => String::new(),
    }
}

/// Returns the token of the page that starts after the item `last`.
pub fn token(last: &str) -> String {
    let mut token = String::from(PREFIX);
    for byte in last.bytes() {
        token.push_str(&format!("{byte:02x}"));
    }
    token
}

/// Returns the item that the page starts after; `None` for the first page. `read` parses the text
/// in the token, and rejects a text that this server cannot have written.
pub fn behind<T>(token: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Refusal> {
    if token.is_empty() {
        return Ok(None);
    }
    let last = unhex(token).and_then(|text| read(&text));
    let refusal = || Refusal::of_field(Reason::BadPageToken, "page_token", token, "a next_page_token of this list");
    last.map(Some).ok_or_else(refusal)
}

fn unhex(token: &str) -> Option<String> {
    let digits = token.strip_prefix(PREFIX)?;
    if !digits.len().is_multiple_of(2) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let bytes = (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok());
    String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_page_has_a_next_page() {
        let of = |page: &[&str]| next(page, 2, |last| (*last).to_owned());
        assert_eq!([of(&[]), of(&["a"]), of(&["a", "b"])], [String::new(), String::new(), token("b")]);
    }

    #[test]
    fn a_token_continues_after_its_item() {
        let read = |text: &str| Some(text.to_owned());
        assert_eq!(behind(&token("m-42"), read), Ok(Some("m-42".to_owned())));
        assert_eq!(behind("", read), Ok(None));
        for bad in ["m-42", "p1.6", "p1.zz", "p1.+6+6", "p1.ff", "p2.66"] {
            assert_eq!(behind(bad, read).map_err(|r| r.reason), Err(Reason::BadPageToken), "{bad}");
        }
    }
}
