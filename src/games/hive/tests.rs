//! Cases beyond the golden ones: the incremental sums against recomputed ones, and single rulings.

use std::collections::BTreeSet;

use super::{
    Hive, Piece,
    board::{Board, Placement},
    cell_set::CellSet,
    cells::{self, beside},
    moves::canonical,
    piece,
    pins::Pins,
    placements, text,
};
use crate::{
    perft::{self, Counting},
    rules::{Rules, Setting, Turn, Viewer},
    scene::Scene,
    search::split_mix::SplitMix64,
};

const TYPES: [&str; 8] = ["", "M", "L", "P", "ML", "MP", "LP", "MLP"];

fn setting(expansions: &str, options: &[(&str, &str)]) -> Setting {
    let options = options.iter().copied().chain([("expansions", expansions)]);
    Hive::facts().setting(2, options).expect("a setting")
}

/// Returns a game of these moves; the game type follows from `expansions`.
fn game(expansions: &str, moves: &[&str]) -> Hive {
    played(Hive::open_with(&setting(expansions, &[])), moves)
}

fn played(mut hive: Hive, moves: &[&str]) -> Hive {
    for notation in moves {
        let read = hive.read(notation).expect("a move");
        assert!(hive.is_allowed(read), "{notation} after {}", text::write(&hive));
        hive.play(&read);
    }
    hive
}

fn legal(hive: &Hive) -> Vec<String> {
    let mut moves = Vec::new();
    hive.moves(&mut moves);
    moves.iter().map(|played| played.to_string()).collect()
}

/// Calls `show` for the positions of a random game of each type.
fn wander(seeds: u64, plies: usize, mut show: impl FnMut(&Hive)) {
    for expansions in TYPES {
        for seed in 0..seeds {
            let mut rng = SplitMix64::new(seed);
            let mut hive = Hive::open_with(&setting(expansions, &[("queen_first_turn", "true")]));
            let mut moves = Vec::new();
            for _ in 0..plies {
                show(&hive);
                moves.clear();
                hive.moves(&mut moves);
                let Some(played) = rng.pick(&moves) else { break };
                hive.play(&played.clone());
            }
        }
    }
}

/// Returns the same stacks, placed one by one.
fn rebuilt(board: &Board) -> Board {
    let mut pieces: Vec<Piece> = piece::each(board.in_play()).collect();
    pieces.sort_by_key(|piece| board.level(*piece));
    let mut fresh = Board::new(board.set(), board.queen_first_turn());
    for piece in pieces {
        fresh.make(Placement { piece, cell: board.at(piece) });
    }
    fresh
}

/// Returns whether the pieces without one ground piece are connected.
fn hangs_together_without(board: &Board, lifted: Piece) -> bool {
    let tops: Vec<Piece> = piece::each(board.in_play() & !board.covered() & !lifted.bit()).collect();
    let mut reached = CellSet::new();
    reached.insert(board.at(tops[0]));
    let mut next = 0;
    while let Some(cell) = reached.get(next) {
        for direction in cells::each(board.ring_without(cell, board.at(lifted))) {
            reached.insert(beside(cell, direction));
        }
        next += 1;
    }
    reached.len() == tops.len()
}

#[test]
fn the_sums_are_those_of_a_board_made_afresh() {
    wander(3, 150, |hive| {
        let fresh = rebuilt(&hive.board);
        assert_eq!((fresh.tally(), fresh.holes()), (hive.board.tally(), hive.board.holes()), "{}", text::write(hive));
    });
}

#[test]
fn pins_are_those_of_a_search() {
    wander(3, 150, |hive| {
        let mut pins = Pins::new(&hive.board);
        for top in piece::each(hive.board.in_play() & !hive.board.covered()) {
            if hive.board.under(top).is_none() && hive.board.in_play().count_ones() > 1 {
                assert_eq!(pins.is_free(top), hangs_together_without(&hive.board, top), "{top} {}", text::write(hive));
            }
        }
    });
}

