//! Lists moves, and counts them without a list.

use super::position::{Dvonn, Move, Side};
use crate::rules::Turn;

impl Dvonn {
    pub(super) fn turn_now(&self) -> Turn {
        if self.is_placement() || self.can_move(self.side) {
            Turn::Seat(self.side.seat())
        } else if self.can_move(self.side.other()) {
            Turn::Forced(self.side.seat())
        } else {
            Turn::Over
        }
    }

    /// Appends every move, or the forced pass.
    pub(super) fn list(&self, into: &mut Vec<Move>) {
        if self.is_placement() {
            into.extend(self.free().map(Move::Place));
            return;
        }
        for source in self.movable(self.side) {
            into.extend(self.landings(source).map(|landing| Move::Stack(source, landing)));
        }
        if self.turn_now() == Turn::Forced(self.side.seat()) {
            into.push(Move::Pass);
        }
    }

    /// Returns the number of moves that [`Dvonn::list`] appends.
    pub(super) fn count(&self) -> u64 {
        if self.is_placement() {
            return u64::from(self.free().count());
        }
        match self.mobility(self.side) {
            0 => u64::from(self.can_move(self.side.other())),
            moves => u64::from(moves),
        }
    }

    /// Returns the number of stacking moves of a side.
    pub(super) fn mobility(&self, side: Side) -> u32 {
        self.movable(side).map(|cell| self.landings(cell).count()).sum()
    }
}
