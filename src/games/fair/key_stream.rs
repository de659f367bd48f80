//! Fair numbers from the key of one outcome of chance, in a form that is easy to compute in any
//! language. See `docs/fair-deals.md`.

use super::{super::rules::Entropy, keyed_hash::KeyedHash};

/// A stream of numbers determined by a key. Block n, counted from 0, is HMAC-SHA-256 of the text
/// `block n` under the key. Each block gives four numbers of eight bytes, little-endian.
pub struct KeyStream {
    key: KeyedHash,
    blocks: u64,
    block: [u8; 32],
    used: usize,
}

impl KeyStream {
    /// Returns the stream of this key.
    pub fn new(key: &Entropy) -> KeyStream {
        KeyStream { key: KeyedHash::new(&key.0), blocks: 0, block: [0; 32], used: 32 }
    }

    /// Returns the next number, any 64 bits.
    pub fn number(&mut self) -> u64 {
        if self.used == self.block.len() {
            self.block = self.key.of(format!("block {}", self.blocks).as_bytes());
            self.blocks += 1;
            self.used = 0;
        }
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.block[self.used..self.used + 8]);
        self.used += 8;
        u64::from_le_bytes(bytes)
    }

    /// Returns a number below `end`, each equally likely; 0 if `end` is 0. Numbers from the last
    /// incomplete multiple of `end` on are dropped.
    pub fn below(&mut self, end: u64) -> u64 {
        if end == 0 {
            return 0;
        }
        let limit = u64::MAX - (u64::MAX % end + 1) % end;
        loop {
            let number = self.number();
            if number <= limit {
                return number % end;
            }
        }
    }

    /// Shuffles a list so that every order is equally likely. From the last place down, each
    /// element is exchanged with one that is not after it (Fisher and Yates, in the form of
    /// Durstenfeld 1964).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in (1..list.len()).rev() {
            list.swap(place, self.below(place as u64 + 1) as usize);
        }
    }
}
