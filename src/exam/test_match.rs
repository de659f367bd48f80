//! A match of an engine against seats that play at random.

use crate::{
    engine::session::Introduction,
    games::{
        Course, Game, bots,
        rules::{Entropy, OptionKind, Seat, Setting, Turn, Viewer},
    },
    law::Seed,
    pb::engine::{Go, MatchResult, NewMatch, Position, RoundResult},
};

/// Maximum steps of a match.
const MAX_STEPS: u32 = 10_000;
/// Distance between two turn ids, which leaves room for repeated turns.
const TURN_IDS: u64 = 10;
/// Maximum turns that are played at random in place of the engine.
const MAX_WANDERED: u32 = 1_000;

/// A match with the engine on one seat.
#[derive(Clone)]
pub struct TestMatch {
    course: Course,
    seat: Seat,
    position: Position,
    steps: u32,
    /// Offset of the turn ids of the match.
    ids_after: u64,
    /// Seed of the random moves: of the other seats, and of the engine's seat before its turn is
    /// wanted.
    seed: u32,
    /// Kinds of automatic steps in this round.
    seen: Seen,
}

/// Kinds of automatic steps that a round has had.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Whether there was a forced step.
    pub forced: bool,
    /// Whether there was an outcome of chance.
    pub chance: bool,
}

/// The engine's next message.
pub enum Next {
    Turn,
    Round(RoundResult),
    Over,
}

impl TestMatch {
    /// Opens a match with the game's defaults.
    pub fn open(game: &'static dyn Game, seat: Seat) -> Result<TestMatch, String> {
        let setting = game.facts().setting(0, []).map_err(|error| error.to_string())?;
        TestMatch::open_as(game, &setting, seat, 0)
    }

    /// Opens a match with this setting. The other seats play at random from this seed.
    pub fn open_as(game: &'static dyn Game, setting: &Setting, seat: Seat, seed: u32) -> Result<TestMatch, String> {
        let course = Course::open(game, setting).map_err(|error| error.to_string())?;
        let position = Position::default();
        let mut test_match = TestMatch { course, seat, position, steps: 0, ids_after: 0, seed, seen: Seen::default() };
        test_match.begin_round();
        Ok(test_match)
    }

