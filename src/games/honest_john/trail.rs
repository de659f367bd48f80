//! The longest way along which a hand continues its line without help.

use super::{tiles::Tile, voids::NUMBERS};

/// Maximum tiles tried until the longest way so far counts. Hands of the usual sizes need fewer.
const TRIES: u32 = 300;
/// Maximum tiles of a hand that count, one bit each.
const TILES: usize = 64;

/// Returns how many tiles of a hand can follow one another on a line that ends in `end`. The bits
/// of `opened` are the numbers that may be continued by other tiles than their doubles (H16).
pub(super) fn longest(hand: &[Tile], end: u8, opened: u32) -> u32 {
    let hand = &hand[..hand.len().min(TILES)];
    let mut shows = [0_u64; NUMBERS];
    for (index, tile) in hand.iter().enumerate() {
        tile.numbers().for_each(|number| shows[usize::from(number)] |= 1 << index);
    }
    let left = (0..hand.len()).fold(0, |bits, index| bits | 1 << index);
    Trail { hand, shows, tries: TRIES }.longest(end, left, opened)
}

struct Trail<'a> {
    hand: &'a [Tile],
    /// The tiles that show each number, one bit each.
    shows: [u64; NUMBERS],
    /// Tiles that may still be tried.
    tries: u32,
}

impl Trail<'_> {
    /// Returns the length of the longest way with the tiles of `left`.
    fn longest(&mut self, end: u8, left: u64, opened: u32) -> u32 {
        let mut fitting = left & self.shows[usize::from(end)];
        let mut longest = 0;
        while fitting != 0 && self.tries > 0 && longest < left.count_ones() {
            let index = fitting.trailing_zeros() as usize;
            fitting &= fitting - 1;
            let tile = self.hand[index];
            if !tile.is_double() && opened >> end & 1 == 0 {
                continue;
            }
            self.tries -= 1;
            let opened = if tile.is_double() { opened | 1 << end } else { opened };
            longest = longest.max(1 + self.longest(tile.outer(end), left & !(1 << index), opened));
        }
        longest
    }
}
