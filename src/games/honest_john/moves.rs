//! The kinds of moves, forced steps and deals.

use super::{
    position::{HonestJohn, Phase},
    setup::Version,
    tiles::{Tile, whole_set},
};
use crate::{
    fair::key_stream::KeyStream,
    rules::{Entropy, Seat, Turn},
};

/// A move, a forced step or a deal. Tiles are listed from the highest down.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// The player to move lays its own tile: `play 9-4`.
    Play(Tile),
    /// The asked player hands a tile over: `give 9-4`.
    Give(Tile),
    /// The holder of the starting double lays it in the centre: `start 9-9`.
    Start(Tile),
    /// The player to move draws. That player sees `draw 9-4`, all others see `draw`.
    Draw(Tile),
    /// The asked player has no such tile: `none`.
    None,
    /// No player can help and the line is dead: `dead`.
    Dead,
    /// No player can help and the turn passes: `pass`.
    Pass,
    /// All tiles of the set in dealing order: `deal 9-4,8-8,...`.
    Deal(Vec<Tile>),
}

impl HonestJohn {
    pub(super) fn turn_now(&self) -> Turn {
        let actor = Seat(self.actor());
        match self.phase {
            Phase::Deal => Turn::Chance,
            Phase::Play | Phase::Give(_) => Turn::Seat(actor),
            Phase::Start | Phase::Draw | Phase::Ask(_) | Phase::Stuck => Turn::Forced(actor),
            Phase::Out(_) | Phase::Blocked | Phase::NoDouble => Turn::Over,
        }
    }

    /// Appends every choice of the seat that is to decide, or the forced step.
    pub(super) fn list(&self, into: &mut Vec<Move>) {
        match self.phase {
            Phase::Play => into.extend(self.fitting(self.line, self.line).map(Move::Play)),
            Phase::Give(_) => into.extend(self.fitting(self.actor(), self.line).map(Move::Give)),
            Phase::Start => into.extend(self.centre.map(|number| Move::Start(Tile::new(number, number)))),
            Phase::Draw => into.extend(self.boneyard.first().map(|tile| Move::Draw(*tile))),
            Phase::Ask(_) => into.push(Move::None),
            Phase::Stuck if self.setup.version == Version::Chips => into.push(Move::Dead),
            Phase::Stuck => into.push(Move::Pass),
            Phase::Deal | Phase::Out(_) | Phase::Blocked | Phase::NoDouble => {}
        }
    }

    /// Returns a deal of the whole set, shuffled by `entropy`.
    pub(super) fn shuffled(&self, entropy: &Entropy) -> Move {
        let mut order = whole_set(self.setup.top);
        KeyStream::new(entropy).shuffle(&mut order);
        Move::Deal(order)
    }
}
