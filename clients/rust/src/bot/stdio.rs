//! A bot on standard input and output: the lines of docs/stdio.md.

use std::{
    fs::File,
    io::{BufRead as _, Write as _},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use referee_proto::{
    engine::{
        AcceptDraw, BestMove, ClaimDraw, FromEngine, Games, Go, Id, Info, NewMatch, Nonce, Position, ReadyOk,
        RefereeOk, Resign, from_engine::Message as Said, to_engine::Message as Heard,
    },
    line::{self, Spelling},
};

use super::{Bot, Choice, MatchResult, Move, Turn};
use crate::{accounts::Secret, error::Error, pb};

/// Newest supported version of the protocol.
const VERSION: u32 = 1;
/// Maximum queued lines, answers and turns. If the queue is full, the referee waits.
const MAX_WAITING: usize = 64;
/// Maximum results kept, the newest ones, because a bot may play for months.
const MAX_RESULTS: usize = 1_000;
/// Number of characters of a nonce.
const NONCE_CHARS: usize = 32;

/// An event for the dialogue with the referee.
enum Happened {
    Line(std::io::Result<String>),
    Chosen {
        turn_id: u64,
        chosen: thread::Result<Choice>,
    },
    /// The input has ended.
    End,
}

/// Plays all matches that a referee starts on standard input and output. Returns the last thousand
/// results after `quit` or the end of the input.
pub fn play<B: Bot>(bot: Arc<B>) -> Result<Vec<MatchResult>, Error> {
    let output = own_output().map_err(Error::system)?;
    let (happens, happened) = sync_channel(MAX_WAITING);
    let (turns, turns_to_choose) = sync_channel(MAX_WAITING);
    let (lines, chooser) = (happens.clone(), Arc::clone(&bot));
    thread::spawn(move || read(&lines));
    thread::spawn(move || choose(&*chooser, &turns_to_choose, &happens));
    let mut dialogue = Dialogue {
        bot: &*bot,
        output,
        spelling: Spelling::Words,
        turns,
        results: Vec::new(),
        of: NewMatch::default(),
        position: Position::default(),
        open: None,
    };
    for event in happened {
        match event {
            Happened::Line(line) => {
                if !line.and_then(|line| dialogue.hear(&line)).map_err(Error::system)? {
                    break;
                }
            }
            Happened::Chosen { turn_id, chosen } => {
                let chosen = chosen.unwrap_or_else(|panic| resume_unwind(panic));
                dialogue.answer(turn_id, &chosen).map_err(Error::system)?;
            }
            Happened::End => break,
        }
    }
    Ok(dialogue.results)
}

/// Returns standard output, and redirects what the bot prints to standard error, so that it cannot
/// disturb the lines.
fn own_output() -> std::io::Result<File> {
    let output = File::from(rustix::io::fcntl_dupfd_cloexec(std::io::stdout(), 3)?);
    rustix::stdio::dup2_stdout(std::io::stderr())?;
    Ok(output)
}

/// Reads lines until the end of the input.
fn read(lines: &SyncSender<Happened>) {
    for line in std::io::stdin().lock().lines() {
        // The send fails if the dialogue is over.
        if lines.send(Happened::Line(line)).is_err() {
            return;
        }
    }
    let _ = lines.send(Happened::End);
}

/// Chooses an answer to one turn after another.
fn choose(bot: &impl Bot, turns: &Receiver<Turn>, happens: &SyncSender<Happened>) {
    for turn in turns.iter().filter(|turn| !turn.is_closed()) {
        let chosen = catch_unwind(AssertUnwindSafe(|| bot.choose(&turn)));
        if happens.send(Happened::Chosen { turn_id: turn.turn_id, chosen }).is_err() {
            return;
        }
    }
}

/// The last turn, with its answer if there is one.
struct Open {
    turn: Turn,
    answer: Option<Said>,
}

/// A dialogue with the referee.
struct Dialogue<'a, B> {
    bot: &'a B,
    output: File,
    spelling: Spelling,
    turns: SyncSender<Turn>,
    results: Vec<MatchResult>,
    of: NewMatch,
    position: Position,
    open: Option<Open>,
}

