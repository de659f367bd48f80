//! The whole dialogue with engines in a file, line by line with its times: what `--debug` writes.

use std::{
    fs::File,
    io::{self, Write as _},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

/// How much of a line is logged, in bytes.
pub const MAX_LOGGED_LINE: usize = 16 * 1024;
/// How long the file may become, in bytes; the dialogue goes on without it.
pub const MAX_LOG: u64 = 4 * 1024 * 1024 * 1024;

/// A file that the dialogues with any number of engines are written to as they go on. Every clone writes to the same file.
#[derive(Clone, Debug)]
pub struct DialogueLog(Arc<Mutex<Log>>);

#[derive(Debug)]
struct Log {
    begun: Instant,
    /// `None` once it cannot be written to any more, or is full.
    file: Option<File>,
    ended: Option<String>,
    written: u64,
    /// How many processes were started.
    processes: u32,
}

/// What one process says and is told, for the log.
pub(super) struct Dialogue {
    log: DialogueLog,
    process: u32,
    seat: Option<u32>,
}

/// Which way a line went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Told,
    Heard,
    /// Not a line, but what became of the engine.
    Became,
}

impl DialogueLog {
    /// Makes the file, or empties it. Times are counted from here.
    pub fn create(path: &Path) -> io::Result<DialogueLog> {
        let log = Log { begun: Instant::now(), file: Some(File::create(path)?), ended: None, written: 0, processes: 0 };
        Ok(DialogueLog(Arc::new(Mutex::new(log))))
    }

    /// Why the file ended before the dialogues did; `None` if it has all of them.
    pub fn ended_early(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).ended.clone()
    }

    /// The dialogue with a process that was started with this command.
    pub(super) fn with_process(&self, command: &[String]) -> Dialogue {
        let process = {
            let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            log.processes += 1;
            log.processes
        };
        let dialogue = Dialogue { log: self.clone(), process, seat: None };
        dialogue.note(Instant::now(), Said::Became, format!("started: {}", command.join(" ")).as_bytes());
        dialogue
    }
}

/// Two are the same if they write to the same file.
impl PartialEq for DialogueLog {
    fn eq(&self, other: &DialogueLog) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for DialogueLog {}

impl Dialogue {
    /// Notes the seat that the engine has from now on.
    pub(super) fn seated(&mut self, seat: u32) {
        self.seat = Some(seat);
    }

    /// Writes what was said at this moment, line by line.
    pub(super) fn note(&self, at: Instant, said: Said, lines: &[u8]) {
        let mut log = self.log.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ms = at.saturating_duration_since(log.begun).as_secs_f64() * 1000.0;
        let seat = self.seat.map_or("-".to_owned(), |seat| seat.to_string());
        let direction = match said {
            Said::Told => '>',
            Said::Heard => '<',
            Said::Became => '*',
        };
        // A command may have ends of lines in it, and is one line of the log.
        let ends = |b: &u8| *b == b'\n' && said != Said::Became;
        for line in lines.strip_suffix(b"\n").unwrap_or(lines).split(ends) {
            log.append(format!("{ms:12.3} #{} seat {seat} {direction} {}\n", self.process, shown(line)).as_bytes());
        }
    }
}

impl Log {
    /// Writes a line at once, so that it is there when the referee or the machine fails.
    fn append(&mut self, line: &[u8]) {
        let Some(file) = &mut self.file else { return };
        self.written += line.len() as u64;
        let ended = if self.written > MAX_LOG {
            Some(format!("limit reached: {MAX_LOG} bytes"))
        } else {
            file.write_all(line).err().map(|error| error.to_string())
        };
        if let Some(why) = ended {
            tracing::warn!(why, "the --debug file ends early");
            (self.file, self.ended) = (None, Some(why));
        }
    }
}

/// A line as text without control characters, cut.
fn shown(line: &[u8]) -> String {
    let kept = String::from_utf8_lossy(&line[..line.len().min(MAX_LOGGED_LINE)]);
    let mut text = String::with_capacity(kept.len());
    for c in kept.chars() {
        match c.is_control() {
            true => text.extend(c.escape_default()),
            false => text.push(c),
        }
    }
    if line.len() > MAX_LOGGED_LINE {
        text.push_str(&format!("... ({} bytes)", line.len()));
    }
    text
}
