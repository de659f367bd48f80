//! Luck for several outcomes of one decision, from the 32 bytes that came with it.

use crate::games::rules::Entropy;

/// The entropy of outcome `index` of one decision. Each is a block of the ChaCha20 stream (RFC 8439, section 2.3) under
/// the given entropy as its key: whoever knows one outcome learns nothing about another.
pub fn of_outcome(entropy: &Entropy, index: u32) -> Entropy {
    let mut start = [0u32; 16];
    start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    for (word, bytes) in start[4..12].iter_mut().zip(entropy.0.chunks_exact(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    start[12] = index;
    let mut block = start;
    for _ in 0..10 {
        for column in [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]] {
            quarter_round(&mut block, column);
        }
        for diagonal in [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]] {
            quarter_round(&mut block, diagonal);
        }
    }
    let mut bytes = [0u8; 32];
    for (place, (word, first)) in bytes.chunks_exact_mut(4).zip(block.iter().zip(start)) {
        place.copy_from_slice(&word.wrapping_add(first).to_le_bytes());
    }
    Entropy(bytes)
}

fn quarter_round(block: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    for (into, with, turned, by) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
        block[into] = block[into].wrapping_add(block[with]);
        block[turned] = (block[turned] ^ block[into]).rotate_left(by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8439, appendix A.1, test vectors 1 and 2: the key and nonce are zero, the block counter is 0 and 1.
    #[test]
    fn blocks_are_those_of_the_standard() {
        let zero = Entropy([0; 32]);
        let first = of_outcome(&zero, 0).0;
        assert_eq!(first[..8], [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
        let second = of_outcome(&zero, 1).0;
        assert_eq!(second[..8], [0x9f, 0x07, 0xe7, 0xbe, 0x55, 0x51, 0x38, 0x7a]);
    }
}
