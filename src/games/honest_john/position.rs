//! A position: hands, lines, boneyard and chips, and the phase.

use super::{
    setup::{NEVER_DRAWN, Setup, Version},
    tiles::Tile,
    voids::Voids,
};

/// A position of Honest John.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HonestJohn {
    pub(super) setup: Setup,
    /// The round, from 1.
    pub(super) round: u32,
    pub(super) phase: Phase,
    /// The number of the starting double. Before the deal of version 2, that of the previous round.
    pub(super) centre: Option<u8>,
    /// The seat whose line is being built.
    pub(super) line: u8,
    /// Each seat's tiles, the highest first.
    pub(super) hands: Vec<Vec<Tile>>,
    /// Each seat's line, in the order in which its tiles were laid.
    pub(super) lines: Vec<Vec<Tile>>,
    /// The number at the end of each seat's line (H4).
    pub(super) ends: Vec<u8>,
    /// The numbers whose doubles lie in the layout, one bit each (H16).
    pub(super) opened: u32,
    /// The seats whose lines are dead, one bit each (version 1).
    pub(super) dead: u8,
    /// The face-down tiles, in drawing order.
    pub(super) boneyard: Vec<Tile>,
    /// The public knowledge of what each seat does not hold.
    pub(super) voids: Vec<Voids>,
    /// The gains of each seat in this round so far.
    pub(super) gains: Vec<i64>,
    /// The points of each seat before this round, starting chips included.
    pub(super) before: Vec<i64>,
    /// The seat on whose line the last tile was laid, for the scene.
    pub(super) last: Option<u8>,
}

/// The next event that a position needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The tiles are to be dealt.
    Deal,
    /// The holder of the starting double must lay it.
    Start,
    /// The owner of the line plays one of several tiles, or the only one.
    Play,
    /// The owner of the line draws.
    Draw,
    /// The number of seats from the owner of the line, to the left, to a seat that has no fitting
    /// tile.
    Ask(u8),
    /// The number of seats from the owner of the line, to the left, to a seat that must hand over a
    /// tile.
    Give(u8),
    /// No player could help: the line dies (version 1), or the turn passes (version 2).
    Stuck,
    /// A hand is empty: its owner has won the round.
    Out(u8),
    /// No line can ever continue.
    Blocked,
    /// No hand has a double that could start the round: the match is over (H19).
    NoDouble,
}

impl HonestJohn {
    /// Creates the position before the first deal.
    pub(super) fn first(setup: Setup) -> HonestJohn {
        HonestJohn::before_deal(setup, 1, None, vec![setup.chips; usize::from(setup.seats)])
    }

    /// Creates the position before the deal of a round.
    pub(super) fn before_deal(setup: Setup, round: u32, centre: Option<u8>, before: Vec<i64>) -> HonestJohn {
        let seats = usize::from(setup.seats);
        HonestJohn {
            setup,
            round,
            phase: Phase::Deal,
            centre,
            line: 0,
            hands: vec![Vec::new(); seats],
            lines: vec![Vec::new(); seats],
            ends: vec![0; seats],
            opened: 0,
            dead: 0,
            boneyard: Vec::new(),
            voids: vec![Voids::NOTHING; seats],
            gains: vec![0; seats],
            before,
            last: None,
        }
    }

    /// Returns the seat `places` places to the left of the line's owner.
    pub(super) fn asked(&self, places: u8) -> u8 {
        (self.line + places) % self.setup.seats
    }

    /// Returns the seat that has the next step.
    pub(super) fn actor(&self) -> u8 {
        match self.phase {
            Phase::Ask(places) | Phase::Give(places) => self.asked(places),
            _ => self.line,
        }
    }

