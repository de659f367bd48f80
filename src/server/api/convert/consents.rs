//! Converts accept policies and contest entries.

use prost::Message as _;
use referee_games::Catalogue;
use referee_law::{AcceptPolicy, Reason, Refusal};
use referee_proto::v1;
use referee_store::accept_policies::{self, BadPolicy};

/// Maximum size of an accept policy in bytes.
pub const MAX_POLICY_BYTES: usize = 32 * 1024;

/// Checks an accept policy; `field` is its place in the request. Games, options and values must
/// exist.
pub fn asked_policy(games: Catalogue, said: &v1::AcceptPolicy, field: &'static str) -> Result<AcceptPolicy, Refusal> {
    let bytes = said.encoded_len();
    if bytes > MAX_POLICY_BYTES {
        let (most, value) = (MAX_POLICY_BYTES, bytes.to_string());
        return Err(Refusal::limit_of_field("policy_bytes", most, field, &value, "bytes"));
    }
    let policy = accept_policies::read(said).map_err(|bad| {
        let BadPolicy { field: of, value, expected } = bad;
        Refusal::of_field(Reason::BadField, format!("{field}.{of}"), &value, expected)
    })?;
    for (at, accepted) in said.games.iter().enumerate() {
        let at = format!("{field}.games[{at}]");
        let known = super::game(games, &accepted.game)
            .map_err(|refusal| Refusal { field: format!("{at}.game").into(), ..refusal })?;
        for (of, option) in accepted.options.iter().enumerate() {
            for value in &option.values {
                known.facts().setting(0, [(option.name.as_str(), value.as_str())]).map_err(|bad| {
                    let is_known = known.facts().options.iter().any(|of| of.name == option.name);
                    let (part, value) = if is_known { ("values", bad.value) } else { ("name", bad.name) };
                    Refusal::of_field(Reason::BadOption, format!("{at}.options[{of}].{part}"), &value, bad.expected)
                })?;
            }
        }
    }
    Ok(policy)
}

pub fn policy(of: &AcceptPolicy) -> v1::AcceptPolicy {
    accept_policies::write(of)
}
