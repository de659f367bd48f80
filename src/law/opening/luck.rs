//! The source of chance: a seed and the seats' nonces. The opening commits to the seed by its
//! SHA-256, and the end reveals the seed. `docs/fair-deals.md` describes the method for other
//! languages.

use std::{fmt, time::Duration};

use referee_games::{
    fair::keyed_hash::KeyedHash,
    rules::{Entropy, Facts},
};
use referee_ids::{MatchId, Nonce, Seq};
use sha2::{Digest, Sha256};

/// Domain separator of these keys.
const LABEL: &str = "referee fair deals 1";
/// Maximum wait of the first chance for nonces.
pub const MAX_NONCE_WAIT: Duration = Duration::from_secs(60);

/// Default wait for nonces if hands are hidden: enough for programs that send a nonce as soon as
/// they are seated.
pub const USUAL_NONCE_WAIT: Duration = Duration::from_secs(2);

/// Returns the default wait for nonces of a game.
pub fn usual_nonce_wait(facts: &Facts) -> Duration {
    if facts.hidden && facts.chance { USUAL_NONCE_WAIT } else { Duration::ZERO }
}

/// 32 random bytes for a whole match. Only the referee knows them before the end, so only
/// [`Seed::hex`] prints them.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// The SHA-256 of a seed. Publishing it fixes the seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

/// The commitment to the deals in the opening of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    pub commitment: Commitment,
    /// How long the first chance waits for nonces once every seat is connected; zero does not wait.
    pub nonce_wait: Duration,
    /// Replaces the match's id in the keys if several matches share their deals; `None` uses the
    /// id.
    pub deal_id: Option<MatchId>,
    /// Whether the end of the match withholds the seed because other matches still use it. The
    /// opener reveals the seed after all of them. Such a match takes no nonces, which would change
    /// the deals.
    pub is_withheld: bool,
}

/// A nonce, with the number of its event.
pub(crate) type GivenNonce = Option<(Nonce, Seq)>;

impl Seed {
    /// Creates a seed from random bytes of the operating system, or derived ones.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Parses 64 hexadecimal digits in lower case.
    pub fn of_hex(text: &str) -> Option<Seed> {
        unhex(text).map(Seed)
    }

    /// Returns the bytes, for storage.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns 64 hexadecimal digits, to reveal the seed after the match.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// Returns the commitment, which may be published before the match.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// Derives another seed, which reveals nothing about this seed or about those of other names.
    pub fn derived(&self, name: &str) -> Seed {
        Seed(KeyedHash::new(&self.0).of(name.as_bytes()))
    }

    /// Returns the key of the chance at step `ply` of a round; it reveals nothing about other keys.
    pub(crate) fn step_key(&self, deal_id: &MatchId, nonces: &[GivenNonce], round: u32, ply: u32) -> Entropy {
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
    /// Parses 64 hexadecimal digits in lower case.
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
