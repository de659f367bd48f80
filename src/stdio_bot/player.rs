//! The state of a house bot between lines, and its answers.

use std::{
    io::Write as _,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};

use crate::{
    games::{
        self, Course,
        bots::{self, Kind, TimeLeft, levels::LEVELS},
        rules::{Points, Seat, Setting, Turn},
        search::limits::SearchLimits,
    },
    pb::engine::{
        BestMove, Games, Go, Id, Info, NewMatch, Option as EngineOption, Position, ReadyOk, RefereeOk, Resign,
        SetOption, from_engine::Message, to_engine,
    },
    standard_output::standard_error,
};

/// A house bot in a dialogue with a referee.
pub struct Player {
    kind: Kind,
    level: u8,
    seed: u64,
    table: Option<Table>,
}

/// The bot's current match.
struct Table {
    game: &'static dyn games::Game,
    setting: Setting,
    seat: Seat,
    match_id: String,
    /// The start of the round; all later steps and the present position follow.
    first: Course,
    steps: Vec<String>,
    course: Course,
    /// The seat's view, in a game with hidden information, whose steps cannot be replayed from one
    /// seat.
    view: Option<String>,
}

impl Player {
    /// Creates a bot before its first line.
    pub fn new(kind: Kind, level: u8, seed: u64) -> Player {
        Player { kind, level, seed, table: None }
    }

