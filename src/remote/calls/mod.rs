//! The calls: [`Calls`] holds the server, the caller and the output format; each file has the calls
//! of one service.

mod accounts;
mod admin;
mod challenges;
mod contests;
mod ladders;
mod matches;
mod tournaments;

pub use accounts::NewSecrets;

use anyhow::Context as _;
use referee_client::{Client, Error, pb};
use serde::Serialize;

use super::{
    lists::{Listed, lines},
    progress,
};

/// How many attempts to reach the server may fail in a row while a stream is read; the waits
/// between them grow to five seconds.
const ATTEMPTS: u32 = 16;

/// A server, the caller, and the output format: text or JSON. Every call returns the lines to
/// print.
pub struct Calls {
    client: Client,
    url: String,
    json: bool,
}

impl Calls {
    /// Calls of a server at `url`.
    pub fn new(client: Client, url: &str, json: bool) -> Calls {
        Calls { client, url: url.to_owned(), json }
    }

    /// A list that the server gave.
    fn list<T: Listed + Serialize>(&self, items: &[T]) -> anyhow::Result<Vec<String>> {
        Ok(lines(items, self.json)?)
    }

    /// The progress of a contest and the entrants it waits for, as text.
    fn progress(&self, progress: &pb::ContestProgress) -> anyhow::Result<Vec<String>> {
        // Open matches are in the table before that.
        let is_unopened = |one: &&pb::WaitingMatch| one.kind() != pb::WaitKind::Arrival;
        let unopened: Vec<_> = progress.waiting.iter().filter(is_unopened).cloned().collect();
        let mut lines = vec![progress::in_words(progress)];
        let mut add = |list: Vec<String>| {
            if list.len() > 1 {
                lines.push(String::new());
                lines.extend(list);
            }
        };
        add(self.list(&progress.not_connected)?);
        add(self.list(&progress.not_agreed)?);
        let waiting: Vec<_> = progress.open.iter().filter(|one| !one.waits_for.is_empty()).cloned().collect();
        add(self.list(&waiting)?);
        add(self.list(&unopened)?);
        Ok(lines)
    }

    /// A message shown as only this text in text output; nothing if the text is empty.
    fn shown(&self, message: &impl Serialize, text: &str) -> anyhow::Result<Vec<String>> {
        let line = if self.json { serde_json::to_string(message)? } else { text.to_owned() };
        Ok(Some(line).filter(|line| !line.is_empty()).into_iter().collect())
    }

    /// A secret, or a number, that is all of an answer.
    fn value(&self, name: &str, value: impl Serialize + ToString) -> anyhow::Result<Vec<String>> {
        Ok(vec![if self.json { serde_json::json!({ name: value }).to_string() } else { value.to_string() }])
    }

    fn failed(&self, what: &str) -> String {
        format!("failed to {what} at {}", self.url)
    }

    /// Makes a call; an error says what it was for.
    async fn call<T>(&self, what: &str, call: impl AsyncFnOnce(Client) -> Result<T, Error>) -> anyhow::Result<T> {
        call(self.client.clone()).await.with_context(|| self.failed(what))
    }

    /// Makes a generated call; an error says what it was for.
    async fn unary<T>(
        &self,
        what: &str,
        call: impl AsyncFnOnce(Client) -> Result<tonic::Response<T>, Error>,
    ) -> anyhow::Result<T> {
        Ok(self.call(what, call).await?.into_inner())
    }
}
