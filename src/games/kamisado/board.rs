//! The squares, their colours, and the places of the towers.

use std::fmt::{self, Write as _};

use referee_ids::Seat;

/// The letters of the colours, from a8 to h8: orange, blue, purple, pink, yellow, red, green,
/// brown.
pub(super) const LETTERS: &[u8; 8] = b"OBUPYRGN";
const SYMBOLS: [&str; 8] = ["O", "B", "U", "P", "Y", "R", "G", "N"];
const NAMES: [&str; 8] = ["orange", "blue", "purple", "pink", "yellow", "red", "green", "brown"];
/// The colours of the squares, row 8 first, each from file a to file h. A half turn of the board
/// does not change them.
const LAYOUT: [&[u8; 8]; 8] = [
    b"OBUPYRGN", //
    b"ROPGBYNU",
    b"GPORUNYB",
    b"PUBONGRY",
    b"YRGNOBUP",
    b"BYNUROPG",
    b"UNYBGPOR",
    b"NGRYPUBO",
];
static COLOURS: [Colour; 64] = colours();

/// The opponent's home row, as a side sees it.
pub(super) const FAR_ROW: u64 = 0x8080_8080_8080_8080;

/// One of the two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Side {
    /// Seat 0: home on row 8, moves down, attacks in the first round.
    Black,
    /// Seat 1: home on row 1, moves up.
    White,
}

/// One of the eight colours, as an index into the letters `OBUPYRGN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour(pub(super) u8);

/// A square by its common name: eight per file, a1 first, then a2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(pub(super) u8);

/// A square as one side sees it: eight per file, the files from the side's own left, its own home
/// row first. The board is the same from both seats, so every rule is written once, for a side that
/// moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnSquare(pub(super) u8);

/// The places and teeth of the towers. Bit n of a set of own_squares is own_square n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The place of each side's tower of each colour, as the tower's owner sees it.
    own_squares: [[OwnSquare; 8]; 2],
    /// The teeth of each side's tower of each colour, 0 to 4.
    teeth: [[u8; 8]; 2],
    /// The occupied squares, as seen by each side.
    taken: [u64; 2],
    /// The squares of each side's towers, as seen by that side.
    own: [u64; 2],
}

impl Side {
    /// Both sides, Black first.
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    pub fn of(seat: Seat) -> Side {
        if seat.index() == 0 { Side::Black } else { Side::White }
    }

    /// Returns the seat of the side.
    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }

    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    pub(super) fn index(self) -> usize {
        self as usize
    }
}

impl Colour {
    /// Returns every colour, orange first.
    pub fn all() -> impl Iterator<Item = Colour> {
        (0..8).map(Colour)
    }

    /// Returns the colour in English.
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Returns the colour's letter as a text, upper case.
    pub fn symbol(self) -> &'static str {
        SYMBOLS[self.index()]
    }

    /// Returns the colour's letter, upper case.
    pub fn letter(self) -> char {
        char::from(LETTERS[self.index()])
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0 & 7)
    }
}

impl Square {
    /// Returns every square, a1 first, then a2.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// Returns the file, 0 for a.
    pub fn file(self) -> u8 {
        self.0 / 8
    }

    /// Returns the row, 0 for row 1.
    pub fn row(self) -> u8 {
        self.0 % 8
    }

    /// Returns the colour of the square.
    pub fn colour(self) -> Colour {
        COLOURS[usize::from(self.0 & 63)]
    }

    /// Returns the square as `side` sees it.
    pub fn own_square(self, side: Side) -> OwnSquare {
        match side {
            Side::White => OwnSquare(self.0 & 63),
            Side::Black => OwnSquare(63 - (self.0 & 63)),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(char::from(b'a' + self.file()))?;
        f.write_char(char::from(b'1' + self.row()))
    }
}

impl OwnSquare {
    /// Returns the square that `side` sees in this place.
    pub fn square(self, side: Side) -> Square {
        Square(Square(self.0).own_square(side).0)
    }

    /// Returns the file from the owner's left, 0 to 7.
    pub fn file(self) -> u8 {
        self.0 / 8
    }

    /// Returns the row from the owner's home, 0 to 7.
    pub fn row(self) -> u8 {
        self.0 % 8
    }

    /// Returns the colour of the square.
    pub fn colour(self) -> Colour {
        COLOURS[self.index()]
    }

