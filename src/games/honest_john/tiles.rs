//! Dominoes, and the set that a match is played with.

use std::{cmp::Ordering, fmt};

use crate::rules::Unreadable;

/// A domino, its greater half first. Tiles are ordered from the highest down: by the greater half,
/// then by the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    high: u8,
    low: u8,
}

impl Tile {
    /// Returns the tile with these halves, in either order.
    pub fn new(one: u8, other: u8) -> Tile {
        Tile { high: one.max(other), low: one.min(other) }
    }

    /// Returns whether both halves are equal.
    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    /// Returns whether a half shows `number`.
    pub fn shows(self, number: u8) -> bool {
        self.high == number || self.low == number
    }

    /// Returns the half that stays open when the tile is laid against `number`, which it must show.
    pub fn outer(self, number: u8) -> u8 {
        if self.high == number { self.low } else { self.high }
    }

    /// Returns the pips of both halves.
    pub fn pips(self) -> i64 {
        i64::from(self.high) + i64::from(self.low)
    }

    /// Returns the different numbers that the halves show.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        [self.high, self.low].into_iter().take(if self.is_double() { 1 } else { 2 })
    }

    /// Returns the greater half.
    pub fn high(self) -> u8 {
        self.high
    }

    /// Reads a tile such as `9-4`, the greater half first; `at` is its byte position in the whole
    /// text.
    pub fn read(text: &str, at: usize, top: u8) -> Result<Tile, Unreadable> {
        let half = |digits: &str| digits.parse::<u8>().ok().filter(|half| half.to_string() == digits && *half <= top);
        let halves = text.split_once('-').and_then(|(high, low)| Some((half(high)?, half(low)?)));
        match halves {
            Some((high, low)) if high >= low => Ok(Tile { high, low }),
            _ => Err(Unreadable::new(at, format!("a tile such as 9-4: the greater half first, each at most {top}"))),
        }
    }
}

impl Ord for Tile {
    fn cmp(&self, other: &Tile) -> Ordering {
        (other.high, other.low).cmp(&(self.high, self.low))
    }
}

impl PartialOrd for Tile {
    fn partial_cmp(&self, other: &Tile) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}

/// Returns every tile of a set whose halves have up to `top` pips, from the highest down.
pub fn whole_set(top: u8) -> Vec<Tile> {
    let mut set: Vec<Tile> = (0..=top).flat_map(|high| (0..=high).map(move |low| Tile { high, low })).collect();
    set.sort();
    set
}

/// Formats tiles: `9-4,8-8`, or `-` for none.
pub fn write_list(tiles: &[Tile]) -> String {
    if tiles.is_empty() {
        return "-".to_owned();
    }
    let tiles: Vec<String> = tiles.iter().map(Tile::to_string).collect();
    tiles.join(",")
}

/// Reads the output of [`write_list`]; `at` is its byte position in the whole text.
pub fn read_list(text: &str, at: usize, top: u8) -> Result<Vec<Tile>, Unreadable> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let mut tiles = Vec::new();
    let mut at = at;
    for word in text.split(',') {
        tiles.push(Tile::read(word, at, top)?);
        at += word.len() + 1;
    }
    Ok(tiles)
}
