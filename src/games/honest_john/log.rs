//! The text of a match as a domino log: who holds what, who asks, and who pays.

use super::{HonestJohn, Move, position::Phase, setup::Version, tiles::write_list, words::SIDES};
use crate::sheet::{self, Sheet};

pub(super) fn write(sheet: &Sheet) -> String {
    sheet::write::<HonestJohn>(sheet, remarks)
}

/// Comments on a step that is about to be played.
fn remarks(before: &HonestJohn, played: &Move) -> Vec<String> {
    let mut after = before.clone();
    after.step(played);
    let name = |seat: u8| SIDES.get(usize::from(seat)).map_or("", |side| side.name);
    let (actor, owner) = (name(before.actor()), name(before.line));
    let mut remarks = match played {
        Move::Deal(_) if after.phase == Phase::Deal => {
            vec!["no hand has a double: all tiles are dealt again".to_owned()]
        }
        Move::Deal(_) => {
            let hands =
                (0..).zip(&after.hands).map(|(seat, hand)| format!("{} holds {}", name(seat), write_list(hand)));
            let rest = (!after.boneyard.is_empty()).then(|| format!("face down: {}", write_list(&after.boneyard)));
            hands.chain(rest).collect()
        }
        Move::Start(_) => vec![format!("{actor} lays the starting double")],
        Move::Play(_) => vec![actor.to_owned()],
        Move::Draw(_) => vec![format!("{actor} draws")],
        Move::None => vec![format!("{owner} asks {actor}, who has none")],
        Move::Give(_) if before.setup.version == Version::Chips => {
            vec![format!("{owner} asks {actor}, and pays a chip")]
        }
        Move::Give(_) => vec![format!("{owner} asks {actor}, who gives a tile")],
        Move::Dead => vec![format!("the line of {actor} is dead")],
        Move::Pass => vec![format!("{actor} passes")],
    };
    if after.gains != before.gains {
        let word = if before.setup.version == Version::Chips { "chips" } else { "points" };
        let held = after.before.iter().zip(&after.gains).map(|(had, gain)| (had + gain).to_string());
        remarks.push(format!("{word}: {}", held.collect::<Vec<_>>().join(" ")));
    }
    remarks
}
