//! Fair numbers from the key of one outcome of chance, in a form that is easy to compute in any language: see
//! `docs/fair-deals.md`.

use super::{super::rules::Entropy, keyed_hash::KeyedHash};

/// A stream of numbers that a key decides: block n, counted from 0, is HMAC-SHA-256 under the key of the text `block n`;
/// each block gives four numbers of eight bytes, little-endian.
pub struct KeyStream {
    key: KeyedHash,
    blocks: u64,
    block: [u8; 32],
    used: usize,
}

impl KeyStream {
    /// The stream of this key.
    pub fn new(key: &Entropy) -> KeyStream {
        KeyStream { key: KeyedHash::new(&key.0), blocks: 0, block: [0; 32], used: 32 }
    }

    /// The next number, any of 64 bits.
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

    /// A number below `end`, each equally likely: numbers from the last incomplete multiple of `end` up are thrown away.
    /// 0 when `end` is 0.
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

    /// Puts a list in any order, each equally likely: from the last place down, each is exchanged with one that is not
    /// behind it (Fisher and Yates, as Durstenfeld wrote it in 1964).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in (1..list.len()).rev() {
            list.swap(place, self.below(place as u64 + 1) as usize);
        }
    }
}
