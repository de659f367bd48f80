//! Evaluates a position for a seat, from its hand and public knowledge.

use super::{position::HonestJohn, setup::Version};

/// Cost of each tile in the hand: an opponent may play its last tile first.
const TILE: i64 = 30;
/// Additional cost of each pip, if pips count.
const PIP: i64 = 5;
/// Value of a tile on the own line that the own hand can follow, without drawing or asking.
const GOES_ON: i64 = 80;
/// Value of each different number in the hand: other seats may ask for it.
const NUMBER: i64 = 10;
/// Cost of a double in the hand: it shows only one number.
const DOUBLE: i64 = 20;

/// Number of pips of version 2 that are worth about one chip of version 1.
const PIPS_TO_A_CHIP: i64 = 10;

/// Returns the value in hundredths of a chip or pip. The weights were tuned by self-play
/// (`benches/bots.rs`).
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
