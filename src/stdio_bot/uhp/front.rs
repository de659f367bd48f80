//! A UHP engine on the rules of this program: reads commands of a viewer, and writes answers.
//!
//! It reads generously and writes as Mzinga does. Bad input gets `err` or `invalidmove`, never an
//! exit.

use std::{
    io::{BufRead, Write},
    time::Duration,
};

use super::{ERROR, INVALID_MOVE, MAX_LINE, OK, read_line};
use crate::games::{
    Course,
    bots::levels::LEVELS,
    perft::Counting,
    rules::{Turn, cut},
    uhp::{self, HEAD_FIELDS},
};

/// Maximum moves of a game, so that no viewer can fill the memory.
const MAX_MOVES: usize = 20_000;
/// Maximum depth of `perft`.
const MAX_PERFT: u32 = 10;
/// The option for the strength of `bestmove`.
const LEVEL: &str = "Level";
/// The option that ends a game as a draw if a position is there for the third time.
const REPETITION: &str = "DrawOnThreefold";

/// What bounds a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A time.
    Time(Duration),
    /// A depth in plies, at least 1.
    Depth(u32),
}

/// Chooses a move of the seat to move, at a level of [`LEVELS`]. The error is a sentence.
pub type Choose<'a> = dyn FnMut(&Course, u8, Limit) -> Result<String, String> + 'a;

/// Answers commands until `exit` or the end of the input. Fails if it cannot read or write.
pub fn run(
    choose: &mut Choose<'_>,
    level: u8,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let mut front = Front { choose, level, draws_on_threefold: false, game: None };
    let mut answer = front.info();
    let mut line = Vec::new();
    loop {
        answer.push(OK.to_owned());
        output.write_all((answer.join("\n") + "\n").as_bytes())?;
        output.flush()?;
        let Some(command) = read_line(input, &mut line)? else { return Ok(()) };
        answer = if command.len() > MAX_LINE {
            vec![format!("{ERROR} the line is longer than {MAX_LINE} bytes")]
        } else {
            match front.command(&String::from_utf8_lossy(command)) {
                Ok(Some(answer)) => answer,
                Ok(None) => return Ok(()),
                Err(Problem::Command(text)) => vec![format!("{ERROR} {text}")],
                Err(Problem::Move(text)) => vec![format!("{INVALID_MOVE} {text}")],
            }
        };
    }
}

/// Why a command is not carried out.
enum Problem {
    Command(String),
    Move(String),
}

fn bad<T>(text: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::Command(text.into()))
}

struct Front<'a, 'b> {
    choose: &'a mut Choose<'b>,
    level: u8,
    draws_on_threefold: bool,
    game: Option<Course>,
}

type Answer = Vec<String>;

impl Front<'_, '_> {
    /// Returns the lines of the answer; `None` for `exit`.
    fn command(&mut self, line: &str) -> Result<Option<Answer>, Problem> {
        let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let answer = match verb {
            "exit" => return Ok(None),
            "info" => self.info(),
            "newgame" => self.new_game(rest)?,
            "play" => self.play(rest)?,
            "pass" => self.play("pass")?,
            "validmoves" => vec![self.course()?.position().legal().join(";")],
            "bestmove" => vec![self.best_move(rest)?],
            "undo" => self.undo(rest)?,
            "options" => self.options(rest)?,
            "perft" => self.perft(rest)?,
            "" => return bad("an empty line; expected a command"),
            _ => {
                let known = "info, newgame, play, pass, validmoves, bestmove, undo, options, perft or exit";
                return bad(format!("unknown command `{}`; expected {known}", cut(verb)));
            }
        };
        Ok(Some(answer))
    }

    fn info(&self) -> Answer {
        vec![format!("id referee {}", env!("CARGO_PKG_VERSION")), "Mosquito;Ladybug;Pillbug".to_owned()]
    }

    fn course(&self) -> Result<&Course, Problem> {
        self.game.as_ref().map_or_else(|| bad("no game; expected `newgame` first"), Ok)
    }

    fn new_game(&mut self, text: &str) -> Result<Answer, Problem> {
        let text = if text.is_empty() { "Base" } else { text };
        self.game = Some(self.read(text)?);
        self.game_string()
    }

    fn read(&self, text: &str) -> Result<Course, Problem> {
        let course = uhp::read(text, self.draws_on_threefold);
        course.or_else(|expected| bad(format!("invalid game string: {expected}")))
    }

