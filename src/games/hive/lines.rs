//! Counts lines of play by making and unmaking placements on one board. Repetition is ignored, as
//! in every Hive program's perft.

use super::{
    board::{Board, Placement},
    cell_set::CellSet,
    piece::Side,
    placements,
};
use crate::perft::Counting;

/// Returns the number of lines of exactly `depth` plies; lines that end earlier do not count.
pub fn count(board: &Board, depth: u32, counting: Counting) -> u64 {
    let mut lists: Vec<Vec<Placement>> = (0..depth).map(|_| Vec::new()).collect();
    descend(&mut board.clone(), counting, &mut lists, &mut CellSet::new())
}

/// Counts lines, with one list of placements for every remaining ply.
fn descend(board: &mut Board, counting: Counting, lists: &mut [Vec<Placement>], scratch: &mut CellSet) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    if Side::BOTH.iter().any(|&side| board.is_surrounded(side)) {
        return 0;
    }
    if deeper.is_empty() {
        let number = placements::count(board, scratch);
        if number > 0 {
            return number.into();
        }
    }
    list.clear();
    placements::list(board, list);
    if list.is_empty() {
        return forced(board, counting, lists, scratch);
    }
    let (mut lines, mut made) = (0, None);
    for &step in list.iter() {
        // Steps that differ in one aspect only are adjacent in the list, so replacing is cheaper
        // than unmaking.
        if !made.as_mut().is_some_and(|made| board.make_instead(made, step)) {
            if let Some(made) = made.take() {
                board.unmake(made);
            }
            made = Some(board.make(step));
        }
        lines += descend(board, counting, deeper, scratch);
    }
    if let Some(made) = made {
        board.unmake(made);
    }
    lines
}

/// Counts the lines after a pass. If both sides must pass, there is no further move, and with free
/// passes no line.
fn forced(board: &mut Board, counting: Counting, lists: &mut [Vec<Placement>], scratch: &mut CellSet) -> u64 {
    let left = match counting {
        Counting::Plies => &mut lists[1..],
        Counting::Moves => lists,
    };
    let last = board.pass();
    let is_stuck = counting == Counting::Moves && placements::count(board, scratch) == 0;
    let lines = if is_stuck { 0 } else { descend(board, counting, left, scratch) };
    board.unpass(last);
    lines
}
