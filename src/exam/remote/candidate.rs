//! The bot's process, if the check starts it.

use tokio::task::JoinHandle;

use crate::engine::{
    command::EngineCommand,
    lines::Lines,
    process::{Process, ReadOutcome},
};

/// A bot's process, killed with the check.
pub struct Candidate {
    reader: Option<JoinHandle<Process>>,
}

impl Candidate {
    /// Starts the command, with `{url}` and `{token}` filled in, if there is one.
    pub async fn start(command: Option<&str>, url: &str, token: &str) -> Result<Candidate, String> {
        let Some(command) = command else { return Ok(Candidate { reader: None }) };
        let mut command = EngineCommand::parse(command).map_err(|bad| format!("CMD: {bad}"))?;
        for word in &mut command.words {
            *word = word.replace("{url}", url).replace("{token}", token);
        }
        let process = Process::spawn(&command).await;
        let process = process.map_err(|error| format!("failed to start `{}`: {error}", command.program().display()))?;
        Ok(Candidate { reader: Some(tokio::spawn(drain(process))) })
    }

    /// Describes how it ended, if it has.
    pub fn errors(&self) -> String {
        match &self.reader {
            Some(reader) if reader.is_finished() => "the command has exited\n".to_owned(),
            _ => String::new(),
        }
    }
}

impl Drop for Candidate {
    fn drop(&mut self) {
        if let Some(reader) = &self.reader {
            reader.abort();
        }
    }
}

/// Drains its output, so that it can keep writing.
async fn drain(mut process: Process) -> Process {
    let mut lines = Lines::new();
    while let Ok(ReadOutcome::Bytes(_)) = process.read(&mut lines).await {
        while lines.next_line().is_some() {}
        if lines.is_overlong() {
            lines = Lines::new();
        }
    }
    process
}