#[test]
fn as_many_are_counted_as_listed_and_each_once() {
    wander(6, 200, |hive| {
        let mut list = Vec::new();
        placements::list(&hive.board, &mut list);
        assert_eq!(placements::number(&hive.board) as usize, list.len(), "{}", text::write(hive));
        assert_eq!(placements::any(&hive.board), !list.is_empty());
        let mut moves: Vec<_> = list.iter().map(|step| canonical(&hive.board, *step).expect("a name")).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), list.len());
        assert!(moves.iter().is_sorted_by_key(|played| played.to_string()));
        for (step, played) in list.iter().map(|step| (step, canonical(&hive.board, *step).expect("a name"))) {
            assert_eq!(played.step(&hive.board), Some(*step));
            assert!(placements::allows(&hive.board, *step));
        }
    });
}

#[test]
fn lines_are_those_of_play_on_copies() {
    let mut number = 0;
    wander(1, 120, |hive| {
        number += 1;
        if number % 17 != 0 || hive.turn_now() == Turn::Over {
            return;
        }
        for counting in [Counting::Moves, Counting::Plies] {
            let copies = perft::by_copies(hive, 2, counting);
            assert_eq!(perft::perft(hive, 2, counting), copies, "{counting:?} {}", text::write(hive));
        }
    });
}

