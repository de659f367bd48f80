//! HMAC-SHA-256 (RFC 2104), the source of all randomness in a match. See `docs/fair-deals.md`.

use sha2::{Digest, Sha256};

/// The block size of SHA-256 in bytes.
const BLOCK: usize = 64;

/// The function under one key. Without the key, its values look random, however many are known.
#[derive(Clone)]
pub struct KeyedHash {
    inner: Sha256,
    outer: Sha256,
}

impl KeyedHash {
    /// Returns the function under this key.
    pub fn new(key: &[u8; 32]) -> KeyedHash {
        let under = |pad: u8| {
            let mut block = [pad; BLOCK];
            block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
            Sha256::new_with_prefix(block)
        };
        KeyedHash { inner: under(0x36), outer: under(0x5c) }
    }

    /// Returns the value of a message.
    pub fn of(&self, message: &[u8]) -> [u8; 32] {
        let inner = self.inner.clone().chain_update(message).finalize();
        self.outer.clone().chain_update(inner).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard pads the key of 20 bytes with zeroes, so the padded key of 32 bytes is
    /// equivalent.
    #[test]
    fn it_is_the_one_of_the_standard() {
        let mut key = [0; 32];
        key[..20].fill(0x0b);
        let value = KeyedHash::new(&key).of(b"Hi There");
        // RFC 4231, test case 1.
        assert_eq!(value[..8], [0xb0, 0x34, 0x4c, 0x61, 0xd8, 0xdb, 0x38, 0x53]);
        assert_eq!(value[28..], [0x2e, 0x32, 0xcf, 0xf7]);
    }
}
