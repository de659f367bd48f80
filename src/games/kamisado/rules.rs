//! Kamisado's [`Rules`].

use super::{Kamisado, Move, Phase, Side, evaluate, levels, notation, numbers, scene, scoring, text, words};
use crate::{
    bots::levels::Level,
    numbers::{Numbers, Planes, looks_from},
    rules::{
        BadOption, Facts, MatchGoal, OptionFacts, OptionKind, RoundOutcome, Rules, Seat, Setting, Turn, Unreadable,
        Viewer,
    },
    scene::{Gesture, Scene},
};

static FACTS: Facts = Facts {
    id: "kamisado",
    name: "Kamisado",
    min_seats: 2,
    max_seats: 2,
    usual_seats: 2,
    sides: words::SIDES,
    hidden: false,
    chance: false,
    rounds: true,
    draw_points: None,
    options: &[OptionFacts {
        name: "length",
        summary: "Points that win the match: single 1, standard 3, long 7, marathon 15.",
        kind: OptionKind::Choice(&["single", "standard", "long", "marathon"]),
        default: "single",
    }],
    words: words::WORDS,
    page: include_str!("README.md"),
};

impl Rules for Kamisado {
    type Move = Move;

    fn facts() -> &'static Facts {
        &FACTS
    }

    fn open(_setting: &Setting) -> Result<Self, BadOption> {
        Ok(Kamisado::start())
    }

    fn turn(&self) -> Turn {
        match self.phase() {
            Phase::Free | Phase::Required(_) | Phase::Fill => Turn::Seat(self.side().seat()),
            Phase::Blocked(_) => Turn::Forced(self.side().seat()),
            Phase::Home(_) | Phase::Deadlock(_) => Turn::Over,
        }
    }

    fn moves(&self, into: &mut Vec<Move>) {
        self.list(into);
    }

    fn play(&mut self, played: &Move) {
        self.step(*played);
    }

    fn outcome(&self) -> RoundOutcome {
        self.round_outcome()
    }

    fn write(&self, played: &Move) -> String {
        notation::write_move(*played)
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

    fn goal(setting: &Setting) -> MatchGoal {
        scoring::goal(setting.word("length"))
    }

    fn next_round(&self) -> Option<Self> {
        self.refill()
    }

    fn gesture(&self, played: &Move) -> Gesture {
        scene::gesture(self, played)
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        evaluate::evaluate(self, Side::of(seat))
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
        numbers::observe(self, Side::of(looks_from(viewer)), planes);
    }

    fn allows(&self, played: &Move) -> bool {
        self.has(*played)
    }

    fn count_moves(&self) -> u64 {
        self.count()
    }
}
