//! A match that is played against an engine for a while: the other seats play by luck.

use crate::{
    bots::{self, Budget, Kind},
    games::{
        Course, Game,
        rules::{Entropy, Seat, Turn, Viewer},
    },
    pb::engine::{Go, MatchResult, NewMatch, Position, RoundResult},
    referee::Seed,
};

/// The most steps until the engine has its next turn.
const MAX_STEPS: u32 = 10_000;

/// A match with the engine on one seat.
pub struct Sitting {
    course: Course,
    seat: Seat,
    position: Position,
    steps: u32,
}

/// What the engine is told next.
pub enum Next {
    /// Its turn.
    Turn,
    /// A round has ended.
    Round(RoundResult),
    /// The match has ended.
    Over,
}

impl Sitting {
    /// The beginning of a match with the game's defaults.
    pub fn open(game: &'static dyn Game, seat: Seat) -> Result<Sitting, String> {
        let course = game.facts().setting(0, []).and_then(|setting| Course::open(game, &setting));
        let course = course.map_err(|error| error.to_string())?;
        let mut sitting = Sitting { course, seat, position: Position::default(), steps: 0 };
        sitting.begin_round();
        Ok(sitting)
    }

    /// How the match is announced.
    pub fn announcement(&self, id: &str, time: &str) -> NewMatch {
        let setting = self.course.setting();
        NewMatch {
            game: self.course.game().facts().id.to_owned(),
            id: id.to_owned(),
            seat: self.seat.0.into(),
            players: Seat::all(setting.seats()).map(|seat| format!("player-{seat}")).collect(),
            options: setting.options().iter().map(|(name, value)| format!("{name}={value}")).collect(),
            time: time.to_owned(),
            commitment: self.seed().map(|seed| seed.commitment().to_string()).unwrap_or_default(),
        }
    }

    /// Where the game has luck, a seed that is as good as any.
    fn seed(&self) -> Option<Seed> {
        self.course.game().facts().chance.then(|| Seed::new([7; 32]))
    }

    /// Plays for everybody else until the engine is to be told something.
    pub fn advance(&mut self) -> Result<Next, String> {
        while self.steps < MAX_STEPS {
            self.steps += 1;
            let step = match self.course.turn() {
                Turn::Seat(seat) if seat == self.seat => return Ok(Next::Turn),
                Turn::Seat(seat) => {
                    let luck = u64::from(self.steps);
                    bots::choose(Kind::Random, self.course.round(), seat, Budget { nodes: 1 }, luck)
                }
                Turn::Forced(_) => self.course.forced(),
                Turn::Chance => self.course.chance(&Entropy([self.steps as u8; 32])),
                Turn::Over => return Ok(self.end_round()),
            };
            self.play(&step.ok_or("the rules give no step")?).map_err(|error| format!("a step by luck: {error}"))?;
        }
        Ok(Next::Over)
    }

    /// Plays a move, as it was written.
    pub fn play(&mut self, notation: &str) -> Result<(), String> {
        let seen = self.course.round().sees(Viewer::Seat(self.seat), notation).map_err(|error| error.to_string())?;
        self.course.play(notation).map_err(|error| error.to_string())?;
        self.position.moves.push(seen);
        Ok(())
    }

    /// The position, as the engine may know it.
    pub fn position(&self) -> Position {
        let view = match self.course.game().facts().hidden {
            true => self.course.round().view(Viewer::Seat(self.seat)),
            false => String::new(),
        };
        Position { view, ..self.position.clone() }
    }

    /// The turn that is the engine's, without clocks.
    pub fn go(&self, legal: Vec<String>) -> Go {
        Go { round: self.course.number(), ply: self.course.ply(), legal, ..Go::default() }
    }

    /// Every legal move.
    pub fn legal(&self) -> Vec<String> {
        self.course.round().legal()
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
        let round = self.course.number();
        let Some(outcome) = self.course.close_round() else {
            return Next::Over;
        };
        let points = outcome.points.iter().map(|points| points.as_f64()).collect();
        let totals = self.course.totals().iter().map(|points| points.as_f64()).collect();
        self.begin_round();
        Next::Round(RoundResult { round, cause: outcome.cause.to_owned(), points, totals })
    }

    fn begin_round(&mut self) {
        self.position = Position {
            start: self.course.round().view(Viewer::Seat(self.seat)),
            moves: Vec::new(),
            round: self.course.number(),
            points: self.course.totals().iter().map(|points| points.as_f64()).collect(),
            view: String::new(),
        };
    }
}
