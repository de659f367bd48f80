//! Checks that the stated history of a position can have led to it.

use super::{
    board::{Board, Colour, FAR_ROW, OwnSquare, Side, Square},
    position::{Kamisado, Move, Phase},
};
use crate::rules::Unreadable;

/// Maximum length of a chain: every tower once.
const MAX_CHAIN: usize = 16;

/// The start position and the value of each field.
pub(super) type Fields<'a> = [(usize, &'a str); 5];

pub(super) fn check(position: &Kamisado, fields: &Fields<'_>) -> Result<(), Unreadable> {
    let [board, _, phase, last, chain] = fields.map(|(at, _)| at);
    check_board(position, board)?;
    let refuse = |at: usize, expected: &str| Err(Unreadable::new(at, expected));
    match position.phase() {
        Phase::Free if position.last().is_some() => refuse(last, "`-`, since the round has no earlier move"),
        Phase::Free if position.count() == 0 => refuse(board, "a tower that can make the first move of the round"),
        Phase::Free | Phase::Fill | Phase::Home(_) | Phase::Deadlock(_) if fields[4].1 != "-" => {
            refuse(chain, "`-`, since a chain needs a required tower")
        }
        Phase::Free => Ok(()),
        Phase::Fill if position.last().is_none() => Ok(()),
        _ if position.last().is_some() => {
            let replays = predecessors(position).iter().any(|(before, played)| leads(before, *played, position));
            if replays && *chain_squares(position) == *fields[4].1 {
                return Ok(());
            }
            refuse(last, "a last move, and a chain of blocked towers since, that lead to this position and turn")
        }
        _ if !continues(position) => {
            refuse(chain, "blocked towers, each requiring the next, the last requiring this one")
        }
        _ if *chain_squares(position) != *fields[4].1 => {
            refuse(chain, "the blocked towers in the order of their steps")
        }
        _ if closes(position) => {
            refuse(phase, "a required tower whose chain of blocked towers ends: name the last move")
        }
        _ => Ok(()),
    }
}

/// Checks the towers: only one that has just won is on the far row, and only one that has just won
/// the match has four teeth.
fn check_board(position: &Kamisado, at: usize) -> Result<(), Unreadable> {
    let (board, side) = (position.board(), position.side());
    let winner = match position.phase() {
        Phase::Home(colour) => Some((side, colour)),
        Phase::Fill => Colour::all().map(|c| (side, c)).find(|(_, c)| is_home(board, side, *c)),
        _ => None,
    };
    let crowned = match position.phase() {
        Phase::Home(colour) | Phase::Deadlock(colour) => Some((side, colour)),
        _ => None,
    };
    for tower in Side::BOTH.into_iter().flat_map(|side| Colour::all().map(move |colour| (side, colour))) {
        let teeth = board.teeth(tower.0, tower.1);
        if is_home(board, tower.0, tower.1) && (winner != Some(tower) || teeth == 0) {
            return Err(Unreadable::new(at, format!("{:?}'s {} tower before its far row", tower.0, tower.1.name())));
        }
        if teeth > 3 && crowned != Some(tower) {
            let expected = format!("at most three teeth on {:?}'s {} tower", tower.0, tower.1.name());
            return Err(Unreadable::new(at, expected));
        }
    }
    Ok(())
}

fn is_home(board: &Board, side: Side, colour: Colour) -> bool {
    board.own_square(side, colour).bit() & FAR_ROW != 0
}

fn chain_squares(position: &Kamisado) -> String {
    let square = |(side, colour)| position.board().own_square(side, colour).square(side).to_string();
    let squares: Vec<String> = position.chain().into_iter().map(square).collect();
    if squares.is_empty() { "-".to_owned() } else { squares.join(",") }
}

