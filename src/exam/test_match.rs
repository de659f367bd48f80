//! A match that is played against an engine for a while: the other seats play at random.

use crate::{
    bots,
    engine::session::Introduction,
    games::{
        Course, Game,
        rules::{Entropy, OptionKind, Seat, Setting, Turn, Viewer},
    },
    pb::engine::{Go, MatchResult, NewMatch, Position, RoundResult},
    referee::Seed,
};

/// The most steps of a match.
const MAX_STEPS: u32 = 10_000;
/// How far apart the ids of two turns are: between them there is room for those of turns that come again.
const TURN_IDS: u64 = 10;
/// The most turns that are played at random for the engine.
const MAX_WANDERED: u32 = 1_000;

/// A match with the engine on one seat.
#[derive(Clone)]
pub struct TestMatch {
    course: Course,
    seat: Seat,
    position: Position,
    steps: u32,
    /// What the ids of its turns are counted from.
    ids_after: u64,
    /// What the others' moves, and the engine's where it is not asked, follow from.
    seed: u32,
    /// What there was in this round.
    seen: Seen,
    /// The steps of this round, as the engine may know them, and those of the round before.
    taken: Vec<(Kind, String)>,
    taken_before: Vec<(Kind, String)>,
}

/// What kind of step one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A seat moved.
    MovePlayed(Seat),
    /// The rules moved for a seat.
    Forced(Seat),
    Chance,
}

/// Steps that a round had and that nobody chose.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// A step that the rules forced on a seat.
    pub forced: bool,
    /// An outcome of chance.
    pub chance: bool,
}

/// What the engine is told next.
pub enum Next {
    Turn,
    Round(RoundResult),
    Over,
}

impl TestMatch {
    /// The beginning of a match with the game's defaults.
    pub fn open(game: &'static dyn Game, seat: Seat) -> Result<TestMatch, String> {
        let setting = game.facts().setting(0, []).map_err(|error| error.to_string())?;
        TestMatch::open_as(game, &setting, seat, 0)
    }

    /// The beginning of a match so set, in which others play at random from this seed.
    pub fn open_as(game: &'static dyn Game, setting: &Setting, seat: Seat, seed: u32) -> Result<TestMatch, String> {
        let course = Course::open(game, setting).map_err(|error| error.to_string())?;
        let position = Position::default();
        let mut test_match = TestMatch {
            course,
            seat,
            position,
            steps: 0,
            ids_after: 0,
            seed,
            seen: Seen::default(),
            taken: Vec::new(),
            taken_before: Vec::new(),
        };
        test_match.begin_round();
        Ok(test_match)
    }

    /// A match that has been played at random, for the engine as well, up to a turn of the engine's that `wanted` wants;
    /// `None` when none comes.
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

    /// A setting of the game in which a match goes on after its first round; `None` for a game of one round.
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

    /// How the match is announced.
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

    /// Where the game leaves something to chance, a seed that is as good as any.
    fn seed(&self) -> Option<Seed> {
        self.course.game().facts().chance.then(|| Seed::new([7; 32]))
    }

    /// Plays for everybody else until the engine is to be told something.
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

    /// Plays a move; gives back how it is written in its canonical form.
    pub fn play(&mut self, notation: &str) -> Result<String, String> {
        let seen = self.course.position().sees(Viewer::Seat(self.seat), notation).map_err(|error| error.to_string())?;
        let kind = match self.course.turn() {
            Turn::Forced(seat) => Kind::Forced(seat),
            Turn::Chance => Kind::Chance,
            Turn::Seat(seat) => Kind::MovePlayed(seat),
            Turn::Over => return Err("the round is over".to_owned()),
        };
        let canonical = self.course.play(notation).map_err(|error| error.to_string())?;
        self.taken.push((kind, seen.clone()));
        self.position.moves.push(seen);
        Ok(canonical)
    }

    /// Plays a move for another seat whose turn it is; gives back how it is written in its canonical form.
    pub fn reply(&mut self, notation: &str) -> Result<String, String> {
        match self.course.turn() {
            Turn::Seat(seat) if seat != self.seat => self.play(notation),
            _ => Err("it is no other seat's turn".to_owned()),
        }
    }

    /// Whether it is the engine's turn.
    pub fn is_turn(&self) -> bool {
        self.course.turn() == Turn::Seat(self.seat)
    }

    /// The steps of this round, as the engine may know them.
    pub fn steps(&self) -> &[(Kind, String)] {
        &self.taken
    }

    /// Those of the round before.
    pub fn ended_steps(&self) -> &[(Kind, String)] {
        &self.taken_before
    }

    /// The position as the engine may know it.
    pub fn view(&self) -> String {
        self.course.position().view(Viewer::Seat(self.seat))
    }

    /// What this round has had so far.
    pub fn seen(&self) -> Seen {
        self.seen
    }

    /// The round, from 1, and how many steps it has had.
    pub fn reached(&self) -> (u32, usize) {
        (self.course.round_number(), self.position.moves.len())
    }

    /// The position, as the engine may know it.
    pub fn position(&self) -> Position {
        Position { view: self.view(), ..self.position.clone() }
    }

    /// The position, as an engine is told it that said this of itself.
    pub fn position_for(&self, said: &Introduction) -> Position {
        match said.wants_view(self.course.game().facts().hidden) {
            true => self.position(),
            false => self.position.clone(),
        }
    }

    fn turn_id(&self) -> u64 {
        self.ids_after + TURN_IDS * (u64::from(self.steps) + 1)
    }

    /// The match at this earlier moment, once it was played on and all of that was taken back.
    pub fn taken_back_from(self, later: &TestMatch) -> TestMatch {
        TestMatch { ids_after: later.turn_id(), ..self }
    }

    /// The turn that is the engine's, without clocks.
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

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.course.setting().seats()
    }

    /// How the match stands, as a result without its termination.
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
        self.taken_before = std::mem::take(&mut self.taken);
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