    /// Returns the answers to a message. Fails if the bot cannot continue, because the game or the
    /// position is unknown.
    pub fn answer(&mut self, message: to_engine::Message) -> anyhow::Result<Vec<Message>> {
        match message {
            to_engine::Message::Referee(_) => return Ok(self.introduction()),
            to_engine::Message::Isready(_) => return Ok(vec![Message::Readyok(ReadyOk {})]),
            to_engine::Message::Setoption(set) => self.set(&set)?,
            to_engine::Message::Newmatch(new) => self.table = Some(Table::new(new)?),
            to_engine::Message::Position(position) => self.table()?.place(&position)?,
            to_engine::Message::Go(go) => return self.think(&go),
            to_engine::Message::Refused(refused) => {
                complain(format_args!("refused: {} {}", refused.reason, refused.text));
            }
            // The bot answers before it reads the next line, and keeps no score, so these messages
            // need no answer.
            to_engine::Message::Stop(_)
            | to_engine::Message::Ponderhit(_)
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
        let ids = games::GAMES.iter().map(|game| game.facts().id.to_owned()).collect();
        vec![
            Message::Id(Id { name, author: "the house".to_owned() }),
            Message::Option(level),
            Message::Games(Games { ids }),
            Message::Refereeok(RefereeOk { only_new_moves: true, ..RefereeOk::default() }),
        ]
    }

    fn set(&mut self, set: &SetOption) -> anyhow::Result<()> {
        match (set.name.as_str(), set.value.parse()) {
            ("level", Ok(level)) if LEVELS.contains(&level) => self.level = level,
            ("level", _) => {
                bail!("level = `{}`: expected a number from {} to {}", set.value, LEVELS.start(), LEVELS.end())
            }
            (name, _) => bail!("unknown option `{name}`: expected `level`"),
        }
        Ok(())
    }

    fn table(&mut self) -> anyhow::Result<&mut Table> {
        self.table.as_mut().context("expected `newmatch` before `position` and `go`")
    }

    fn think(&mut self, go: &Go) -> anyhow::Result<Vec<Message>> {
        let (kind, level, seed) = (self.kind, self.level, self.seed);
        let table = self.table()?;
        let seed = turn_seed(seed, &table.match_id, go);
        let round = table.round(seed);
        let seat = table.seat_to_move(round.as_deref());
        let begun = Instant::now();
        let time = time_left(go, seat).to_think();
        let mut may_go_on = || time.is_none_or(|time| begun.elapsed() < time);
        let is_limited = time.is_some() || go.nodes.is_some() || go.depth.is_some();
        let nodes = bots::positions(table.game, level, is_limited).min(go.nodes.unwrap_or(u64::MAX));
        let level = bots::level_of(table.game, level);
        let mut limits = SearchLimits::while_allowed(nodes, &mut may_go_on).no_deeper(go.depth.unwrap_or(u32::MAX));
        // If the game cannot determinize the view, only the legal moves are left to choose from.
        let chosen = match &round {
            Some(round) if kind == Kind::Search => bots::think_at(level, &**round, seat, &mut limits, seed),
            Some(round) => bots::think(kind, &**round, seat, &mut limits, seed),
            None => bots::any(&go.legal, seed),
        };
        let taken = begun.elapsed();
        let Some(notation) = chosen else {
            // The message is out of turn, or the bot cannot search this game, so it has no move.
            return Ok(vec![Message::Resign(Resign {})]);
        };
        let (time_ms, nodes) = (i64::try_from(taken.as_millis()).ok(), Some(limits.used()).filter(|used| *used > 0));
        let info = Info { time_ms, nodes, pv: vec![notation.clone()], ..Info::default() };
        let best = BestMove { notation, turn_id: Some(go.turn_id), ..BestMove::default() };
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
        let first = Course::open(game, &setting).context("newmatch")?;
        let (course, steps) = (first.clone(), Vec::new());
        Ok(Table { game, setting, seat: Seat(seat), match_id: new.match_id, first, steps, course, view: None })
    }

    fn place(&mut self, position: &Position) -> anyhow::Result<()> {
        if self.game.facts().hidden {
            self.view = Some(position.view.clone());
            return Ok(());
        }
        let kept = match position.from {
            None => {
                self.begin_round(position)?;
                0
            }
            Some(from) => usize::try_from(from).unwrap_or(usize::MAX),
        };
        if kept > self.steps.len() {
            bail!("position from = `{kept}`: expected at most {}, the steps sent before", self.steps.len());
        }
        if kept < self.steps.len() {
            self.steps.truncate(kept);
            self.course = self.first.clone();
            for step in &self.steps {
                self.course.play(step).with_context(|| format!("position moves: `{step}`"))?;
            }
        }
        for step in &position.moves {
            self.course.play(step).with_context(|| format!("position moves: `{step}`"))?;
            self.steps.push(step.clone());
        }
        Ok(())
    }

    /// Stores the first position of a round.
    fn begin_round(&mut self, position: &Position) -> anyhow::Result<()> {
        self.first = if position.start.is_empty() {
            Course::open(self.game, &self.setting).context("position")?
        } else {
            let mut totals: Vec<Points> = position.points.iter().filter_map(|p| Points::from_f64(*p)).collect();
            totals.resize(usize::from(self.setting.seats()), Points::ZERO);
            let round = position.round.max(1);
            Course::parse(self.game, &self.setting, round, totals, &position.start)
                .with_context(|| format!("position start `{}`", position.start))?
        };
        self.course = self.first.clone();
        self.steps.clear();
        Ok(())
    }

    /// Returns a position as the seat may know it.
    fn round(&self, seed: u64) -> Option<Box<dyn games::Position>> {
        match &self.view {
            None => Some(self.course.position().boxed()),
            Some(view) => self.game.determinize(&self.setting, view, &bots::entropy(seed)).ok(),
        }
    }

    /// Returns the seat to move: the engine that gets the turn, whatever seat was announced.
    fn seat_to_move(&self, round: Option<&dyn games::Position>) -> Seat {
        match round.map(|round| round.turn()) {
            Some(Turn::Seat(seat)) => seat,
            Some(Turn::Forced(_) | Turn::Chance | Turn::Over) | None => self.seat,
        }
    }
}

/// Returns the remaining time of a seat.
fn time_left(go: &Go, seat: Seat) -> TimeLeft {
    let limited = !go.unlimited_seats.contains(&u32::from(seat.0));
    let milliseconds = |ms: i64| Duration::from_millis(ms.max(0) as u64);
    let of = |list: &[i64]| list.get(seat.index()).copied().map(milliseconds);
    TimeLeft {
        remaining: of(&go.remaining_ms).filter(|_| limited),
        increment: of(&go.increment_ms).unwrap_or_default(),
        delay: milliseconds(go.delay_ms),
        refund: milliseconds(go.refund_ms),
        move_limit: go.move_limit_ms.map(milliseconds),
        moves_to_go: go.moves_to_go,
        periods: go.periods,
        period: milliseconds(go.period_ms),
        budgets: [go.round_left_ms, go.match_left_ms].map(|left| left.map(milliseconds)),
    }
}

/// Returns a seed for one turn, which depends on the lines alone.
fn turn_seed(seed: u64, match_id: &str, go: &Go) -> u64 {
    // The hash is FNV-1a over 64 bits, http://www.isthe.com/chongo/tech/comp/fnv/.
    let parts = [seed.to_le_bytes(), (u64::from(go.round) << 32 | u64::from(go.ply)).to_le_bytes()];
    let bytes = parts.iter().flatten().chain(match_id.as_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Writes a line on standard error, if it is open.
pub(super) fn complain(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(standard_error(), "{text}");
}
