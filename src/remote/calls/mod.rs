//! The calls of a server. [`Calls`] holds the client and the output format; each file contains the
//! calls of one service.

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

/// Maximum failed attempts in a row to reconnect a stream. The delay between attempts grows to five
/// seconds.
const ATTEMPTS: u32 = 16;

/// A server, the caller, and the output format: text or JSON. Every call returns the lines to
/// print.
pub struct Calls {
    client: Client,
    url: String,
    json: bool,
}

impl Calls {
    /// Returns the calls of the server at `url`.
    pub fn new(client: Client, url: &str, json: bool) -> Calls {
        Calls { client, url: url.to_owned(), json }
    }

    /// Returns the lines of a list.
    fn list<T: Listed + Serialize>(&self, items: &[T]) -> anyhow::Result<Vec<String>> {
        Ok(lines(items, self.json)?)
    }

    /// Returns lines with the progress of a contest and the entrants that it waits for.
    fn progress(&self, progress: &pb::ContestProgress) -> anyhow::Result<Vec<String>> {
        // The table above these lines already has the open matches.
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

    /// Returns a message as JSON, or only `text` in text output; no line if `text` is empty.
    fn shown(&self, message: &impl Serialize, text: &str) -> anyhow::Result<Vec<String>> {
        let line = if self.json { serde_json::to_string(message)? } else { text.to_owned() };
        Ok(Some(line).filter(|line| !line.is_empty()).into_iter().collect())
    }

    /// Returns an answer that is a single value, such as a secret or a number.
    fn value(&self, name: &str, value: impl Serialize + ToString) -> anyhow::Result<Vec<String>> {
        Ok(vec![if self.json { serde_json::json!({ name: value }).to_string() } else { value.to_string() }])
    }

    fn failed(&self, what: &str) -> String {
        format!("failed to {what} at {}", self.url)
    }

    /// Makes a call. Adds `what` to an error.
    async fn call<T>(&self, what: &str, call: impl AsyncFnOnce(Client) -> Result<T, Error>) -> anyhow::Result<T> {
        call(self.client.clone()).await.with_context(|| self.failed(what))
    }

    /// Makes a generated call. Adds `what` to an error.
    async fn unary<T>(
        &self,
        what: &str,
        call: impl AsyncFnOnce(Client) -> Result<tonic::Response<T>, Error>,
    ) -> anyhow::Result<T> {
        Ok(self.call(what, call).await?.into_inner())
    }
}
