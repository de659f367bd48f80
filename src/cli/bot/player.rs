//! What a house bot knows between lines, and what it answers.

use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::{
    bots::{self, Budget, Kind, LEVELS},
    games::{
        self, Course,
        rules::{Points, Seat, Setting, Turn},
    },
    pb::engine::{
        BestMove, Games, Go, Id, Info, NewMatch, Option as EngineOption, Position, ReadyOk, RefereeOk, Resign,
        SetOption, from_engine::Message, to_engine,
    },
};

/// How many moves the rest of a match is taken to have, when a clock is shared out among them.
const MOVES_AHEAD: u32 = 30;
/// What is kept back of every clock for the way there and back.
const MARGIN: Duration = Duration::from_millis(30);
/// The fewest positions that it looks at, however short the time.
const MIN_NODES: u64 = 20;
/// How many positions a second it believes to look at before it has measured.
const FIRST_SPEED: f64 = 50_000.0;
/// Shorter thoughts say nothing of the speed.
const MEASURABLE: Duration = Duration::from_millis(1);

/// A house bot in a talk with a referee.
pub struct Player {
    kind: Kind,
    level: u8,
    seed: u64,
    table: Option<Table>,
    /// Positions a second.
    speed: f64,
}

/// The match it sits in.
struct Table {
    game: &'static dyn games::Game,
    setting: Setting,
    seat: Seat,
    match_id: String,
    /// Where the match stands; `None` in a game with secrets, whose steps cannot be replayed as a seat sees them: luck,
    /// which alone plays those, needs no more than the legal moves.
    course: Option<Course>,
}

impl Player {
    /// A bot before its first line.
    pub fn new(kind: Kind, level: u8, seed: u64) -> Player {
        Player { kind, level, seed, table: None, speed: FIRST_SPEED }
    }

    /// What it answers to a message. Errors when it cannot take part any more: a game or position that it does not know.
    pub fn answer(&mut self, message: to_engine::Message) -> anyhow::Result<Vec<Message>> {
        match message {
            to_engine::Message::Referee(_) => return Ok(self.introduction()),
            to_engine::Message::Isready(_) => return Ok(vec![Message::Readyok(ReadyOk {})]),
            to_engine::Message::Setoption(set) => self.set(&set)?,
            to_engine::Message::Newmatch(new) => self.table = Some(Table::new(new)?),
            to_engine::Message::Position(position) => self.table()?.place(&position)?,
            to_engine::Message::Go(go) => return self.think(&go),
            to_engine::Message::Refused(refused) => eprintln!("refused: {} {}", refused.reason, refused.text),
            // It has answered before it reads the next line, and keeps no score.
            to_engine::Message::Stop(_)
            | to_engine::Message::Roundresult(_)
            | to_engine::Message::Matchresult(_)
            | to_engine::Message::Quit(_) => {}
        }
        Ok(Vec::new())
    }

    fn introduction(&self) -> Vec<Message> {
        let name = format!("referee {} {}", self.kind.name(), env!("CARGO_PKG_VERSION"));
        let level = EngineOption {
            name: "level".to_owned(),
            r#type: "spin".to_owned(),
            default: self.level.to_string(),
            min: Some((*LEVELS.start()).into()),
            max: Some((*LEVELS.end()).into()),
            var: Vec::new(),
        };
        let facts = games::GAMES.iter().map(|game| game.facts());
        let ids = facts.filter(|facts| self.kind.plays(facts)).map(|facts| facts.id.to_owned()).collect();
        vec![
            Message::Id(Id { name, author: "the house".to_owned() }),
            Message::Option(level),
            Message::Games(Games { ids }),
            Message::Refereeok(RefereeOk { without_legal: false }),
        ]
    }

    fn set(&mut self, set: &SetOption) -> anyhow::Result<()> {
        match (set.name.as_str(), set.value.parse()) {
            ("level", Ok(level)) if LEVELS.contains(&level) => self.level = level,
            ("level", _) => {
                bail!("level = `{}`: expected a number from {} to {}", set.value, LEVELS.start(), LEVELS.end())
            }
            (name, _) => bail!("option `{name}`: expected level"),
        }
        Ok(())
    }

    fn table(&mut self) -> anyhow::Result<&mut Table> {
        self.table.as_mut().context("expected `newmatch` before `position` and `go`")
    }