    /// Returns the squares straight ahead, the nearest first.
    pub fn ahead(self) -> impl Iterator<Item = OwnSquare> {
        (self.row() + 1..8).map(move |row| OwnSquare(self.file() * 8 + row))
    }

    pub(super) fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0 & 63)
    }

    /// Returns the same square as the opponent sees it.
    pub(super) fn turned(self) -> OwnSquare {
        OwnSquare(63 - (self.0 & 63))
    }
}

impl Board {
    /// Returns every tower on its own colour in its home row, without teeth.
    pub fn start() -> Board {
        let mut own_squares = [OwnSquare(0); 8];
        for file in 0..8 {
            let own_square = OwnSquare(file * 8);
            own_squares[own_square.colour().index()] = own_square;
        }
        Board::new([own_squares; 2], [[0; 8]; 2])
    }

    /// Creates a board with the towers of both sides, Black's first, each as its owner sees it. No
    /// two may share a square.
    pub(super) fn new(own_squares: [[OwnSquare; 8]; 2], teeth: [[u8; 8]; 2]) -> Board {
        let own = own_squares.map(|side| side.iter().fold(0, |set, own_square| set | own_square.bit()));
        let taken = [own[0] | own[1].reverse_bits(), own[1] | own[0].reverse_bits()];
        Board { own_squares, teeth, taken, own }
    }

    /// Returns the square of a tower, as the tower's owner sees it.
    pub fn own_square(&self, side: Side, colour: Colour) -> OwnSquare {
        self.own_squares[side.index()][colour.index()]
    }

    /// Returns how many teeth a tower has: its rank, 0 to 4.
    pub fn teeth(&self, side: Side, colour: Colour) -> u8 {
        self.teeth[side.index()][colour.index()]
    }

    /// Returns the points of a side: the n-th tooth on one tower is worth 1, 2, 4, 8.
    pub fn points(&self, side: Side) -> u32 {
        self.teeth[side.index()].iter().map(|teeth| (1 << teeth) - 1).sum()
    }

    /// Returns the owner and colour of the tower on a square.
    pub fn tower_at(&self, square: Square) -> Option<(Side, Colour)> {
        Side::BOTH.into_iter().find_map(|side| Some((side, self.own_at(side, square.own_square(side))?)))
    }

    pub(super) fn own_at(&self, side: Side, own_square: OwnSquare) -> Option<Colour> {
        Colour::all().find(|colour| self.own_square(side, *colour) == own_square)
    }

    pub(super) fn taken(&self, side: Side) -> u64 {
        self.taken[side.index()]
    }

    pub(super) fn own(&self, side: Side) -> u64 {
        self.own[side.index()]
    }

    /// Moves a tower to an empty own_square, as its owner sees it.
    pub(super) fn shift(&mut self, side: Side, colour: Colour, to: OwnSquare) {
        let here = &mut self.own_squares[side.index()][colour.index()];
        let change = here.bit() | to.bit();
        *here = to;
        self.own[side.index()] ^= change;
        self.taken[side.index()] ^= change;
        self.taken[side.other().index()] ^= change.reverse_bits();
    }

    /// Returns the board with one tower elsewhere.
    pub(super) fn moved(mut self, side: Side, colour: Colour, to: OwnSquare) -> Board {
        self.shift(side, colour, to);
        self
    }

    /// Returns the board with one tooth less on a tower; `None` if the tower has no teeth.
    pub(super) fn without_tooth(mut self, side: Side, colour: Colour) -> Option<Board> {
        let teeth = &mut self.teeth[side.index()][colour.index()];
        *teeth = teeth.checked_sub(1)?;
        Some(self)
    }

    pub(super) fn add_tooth(&mut self, side: Side, colour: Colour) {
        let teeth = &mut self.teeth[side.index()][colour.index()];
        *teeth = (*teeth + 1).min(4);
    }
}

const fn colours() -> [Colour; 64] {
    let mut colours = [Colour(0); 64];
    let mut square = 0;
    while square < 64 {
        let letter = LAYOUT[7 - square % 8][square / 8];
        let mut colour = 0;
        while LETTERS[colour] != letter {
            colour += 1;
        }
        colours[square] = Colour(colour as u8);
        square += 1;
    }
    colours
}
