//! The receivers of events.

use std::{fmt, str::FromStr};

use axum::http::Uri;

/// Maximum length of a URL in bytes.
const MAX_URL: usize = 2048;

/// The URL of a webhook.
#[derive(Clone, PartialEq, Eq)]
pub struct Target {
    url: String,
    uri: Uri,
}

impl Target {
    pub fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn uri(&self) -> Uri {
        self.uri.clone()
    }

    /// Returns the scheme, host and port of the URL, for the log. The rest may contain a secret of
    /// the receiver.
    pub fn origin(&self) -> String {
        format!("{}://{}", self.uri.scheme_str().unwrap_or_default(), self.host())
    }

    /// Returns whether the receiver is called over TLS.
    pub(super) fn is_secured(&self) -> bool {
        self.uri.scheme_str() == Some("https")
    }

    fn host(&self) -> &str {
        self.uri.authority().map_or("", |authority| authority.as_str())
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin())
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        if text.len() > MAX_URL {
            return Err(format!("the URL has {} bytes, expected at most {MAX_URL}", text.len()));
        }
        let uri: Uri = text.parse().map_err(|bad| format!("{bad}, expected a URL of http or https"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            return Err("expected a URL that begins with http:// or https://".to_owned());
        }
        let target = Target { url: text.to_owned(), uri };
        if target.host().contains('@') {
            return Err("expected a URL without a user and a password".to_owned());
        }
        if text.contains('#') {
            return Err("expected a URL without a fragment".to_owned());
        }
        Ok(target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_of_http_is_a_target_and_others_say_what_is_wrong() {
        for url in ["http://127.0.0.1:8080/hook", "https://example.org/a?token=b", "http://[::1]:1", "https://a.b"] {
            let target: Target = url.parse().expect("it is one");
            assert_eq!(target.url(), url);
            assert_eq!(target.is_secured(), url.starts_with("https"));
        }
        let long = format!("http://a/{}", "x".repeat(MAX_URL));
        for (url, expected) in [
            ("ftp://example.org/", "begins with http:// or https://"),
            ("/hook", "begins with http:// or https://"),
            ("example.org", "begins with http:// or https://"),
            ("", "expected a URL of http or https"),
            ("http://", "expected a URL of http or https"),
            ("http://a b/", "expected a URL of http or https"),
            ("https://ann:secret@example.org/", "without a user and a password"),
            ("https://example.org/#top", "without a fragment"),
            (&long, "at most 2048"),
        ] {
            let said = url.parse::<Target>().expect_err("it is none");
            assert!(said.contains(expected), "{url}: {said}");
        }
    }

    #[test]
    fn the_log_shows_nothing_after_the_host() {
        let target: Target = "https://example.org:8443/services/T0K3N?key=S3CRET".parse().expect("it is one");
        assert_eq!(target.origin(), "https://example.org:8443");
        assert_eq!(format!("{target:?}"), "https://example.org:8443");
    }
}