#[test]
fn the_longest_hive_has_room() {
    let pairs = ["M", "L", "P", "Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3"];
    for (west, east) in [(("-", ""), ("", "-")), (("/", ""), ("", "/")), (("\\", ""), ("", "\\"))] {
        let mut moves = vec!["wM".to_owned(), format!("bM {}wM{}", east.0, east.1)];
        for pair in pairs.windows(2) {
            moves.push(format!("w{} {}w{}{}", pair[1], west.0, pair[0], west.1));
            moves.push(format!("b{} {}b{}{}", pair[1], east.0, pair[0], east.1));
        }
        let mut hive = game("MLP", &moves.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(hive.board.in_play().count_ones(), 28);
        // 27 pieces in a row have 58 cells round them; the ant occupies one.
        assert_eq!(legal(&hive).len(), 57);
        let mut rng = SplitMix64::new(1);
        for _ in 0..200 {
            let Some(notation) = rng.pick(&legal(&hive)).cloned() else { break };
            hive = played(hive, &[&notation]);
            assert_eq!(rebuilt(&hive.board).tally(), hive.board.tally());
        }
    }
}

#[test]
fn the_queen_is_in_on_the_fourth_turn() {
    let late = game("", &["wS1", "bS1 wS1-", "wA1 -wS1", "bA1 bS1-", "wA2 -wA1", "bA2 bA1-"]);
    assert!(legal(&late).iter().all(|played| played.starts_with("wQ ")), "{:?}", legal(&late));
    let first = |allowed| Hive::open_with(&setting("", &[("queen_first_turn", allowed)]));
    assert!(!legal(&first("false")).contains(&"wQ".to_owned()));
    assert!(legal(&first("true")).contains(&"wQ".to_owned()));
    let second = played(first("true"), &["wQ"]);
    assert_eq!(legal(&second).len(), 5 * 6, "black's queen too");
}

#[test]
fn every_name_of_a_cell_is_read() {
    let hive = game("", &["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wB1 -wQ", "bB1 bQ-"]);
    for (name, canonical) in [
        ("wB1 \\wQ", "wB1 \\wQ"),
        ("wB1 wB1/", "wB1 \\wQ"),
        ("wA1 -wB1", "wA1 -wB1"),
        ("wA1 /wQ", "wA1 wB1\\"),
        ("wA1 wB1\\", "wA1 wB1\\"),
    ] {
        assert_eq!(hive.read(name).map(|read| read.to_string()).as_deref(), Ok(canonical), "{name}");
    }
    let climbed = played(hive, &["wB1 wQ", "bA1 bB1-"]);
    // Named relative to the piece below, the top, and the mover itself.
    for name in ["wB1 \\wS1", "wB1 wQ/", "wB1 wB1/"] {
        assert_eq!(climbed.read(name).map(|read| read.to_string()).as_deref(), Ok("wB1 \\wS1"), "{name}");
    }
}

#[test]
fn a_third_time_can_be_claimed_and_a_fifth_is_a_draw() {
    let opening = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"];
    let round = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"];
    let mut hive = game("", &opening);
    for times in 2..=5 {
        assert!(!hive.can_be_claimed() || times > 3);
        hive = played(hive, &round);
        assert_eq!(hive.can_be_claimed(), times == 3 || times == 4, "{times}");
    }
    assert_eq!((hive.turn(), hive.outcome().cause), (Turn::Over, "fivefold"));
    let auto = played(Hive::open_with(&setting("", &[("repetition", "auto")])), &opening);
    let auto = played(played(auto, &round), &round);
    assert_eq!((auto.turn(), auto.outcome().cause), (Turn::Over, "threefold"));
    let mut off = played(Hive::open_with(&setting("", &[("repetition", "off")])), &opening);
    for _ in 0..6 {
        off = played(off, &round);
    }
    assert!(!off.can_be_claimed() && off.turn() != Turn::Over);
}

#[test]
fn a_thrown_piece_rests_and_still_lends_its_power() {
    // Black's mosquito, beside White's pillbug, throws it to a cell beside White's mosquito.
    let opening = ["wP", "bM wP-", "wQ \\wP", "bQ bM-", "wM wQ/", "bA1 bQ-", "wM wQ-", "wP bM/"];
    let thrown = game("MP", &opening);
    let moves = legal(&thrown);
    assert!(!moves.iter().any(|played| played.starts_with("wP ")), "it rests: {moves:?}");
    let throws: Vec<_> = moves.iter().filter(|played| played.starts_with('b')).collect();
    assert_eq!(throws, ["bM \\wM", "bM \\wP", "bM wQ\\"], "the mosquito beside it throws: {moves:?}");
    assert!(moves.contains(&"wQ \\wP".to_owned()), "also its own queen: {moves:?}");
    assert_eq!(moves.len(), 30);
    let later = played(thrown, &["wB1 -wQ", "bB1 bA1-"]);
    let moves = legal(&later);
    assert!(moves.iter().any(|played| played.starts_with("wP ")), "it is itself again: {moves:?}");
    assert!(moves.iter().any(|played| played.starts_with("bM ")), "and lends its power: {moves:?}");
}

#[test]
fn what_a_text_says_of_state_and_turn_is_not_believed() {
    let told = "Base;WhiteWins;Black[77];wS1;bS1 wS1-";
    let read = Hive::parse(&setting("", &[]), told).expect("well formed");
    assert_eq!(read.text(), "Base;InProgress;White[2];wS1;bS1 wS1-");
    assert_eq!(
        Hive::parse(&setting("MLP", &[]), "Base+MLP").map(|hive| hive.text()).as_deref(),
        Ok("Base+MLP;NotStarted;White[1]")
    );
    assert_eq!(Hive::parse(&setting("M", &[]), "Base+MLP").map(|hive| hive.text()).unwrap_err().at, 0);
}

/// An empty cell is drawn if a legal move or the last move touches it, and only then.
#[test]
fn the_table_has_no_empty_cells_but_targets() {
    let names = |scene: &Scene| scene.spaces.iter().map(|space| space.id.clone()).collect::<BTreeSet<_>>();
    let mut hive = game("MLP", &[]);
    assert_eq!(names(&hive.scene(Viewer::Spectator)).len(), 1, "the first piece has one place");
    assert_eq!(hive.scene(Viewer::Spectator).highlights, [], "no queen is there");
    let (mut rng, mut empty) = (SplitMix64::new(7), 0);
    for _ in 0..200 {
        let mut moves = Vec::new();
        hive.moves(&mut moves);
        let Some(played) = rng.pick(&moves).copied() else { break };
        hive.play(&played);
        let scene = hive.scene(Viewer::Spectator);
        moves.clear();
        hive.moves(&mut moves);
        let used = moves.iter().flat_map(|played| hive.gesture(played).spaces);
        let taken: BTreeSet<String> = scene.tokens.iter().map(|token| token.space.clone()).collect();
        let used: BTreeSet<String> = used.chain(taken.clone()).chain(scene.last_move.clone()).collect();
        assert_eq!(names(&scene), used, "{}", text::write(&hive));
        empty += scene.spaces.len() - taken.len();
    }
    assert!(empty > 1_000, "only {empty} empty cells were drawn");
}
