//! Public knowledge of what a seat does not hold. It comes from a seat that was asked and had no
//! tile, could not play, or did not show a double.

use super::tiles::{Tile, read_list, write_list};
use crate::rules::Unreadable;

/// Number of different numbers in the largest set.
pub(super) const NUMBERS: usize = 19;
/// Marks a number without knowledge.
const ANY: u8 = u8::MAX;

/// Public knowledge of what one seat does not hold. It is always correct. After a hidden draw, it
/// may be weaker than what a player with perfect memory could deduce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Voids {
    /// Maximum tiles of the hand that show each number.
    most: [u8; NUMBERS],
    /// The numbers whose doubles are not in the hand, one bit each.
    doubles: u32,
}

impl Voids {
    pub(super) const NOTHING: Voids = Voids { most: [ANY; NUMBERS], doubles: 0 };

    /// Returns the maximum tiles that show `number`, if known.
    pub(super) fn most(&self, number: u8) -> Option<u8> {
        self.most.get(usize::from(number)).copied().filter(|most| *most != ANY)
    }

    /// Returns whether this double is known to be absent.
    pub(super) fn double(&self, number: u8) -> bool {
        self.doubles >> number & 1 == 1
    }

    /// Returns whether a hand is consistent with this knowledge.
    pub(super) fn allow(&self, hand: &[Tile]) -> bool {
        let few = |number: u8| {
            self.most(number).is_none_or(|most| hand.iter().filter(|t| t.shows(number)).count() <= usize::from(most))
        };
        (0..NUMBERS as u8).all(few) && !hand.iter().any(|tile| tile.is_double() && self.double(tile.high()))
    }

    /// Records that no tile of the hand shows `number`.
    pub(super) fn lacks(&mut self, number: u8) {
        self.most[usize::from(number)] = 0;
    }

    /// Records that these doubles, one bit each, and no others are known to be absent.
    pub(super) fn set_doubles(&mut self, doubles: u32) {
        self.doubles = doubles;
    }

    /// Records that this double is absent.
    pub(super) fn lacks_double(&mut self, number: u8) {
        self.doubles |= 1 << number;
    }

    /// Forgets this double, which no hand can have.
    pub(super) fn forget_double(&mut self, number: u8) {
        self.doubles &= !(1 << number);
    }

    /// Adds a hidden tile with numbers up to `top`.
    pub(super) fn loosen(&mut self, top: u8) {
        self.doubles = 0;
        for most in self.most.iter_mut().filter(|most| **most != ANY) {
            *most = if *most < top { *most + 1 } else { ANY };
        }
    }

    /// Removes a tile that leaves the hand publicly.
    pub(super) fn less(&mut self, tile: Tile) {
        for (number, most) in (0..).zip(&mut self.most) {
            if tile.shows(number) && *most != ANY {
                *most = most.saturating_sub(1);
            }
        }
    }
}

/// Formats the voids of each seat, as in `3,5:1,9-9/-/...`; empty without knowledge. Each lists the
/// absent numbers, the numbers with a maximum count, and the absent doubles.
pub(super) fn write(all: &[Voids]) -> String {
    if all.iter().all(|voids| *voids == Voids::NOTHING) {
        return String::new();
    }
    let seat = |voids: &Voids| {
        let numbers = (0..NUMBERS as u8).filter_map(|number| match voids.most(number)? {
            0 => Some(number.to_string()),
            most => Some(format!("{number}:{most}")),
        });
        let doubles = (0..NUMBERS as u8).filter(|number| voids.double(*number));
        let words: Vec<String> =
            numbers.chain(doubles.map(|number| write_list(&[Tile::new(number, number)]))).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(",") }
    };
    all.iter().map(seat).collect::<Vec<_>>().join("/")
}

/// Reads the output of [`write`] for `seats` seats with numbers up to `top`; `at` is its byte
/// position in the whole text.
pub(super) fn read(text: &str, at: usize, seats: usize, top: u8) -> Result<Vec<Voids>, Unreadable> {
    let words: Vec<&str> = text.split('/').collect();
    if words.len() != seats {
        return Err(Unreadable::new(at, format!("{seats} lists of what a seat voids")));
    }
    let mut all = Vec::new();
    let mut place = at;
    for seat in words {
        let mut voids = Voids::NOTHING;
        if seat != "-" {
            let mut place = place;
            for word in seat.split(',') {
                read_word(word, place, top, &mut voids)?;
                place += word.len() + 1;
            }
        }
        all.push(voids);
        place += seat.len() + 1;
    }
    match write(&all) == text {
        true => Ok(all),
        false => Err(Unreadable::new(at, "numbers and then doubles, each ascending, empty if nothing is known")),
    }
}

fn read_word(word: &str, at: usize, top: u8, voids: &mut Voids) -> Result<(), Unreadable> {
    let expected = || Unreadable::new(at, format!("3, 3:1 or 3-3, with numbers up to {top}"));
    if word.contains('-') {
        let double = read_list(word, at, top)?.into_iter().find(|tile| tile.is_double()).ok_or_else(expected)?;
        voids.doubles |= 1 << double.high();
        return Ok(());
    }
    let number = |text: &str| text.parse::<u8>().ok().filter(|n| *n <= top).ok_or_else(expected);
    let (shown, most) = match word.split_once(':') {
        Some((shown, most)) => (number(shown)?, number(most)?),
        None => (number(word)?, 0),
    };
    voids.most[usize::from(shown)] = most;
    Ok(())
}
