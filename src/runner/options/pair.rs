//! `name=value` on a command line.

use std::str::FromStr;

/// `name=value` on a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The text before the first `=`.
    pub name: String,
    pub value: String,
}

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Pair, String> {
        match text.split_once('=') {
            Some((name, value)) if !name.is_empty() => Ok(Pair { name: name.into(), value: value.into() }),
            _ => Err("expected NAME=VALUE".into()),
        }
    }
}
