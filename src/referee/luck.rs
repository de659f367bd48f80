//! Where the luck of a match comes from: a seed that is promised by its SHA-256 when the match opens and shown when it is
//! over, and what the seats add to it. `docs/fair-deals.md` says it for other languages.

use std::{fmt, time::Duration};

use sha2::{Digest, Sha256};

use crate::{
    games::{
        fair::keyed_hash::KeyedHash,
        rules::{Entropy, Facts},
    },
    ids::{MatchId, Nonce, Seq},
};

/// What the keys of this construction are told apart by from those of any other.
const LABEL: &str = "referee fair deals 1";
/// The longest that the first outcome of chance waits for nonces.
pub const MAX_NONCE_WAIT: Duration = Duration::from_secs(60);

/// How long it waits for them where nobody says: where hands are hidden, long enough for programs that add a nonce as soon as they
/// sit.
pub const USUAL_NONCE_WAIT: Duration = Duration::from_secs(2);

/// How long a match of a game waits for nonces where nobody says.
pub fn usual_nonce_wait(facts: &Facts) -> Duration {
    if facts.hidden && facts.chance { USUAL_NONCE_WAIT } else { Duration::ZERO }
}

/// 32 bytes of luck that a whole match is played with. Nobody but the referee knows them before the match is over, so
/// that it is never written out but by [`Seed::hex`].
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// The SHA-256 of a seed: with it published, the seed can no longer be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

/// What the opening of a match says of its luck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    pub commitment: Commitment,
    /// How long the first outcome of chance waits for nonces once every seat is there; zero is not at all.
    pub nonce_wait: Duration,
    /// What stands for the match's id in the keys, where the same deals are played in several matches; `None` is the id.
    pub deal_id: Option<MatchId>,
    /// Whether the seed is not shown when the match is over, since other matches are still to be dealt by it: whoever opened them shows
    /// it when all are. No nonce is taken then, which would deal this one otherwise.
    pub is_withheld: bool,
}

/// A nonce that a seat gave, and the event that it became.
pub(super) type GivenNonce = Option<(Nonce, Seq)>;

impl Seed {
    /// The seed of these bytes, which must be the operating system's luck, or derived from it.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Reads 64 hexadecimal digits in lower case.
    pub fn of_hex(text: &str) -> Option<Seed> {
        unhex(text).map(Seed)
    }

    /// The bytes, for whoever keeps them.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// 64 hexadecimal digits, for when the match is over.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// What can be published before.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// Another seed, which tells nothing of this one nor of those of other names.
    pub fn derived(&self, name: &str) -> Seed {
        Seed(KeyedHash::new(&self.0).of(name.as_bytes()))
    }

    /// The key of the outcome of chance that is step `ply` of a round: whoever knows it knows nothing of another's.
    pub(super) fn step_key(&self, deal_id: &MatchId, nonces: &[GivenNonce], round: u32, ply: u32) -> Entropy {
        let mut message = format!("{LABEL}\n{deal_id}\n");
        for nonce in nonces {
            message.push_str(nonce.as_ref().map_or("", |(nonce, _)| nonce.as_str()));
            message.push('\n');
        }
        let of_match = KeyedHash::new(&self.0).of(message.as_bytes());
        Entropy(KeyedHash::new(&of_match).of(format!("round {round} ply {ply}").as_bytes()))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl Commitment {
    /// Reads 64 hexadecimal digits in lower case.
    pub fn of_hex(text: &str) -> Option<Commitment> {
        unhex(text).map(Commitment)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

fn hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'a'..=b'f' => Some(b - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; 32];
    if text.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(digits[0])? * 16 + digit(digits[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_its_hexadecimal_digits_and_is_not_shown() {
        let seed = Seed::new([0xa7; 32]);
        assert_eq!(Seed::of_hex(&seed.hex()), Some(seed.clone()));
        assert_eq!(format!("{seed:?}"), "Seed(..)");
        let refused = [seed.hex().to_uppercase(), format!("{}0", seed.hex()), "xy".repeat(32), String::new()];
        assert!(refused.iter().all(|text| Seed::of_hex(text).is_none()));
    }

    #[test]
    fn every_part_decides_the_key() {
        let (seed, id) = (Seed::new([1; 32]), |text: &str| MatchId::parse(text).expect("an id"));
        let nonce = |text: &str| Some((Nonce::parse(text).expect("a nonce"), Seq(2)));
        let keys = [
            seed.step_key(&id("m"), &[None, None], 1, 0),
            Seed::new([2; 32]).step_key(&id("m"), &[None, None], 1, 0),
            seed.step_key(&id("n"), &[None, None], 1, 0),
            seed.step_key(&id("m"), &[None, None], 11, 0),
            seed.step_key(&id("m"), &[None, None], 1, 10),
            seed.step_key(&id("m"), &[nonce("a"), None], 1, 0),
            seed.step_key(&id("m"), &[None, nonce("a")], 1, 0),
            seed.step_key(&id("m"), &[None, None, None], 1, 0),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(keys[..index].iter().all(|other| other.0 != key.0), "key {index}");
        }
        let declined = seed.step_key(&id("m"), &[nonce(""), None], 1, 0);
        assert_eq!(declined.0, keys[0].0, "an empty nonce adds nothing");
    }
}
