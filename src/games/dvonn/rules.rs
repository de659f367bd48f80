//! Implements [`Rules`] for DVONN.

use super::{Dvonn, Move, Side, evaluate, levels, notation, numbers, scene, text, words};
use crate::{
    bots::levels::Level,
    numbers::{Numbers, Planes, looks_from},
    rules::{BadOption, Facts, Points, RoundOutcome, Rules, Seat, Setting, Turn, Unreadable, Viewer},
    scene::{Gesture, Scene},
};

static FACTS: Facts = Facts {
    id: "dvonn",
    name: "DVONN",
    min_seats: 2,
    max_seats: 2,
    usual_seats: 2,
    sides: words::SIDES,
    hidden: false,
    chance: false,
    rounds: false,
    draw_points: None,
    options: &[],
    words: words::WORDS,
    page: include_str!("README.md"),
};

impl Rules for Dvonn {
    type Move = Move;

    fn facts() -> &'static Facts {
        &FACTS
    }

    fn open(_setting: &Setting) -> Result<Self, BadOption> {
        Ok(Dvonn::empty())
    }

    fn turn(&self) -> Turn {
        self.turn_now()
    }

    fn moves(&self, into: &mut Vec<Move>) {
        self.list(into);
    }

    fn play(&mut self, played: &Move) {
        self.step(*played);
    }

    /// Returns the result: the side with more pieces wins, and equal numbers are a draw (D7).
    fn outcome(&self) -> RoundOutcome {
        let (white, black) = (self.score(Side::White), self.score(Side::Black));
        let share = |own: u32, other: u32| match own.cmp(&other) {
            std::cmp::Ordering::Greater => Points::whole(1),
            std::cmp::Ordering::Equal => Points { halves: 1 },
            std::cmp::Ordering::Less => Points::ZERO,
        };
        let cause = if white == black { "equal" } else { "pieces" };
        RoundOutcome { cause, points: vec![share(white, black), share(black, white)] }
    }

    fn write(&self, played: &Move) -> String {
        played.to_string()
    }

    fn read(&self, notation: &str) -> Result<Move, Unreadable> {
        notation::read_move(notation)
    }

    fn text(&self) -> String {
        text::write(self)
    }

    fn built_in_openings() -> &'static str {
        include_str!("openings.txt")
    }

    fn parse(_setting: &Setting, text: &str) -> Result<Self, Unreadable> {
        text::read(text)
    }

    fn scene(&self, _viewer: Viewer) -> Scene {
        scene::of(self)
    }

    fn gesture(&self, played: &Move) -> Gesture {
        scene::gesture(self, played)
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        evaluate::evaluate(self, if seat == Side::White.seat() { Side::White } else { Side::Black })
    }

    fn levels() -> &'static [Level] {
        levels::LEVELS
    }

    fn numbers(_setting: &Setting) -> Option<Numbers> {
        Some(numbers::SIZE)
    }

    fn index(&self, played: &Move) -> usize {
        numbers::index(*played)
    }

    fn action(&self, index: usize) -> Option<Move> {
        numbers::action(index)
    }

    fn observe(&self, viewer: Viewer, planes: &mut Planes) {
        let own = if looks_from(viewer) == Side::White.seat() { Side::White } else { Side::Black };
        numbers::observe(self, own, planes);
    }

    fn count_moves(&self) -> u64 {
        self.count()
    }
}
