//! Implements [`Rules`] for Hive.

use super::{Hive, Move, Side, evaluate, levels, lines, notation, numbers, position::End, scene, sheet, text, words};
use crate::{
    bots::levels::Level,
    numbers::{Numbers, Planes, looks_from},
    perft::Counting,
    rules::{
        BadOption, Facts, OptionFacts, OptionKind, Points, RoundOutcome, Rules, Seat, Setting, Turn, Unreadable, Viewer,
    },
    scene::{Gesture, Scene},
    sheet::{BadSheet, Sheet},
};

/// The points of each side for a draw.
const DRAW: Points = Points { halves: 1 };

pub(super) static FACTS: Facts = Facts {
    id: "hive",
    name: "Hive",
    min_seats: 2,
    max_seats: 2,
    usual_seats: 2,
    sides: words::SIDES,
    hidden: false,
    chance: false,
    rounds: false,
    draw_points: Some(DRAW),
    options: &[
        OptionFacts {
            name: "expansions",
            summary: "The expansions in play: Mosquito, Ladybug, Pillbug.",
            kind: OptionKind::Set(&["M", "L", "P"]),
            default: "",
        },
        OptionFacts {
            name: "queen_first_turn",
            summary: "Whether a queen may be placed on her side's first turn.",
            kind: OptionKind::Flag,
            default: "false",
        },
        OptionFacts {
            name: "repetition",
            summary: "Threefold repetition: a draw by claim (automatic at the fifth), an immediate draw, or no effect.",
            kind: OptionKind::Choice(&["claim", "auto", "off"]),
            default: "claim",
        },
    ],
    words: words::WORDS,
    page: include_str!("README.md"),
};

impl Rules for Hive {
    type Move = Move;

    fn facts() -> &'static Facts {
        &FACTS
    }

    fn open(setting: &Setting) -> Result<Self, BadOption> {
        Ok(Hive::open_with(setting))
    }

    fn turn(&self) -> Turn {
        self.turn_now()
    }

    fn moves(&self, into: &mut Vec<Move>) {
        self.list(into);
    }

    fn play(&mut self, played: &Move) {
        self.advance(*played);
    }

    fn outcome(&self) -> RoundOutcome {
        let draw = vec![DRAW; 2];
        match self.end() {
            Some(End::Surrounded(Side::White)) => won_by(Side::Black),
            Some(End::Surrounded(Side::Black)) => won_by(Side::White),
            Some(End::BothSurrounded) => RoundOutcome { cause: "both_surrounded", points: draw },
            Some(End::Threefold) => RoundOutcome { cause: "threefold", points: draw },
            Some(End::Fivefold) | None => RoundOutcome { cause: "fivefold", points: draw },
        }
    }

    fn write(&self, played: &Move) -> String {
        played.to_string()
    }

    fn read(&self, notation: &str) -> Result<Move, Unreadable> {
        notation::read_move(&self.board, notation)
    }

    fn text(&self) -> String {
        text::write(self)
    }

    fn built_in_openings() -> &'static str {
        include_str!("openings.txt")
    }

    fn parse(setting: &Setting, text: &str) -> Result<Self, Unreadable> {
        text::read(setting, text)
    }

    fn scene(&self, _viewer: Viewer) -> Scene {
        scene::of(self)
    }

    fn gesture(&self, played: &Move) -> Gesture {
        scene::gesture(self, played)
    }

    fn is_claimable(&self) -> bool {
        self.can_be_claimed()
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        evaluate::evaluate(self, if seat == Side::White.seat() { Side::White } else { Side::Black })
    }

    fn levels() -> &'static [Level] {
        levels::LEVELS
    }

    fn write_sheet(sheet: &Sheet) -> Option<String> {
        Some(sheet::write(sheet))
    }

    fn read_sheet(text: &str) -> Option<Result<Option<Sheet>, BadSheet>> {
        Some(sheet::read(text))
    }

    fn numbers(_setting: &Setting) -> Option<Numbers> {
        Some(numbers::SIZE)
    }

    fn index(&self, played: &Move) -> usize {
        numbers::index(*played)
    }

    fn action(&self, index: usize) -> Option<Move> {
        numbers::action(&self.board, index)
    }

    fn observe(&self, viewer: Viewer, planes: &mut Planes) {
        let own = if looks_from(viewer) == Side::White.seat() { Side::White } else { Side::Black };
        numbers::observe(self, own, planes);
    }

    fn allows(&self, played: &Move) -> bool {
        self.is_allowed(*played)
    }

    fn count_moves(&self) -> u64 {
        self.count()
    }

    /// Counts the lines of play. Only the root position is checked for a draw by repetition.
    fn count_lines(&self, depth: u32, counting: Counting) -> Option<u64> {
        Some(match self.turn_now() {
            Turn::Over => u64::from(depth == 0),
            _ => lines::count(&self.board, depth, counting),
        })
    }
}

fn won_by(side: Side) -> RoundOutcome {
    let points = Side::BOTH.map(|own| if own == side { Points::whole(1) } else { Points::ZERO });
    RoundOutcome { cause: "queen_surrounded", points: points.to_vec() }
}
