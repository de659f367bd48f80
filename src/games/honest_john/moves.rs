//! Moves, forced steps and deals, and their notation.

use super::{
    position::{HonestJohn, Phase},
    setup::Version,
    tiles::{Tile, read_list, whole_set, write_list},
};
use crate::games::{
    fair::key_stream::KeyStream,
    rules::{Entropy, Seat, Turn, Unreadable, Viewer},
};

/// A move, a forced step or a deal. Tiles are listed from the highest down.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// The player in turn lays a tile of his own: `play 9-4`.
    Play(Tile),
    /// The player who was asked hands one over: `give 9-4`.
    Give(Tile),
    /// The holder of the starting double lays it in the centre: `start 9-9`.
    Start(Tile),
    /// The player in turn draws: `draw 9-4` for himself, `draw` for everybody else.
    Draw(Tile),
    /// The player who was asked has none: `none`.
    None,
    /// Nobody can help: the line is dead: `dead`.
    Dead,
    /// Nobody can help: the turn passes: `pass`.
    Pass,
    /// All tiles of the set, as they are handed out: `deal 9-4,8-8,...`.
    Deal(Vec<Tile>),
}

impl HonestJohn {
    /// Who acts next.
    pub(super) fn turn_now(&self) -> Turn {
        let actor = Seat(self.actor());
        match self.phase {
            Phase::Deal => Turn::Chance,
            Phase::Play | Phase::Give(_) => Turn::Seat(actor),
            Phase::Start | Phase::Draw | Phase::Ask(_) | Phase::Stuck => Turn::Forced(actor),
            Phase::Out(_) | Phase::Blocked | Phase::NoDouble => Turn::Over,
        }
    }

    /// Appends every decision of the actor, or the forced step.
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

    /// The whole set in an order that `entropy` alone decides.
    pub(super) fn shuffled(&self, entropy: &Entropy) -> Move {
        let mut order = whole_set(self.setup.top);
        KeyStream::new(entropy).shuffle(&mut order);
        Move::Deal(order)
    }

    /// The notation as a viewer may know it: of a deal his own tiles, of a draw only his own (H2, H17).
    pub(super) fn notation_for(&self, viewer: Viewer, played: &Move) -> String {
        let sees = |seat: u8| viewer.knows_hand_of(Seat(seat));
        match played {
            Move::Draw(_) if !sees(self.line) => "draw".to_owned(),
            Move::Deal(order) => {
                let owner = |index: usize| u8::try_from(index / self.setup.hand.max(1)).unwrap_or(u8::MAX);
                let shown = order.iter().enumerate().map(|(index, tile)| {
                    if sees(owner(index)) && owner(index) < self.setup.seats {
                        tile.to_string()
                    } else {
                        "?".to_owned()
                    }
                });
                format!("deal {}", shown.collect::<Vec<_>>().join(","))
            }
            other => write(other),
        }
    }

    /// Reads a step. A deal must be the whole set, each tile once. A tile alone is the move that is due: whether it is played or
    /// given, everybody sees.
    pub(super) fn read_step(&self, text: &str) -> Result<Move, Unreadable> {
        match (self.phase, Tile::read(text, 0, self.setup.top)) {
            (Phase::Play, Ok(tile)) => return Ok(Move::Play(tile)),
            (Phase::Give(_), Ok(tile)) => return Ok(Move::Give(tile)),
            _ => {}
        }
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let at = (verb.len() + 1).min(text.len());
        let tile = || Tile::read(rest, at, self.setup.top);
        let bare = |step: Move| match rest {
            "" if text == verb => Ok(step),
            _ => Err(Unreadable::new(verb.len(), "the end")),
        };
        match verb {
            "play" => Ok(Move::Play(tile()?)),
            "give" => Ok(Move::Give(tile()?)),
            "start" => Ok(Move::Start(tile()?)),
            "draw" => Ok(Move::Draw(tile()?)),
            "none" => bare(Move::None),
            "dead" => bare(Move::Dead),
            "pass" => bare(Move::Pass),
            "deal" => {
                let order = read_list(rest, at, self.setup.top)?;
                let mut sorted = order.clone();
                sorted.sort();
                if sorted != whole_set(self.setup.top) {
                    let expected = format!("all {} tiles of the set, each once", self.setup.tiles());
                    return Err(Unreadable::new(at, expected));
                }
                Ok(Move::Deal(order))
            }
            _ => Err(Unreadable::new(0, "play, give, start, draw, none, dead, pass or deal")),
        }
    }
}

/// The complete notation.
pub(super) fn write(played: &Move) -> String {
    match played {
        Move::Play(tile) => format!("play {tile}"),
        Move::Give(tile) => format!("give {tile}"),
        Move::Start(tile) => format!("start {tile}"),
        Move::Draw(tile) => format!("draw {tile}"),
        Move::None => "none".to_owned(),
        Move::Dead => "dead".to_owned(),
        Move::Pass => "pass".to_owned(),
        Move::Deal(order) => format!("deal {}", write_list(order)),
    }
}
