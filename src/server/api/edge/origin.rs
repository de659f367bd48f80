//! Origins of web pages.

use std::{fmt, str::FromStr};

use tonic::codegen::http::{HeaderValue, uri::Uri};

/// An origin whose pages may call: `https://example.org`, `http://localhost:8080`, or `*` for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(HeaderValue);

impl Origin {
    pub(super) fn is_any(&self) -> bool {
        self.0 == "*"
    }

    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl FromStr for Origin {
    type Err = BadOrigin;

    fn from_str(text: &str) -> Result<Origin, BadOrigin> {
        if text != "*" {
            let uri: Uri = text.parse().map_err(|_| BadOrigin)?;
            // Browsers send only scheme and authority, so an origin with more would never match.
            let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(BadOrigin) };
            if format!("{scheme}://{authority}") != text || authority.as_str().contains('@') {
                return Err(BadOrigin);
            }
        }
        HeaderValue::from_str(text).map(Origin).map_err(|_| BadOrigin)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadOrigin;

impl fmt::Display for BadOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected scheme://host or scheme://host:port, without a path, or `*`")
    }
}

impl std::error::Error for BadOrigin {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_what_a_browser_says() {
        for (text, is_origin) in [
            ("*", true),
            ("https://example.org", true),
            ("http://localhost:8080", true),
            ("http://[::1]:8080", true),
            ("https://example.org/", false),
            ("https://example.org/page", false),
            ("https://example.org?x", false),
            ("https://me@example.org", false),
            ("HTTPS://example.org", false),
            ("example.org", false),
            ("null", false),
            ("", false),
            ("https://a b", false),
        ] {
            assert_eq!(text.parse::<Origin>().is_ok(), is_origin, "{text}");
        }
    }
}
