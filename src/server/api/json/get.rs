//! Calls by GET, in the form of the Connect protocol: `?encoding=json&message={}`. Browsers may
//! keep the answers, so these must be the same for all callers and change rarely.

use referee_law::{Reason, Refusal};
use tonic::codegen::http::Uri;

/// The calls that can be made by GET.
const CALLS: [&str; 3] = ["GameService/GetGame", "GameService/ListGames", "ServerService/GetServerInfo"];

/// Returns whether the call at this path can be made by GET.
pub fn has(path: &str) -> bool {
    path.strip_prefix("/referee.v1.").is_some_and(|call| CALLS.contains(&call))
}

/// Returns the JSON request in a query; empty if there is no `message`.
pub fn message(uri: &Uri) -> Result<String, Refusal> {
    let mut message = None;
    for (name, value) in uri.query().unwrap_or_default().split('&').filter_map(|part| part.split_once('=')) {
        let unexpected = |expected| Err(Refusal::of_field(Reason::BadField, name.to_owned(), value, expected));
        match (name, value) {
            ("message", "") => {}
            ("message", text) => match unescaped(text) {
                Some(text) => message = Some(text),
                None => return unexpected("UTF-8, escaped by `%` and two hexadecimal digits"),
            },
            ("encoding", "json") | ("connect", "v1") | ("compression", "identity") | ("base64", "0") => {}
            ("encoding", _) => return unexpected("json"),
            ("connect", _) => return unexpected("v1"),
            ("compression", _) => return unexpected("identity"),
            ("base64", _) => return unexpected("0: send JSON as it is"),
            // Some clients add parameters of their own to bypass caches.
            _ => {}
        }
    }
    Ok(message.unwrap_or_else(|| "{}".to_owned()))
}

/// Decodes a value of a query. A plus means a space, as in forms.
fn unescaped(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        decoded.push(match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?].map(|digit| char::from(digit).to_digit(16));
                u8::try_from(digits[0]? << 4 | digits[1]?).ok()?
            }
            b'+' => b' ',
            other => other,
        });
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use referee_proto::json::calls::Call;

    use super::*;

    fn read(query: &str) -> Result<String, Refusal> {
        message(&format!("/referee.v1.GameService/GetGame{query}").parse().expect("a path"))
    }

    #[test]
    fn every_call_by_get_exists() {
        for call in CALLS {
            assert!(
                Call::at(&format!("/referee.v1.{call}")).is_some_and(|call| !call.is_stream)
                    && has(&format!("/referee.v1.{call}")),
                "{call}"
            );
        }
        assert!(!has("/referee.v1.MatchService/ListMatches") && !has("/"));
    }

    #[test]
    fn a_query_has_a_request_in_json() {
        for (query, json) in [
            ("", "{}"),
            ("?connect=v1&encoding=json&message=", "{}"),
            ("?message=%7B%22game%22%3A%22dvonn%22%7D&base64=0", r#"{"game":"dvonn"}"#),
            ("?message=%7B%22game%22:+%22d%22%7D&t=17", r#"{"game": "d"}"#),
        ] {
            assert_eq!(read(query).as_deref(), Ok(json), "{query}");
        }
        for (query, field) in [
            ("?encoding=proto", "encoding"),
            ("?connect=v2", "connect"),
            ("?compression=gzip", "compression"),
            ("?base64=1", "base64"),
            ("?message=%ff", "message"),
            ("?message=%7", "message"),
        ] {
            let refusal = read(query).expect_err(query);
            assert_eq!((refusal.reason, &*refusal.field), (Reason::BadField, field), "{refusal:?}");
        }
    }
}