    fn game_string(&self) -> Result<Answer, Problem> {
        Ok(vec![self.course()?.position().text()])
    }

    fn play(&mut self, text: &str) -> Result<Answer, Problem> {
        self.course()?;
        let Some(course) = &mut self.game else { return bad("no game") };
        if course.is_over() || course.turn() == Turn::Over {
            return Err(Problem::Move("the game is over".to_owned()));
        }
        if course.ply() as usize >= MAX_MOVES {
            return bad(format!("limit reached: {MAX_MOVES} moves"));
        }
        course.play(text).map_err(|wrong| Problem::Move(wrong.to_string()))?;
        self.game_string()
    }

    fn best_move(&mut self, rest: &str) -> Result<String, Problem> {
        let limit = limit_of(rest)?;
        let course = self.course()?;
        if let Some(forced) = course.forced() {
            return Ok(forced);
        }
        if course.turn() == Turn::Over {
            return bad("the game is over");
        }
        let level = self.level;
        let Some(course) = &self.game else { return bad("no game") };
        (self.choose)(course, level, limit).map_err(Problem::Command)
    }

    /// Takes moves back, by playing all before them again.
    fn undo(&mut self, rest: &str) -> Result<Answer, Problem> {
        let text = self.course()?.position().text();
        let mut parts: Vec<&str> = text.split(';').collect();
        let moves = parts.len() - HEAD_FIELDS;
        let count = match rest {
            "" => Some(1),
            count => count.parse().ok(),
        };
        match count.filter(|count| (1..=moves).contains(count)) {
            None if moves == 0 => bad("no move to undo"),
            None => bad(format!("invalid number of moves `{}`; expected 1 to {moves}", cut(rest))),
            Some(count) => {
                parts.truncate(parts.len() - count);
                self.game = Some(self.read(&parts.join(";"))?);
                self.game_string()
            }
        }
    }

    fn options(&mut self, rest: &str) -> Result<Answer, Problem> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match words[..] {
            [] => Ok(vec![self.option(LEVEL)?, self.option(REPETITION)?]),
            ["get", name] => Ok(vec![self.option(name)?]),
            ["set", name, value] => {
                match (name, value.parse::<u8>(), value.to_ascii_lowercase().as_str()) {
                    (LEVEL, Ok(level), _) if LEVELS.contains(&level) => self.level = level,
                    // From the next game on.
                    (REPETITION, _, "true") => self.draws_on_threefold = true,
                    (REPETITION, _, "false") => self.draws_on_threefold = false,
                    (LEVEL | REPETITION, ..) => {
                        let value = cut(value);
                        return bad(format!("invalid value `{value}`; see {}", self.option(name)?));
                    }
                    _ => {}
                }
                Ok(vec![self.option(name)?])
            }
            _ => bad("invalid `options`; expected nothing, get NAME, or set NAME VALUE"),
        }
    }

    /// Returns an option with its type, value, default and range.
    fn option(&self, name: &str) -> Result<String, Problem> {
        match name {
            LEVEL => {
                let (level, least, most) = (self.level, LEVELS.start(), LEVELS.end());
                Ok(format!("{LEVEL};int;{level};{most};{least};{most}"))
            }
            REPETITION if self.draws_on_threefold => Ok(format!("{REPETITION};bool;True;False")),
            REPETITION => Ok(format!("{REPETITION};bool;False;False")),
            _ => bad(format!("unknown option `{}`; expected {LEVEL} or {REPETITION}", cut(name))),
        }
    }

    /// Counts lines of play, as some engines do beyond the protocol: a pass counts as a move.
    fn perft(&self, rest: &str) -> Result<Answer, Problem> {
        let Some(depth) = rest.parse().ok().filter(|depth| *depth <= MAX_PERFT) else {
            return bad(format!("invalid depth `{}`; expected 0 to {MAX_PERFT}", cut(rest)));
        };
        let course = self.course()?;
        let count = |depth| format!("{depth}: {}", course.position().perft(depth, Counting::Plies));
        Ok((0..=depth).map(count).collect())
    }
}

