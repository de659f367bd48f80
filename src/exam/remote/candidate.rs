//! The bot's process, if the check starts it.

use std::{future::pending, sync::Arc, time::Duration};

use tokio::{sync::watch, task::JoinHandle};

use crate::engine::{
    command::EngineCommand,
    evidence::{ErrorOutput, describe},
    lines::Lines,
    process::{Process, ReadOutcome},
};

/// Time for a process to be gone after closing its output.
const GONE_WITHIN: Duration = Duration::from_millis(500);
/// Lines of its error output to show.
const MAX_LINES: usize = 10;

/// A bot's process, killed with the check.
pub struct Candidate {
    started: Option<Started>,
}

struct Started {
    errors: Arc<ErrorOutput>,
    /// How it ended.
    end: watch::Receiver<Option<String>>,
    reader: JoinHandle<()>,
}

impl Candidate {
    /// Starts the command, if there is one, with `{url}` and `{token}` filled in; they are in its
    /// environment too.
    pub async fn start(command: Option<&str>, url: &str, token: &str) -> Result<Candidate, String> {
        let Some(command) = command else { return Ok(Candidate { started: None }) };
        let mut command = EngineCommand::parse(command).map_err(|bad| format!("CMD: {bad}"))?;
        for word in &mut command.words {
            *word = word.replace("{url}", url).replace("{token}", token);
        }
        let variables = [("REFEREE_URL", url), ("REFEREE_TOKEN", token)];
        command.variables.extend(variables.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let process = Process::spawn(&command).await;
        let process = process.map_err(|error| format!("failed to start `{}`: {error}", command.program().display()))?;
        let (tell, end) = watch::channel(None);
        let errors = Arc::clone(process.errors());
        let reader = tokio::spawn(follow(process, tell));
        Ok(Candidate { started: Some(Started { errors, end, reader }) })
    }

    /// Returns how it ended, if it has.
    pub fn end(&self) -> Option<String> {
        self.started.as_ref()?.end.borrow().clone()
    }

    /// Waits for its end.
    pub async fn ended(&self) {
        if let Some(started) = &self.started
            && started.end.clone().wait_for(Option::is_some).await.is_ok()
        {
            return;
        }
        pending().await
    }

    /// Describes how it ended, if it has, and its last lines of standard error.
    pub fn report(&self) -> String {
        let Some(Started { errors, .. }) = &self.started else { return String::new() };
        let ended = self.end().map(|end| format!("the command has ended: {end}\n"));
        let lines = errors.lines_now();
        let last = lines.iter().skip(lines.len().saturating_sub(MAX_LINES)).map(|line| format!("stderr: {line}\n"));
        ended.into_iter().chain(last).collect()
    }
}

impl Drop for Candidate {
    fn drop(&mut self) {
        if let Some(started) = &self.started {
            started.reader.abort();
        }
    }
}

/// Drains its output, so that it can keep writing, and records its end.
async fn follow(mut process: Process, tell: watch::Sender<Option<String>>) {
    let mut lines = Lines::new();
    while let Ok(ReadOutcome::Bytes(_)) = process.read(&mut lines).await {
        while lines.next_line().is_some() {}
        if lines.is_overlong() {
            lines = Lines::new();
        }
    }
    // It may have closed its output alone.
    while process.wait(GONE_WITHIN).await.is_none() {}
    process.part().await;
    tell.send_replace(process.status().map(describe));
}
