//! A UHP engine as a child process.

use std::{
    io::{self, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use super::{ERROR, INVALID_MOVE, MAX_LINE, OK, read_line};
use crate::{engine::command::EngineCommand, games::uhp};

/// Maximum lines of one answer.
const MAX_LINES: usize = 10_000;
/// The time that an engine has to end after `exit`.
const EXIT_PATIENCE: Duration = Duration::from_secs(1);
/// How often the end is looked for.
const EXIT_LOOK: Duration = Duration::from_millis(10);
/// The shortest time that an engine is asked to think: some never answer a request for no time.
const MIN_THINK: Duration = Duration::from_millis(50);
/// The shortest time that the protocol can express.
const SECOND: Duration = Duration::from_secs(1);

/// Why an engine cannot play on.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("failed to start {command}: {cause}")]
    Start { command: String, cause: io::Error },
    #[error("the UHP engine cannot be reached: {0}")]
    Io(#[from] io::Error),
    #[error("{}", uhp::NO_QUEEN_FIRST)]
    QueenFirst,
    #[error("the UHP engine has ended")]
    Ended,
    #[error("the UHP engine's answer is longer than {MAX_LINES} lines or has a line over {MAX_LINE} bytes")]
    TooLong,
    #[error("the UHP engine answered `{command}` with `{answer}`")]
    Rejected { command: String, answer: String },
}

/// A running engine.
pub struct EngineProcess {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The first line of its introduction, without `id`.
    pub name: String,
    /// Whether it supports `bestmove seconds`, a nonstandard command with fractional seconds.
    /// `None` until it was tried.
    takes_seconds: Option<bool>,
}

impl EngineProcess {
    /// Starts an engine, and reads its introduction.
    pub fn start(words: &[String]) -> Result<EngineProcess, EngineError> {
        let program = EngineCommand { words: words.to_vec(), ..EngineCommand::default() }.program();
        let mut command = Command::new(program);
        command.args(words.iter().skip(1)).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|cause| EngineError::Start { command: words.join(" "), cause })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Ended);
        };
        let output = BufReader::new(output);
        let mut engine = EngineProcess { child, input, output, name: String::new(), takes_seconds: None };
        let introduction = engine.answer("info")?;
        let name = introduction.iter().find_map(|line| line.strip_prefix("id "));
        name.unwrap_or("UHP engine").clone_into(&mut engine.name);
        Ok(engine)
    }

    /// Sends a command, and returns its answer without `ok`.
    pub fn ask(&mut self, command: &str) -> Result<Vec<String>, EngineError> {
        self.input.write_all(format!("{command}\n").as_bytes())?;
        self.answer(command)
    }

    /// Returns the move that it plays after thinking for about `time`, or to `depth`.
    pub fn best_move(&mut self, time: Duration, depth: Option<u32>) -> Result<String, EngineError> {
        if let Some(depth) = depth {
            return self.last_line(&format!("bestmove depth {depth}"));
        }
        let time = time.max(MIN_THINK);
        if self.takes_seconds != Some(false) {
            match self.last_line(&format!("bestmove seconds {:.3}", time.as_secs_f64())) {
                Err(EngineError::Rejected { .. }) if self.takes_seconds.is_none() => self.takes_seconds = Some(false),
                answer => {
                    self.takes_seconds = Some(true);
                    return answer;
                }
            }
        }
        match time < SECOND {
            true => self.last_line("bestmove depth 1"),
            false => self.last_line(&format!("bestmove time {}", hours(time))),
        }
    }

    /// Asks it to end, and ends it if it does not.
    pub fn end(&mut self) {
        let until = Instant::now() + EXIT_PATIENCE;
        if self.input.write_all(b"exit\n").is_ok() {
            while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
                std::thread::sleep(EXIT_LOOK);
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The last line of an answer: engines may show their thoughts before.
    fn last_line(&mut self, command: &str) -> Result<String, EngineError> {
        let mut answer = self.ask(command)?;
        answer.pop().ok_or_else(|| EngineError::Rejected { command: command.to_owned(), answer: OK.to_owned() })
    }

    fn answer(&mut self, command: &str) -> Result<Vec<String>, EngineError> {
        let (mut lines, mut bytes, mut rejected) = (Vec::new(), Vec::new(), None);
        loop {
            let line = read_line(&mut self.output, &mut bytes)?.ok_or(EngineError::Ended)?;
            if line.len() > MAX_LINE || lines.len() == MAX_LINES {
                return Err(EngineError::TooLong);
            }
            let line = String::from_utf8_lossy(line).into_owned();
            if line == OK {
                break;
            }
            let first = line.split(char::is_whitespace).next().unwrap_or_default();
            if first == ERROR || first == INVALID_MOVE {
                rejected.get_or_insert_with(|| line.clone());
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
        match rejected {
            Some(answer) => Err(EngineError::Rejected { command: command.to_owned(), answer }),
            None => Ok(lines),
        }
    }
}

/// Returns the time of a command as `hh:mm:ss`; parts of a second are dropped.
fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