    /// Returns whether the round is over.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Out(_) | Phase::Blocked | Phase::NoDouble)
    }

    /// Returns whether a seat's line is dead.
    pub(super) fn is_dead(&self, seat: u8) -> bool {
        self.dead & (1 << seat) != 0
    }

    /// Lays the starting double in the centre: every line ends in its number (H4).
    pub(super) fn lay_centre(&mut self, number: u8) {
        self.ends.fill(number);
        self.opened = 1 << number;
    }

    /// Lays a tile that fits on the line of a seat.
    pub(super) fn lay_on(&mut self, seat: u8, tile: Tile) {
        let line = usize::from(seat);
        self.lines[line].push(tile);
        self.ends[line] = tile.outer(self.ends[line]);
        if tile.is_double() {
            self.opened |= 1 << tile.high();
        }
    }

    /// Returns whether a tile may be laid on the line of a seat (H4, H16).
    pub(super) fn fits(&self, tile: Tile, seat: u8) -> bool {
        let end = self.ends[usize::from(seat)];
        let open = self.setup.version == Version::Chips || self.opened & (1 << end) != 0;
        tile.shows(end) && (open || tile.is_double())
    }

    /// Returns the tiles of `holder` that may be laid on the line of `seat`, the highest first.
    pub(super) fn fitting(&self, holder: u8, seat: u8) -> impl Iterator<Item = Tile> + '_ {
        self.hands[usize::from(holder)].iter().copied().filter(move |tile| self.fits(*tile, seat))
    }

    /// Returns whether `holder` has a tile that may be laid on the line of `seat`.
    pub(super) fn can_help(&self, holder: u8, seat: u8) -> bool {
        self.fitting(holder, seat).next().is_some()
    }

    /// Returns whether the owner of a line may still draw (H17).
    pub(super) fn can_draw(&self) -> bool {
        self.setup.version == Version::Pips && self.boneyard.len() > NEVER_DRAWN
    }

    /// Returns whether no line can ever continue (H8).
    pub(super) fn is_blocked(&self) -> bool {
        let goes_on = |seat: u8| (0..self.setup.seats).any(|holder| self.can_help(holder, seat));
        !self.can_draw() && !(0..self.setup.seats).any(|seat| !self.is_dead(seat) && goes_on(seat))
    }

    /// Returns whether the phase is possible in the position.
    pub(super) fn has_possible_phase(&self) -> bool {
        let line = self.line;
        let helps = |places: u8| self.can_help(self.asked(places), line);
        let none_before = |places: u8| !(0..places).any(helps);
        let holds = match self.phase {
            Phase::Deal | Phase::NoDouble => true,
            Phase::Start => {
                self.centre.is_some_and(|number| self.hands[usize::from(line)].contains(&Tile::new(number, number)))
            }
            Phase::Play => helps(0),
            Phase::Draw => self.can_draw() && !helps(0),
            Phase::Ask(places) => none_before(places + 1),
            Phase::Give(places) => none_before(places) && helps(places),
            Phase::Stuck => none_before(self.setup.seats),
            Phase::Out(winner) => self.hands[usize::from(winner)].is_empty(),
            Phase::Blocked => self.is_blocked(),
        };
        let live = self.is_over() || self.hands.iter().all(|hand| !hand.is_empty()) || self.phase == Phase::Deal;
        holds && live && (self.is_over() || !self.is_dead(line))
    }
}

impl HonestJohn {
    /// Records publicly that a seat has no tile for the current line.
    pub(super) fn note_none(&mut self, seat: u8) {
        let end = self.ends[usize::from(self.line)];
        let voids = &mut self.voids[usize::from(seat)];
        match self.setup.version == Version::Chips || self.opened & (1 << end) != 0 {
            true => voids.lacks(end),
            false => voids.lacks_double(end),
        }
    }

    /// Records publicly which doubles no hand has, because they would have started the round (H10,
    /// H19).
    pub(super) fn note_start(&mut self, centre: u8, below: u8) {
        let doubles = (centre + 1..below).fold(0, |bits, number| bits | 1 << number);
        self.voids.iter_mut().for_each(|voids| voids.set_doubles(doubles));
    }

    /// Records that a seat drew a tile that only it sees.
    pub(super) fn note_draw(&mut self, seat: u8) {
        self.voids[usize::from(seat)].loosen(self.setup.top);
    }

    /// Records that a seat laid a tile.
    pub(super) fn note_laid(&mut self, seat: u8, tile: Tile) {
        self.voids[usize::from(seat)].less(tile);
        if tile.is_double() {
            self.voids.iter_mut().for_each(|voids| voids.forget_double(tile.high()));
        }
    }
}
