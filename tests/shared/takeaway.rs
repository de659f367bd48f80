//! The example game with two added faults: rules that panic, and an endless round.

use referee_games::{
    erased::Erased,
    rules::{
        BadOption, Entropy, Facts, MatchGoal, OptionFacts, OptionKind, RoundOutcome, Rules, Setting, Turn, Unreadable,
    },
    scene::{Gesture, Scene},
};
use referee_ids::Viewer;

use self::game::Step;

#[path = "../../examples/takeaway/game.rs"]
pub mod game;

pub static TAKEAWAY: Erased<Takeaway> = Erased::new();

/// Move that makes the rules panic.
pub const PANICS: &str = "panic";

static FACTS: Facts = Facts {
    options: &[
        OptionFacts {
            name: "rounds",
            summary: "How many rounds.",
            kind: OptionKind::Number { min: 1, max: 9 },
            default: "2",
        },
        OptionFacts {
            name: "endless",
            summary: "Whether the first turn is forced for ever.",
            kind: OptionKind::Flag,
            default: "false",
        },
    ],
    ..game::FACTS
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takeaway {
    position: game::Takeaway,
    endless: bool,
}

impl Takeaway {
    fn with(&self, position: game::Takeaway) -> Takeaway {
        Takeaway { position, endless: self.endless }
    }
}

impl Rules for Takeaway {
    type Move = Step;

    fn facts() -> &'static Facts {
        &FACTS
    }

    fn open(setting: &Setting) -> Result<Self, BadOption> {
        Ok(Takeaway { position: game::Takeaway::open(setting)?, endless: setting.flag("endless") })
    }

    fn turn(&self) -> Turn {
        match self.position.turn() {
            Turn::Seat(seat) if self.endless => Turn::Forced(seat),
            turn => turn,
        }
    }

    fn moves(&self, into: &mut Vec<Step>) {
        match self.turn() {
            Turn::Forced(_) => into.push(Step::Skip),
            _ => self.position.moves(into),
        }
    }

    fn play(&mut self, played: &Step) {
        self.position.play(played);
    }

    fn outcome(&self) -> RoundOutcome {
        self.position.outcome()
    }

    fn write(&self, played: &Step) -> String {
        self.position.write(played)
    }

    fn read(&self, notation: &str) -> Result<Step, Unreadable> {
        assert_ne!(notation, PANICS, "the rules of a test panic");
        self.position.read(notation)
    }

    fn text(&self) -> String {
        self.position.text()
    }

    fn parse(setting: &Setting, text: &str) -> Result<Self, Unreadable> {
        let position = game::Takeaway::parse(setting, text)?;
        Ok(Takeaway { position, endless: setting.flag("endless") })
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.position.scene(viewer)
    }

    fn gesture(&self, played: &Step) -> Gesture {
        self.position.gesture(played)
    }

    fn is_claimable(&self) -> bool {
        self.position.is_claimable()
    }

    fn goal(setting: &Setting) -> MatchGoal {
        game::Takeaway::goal(setting)
    }

    fn next_round(&self) -> Option<Self> {
        self.position.next_round().map(|next| self.with(next))
    }

    fn is_outcome(&self, played: &Step) -> bool {
        self.position.is_outcome(played)
    }

    fn chance(&self, entropy: &Entropy) -> Option<Step> {
        self.position.chance(entropy)
    }

    fn view(&self, viewer: Viewer) -> String {
        self.position.view(viewer)
    }

    fn resample(&self, viewer: Viewer, entropy: &Entropy) -> Option<Self> {
        self.position.resample(viewer, entropy).map(|other| self.with(other))
    }

    fn sees(&self, viewer: Viewer, played: &Step) -> String {
        self.position.sees(viewer, played)
    }
}
