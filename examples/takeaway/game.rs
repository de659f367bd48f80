//! Takeaway, a template for a new game: hidden luck, forced steps, up to 8 seats, several rounds.
//!
//! Each seat is dealt a number that only it may see. In turn, seats take 1 to 3 from a pile of 7.
//! The seat that takes the last one wins the round. With 4 left, the next seat skips its turn. The
//! first turn moves by one seat each round.
//!
//! Every game implements the first block of [`Rules`]. The other blocks are for games with claims,
//! rounds, chance or hidden hands. Omit those that your game does not need.

use referee_games::{
    rules::{
        BadOption, Entropy, Facts, MatchGoal, OptionFacts, OptionKind, Points, RoundOutcome, Rules, Seat, Setting,
        Turn, Unreadable, Viewer,
    },
    scene::{Counter, Gesture, Hand, Prompt, Scene, Shape, Token},
    words::{Side, Word, WordKind, english, side, word},
};

const PILE: u8 = 7;

pub const FACTS: Facts = Facts {
    id: "takeaway",
    name: "Takeaway",
    min_seats: 2,
    max_seats: 8,
    usual_seats: 2,
    sides: SIDES,
    hidden: true,
    chance: true,
    rounds: true,
    draw_points: Some(Points { halves: 1 }),
    options: &[OptionFacts {
        name: "rounds",
        summary: "How many rounds.",
        kind: OptionKind::Number { min: 1, max: 9 },
        default: "2",
    }],
    words: WORDS,
    page: "# Takeaway\n\n## Rules\n\nTake the last.\n\n## Notation\n\n`take1`, `take2`, `take3`.\n",
};

const SIDES: &[Side] = &[
    side("A", "grey"),
    side("B", "grey"),
    side("C", "grey"),
    side("D", "grey"),
    side("E", "grey"),
    side("F", "grey"),
    side("G", "grey"),
    side("H", "grey"),
];

/// The words for the keys of scenes, gestures and causes. Words without a translation are shown in
/// English.
const WORDS: &[Word] = &[
    word(WordKind::Game, "takeaway", ["Takeaway", "برداشتن", "Забери"]),
    english(WordKind::Side, "A", "A"),
    english(WordKind::Side, "B", "B"),
    english(WordKind::Side, "C", "C"),
    english(WordKind::Side, "D", "D"),
    english(WordKind::Side, "E", "E"),
    english(WordKind::Side, "F", "F"),
    english(WordKind::Side, "G", "G"),
    english(WordKind::Side, "H", "H"),
    english(WordKind::Colour, "grey", "grey"),
    english(WordKind::Token, "number", "number"),
    english(WordKind::Counter, "pile", "pile"),
    english(WordKind::Prompt, "deal", "A number is dealt"),
    english(WordKind::Prompt, "take", "Take up to three"),
    english(WordKind::Prompt, "skip", "Skip"),
    english(WordKind::Choice, "take1", "Take one"),
    english(WordKind::Choice, "take2", "Take two"),
    english(WordKind::Choice, "take3", "Take three"),
    english(WordKind::Choice, "skip", "Skip"),
    english(WordKind::Cause, "empty", "The pile is empty"),
    english(WordKind::Option, "rounds", "Rounds"),
];

/// A position of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takeaway {
    /// The numbers dealt so far, seat 0 first.
    dealt: Vec<u8>,
    seats: u8,
    /// The seat with the first turn of the round.
    first: u8,
    turn: u8,
    pile: u8,
    must_skip: bool,
}

/// A move, a forced step or an outcome of chance. Moves are listed in the order of the variants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    Take(u8),
    Skip,
    Deal(u8),
}

impl Rules for Takeaway {
    type Move = Step;