    fn think(&mut self, go: &Go) -> anyhow::Result<Vec<Message>> {
        let (kind, level, speed, seed) = (self.kind, self.level, self.speed, self.seed);
        let table = self.table()?;
        let seat = table.seat_to_move();
        let mut budget = Budget::level(level);
        if let Some(time) = time_to_think(go, seat) {
            budget.nodes = budget.nodes.min((speed * time.as_secs_f64()) as u64).max(MIN_NODES);
        }
        let begun = Instant::now();
        let seed = turn_seed(seed, &table.match_id, go);
        let chosen = match &table.course {
            Some(course) => bots::choose(kind, course.round(), seat, budget, seed),
            None => bots::any(&go.legal, seed),
        };
        let taken = begun.elapsed();
        if taken >= MEASURABLE {
            self.speed = (budget.nodes as f64 / taken.as_secs_f64()).min(speed * 2.0);
        }
        let Some(notation) = chosen else {
            // Asked out of turn, or in a game that it does not know how to search: there is nothing it could play.
            return Ok(vec![Message::Resign(Resign {})]);
        };
        let time_ms = u64::try_from(taken.as_millis()).ok();
        let info = Info { time_ms, pv: vec![notation.clone()], ..Info::default() };
        let best = BestMove { notation, round: Some(go.round), ply: Some(go.ply) };
        Ok(vec![Message::Info(info), Message::Bestmove(best)])
    }
}

impl Table {
    fn new(new: NewMatch) -> anyhow::Result<Table> {
        let game = games::find(&new.game).with_context(|| {
            let ids: Vec<&str> = games::GAMES.iter().map(|game| game.facts().id).collect();
            format!("game `{}`: expected one of {}", new.game, ids.join(", "))
        })?;
        let seats = u8::try_from(new.players.len()).context("players: expected at most 255")?;
        let seat = u8::try_from(new.seat).context("seat: expected at most 255")?;
        let options = new.options.iter().map(|option| option.split_once('=').unwrap_or((option, "")));
        let setting = game.facts().setting(seats, options).context("newmatch")?;
        let course = Course::open(game, &setting).context("newmatch")?;
        let course = (!game.facts().hidden).then_some(course);
        Ok(Table { game, setting, seat: Seat(seat), match_id: new.id, course })
    }

    fn place(&mut self, position: &Position) -> anyhow::Result<()> {
        let Some(course) = &mut self.course else {
            return Ok(());
        };
        if !position.start.is_empty() {
            let mut totals: Vec<Points> = position.points.iter().filter_map(|p| Points::from_f64(*p)).collect();
            totals.resize(usize::from(self.setting.seats()), Points::ZERO);
            let round = position.round.max(1);
            *course = Course::parse(self.game, &self.setting, round, totals, &position.start)
                .with_context(|| format!("position start `{}`", position.start))?;
        } else {
            *course = Course::open(self.game, &self.setting).context("position")?;
        }
        for step in &position.moves {
            course.play(step).with_context(|| format!("position moves: `{step}`"))?;
        }
        Ok(())
    }

    /// Whoever is asked has the turn, whatever seat it was told.
    fn seat_to_move(&self) -> Seat {
        match self.course.as_ref().map(Course::turn) {
            Some(Turn::Seat(seat)) => seat,
            Some(Turn::Forced(_) | Turn::Chance | Turn::Over) | None => self.seat,
        }
    }
}

/// How long it may think by the clocks; `None` without a limit.
fn time_to_think(go: &Go, seat: Seat) -> Option<Duration> {
    let limited = !go.unlimited.contains(&u32::from(seat.0));
    let milliseconds = |list: &[i64]| list.get(seat.index()).map(|ms| Duration::from_millis((*ms).max(0) as u64));
    let of_clock = milliseconds(&go.remaining_ms).filter(|_| limited).map(|remaining| {
        let increment = milliseconds(&go.increment_ms).unwrap_or_default();
        let share = remaining / MOVES_AHEAD + increment * 4 / 5;
        share.min(remaining.saturating_sub(MARGIN) / 2)
    });
    let of_move = go.move_ms.map(|ms| Duration::from_millis(ms.max(0) as u64).saturating_sub(MARGIN) * 4 / 5);
    of_clock.into_iter().chain(of_move).min()
}

/// A seed for one turn, from what the lines say alone.
fn turn_seed(seed: u64, match_id: &str, go: &Go) -> u64 {
    // FNV-1a over 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/.
    let parts = [seed.to_le_bytes(), (u64::from(go.round) << 32 | u64::from(go.ply)).to_le_bytes()];
    let bytes = parts.iter().flatten().chain(match_id.as_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}
