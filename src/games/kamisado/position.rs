//! A position, and the effect of a move.

use super::{
    board::{Board, Colour, FAR_ROW, OwnSquare, Side, Square},
    fill::Direction,
};

/// A position of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kamisado {
    board: Board,
    side: Side,
    phase: Phase,
    /// The towers of the chain of zero-length moves that led to this position, one bit each; see
    /// [`chain_bit`].
    chain: u16,
    /// Source and destination of the last real move.
    last: Option<(Square, Square)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// A tower moves. A move onto an enemy tower is a push; a move onto its own square is that of a
    /// blocked tower.
    Step { source: Square, target: Square },
    /// The defender chooses how both home rows are filled.
    Fill(Direction),
}

/// The next event that a position needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first move of a round, with any tower.
    Free,
    /// A move of this tower, which has at least one.
    Required(Colour),
    /// The zero-length move of this tower, which has no other move.
    Blocked(Colour),
    /// The defender's choice of how the home rows are filled.
    Fill,
    /// None: this tower of the side reached the opponent's home row.
    Home(Colour),
    /// None: the opponent of the side caused a deadlock, and this tower got the tooth.
    Deadlock(Colour),
}

impl Kamisado {
    /// Returns the opening position of a match.
    pub fn start() -> Kamisado {
        Kamisado::new(Board::start(), Side::Black, Phase::Free)
    }

    pub(super) fn new(board: Board, side: Side, phase: Phase) -> Kamisado {
        Kamisado { board, side, phase, chain: 0, last: None }
    }

    /// Returns the position with its history, which the text of a position states.
    pub(super) fn resumed(self, chain: u16, last: Option<(Square, Square)>) -> Kamisado {
        Kamisado { chain, last, ..self }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move; at the end of a round, its winner.
    pub fn side(&self) -> Side {
        self.side
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the source and destination of the last real move of the round.
    pub fn last(&self) -> Option<(Square, Square)> {
        self.last
    }

    /// Returns the towers of the chain, one bit each.
    #[cfg(test)]
    pub(super) fn chain_set(&self) -> u16 {
        self.chain
    }

    /// Returns the chain of zero-length moves that led to this position, first to last.
    pub fn chain(&self) -> Vec<(Side, Colour)> {
        if self.chain == 0 {
            return Vec::new();
        }
        let members: Vec<(Side, Colour)> = Side::BOTH
            .into_iter()
            .flat_map(|side| Colour::all().map(move |colour| (side, colour)))
            .filter(|(side, colour)| self.chain & chain_bit(*side, *colour) != 0)
            .collect();
        let follower = |(side, colour): (Side, Colour)| (side.other(), self.board.own_square(side, colour).colour());
        let first = members.iter().find(|tower| !members.iter().any(|before| follower(*before) == **tower));
        let Some(first) = first else { return Vec::new() };
        std::iter::successors(Some(*first), |tower| Some(follower(*tower))).take(members.len()).collect()
    }

    pub(super) fn step(&mut self, played: Move) {
        match played {
            Move::Fill(direction) => self.fill(direction),
            Move::Step { source, target } if source == target => self.stay(source),
            Move::Step { source, target } => self.go(source, target),
        }
    }

    /// Requires `side` to move this tower. Its turn is a free move, a zero-length one, or none
    /// because the chain has closed.
    pub(super) fn require(&mut self, side: Side, colour: Colour) {
        self.side = side;
        self.phase = if self.board.is_mobile(side, colour) {
            Phase::Required(colour)
        } else if self.chain & chain_bit(side, colour) == 0 {
            Phase::Blocked(colour)
        } else {
            return self.end_deadlocked();
        };
    }

    fn fill(&mut self, direction: Direction) {
        *self = Kamisado::new(self.board.filled(direction), self.side.other(), Phase::Free);
    }

    fn stay(&mut self, square: Square) {
        let side = self.side;
        let Some(colour) = self.moving(square.own_square(side)) else { return };
        self.chain |= chain_bit(side, colour);
        self.require(side.other(), square.colour());
    }

    fn go(&mut self, source: Square, target: Square) {
        let side = self.side;
        let (start, end) = (source.own_square(side), target.own_square(side));
        let Some(colour) = self.moving(start) else { return };
        self.chain = 0;
        self.last = Some((source, target));
        if self.board.taken(side) & end.bit() != 0 {
            return self.push(colour);
        }
        self.board.shift(side, colour, end);
        if end.bit() & FAR_ROW != 0 {
            self.end(side, Phase::Home(colour), colour);
        } else {
            self.require(side.other(), end.colour());
        }
    }

    /// Moves all towers in front of a tower one own_square forward, the farthest first. The
    /// opponent misses its turn.
    fn push(&mut self, colour: Colour) {
        let (side, start) = (self.side, self.board.own_square(self.side, colour));
        let count = self.board.pushes(side, colour);
        for step in (1..=count).rev() {
            let here = OwnSquare(start.0 + step).turned();
            if let Some(pushed) = self.board.own_at(side.other(), here) {
                self.board.shift(side.other(), pushed, OwnSquare(start.0 + step + 1).turned());
            }
        }
        if count > 0 {
            self.board.shift(side, colour, OwnSquare(start.0 + 1));
            self.require(side, OwnSquare(start.0 + 1 + count).colour());
        }
    }

    /// Returns the tower on an own_square that is to move.
    fn moving(&self, start: OwnSquare) -> Option<Colour> {
        match self.phase {
            Phase::Required(colour) | Phase::Blocked(colour) => {
                (self.board.own_square(self.side, colour) == start).then_some(colour)
            }
            _ => self.board.own_at(self.side, start),
        }
    }

    /// Ends the round by a deadlock: the side that made the last real move loses. The tooth goes to
    /// the winner's tower of the colour that this move entered.
    fn end_deadlocked(&mut self) {
        let Some((_, target)) = self.last else {
            // Without a last move, no tower gets a tooth; a text that leads here is rejected.
            self.phase = Phase::Deadlock(Colour(0));
            return;
        };
        let loser = self.board.tower_at(target).map_or(self.side, |(side, _)| side);
        self.end(loser.other(), Phase::Deadlock(target.colour()), target.colour());
    }

    fn end(&mut self, winner: Side, phase: Phase, colour: Colour) {
        self.side = winner;
        self.phase = phase;
        self.chain = 0;
        self.board.add_tooth(winner, colour);
    }
}

/// Returns the bit of a tower in a set of towers.
pub(super) fn chain_bit(side: Side, colour: Colour) -> u16 {
    1 << (side.index() * 8 + colour.index())
}