fn limit_of(text: &str) -> Result<Limit, Problem> {
    let wrong = || {
        let text = cut(text);
        Problem::Command(format!("invalid limit `{text}`; expected time hh:mm:ss or depth N"))
    };
    let (kind, value) = text.split_once(char::is_whitespace).ok_or_else(wrong)?;
    let limit = match (kind, value.trim()) {
        ("depth", value) => value.parse().ok().filter(|depth| *depth > 0).map(Limit::Depth),
        ("time", value) => {
            let parts: Option<Vec<u32>> = value.split(':').map(|part| part.parse().ok()).collect();
            match parts.as_deref() {
                Some([hours, minutes @ 0..60, seconds @ 0..60]) if *hours < 100 => {
                    let seconds = u64::from(*hours) * 3600 + u64::from(*minutes) * 60 + u64::from(*seconds);
                    Some(Limit::Time(Duration::from_secs(seconds)))
                }
                _ => None,
            }
        }
        _ => None,
    };
    limit.ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the answers to commands, each without its `ok`, after the introduction.
    fn answers(commands: &[&str]) -> Vec<String> {
        let mut choose = |course: &Course, _: u8, _: Limit| Ok(course.first_legal().expect("a move"));
        let (input, mut output) = (commands.join("\n"), Vec::new());
        run(&mut choose, 5, &mut input.as_bytes(), &mut output).expect("memory takes it");
        let text = String::from_utf8(output).expect("text");
        let mut answers: Vec<String> =
            text.split_terminator("ok\n").map(|answer| answer.trim_end().to_owned()).collect();
        assert!(answers.remove(0).starts_with("id referee "));
        answers
    }

    #[test]
    fn a_game_is_played_taken_back_and_read_again() {
        let said = answers(&[
            "newgame Base+PM",
            "play wM",
            "play bM wM-",
            "undo",
            "undo 1",
            "newgame Base+MLP; InProgress ; white[2];wM; bM wM-;",
            "validmoves",
            "bestmove depth 1",
            "exit",
            "info",
        ]);
        assert_eq!(said[0], "Base+MP;NotStarted;White[1]");
        assert_eq!(said[1], "Base+MP;InProgress;Black[1];wM");
        assert_eq!(said[2], "Base+MP;InProgress;White[2];wM;bM wM-");
        assert_eq!(said[3], said[1]);
        assert_eq!(said[4], said[0]);
        assert_eq!(said[5], "Base+MLP;InProgress;White[2];wM;bM wM-");
        assert!(said[6].split(';').any(|legal| legal == said[7]), "{}", said[6]);
        assert_eq!(said.len(), 8, "nothing after `exit`");
    }

    #[test]
    fn a_piece_may_carry_a_number_it_does_not_need() {
        assert_eq!(answers(&["newgame Base+M", "play wM1"])[1], "Base+M;InProgress;Black[1];wM");
    }

    #[test]
    fn bad_input_gets_an_error() {
        let long = "x".repeat(MAX_LINE + 5);
        for (command, start) in [
            ("play wS1", "err no game"),
            ("newgame Chess", "err invalid game string: expected a game type"),
            ("newgame Base;InProgress;White[2];wS1;bS1", "err invalid game string: at byte "),
            ("bestmove", "err invalid limit"),
            ("bestmove time 1", "err invalid limit"),
            ("bestmove depth 0", "err invalid limit"),
            ("undo 3", "err no game"),
            ("options get Hash", "err unknown option `Hash`"),
            ("options set Level 12", "err invalid value `12`; see Level;int;5;9;1;9"),
            ("options move", "err invalid `options`"),
            ("perft 99", "err invalid depth"),
            ("fly", "err unknown command `fly`"),
            ("", "err an empty line"),
            (&long, "err the line is longer than"),
        ] {
            let said = answers(&[command, "info"]);
            assert!(said[0].starts_with(start), "{command:.40}: {}", said[0]);
            assert!(said[1].starts_with("id referee"), "{command:.40}: {}", said[1]);
        }
        let said = answers(&["newgame", "play wS1", "play bS1 wS1", "play rubbish", "undo 2", "undo x"]);
        assert!(said[2].starts_with("invalidmove ") && said[3].starts_with("invalidmove "), "{said:?}");
        assert_eq!(said[4], "err invalid number of moves `2`; expected 1 to 1");
    }

    #[test]
    fn options_are_shown_and_set() {
        let said = answers(&["options", "options set Level 3", "options set DrawOnThreefold True", "options"]);
        assert_eq!(said[0], "Level;int;5;9;1;9\nDrawOnThreefold;bool;False;False");
        assert_eq!(said[3], "Level;int;3;9;1;9\nDrawOnThreefold;bool;True;False");
    }

    #[test]
    fn perft_counts_the_start() {
        assert_eq!(answers(&["newgame", "perft 3"])[1], "0: 1\n1: 4\n2: 96\n3: 1440");
    }
}