    /// Returns a match played at random, also for the engine, up to the first of the engine's turns
    /// that `wanted` accepts. `None` without one.
    pub fn wandered(
        game: &'static dyn Game,
        setting: &Setting,
        seed: u32,
        mut wanted: impl FnMut(&TestMatch) -> bool,
    ) -> Result<Option<TestMatch>, String> {
        let mut test_match = TestMatch::open_as(game, setting, Seat(0), seed)?;
        for _ in 0..MAX_WANDERED {
            match test_match.advance()? {
                Next::Turn if wanted(&test_match) => return Ok(Some(test_match)),
                Next::Turn => {
                    let step = test_match.random_move(test_match.seat).ok_or("the rules return no step")?;
                    test_match.play(&step).map_err(|error| format!("a random step: {error}"))?;
                }
                Next::Round(_) => {}
                Next::Over => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns a setting with more than one round; `None` if the game has only one round.
    pub fn of_rounds(game: &'static dyn Game) -> Option<Setting> {
        let facts = game.facts();
        let mut settings: Vec<Setting> = facts.setting(0, []).into_iter().collect();
        for option in facts.options {
            let words: Vec<String> = match option.kind {
                OptionKind::Flag => vec!["true".to_owned(), "false".to_owned()],
                OptionKind::Number { max, .. } => vec![max.to_string()],
                OptionKind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
                OptionKind::Set(_) => Vec::new(),
            };
            settings.extend(words.iter().filter_map(|word| facts.setting(0, [(option.name, word.as_str())]).ok()));
        }
        let goes_on = |setting: &Setting| {
            let second = TestMatch::wandered(game, setting, 0, |test_match| test_match.course.round_number() > 1);
            matches!(second, Ok(Some(_)))
        };
        if facts.rounds { settings.into_iter().find(goes_on) } else { None }
    }

    /// Returns the announcement of the match.
    pub fn announcement(&self, id: &str, time: &str) -> NewMatch {
        let setting = self.course.setting();
        NewMatch {
            game: self.course.game().facts().id.to_owned(),
            match_id: id.to_owned(),
            seat: self.seat.0.into(),
            players: Seat::all(setting.seats()).map(|seat| format!("player-{seat}")).collect(),
            options: setting.options().iter().map(|(name, value)| format!("{name}={value}")).collect(),
            time_control: time.to_owned(),
            commitment: self.seed().map(|seed| seed.commitment().to_string()).unwrap_or_default(),
        }
    }

    /// Returns a fixed seed, if the game has chance.
    fn seed(&self) -> Option<Seed> {
        self.course.game().facts().chance.then(|| Seed::new([7; 32]))
    }

    /// Plays for all other seats until there is a message for the engine.
    pub fn advance(&mut self) -> Result<Next, String> {
        while self.steps < MAX_STEPS {
            self.steps += 1;
            let step = match self.course.turn() {
                Turn::Seat(seat) if seat == self.seat => return Ok(Next::Turn),
                Turn::Seat(seat) => self.random_move(seat),
                Turn::Forced(_) => {
                    self.seen.forced = true;
                    self.course.forced()
                }
                Turn::Chance => {
                    self.seen.chance = true;
                    self.course.chance(&Entropy([(self.seed + self.steps) as u8; 32]))
                }
                Turn::Over => return Ok(self.end_round()),
            };
            self.play(&step.ok_or("the rules return no step")?).map_err(|error| format!("a random step: {error}"))?;
        }
        Ok(Next::Over)
    }

    /// Plays a move. Returns its canonical notation.
    pub fn play(&mut self, notation: &str) -> Result<String, String> {
        let seen = self.course.position().sees(Viewer::Seat(self.seat), notation).map_err(|error| error.to_string())?;
        let canonical = self.course.play(notation).map_err(|error| error.to_string())?;
        self.position.moves.push(seen);
        Ok(canonical)
    }

    /// Plays a move of another seat, which must be to move. Returns its canonical notation.
    pub fn reply(&mut self, notation: &str) -> Result<String, String> {
        match self.course.turn() {
            Turn::Seat(seat) if seat != self.seat => self.play(notation),
            _ => Err("it is no other seat's turn".to_owned()),
        }
    }

    pub fn is_turn(&self) -> bool {
        self.course.turn() == Turn::Seat(self.seat)
    }

    /// Returns the position as the engine may see it.
    pub fn view(&self) -> String {
        self.course.position().view(Viewer::Seat(self.seat))
    }

    /// Returns the kinds of automatic steps in this round.
    pub fn seen(&self) -> Seen {
        self.seen
    }

    /// Returns the round, from 1, and its number of steps.
    pub fn reached(&self) -> (u32, usize) {
        (self.course.round_number(), self.position.moves.len())
    }

    /// Returns the `position` message, as the engine may see it.
    pub fn position(&self) -> Position {
        Position { view: self.view(), ..self.position.clone() }
    }

    /// Returns the `position` message for an engine with this introduction.
    pub fn position_for(&self, said: &Introduction) -> Position {
        match said.wants_view(self.course.game().facts().hidden) {
            true => self.position(),
            false => self.position.clone(),
        }
    }

    fn turn_id(&self) -> u64 {
        self.ids_after + TURN_IDS * (u64::from(self.steps) + 1)
    }

    /// Returns the match at this earlier point, after playing on to `later` and taking those moves
    /// back.
    pub fn taken_back_from(self, later: &TestMatch) -> TestMatch {
        TestMatch { ids_after: later.turn_id(), ..self }
    }

    /// Returns the engine's turn, without clocks.
    pub fn go(&self, legal: Vec<String>) -> Go {
        Go {
            turn_id: self.turn_id(),
            round: self.course.round_number(),
            ply: self.course.ply(),
            legal,
            ..Go::default()
        }
    }

    pub fn legal(&self) -> Vec<String> {
        self.course.position().legal()
    }

    pub fn seats(&self) -> u8 {
        self.course.setting().seats()
    }

    /// Returns the state of the match as a result message without a termination.
    pub fn result(&self) -> MatchResult {
        let points = self.course.totals().iter().map(|points| points.as_f64()).collect();
        let seed = self.seed().map(|seed| seed.hex()).unwrap_or_default();
        MatchResult { points, places: self.course.places(), seed, ..MatchResult::default() }
    }

    fn end_round(&mut self) -> Next {
        let round = self.course.round_number();
        let Some(outcome) = self.course.close_round() else {
            return Next::Over;
        };
        let points = outcome.points.iter().map(|points| points.as_f64()).collect();
        let totals = self.course.totals().iter().map(|points| points.as_f64()).collect();
        self.begin_round();
        Next::Round(RoundResult { round, cause: outcome.cause.to_owned(), points, totals })
    }

    fn random_move(&self, seat: Seat) -> Option<String> {
        let seed = u64::from(self.seed) << 32 | u64::from(self.steps);
        bots::choose(bots::Kind::Random, self.course.position(), seat, 1, seed)
    }

    fn begin_round(&mut self) {
        self.seen = Seen::default();
        self.position = Position {
            start: self.course.position().view(Viewer::Seat(self.seat)),
            moves: Vec::new(),
            round: self.course.round_number(),
            points: self.course.totals().iter().map(|points| points.as_f64()).collect(),
            ..Position::default()
        };
    }
}
