//! Scopes of tokens as people write them.

use referee_client::pb::Scope;

/// What a token may be used for, as it is written on a command line.
const SCOPES: [&str; 5] = ["play", "create", "account", "host", "admin"];

/// Reads a scope: `play`, `create`, `account`, `host` or `admin`.
pub fn parse_scope(word: &str) -> Result<Scope, String> {
    let known = SCOPES.contains(&word).then(|| Scope::from_str_name(&format!("SCOPE_{}", word.to_uppercase())));
    known.flatten().ok_or_else(|| format!("expected one of {}", SCOPES.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scope_has_its_word() {
        let read: Vec<Scope> = SCOPES.map(|word| parse_scope(word).expect("it is a scope")).to_vec();
        assert_eq!(read, [Scope::Play, Scope::Create, Scope::Account, Scope::Host, Scope::Admin]);
        assert!(parse_scope("unspecified").is_err() && parse_scope("PLAY").is_err());
    }
}