impl<B: Bot> Dialogue<'_, B> {
    /// Handles a line. Returns whether the dialogue continues.
    fn hear(&mut self, text: &str) -> std::io::Result<bool> {
        let spelling = line::spelling_of(text.as_bytes());
        // An engine ignores unknown lines.
        let heard = line::hear_as_engine(spelling, text).ok().and_then(|heard| heard.message);
        match heard {
            Some(Heard::Referee(_)) => {
                self.spelling = spelling;
                self.introduce()?;
            }
            Some(Heard::Isready(_)) => self.say([Said::Readyok(ReadyOk {})])?,
            Some(Heard::Newmatch(new)) => {
                self.leave();
                if !new.commitment.is_empty() {
                    self.say([Said::Nonce(Nonce { value: nonce()? })])?;
                }
                self.of = new;
            }
            Some(Heard::Position(position)) => self.position = position,
            Some(Heard::Go(go)) => self.go(go)?,
            Some(Heard::Stop(_)) => {
                if let Some(open) = &self.open {
                    open.turn.hurry();
                }
            }
            Some(Heard::Matchresult(result)) => {
                self.leave();
                let result = self.result(result);
                self.bot.ended(&result);
                if self.results.len() == MAX_RESULTS {
                    self.results.remove(0);
                }
                self.results.push(result);
            }
            Some(Heard::Quit(_)) => return Ok(false),
            Some(Heard::Setoption(set)) => self.bot.set_option(&set.name, &set.value),
            Some(Heard::Roundresult(_) | Heard::Refused(_) | Heard::Ponderhit(_)) | None => {}
        }
        Ok(true)
    }

    /// Sends the introduction of the bot.
    fn introduce(&mut self) -> std::io::Result<()> {
        let id = Id { name: self.bot.name(), author: self.bot.author() };
        let ids = self.bot.games();
        let games = (!ids.is_empty()).then_some(Said::Games(Games { ids }));
        let ok = Said::Refereeok(RefereeOk { version: VERSION, ..RefereeOk::default() });
        let options = self.bot.options().into_iter().map(Said::Option);
        self.say([Said::Id(id)].into_iter().chain(games).chain(options).chain([ok]))
    }

    /// Lets the bot think about a new turn. The same turn gets the same answer.
    fn go(&mut self, go: Go) -> std::io::Result<()> {
        if let Some(open) = self.open.as_ref().filter(|open| open.turn.turn_id == go.turn_id) {
            return match open.answer.clone() {
                Some(answer) => self.say([answer]),
                None => Ok(()),
            };
        }
        self.leave();
        let turn = Turn::new(turn_of(&self.of, &self.position, go));
        self.open = Some(Open { turn: turn.clone(), answer: None });
        // The send cannot fail: the thread that chooses lives as long as the program.
        let _ = self.turns.send(turn);
        Ok(())
    }

    /// Sends an answer, unless another turn has opened since.
    fn answer(&mut self, turn_id: u64, chosen: &Choice) -> std::io::Result<()> {
        let Some(open) = self.open.as_mut().filter(|open| open.turn.turn_id == turn_id) else { return Ok(()) };
        let score = match chosen {
            Choice::Move(Move { score, .. }) => *score,
            Choice::Resign | Choice::AcceptDraw | Choice::ClaimDraw => None,
        };
        let answer = answer_of(turn_id, chosen);
        open.answer = Some(answer.clone());
        let info = score.map(|score| Said::Info(Info { score: Some(score), ..Info::default() }));
        self.say(info.into_iter().chain([answer]))
    }

    /// Closes the turn, so that an answer still being chosen is dropped.
    fn leave(&mut self) {
        if let Some(open) = self.open.take() {
            open.turn.close();
        }
    }

    fn result(&self, result: referee_proto::engine::MatchResult) -> MatchResult {
        let NewMatch { match_id, game, seat, players, .. } = self.of.clone();
        let termination = format!("TERMINATION_{}", result.termination.to_uppercase());
        let verdict = pb::Verdict {
            termination: pb::Termination::from_str_name(&termination).unwrap_or_default().into(),
            seat: result.seat,
            detail: result.detail,
            points: result.points,
            places: result.places,
            overrun_ns: result.overrun_ns,
            ..pb::Verdict::default()
        };
        MatchResult { match_id, game, seat, players, verdict }
    }

    /// Writes messages together.
    fn say(&mut self, messages: impl IntoIterator<Item = Said>) -> std::io::Result<()> {
        let mut bytes = Vec::new();
        for message in messages {
            line::write_from_engine(self.spelling, &FromEngine { message: Some(message) }, &mut bytes);
        }
        self.output.write_all(&bytes)
    }
}

/// Returns a contribution to the luck of a match.
fn nonce() -> std::io::Result<String> {
    let secret = Secret::draw().map_err(std::io::Error::other)?;
    let text = secret.as_str();
    Ok(text[text.len() - NONCE_CHARS..].to_owned())
}

/// Returns a turn in the form in which a server sends it.
fn turn_of(of: &NewMatch, position: &Position, go: Go) -> pb::Turn {
    let options = of.options.iter().map(|option| option.split_once('=').unwrap_or((option, "")));
    let text = if position.view.is_empty() { &position.start } else { &position.view };
    pb::Turn {
        match_id: of.match_id.clone(),
        turn_id: go.turn_id,
        seat: of.seat,
        game: of.game.clone(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        players: of.players.clone(),
        round: go.round,
        ply: go.ply,
        points: position.points.clone(),
        position: text.clone(),
        legal: go.legal,
        remaining_ms: go.remaining_ms,
        increment_ms: go.increment_ms,
        unlimited_seats: go.unlimited_seats,
        move_limit_ms: go.move_limit_ms,
        delay_ms: go.delay_ms,
        refund_ms: go.refund_ms,
        moves_to_go: go.moves_to_go,
        periods: go.periods,
        period_ms: go.period_ms,
        round_left_ms: go.round_left_ms,
        match_left_ms: go.match_left_ms,
        nodes: go.nodes,
        depth: go.depth,
        draw_offered: go.draw_offered,
        claimable: go.claimable,
    }
}

/// Returns the message that answers a turn.
fn answer_of(turn_id: u64, chosen: &Choice) -> Said {
    match chosen {
        Choice::Move(Move { notation, offer_draw, .. }) => Said::Bestmove(BestMove {
            notation: notation.clone(),
            turn_id: Some(turn_id),
            offer_draw: *offer_draw,
            ..BestMove::default()
        }),
        Choice::Resign => Said::Resign(Resign {}),
        Choice::AcceptDraw => Said::Acceptdraw(AcceptDraw {}),
        Choice::ClaimDraw => Said::Claimdraw(ClaimDraw {}),
    }
}
