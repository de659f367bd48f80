//! How good a position is for a seat, by what that seat and everybody knows.

use super::{position::HonestJohn, setup::Version};

/// What a tile in the hand costs: somebody else may be rid of his last one first.
const TILE: i64 = 30;
/// What each of its pips costs more, where pips are counted.
const PIP: i64 = 5;
/// What a tile on the own line that can be followed from the own hand is worth: nothing need be bought or asked for.
const GOES_ON: i64 = 80;
/// What each number in the hand is worth: one more that others may ask for.
const NUMBER: i64 = 10;
/// What a double in the hand costs: it shows one number alone.
const DOUBLE: i64 = 20;

/// What is worth a chip in version 1 is worth about as many pips in version 2.
const PIPS_TO_A_CHIP: i64 = 10;

/// In hundredths of a chip or pip. The weights were tried against each other (`benches/bots.rs`).
pub(super) fn evaluate(position: &HonestJohn, seat: u8) -> i32 {
    let index = usize::from(seat);
    let Some(hand) = position.hands.get(index) else { return 0 };
    let numbers = hand.iter().flat_map(|tile| tile.numbers()).fold(0_u32, |bits, number| bits | 1 << number);
    let doubles = hand.iter().filter(|tile| tile.is_double()).count() as i64;
    let pips: i64 = match position.setup.version {
        Version::Chips => 0,
        Version::Pips => hand.iter().map(|tile| tile.pips()).sum(),
    };
    let goes_on = !position.is_dead(seat) && position.can_help(seat, seat);
    let cost = hand.len() as i64 * TILE + pips * PIP + doubles * DOUBLE;
    let hope = i64::from(numbers.count_ones()) * NUMBER + i64::from(goes_on) * GOES_ON;
    let scale = if position.setup.version == Version::Chips { 1 } else { PIPS_TO_A_CHIP };
    let worth = (100 * position.gains[index] + scale * (hope - cost)).clamp(-400_000, 400_000);
    i32::try_from(worth).unwrap_or(0)
}
