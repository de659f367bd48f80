//! Implements [`Rules`] for Honest John.

use std::time::Duration;

use super::{
    HonestJohn, Move, evaluate, knowledge::Knowledge, levels, log, notation, numbers, position::Phase, scene,
    setup::Setup, text, words,
};
use crate::{
    bots::levels::Level,
    numbers::{Numbers, Planes},
    rules::{
        BadOption, Entropy, Facts, MatchGoal, OptionFacts, OptionKind, Points, RoundOutcome, Rules, Seat, Setting,
        Turn, Unreadable, Viewer,
    },
    scene::{Gesture, Scene},
    sheet::Sheet,
};

/// Maximum rounds of a match of version 1.
const MAX_ROUNDS: u32 = 1000;

static FACTS: Facts = Facts {
    id: "honest_john",
    name: "Honest John",
    min_seats: 3,
    max_seats: 8,
    usual_seats: 5,
    sides: words::SIDES,
    hidden: true,
    chance: true,
    rounds: true,
    draw_points: None,
    options: &[
        OptionFacts {
            name: "version",
            summary: "1: buying and selling for chips, 4 to 8 seats; 2: boneyard and pips, 3 to 8 seats.",
            kind: OptionKind::Choice(&["1", "2"]),
            default: "1",
        },
        OptionFacts {
            name: "set",
            summary: "Maximum pips on half a tile; 12 and 18 only in version 2.",
            kind: OptionKind::Choice(&["9", "12", "18"]),
            default: "9",
        },
        OptionFacts {
            name: "hand",
            summary: "Tiles dealt to each seat; 0 is the rules' own number.",
            kind: OptionKind::Number { min: 0, max: 60 },
            default: "0",
        },
        OptionFacts {
            name: "rounds",
            summary: "Rounds of a match of version 1; version 2 plays down to [0-0].",
            kind: OptionKind::Number { min: 1, max: MAX_ROUNDS as i64 },
            default: "10",
        },
        OptionFacts {
            name: "minutes",
            summary: "Minutes of a match of version 1, instead of `rounds`: the round in progress is finished; 0 \
                is no limit.",
            kind: OptionKind::Number { min: 0, max: 10_000 },
            default: "0",
        },
        OptionFacts {
            name: "chips",
            summary: "Start chips of each seat in version 1.",
            kind: OptionKind::Number { min: 0, max: 1_000_000 },
            default: "20",
        },
    ],
    words: words::WORDS,
    page: include_str!("README.md"),
};

impl Rules for HonestJohn {
    type Move = Move;

    fn facts() -> &'static Facts {
        &FACTS
    }

    fn open(setting: &Setting) -> Result<Self, BadOption> {
        Ok(HonestJohn::first(Setup::of(setting)?))
    }

    fn turn(&self) -> Turn {
        self.turn_now()
    }

    fn moves(&self, into: &mut Vec<Move>) {
        self.list(into);
    }

    fn play(&mut self, played: &Move) {
        self.step(played);
    }

    fn outcome(&self) -> RoundOutcome {
        let cause = match self.phase {
            Phase::Out(_) => "out",
            Phase::NoDouble => "no_double",
            _ => "blocked",
        };
        RoundOutcome { cause, points: self.gains.iter().map(|gain| Points::whole(*gain)).collect() }
    }

    fn write(&self, played: &Move) -> String {
        notation::write(played)
    }

    fn read(&self, notation: &str) -> Result<Move, Unreadable> {
        self.read_step(notation)
    }

    fn text(&self) -> String {
        text::write(self)
    }

    fn parse(setting: &Setting, text: &str) -> Result<Self, Unreadable> {
        let setup = Setup::of(setting).map_err(|error| Unreadable::new(0, format!("options that fit: {error}")))?;
        text::read(setup, text)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        scene::of(self, viewer)
    }

    fn goal(setting: &Setting) -> MatchGoal {
        let number = |name: &str| u64::try_from(setting.number(name)).unwrap_or(0);
        match (setting.word("version"), number("minutes")) {
            ("2", _) => MatchGoal::default(),
            (_, 0) => MatchGoal { rounds: u32::try_from(number("rounds")).ok(), ..MatchGoal::default() },
            (_, minutes) => MatchGoal {
                rounds: Some(MAX_ROUNDS),
                time: Some(Duration::from_secs(60 * minutes)),
                ..MatchGoal::default()
            },
        }
    }

    fn next_round(&self) -> Option<Self> {
        self.following()
    }

    fn chance(&self, entropy: &Entropy) -> Option<Move> {
        Some(self.shuffled(entropy))
    }

    fn is_outcome(&self, played: &Move) -> bool {
        matches!(played, Move::Deal(_))
    }

    fn view(&self, viewer: Viewer) -> String {
        text::write_view(self, viewer)
    }

    fn determinize(setting: &Setting, view: &str, entropy: &Entropy) -> Result<Self, Unreadable> {
        let setup = Setup::of(setting).map_err(|error| Unreadable::new(0, format!("options that fit: {error}")))?;
        text::determinize(setup, view, entropy)
    }

    /// Returns a position with the same lines, counts, own hand of the viewer, and public knowledge
    /// about other hands. See [`Knowledge::fill`] for the distribution.
    fn resample(&self, viewer: Viewer, entropy: &Entropy) -> Option<Self> {
        Knowledge::of(self, viewer).fill(entropy)
    }

    fn sees(&self, viewer: Viewer, played: &Move) -> String {
        self.notation_for(viewer, played)
    }

    fn gesture(&self, played: &Move) -> Gesture {
        scene::gesture(self, played)
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        evaluate::evaluate(self, seat.0)
    }

    fn promise(&self, played: &Move) -> i32 {
        evaluate::promise(self, played)
    }

    fn levels() -> &'static [Level] {
        levels::LEVELS
    }

    fn write_sheet(sheet: &Sheet) -> Option<String> {
        Some(log::write(sheet))
    }

    fn numbers(setting: &Setting) -> Option<Numbers> {
        Setup::of(setting).ok().map(|setup| numbers::size(setup.top))
    }

    fn index(&self, played: &Move) -> usize {
        numbers::index(self, played)
    }

    fn action(&self, index: usize) -> Option<Move> {
        numbers::action(self, index)
    }

    fn observe(&self, viewer: Viewer, planes: &mut Planes) {
        numbers::observe(self, viewer, planes);
    }
}