/// Returns every position in which the last move can have been played, with that move.
fn predecessors(position: &Kamisado) -> Vec<(Kamisado, Move)> {
    let Some((source, target)) = position.last() else { return Vec::new() };
    let Some((mover, colour)) = position.board().tower_at(target) else { return Vec::new() };
    if position.board().tower_at(source).is_some() {
        return Vec::new();
    }
    let mut boards = vec![position.board().moved(mover, colour, source.own_square(mover))];
    for count in 1..=3 {
        boards.extend(unpushed(position.board(), mover, colour, source, count));
    }
    let teeth = match position.phase() {
        Phase::Home(tower) | Phase::Deadlock(tower) => vec![(position.side(), tower)],
        Phase::Fill => vec![(mover, colour), (mover.other(), target.colour())],
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for board in boards {
        let drawn = teeth.iter().filter_map(|(side, tower)| board.without_tooth(*side, *tower));
        let before: Vec<Board> = if teeth.is_empty() { vec![board] } else { drawn.collect() };
        let required = |board| Kamisado::new(board, mover, Phase::Required(colour));
        found.extend(before.into_iter().map(|board| (required(board), Move::Step { source, target })));
    }
    found
}

/// Returns the board before `count` towers were pushed; `None` if that is impossible.
fn unpushed(board: &Board, mover: Side, colour: Colour, source: Square, count: u8) -> Option<Board> {
    let here = board.own_square(mover, colour);
    if here.row() + count > 7 || source.own_square(mover).0 + 1 != here.0 {
        return None;
    }
    let mut before = board.moved(mover, colour, source.own_square(mover));
    for step in 1..=count {
        let pushed = before.own_at(mover.other(), OwnSquare(here.0 + step).turned())?;
        before = before.moved(mover.other(), pushed, OwnSquare(here.0 + step - 1).turned());
    }
    Some(before)
}

/// Returns whether the move is legal in `before` and leads to the position, over as many
/// zero-length moves as the position states.
fn leads(before: &Kamisado, played: Move, position: &Kamisado) -> bool {
    let mut moves = Vec::new();
    before.list(&mut moves);
    if !moves.contains(&played) {
        return false;
    }
    let mut after = before.clone();
    after.step(played);
    for _ in 0..=MAX_CHAIN {
        let reached = if position.phase() == Phase::Fill { after.refill() } else { Some(after.clone()) };
        if reached.as_ref() == Some(position) {
            return true;
        }
        if !stay(&mut after) {
            return false;
        }
    }
    false
}

/// Returns whether the chain, if there is one, leads to a position without a last move.
fn continues(position: &Kamisado) -> bool {
    let chain = position.chain();
    let Some((side, colour)) = chain.first() else { return true };
    let mut after = Kamisado::new(*position.board(), *side, Phase::Free);
    after.require(*side, *colour);
    chain.iter().all(|_| stay(&mut after)) && after == *position
}

/// Returns whether the next zero-length moves return to a tower of the chain.
fn closes(position: &Kamisado) -> bool {
    let mut after = position.clone();
    (0..=MAX_CHAIN).any(|_| !stay(&mut after)) && matches!(after.phase(), Phase::Deadlock(_))
}

/// Makes the zero-length move of a blocked tower.
fn stay(position: &mut Kamisado) -> bool {
    let Phase::Blocked(colour) = position.phase() else { return false };
    let square = position.board().own_square(position.side(), colour).square(position.side());
    position.step(Move::Step { source: square, target: square });
    true
}

#[cfg(test)]
mod tests {
    use super::{
        super::{super::search::split_mix::SplitMix64, text},
        *,
    };

    /// Plays rounds until a tower has its fourth tooth, and visits every position of each round
    /// except the last.
    fn random_rounds(seed: u64, mut visit: impl FnMut(&Kamisado)) {
        let (mut rng, mut next, mut moves) = (SplitMix64::new(seed), Some(Kamisado::start()), Vec::new());
        while let Some(mut here) = next {
            loop {
                moves.clear();
                here.list(&mut moves);
                let Some(played) = rng.pick(&moves) else { break };
                visit(&here);
                here.step(*played);
            }
            next = here.refill();
        }
    }

    /// A position set up by hand has no last move. It is read with its chain, unless neither side
    /// could lose its deadlock.
    #[test]
    fn an_unneeded_last_move_may_be_omitted() {
        let (mut chains, mut deadlocks) = (0, 0);
        for seed in 0..60 {
            random_rounds(seed, |here| {
                let blocked = matches!(here.phase(), Phase::Blocked(_));
                if here.chain_set() == 0 && !blocked {
                    return;
                }
                let bare = here.clone().resumed(here.chain_set(), None);
                let read = text::read(&text::write(&bare));
                assert_eq!(read.is_err(), closes(&bare), "{}", text::write(&bare));
                chains += u32::from(read.as_ref().is_ok_and(|read| !read.chain().is_empty()));
                deadlocks += u32::from(read.is_err());
                assert_eq!(read.unwrap_or(bare.clone()), bare);
            });
        }
        assert!(chains > 100 && deadlocks > 10, "{chains} chains and {deadlocks} deadlocks came up");
    }

    #[test]
    fn a_chain_is_written_in_the_order_of_its_steps() {
        let mut longest = 0;
        for seed in 0..100 {
            let mut stayed = Vec::new();
            random_rounds(seed, |here| {
                if here.chain_set() == 0 {
                    stayed.clear();
                } else {
                    assert_eq!(here.chain(), stayed);
                }
                longest = longest.max(stayed.len());
                if let Phase::Blocked(colour) = here.phase() {
                    stayed.push((here.side(), colour));
                }
            });
        }
        assert!(longest >= 3, "the longest chain had {longest} towers");
    }
}
