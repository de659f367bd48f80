//! The pieces: eleven per side, and three more with all expansions.

use std::fmt;

/// The owner of a piece. White begins and is seat 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// Seat 0.
    White,
    /// Seat 1.
    Black,
}

/// The kind of a piece, in the order of the letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// `A`: any number of steps round the hive.
    Ant,
    /// `B`: one step, also on top of the hive.
    Beetle,
    /// `G`: jumps straight over pieces.
    Grasshopper,
    /// `L`: two steps on top of the hive, then down.
    Ladybug,
    /// `M`: moves like the pieces beside it.
    Mosquito,
    /// `P`: one step, or throws a piece beside it over itself.
    Pillbug,
    /// `Q`: one step; a surrounded queen loses.
    Queen,
    /// `S`: three steps round the hive.
    Spider,
}

/// One of 28 pieces, in the order of their names: Black's before White's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Piece(u8);

/// The number of pieces of a side with all expansions.
const A_SIDE: u8 = 14;

/// The names of a side's pieces without its letter, in order.
const NAMES: [&str; A_SIDE as usize] = ["A1", "A2", "A3", "B1", "B2", "G1", "G2", "G3", "L", "M", "P", "Q", "S1", "S2"];

const KINDS: [Kind; A_SIDE as usize] = {
    use Kind::*;
    [
        Ant,
        Ant,
        Ant,
        Beetle,
        Beetle,
        Grasshopper,
        Grasshopper,
        Grasshopper,
        Ladybug,
        Mosquito,
        Pillbug,
        Queen,
        Spider,
        Spider,
    ]
};

/// The last pieces of each kind to enter play, for one side, one bit per piece: A3 B2 G3 L M P Q
/// S2.
const LAST_OF_KIND: u32 = 0b10_1111_1001_0100;

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    pub fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Returns all pieces of the side, one bit per piece.
    pub fn pieces(self) -> u32 {
        match self {
            Side::White => ((1 << A_SIDE) - 1) << A_SIDE,
            Side::Black => (1 << A_SIDE) - 1,
        }
    }

    /// Returns the side's piece of this kind, the first if there are several.
    pub fn piece(self, kind: Kind) -> Piece {
        let first = match kind {
            Kind::Ant => 0,
            Kind::Beetle => 3,
            Kind::Grasshopper => 5,
            Kind::Ladybug => 8,
            Kind::Mosquito => 9,
            Kind::Pillbug => 10,
            Kind::Queen => 11,
            Kind::Spider => 12,
        };
        match self {
            Side::White => Piece(first + A_SIDE),
            Side::Black => Piece(first),
        }
    }
}

impl Kind {
    /// Returns the kind's letter in the name of a piece.
    pub fn letter(self) -> char {
        match self {
            Kind::Ant => 'A',
            Kind::Beetle => 'B',
            Kind::Grasshopper => 'G',
            Kind::Ladybug => 'L',
            Kind::Mosquito => 'M',
            Kind::Pillbug => 'P',
            Kind::Queen => 'Q',
            Kind::Spider => 'S',
        }
    }

    /// Returns the word for the kind in a scene.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Ant => "ant",
            Kind::Beetle => "beetle",
            Kind::Grasshopper => "grasshopper",
            Kind::Ladybug => "ladybug",
            Kind::Mosquito => "mosquito",
            Kind::Pillbug => "pillbug",
            Kind::Queen => "queen",
            Kind::Spider => "spider",
        }
    }
}

impl Piece {
    /// Length of arrays indexed by pieces: a power of two, so that masking replaces a bounds check.
    pub const SLOTS: usize = 32;

    /// Returns every piece, in the order of the names.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..2 * A_SIDE).map(Piece)
    }

    /// Reads the piece at the start of a text, and returns it with the rest of the text. A kind
    /// with one piece may have its number: `wM1`.
    pub fn read(text: &str) -> Option<(Piece, &str)> {
        let rest = text.get(1..)?;
        let first = match text.as_bytes()[0] {
            b'b' => 0,
            b'w' => A_SIDE,
            _ => return None,
        };
        let (name, piece) = NAMES.iter().zip(first..).find(|(name, _)| rest.starts_with(**name))?;
        let rest = &rest[name.len()..];
        let is_only_one = name.len() == 1;
        Some((Piece(piece), rest.strip_prefix('1').filter(|_| is_only_one).unwrap_or(rest)))
    }

    pub fn side(self) -> Side {
        if self.0 >= A_SIDE { Side::White } else { Side::Black }
    }

    pub fn kind(self) -> Kind {
        KINDS[usize::from(self.0 % A_SIDE)]
    }

    /// Returns the piece's place in an array of [`Piece::SLOTS`].
    pub fn index(self) -> usize {
        usize::from(self.0) % Piece::SLOTS
    }

    /// Returns the piece's bit in a set of pieces.
    pub fn bit(self) -> u32 {
        1 << self.index()
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side() == Side::White { 'w' } else { 'b' };
        write!(f, "{side}{}", NAMES[usize::from(self.0 % A_SIDE)])
    }
}

/// Returns the pieces of a set, which has one bit per piece, in order.
pub fn each(mut set: u32) -> impl Iterator<Item = Piece> {
    std::iter::from_fn(move || {
        let piece = (set != 0).then(|| Piece(set.trailing_zeros() as u8))?;
        set &= set - 1;
        Some(piece)
    })
}

/// Returns the pieces in hand that may enter next: the lowest number of every kind.
pub fn next_of_kind(hand: u32) -> u32 {
    // A piece is not next while the previous piece of its kind is still in hand. Only A2 A3 B2 G2
    // G3 S2 have a previous piece.
    const HAS_ONE_BEFORE: u32 = 0b10_0000_1101_0110;
    hand & !((hand << 1) & (HAS_ONE_BEFORE | HAS_ONE_BEFORE << A_SIDE))
}

/// Returns how many kinds a side has in hand.
pub fn kinds_of(hand: u32) -> u32 {
    (hand & (LAST_OF_KIND | LAST_OF_KIND << A_SIDE)).count_ones()
}

/// Returns all pieces of the base kinds and of the kinds whose letter is in `expansions`.
pub fn set_with(expansions: &str) -> u32 {
    let in_game = |piece: &Piece| match piece.kind() {
        kind @ (Kind::Mosquito | Kind::Ladybug | Kind::Pillbug) => expansions.contains(kind.letter()),
        _ => true,
    };
    Piece::all().filter(in_game).fold(0, |set, piece| set | piece.bit())
}
