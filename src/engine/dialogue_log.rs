//! Logs the dialogue with engines to a file, line by line with times, for `--debug`.

use std::{
    fs::File,
    io::{self, Write as _},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

/// Maximum bytes of a line in the log.
pub const MAX_LOGGED_LINE: usize = 16 * 1024;
/// Maximum size of the file in bytes; beyond it, the dialogue continues without the log.
pub const MAX_LOG: u64 = 4 * 1024 * 1024 * 1024;

/// A log file for any number of engines. Clones write to the same file.
#[derive(Clone, Debug)]
pub struct DialogueLog(Arc<Mutex<Log>>);

#[derive(Debug)]
struct Log {
    begun: Instant,
    /// The file; `None` once writing failed or the file is full.
    file: Option<File>,
    ended: Option<String>,
    written: u64,
    /// Number of started processes.
    processes: u32,
}

/// The dialogue of one process.
pub(super) struct Dialogue {
    log: DialogueLog,
    process: u32,
    seat: Option<u32>,
}

/// Direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Told,
    Heard,
    /// What happened to the process, instead of a line: its start, its end.
    Became,
}

impl DialogueLog {
    /// Creates or truncates the file. Times in the log count from this call.
    pub fn create(path: &Path) -> io::Result<DialogueLog> {
        let log = Log { begun: Instant::now(), file: Some(File::create(path)?), ended: None, written: 0, processes: 0 };
        Ok(DialogueLog(Arc::new(Mutex::new(log))))
    }

    /// Returns why the log ended early; `None` if it is complete.
    pub fn ended_early(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).ended.clone()
    }

    /// Returns the dialogue of a new process, started with this command.
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

/// Compares two logs: equal if they write to the same file.
impl PartialEq for DialogueLog {
    fn eq(&self, other: &DialogueLog) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for DialogueLog {}

impl Dialogue {
    /// Sets the engine's seat for the following lines.
    pub(super) fn seated(&mut self, seat: u32) {
        self.seat = Some(seat);
    }

    /// Logs lines that were sent or received at `at`.
    pub(super) fn note(&self, at: Instant, said: Said, lines: &[u8]) {
        let mut log = self.log.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ms = at.saturating_duration_since(log.begun).as_secs_f64() * 1000.0;
        let seat = self.seat.map_or("-".to_owned(), |seat| seat.to_string());
        let direction = match said {
            Said::Told => '>',
            Said::Heard => '<',
            Said::Became => '*',
        };
        // A command may contain line ends, but the log shows it as one line.
        let ends = |b: &u8| *b == b'\n' && said != Said::Became;
        for line in lines.strip_suffix(b"\n").unwrap_or(lines).split(ends) {
            log.append(format!("{ms:12.3} #{} seat {seat} {direction} {}\n", self.process, shown(line)).as_bytes());
        }
    }
}

impl Log {
    /// Writes a line immediately, so that it survives a crash.
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

/// Returns a line as printable text, cut to [`MAX_LOGGED_LINE`] bytes.
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