    fn facts() -> &'static Facts {
        &FACTS
    }

    fn open(setting: &Setting) -> Result<Self, BadOption> {
        Ok(Takeaway::begin(setting.seats(), 0))
    }

    fn turn(&self) -> Turn {
        match () {
            () if self.dealt.len() < usize::from(self.seats) => Turn::Chance,
            () if self.pile == 0 => Turn::Over,
            () if self.must_skip => Turn::Forced(Seat(self.turn)),
            () => Turn::Seat(Seat(self.turn)),
        }
    }

    fn moves(&self, into: &mut Vec<Step>) {
        match self.turn() {
            Turn::Seat(_) => into.extend((1..=self.pile.min(3)).map(Step::Take)),
            Turn::Forced(_) => into.push(Step::Skip),
            Turn::Chance | Turn::Over => {}
        }
    }

    fn play(&mut self, played: &Step) {
        match played {
            Step::Deal(number) => self.dealt.push(*number),
            Step::Take(count) => {
                self.pile = self.pile.saturating_sub(*count);
                self.must_skip = self.pile == 4;
                self.turn = (self.turn + 1) % self.seats;
            }
            Step::Skip => {
                self.must_skip = false;
                self.turn = (self.turn + 1) % self.seats;
            }
        }
    }

    fn outcome(&self) -> RoundOutcome {
        let winner = (self.turn + self.seats - 1) % self.seats;
        let gain = |seat| if seat == winner { Points::whole(1) } else { Points::ZERO };
        RoundOutcome { cause: "empty", points: (0..self.seats).map(gain).collect() }
    }

    fn write(&self, played: &Step) -> String {
        match played {
            Step::Take(count) => format!("take{count}"),
            Step::Skip => "skip".to_owned(),
            Step::Deal(number) => format!("deal{number}"),
        }
    }

    fn read(&self, notation: &str) -> Result<Step, Unreadable> {
        let lower = notation.to_ascii_lowercase();
        let number = |text: &str| text.parse::<u8>().ok().filter(|n| *n < 10);
        let step = match (lower.strip_prefix("take"), lower.strip_prefix("deal")) {
            (Some(count), _) => number(count).map(Step::Take),
            (_, Some(dealt)) if self.turn() == Turn::Chance => number(dealt).map(Step::Deal),
            _ => (lower == "skip").then_some(Step::Skip),
        };
        let step = step.filter(|step| matches!(step, Step::Deal(_)) == (self.turn() == Turn::Chance));
        step.ok_or_else(|| Unreadable::new(0, "`take1`, `take2` or `take3`"))
    }

    fn text(&self) -> String {
        let dealt: String = self.dealt.iter().map(|n| char::from(b'0' + n)).collect();
        format!("{dealt}/{}{}{}{}", self.first, self.turn, self.pile, u8::from(self.must_skip))
    }

    fn parse(setting: &Setting, text: &str) -> Result<Self, Unreadable> {
        let bad = || Unreadable::new(0, "a position of takeaway");
        let (dealt, rest) = text.split_once('/').ok_or_else(bad)?;
        let digits = |text: &str| text.bytes().map(|b| b.wrapping_sub(b'0')).collect::<Vec<u8>>();
        if !dealt.bytes().all(|b| b.is_ascii_digit() || b == b'?') {
            return Err(bad());
        }
        let [first, turn, pile, skip] = digits(rest)[..] else { return Err(bad()) };
        let begun = Takeaway::begin(setting.seats(), first);
        let position = Takeaway { dealt: digits(dealt), turn, pile, must_skip: skip == 1, ..begun };
        let fits = first < position.seats && turn < position.seats && pile <= PILE && skip <= 1;
        if fits && position.dealt.len() <= usize::from(position.seats) { Ok(position) } else { Err(bad()) }
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let number = |seat: u8| {
            let known = viewer.knows_hand_of(Seat(seat)).then(|| self.dealt[usize::from(seat)].to_string());
            Token {
                id: known.as_ref().map(|_| format!("number-{seat}")).unwrap_or_default(),
                seat: Some(Seat(seat)),
                kind: "number",
                face_down: known.is_none(),
                label: known.unwrap_or_default(),
                shape: Shape::Square,
                ..Token::default()
            }
        };
        let hand = |seat: u8| Hand { seat: Seat(seat), tokens: vec![number(seat)] };
        let prompt = match self.turn() {
            Turn::Over => None,
            Turn::Chance => Some(Prompt::of_chance("deal")),
            Turn::Seat(seat) => Some(Prompt::of("take", seat)),
            Turn::Forced(seat) => Some(Prompt::of("skip", seat)),
        };
        Scene {
            hands: (0..self.dealt.len() as u8).map(hand).collect(),
            counters: vec![Counter { seat: None, key: "pile", value: self.pile.to_string() }],
            prompt,
            ..Scene::default()
        }
    }

    fn gesture(&self, played: &Step) -> Gesture {
        let choice = |count: u8| ["take1", "take2", "take3"].get(usize::from(count).wrapping_sub(1));
        match played {
            Step::Take(count) => choice(*count).map(|key| Gesture::of_choice(key)).unwrap_or_default(),
            Step::Skip => Gesture::of_choice("skip"),
            Step::Deal(_) => Gesture::default(),
        }
    }

    // ---- Draws by claim

    fn is_claimable(&self) -> bool {
        self.pile == 3
    }

    // ---- Rounds

    fn goal(setting: &Setting) -> MatchGoal {
        MatchGoal { rounds: u32::try_from(setting.number("rounds")).ok(), ..MatchGoal::default() }
    }

    fn next_round(&self) -> Option<Self> {
        Some(Takeaway::begin(self.seats, (self.first + 1) % self.seats))
    }

    // ---- Chance

    fn is_outcome(&self, played: &Step) -> bool {
        matches!(played, Step::Deal(_))
    }

    fn chance(&self, entropy: &Entropy) -> Option<Step> {
        Some(Step::Deal(entropy.0[0] % 10))
    }

    // ---- Hidden hands

    fn view(&self, viewer: Viewer) -> String {
        let seen = |seat: usize| if viewer == Viewer::Seat(Seat(seat as u8)) { self.dealt[seat] } else { b'?' - b'0' };
        let dealt = (0..self.dealt.len()).map(seen).collect();
        Takeaway { dealt, ..self.clone() }.text()
    }

    fn resample(&self, viewer: Viewer, entropy: &Entropy) -> Option<Takeaway> {
        let dealt =
            |seat: usize| if viewer.knows_hand_of(Seat(seat as u8)) { self.dealt[seat] } else { entropy.0[seat] % 10 };
        Some(Takeaway { dealt: (0..self.dealt.len()).map(dealt).collect(), ..self.clone() })
    }

    fn sees(&self, viewer: Viewer, played: &Step) -> String {
        match played {
            Step::Deal(_) if viewer != Viewer::Seat(Seat(self.dealt.len() as u8)) => "deal?".to_owned(),
            _ => self.write(played),
        }
    }
}

impl Takeaway {
    /// Returns the first position of a round.
    fn begin(seats: u8, first: u8) -> Takeaway {
        Takeaway { dealt: Vec::new(), seats, first, turn: first, pile: PILE, must_skip: false }
    }
}
