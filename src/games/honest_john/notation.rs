//! Moves as text: `play 9-4`, `give 9-4`, `start 9-9`, `draw 9-4`, `none`, `dead`, `pass`, `deal
//! 9-4,8-8,...`.

use super::{
    moves::Move,
    position::{HonestJohn, Phase},
    tiles::{Tile, read_list, whole_set, write_list},
};
use crate::rules::{Seat, Unreadable, Viewer};

impl HonestJohn {
    /// Returns the notation that a viewer may know: of a deal the viewer's own tiles, of a draw
    /// only the viewer's own (H2, H17).
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

    /// Reads a step. A deal must be the whole set, each tile once. A tile alone means the move that
    /// is due: the position shows whether it is played or given.
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

/// Returns the complete notation.
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
