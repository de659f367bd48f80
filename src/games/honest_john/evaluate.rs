//! Evaluates a position for a seat, from its hand and public knowledge.

use super::{moves::Move, position::HonestJohn, setup::Version, tiles::Tile, trail};

/// Cost of each tile in the hand: an opponent may play its last tile first.
const TILE: i64 = 30;
/// Additional cost of each pip, if pips count.
const PIP: i64 = 5;
/// Value of a tile on the own line that the own hand can follow, without drawing or asking.
const GOES_ON: i64 = 80;
/// Value of each further tile with which the own hand can continue its line.
const TRAIL: i64 = 60;
/// Value of each different number in the hand: other seats may ask for it.
const NUMBER: i64 = 10;
/// Cost of a double in the hand: it shows only one number.
const DOUBLE: i64 = 20;

/// Number of pips of version 2 that are worth about one chip of version 1.
const PIPS_TO_A_CHIP: i64 = 10;

/// A seat's hand and line, in the position or after a move.
struct Holding<'a> {
    position: &'a HonestJohn,
    seat: u8,
    hand: &'a [Tile],
    /// The number at the end of the seat's line.
    end: u8,
    /// The numbers whose doubles lie in the layout.
    opened: u32,
    /// The seat's gains in this round.
    gain: i64,
}

/// Returns the value in hundredths of a chip or pip. The weights were tuned by self-play
/// (`benches/bots.rs`).
pub(super) fn evaluate(position: &HonestJohn, seat: u8) -> i32 {
    let index = usize::from(seat);
    let Some(hand) = position.hands.get(index) else { return 0 };
    let (end, gain) = (position.ends[index], position.gains[index]);
    Holding { position, seat, hand, end, opened: position.opened, gain }.worth()
}

/// Returns the value for the seat that plays or hands over a tile, after that; 0 for other steps.
pub(super) fn promise(position: &HonestJohn, played: &Move) -> i32 {
    let chips = i64::from(position.setup.version == Version::Chips);
    let (tile, price) = match played {
        Move::Play(tile) => (*tile, 0),
        Move::Give(tile) => (*tile, chips),
        _ => return 0,
    };
    let (seat, line) = (position.actor(), usize::from(position.line));
    let index = usize::from(seat);
    let hand: Vec<Tile> = position.hands[index].iter().copied().filter(|held| *held != tile).collect();
    let prize = if hand.is_empty() { chips * (i64::from(position.setup.seats) - 1) } else { 0 };
    let end = if index == line { tile.outer(position.ends[line]) } else { position.ends[index] };
    let opened = position.opened | if tile.is_double() { 1 << tile.high() } else { 0 };
    Holding { position, seat, hand: &hand, end, opened, gain: position.gains[index] + price + prize }.worth()
}

impl Holding<'_> {
    fn worth(&self) -> i32 {
        let hand = self.hand;
        let numbers = hand.iter().flat_map(|tile| tile.numbers()).fold(0_u32, |bits, number| bits | 1 << number);
        let doubles = hand.iter().filter(|tile| tile.is_double()).count() as i64;
        let (pips, opened, scale) = match self.position.setup.version {
            Version::Chips => (0, u32::MAX, 1),
            Version::Pips => (hand.iter().map(|tile| tile.pips()).sum(), self.opened, PIPS_TO_A_CHIP),
        };
        let trail = if self.position.is_dead(self.seat) { 0 } else { trail::longest(hand, self.end, opened) };
        let goes_on = if trail > 0 { GOES_ON + i64::from(trail - 1) * TRAIL } else { 0 };
        let cost = hand.len() as i64 * TILE + pips * PIP + doubles * DOUBLE;
        let hope = i64::from(numbers.count_ones()) * NUMBER + goes_on;
        let worth = (100 * self.gain + scale * (hope - cost)).clamp(-400_000, 400_000);
        i32::try_from(worth).unwrap_or(0)
    }
}
