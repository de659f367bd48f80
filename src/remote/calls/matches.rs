//! Calls about matches.

use std::io::Write;

use anyhow::Context as _;
use referee_client::{Client, NewMatch, Retry, pages, pb, pb::submit_command_request::Command};

use super::{ATTEMPTS, Calls};
use crate::{ids::Viewer, transcript::events::Printer};

impl Calls {
    /// Creates a match; returns its id, or its summary as JSON.
    pub async fn create(&self, new: NewMatch) -> anyhow::Result<Vec<String>> {
        let summary = self.call("open a match", async |client| client.create(new).await).await?;
        self.shown(&summary, &summary.match_id)
    }

    /// Checks whether the server would create this match now, without creating it.
    pub async fn validate(&self, new: NewMatch) -> anyhow::Result<Vec<String>> {
        self.call("open a match", async |client| client.validate(new).await).await?;
        let text = "the match can be opened".to_owned();
        Ok(vec![if self.json { serde_json::json!({ "valid": true }).to_string() } else { text }])
    }

    /// Lists matches, newest first; `filter` is a request without its page.
    pub async fn matches(&self, filter: &pb::ListMatchesRequest, limit: u32) -> anyhow::Result<Vec<String>> {
        let client = &self.client;
        let page = async |page_size: u32, page_token: String| {
            let asked = pb::ListMatchesRequest { page_size: Some(page_size), page_token, ..filter.clone() };
            let page = client.matches().list_matches(asked).await?.into_inner();
            Ok((page.matches, page.next_page_token))
        };
        self.list(&pages(limit, page).await.with_context(|| self.failed("list matches"))?)
    }

    /// Lists results in the order in which the matches ended, after result number `after_number`.
    pub async fn results(
        &self,
        filter: pb::ResultFilter,
        after_number: u64,
        limit: u32,
    ) -> anyhow::Result<Vec<String>> {
        let client = &self.client;
        let page = async |page_size: u32, page_token: String| {
            let after_number = page_token.parse().unwrap_or(after_number);
            let asked =
                pb::ListResultsRequest { after_number, page_size: Some(page_size), filter: Some(filter.clone()) };
            let page = client.matches().list_results(asked).await?.into_inner();
            Ok((page.results, if page.more { page.last_number.to_string() } else { String::new() }))
        };
        self.list(&pages(limit, page).await.with_context(|| self.failed("list results"))?)
    }

    /// Returns the standings of a contest: a table, or the whole answer as one object.
    pub async fn result_standings(&self, contest: pb::Contest, by: pb::ByResults) -> anyhow::Result<Vec<String>> {
        let call = async |client: Client| client.result_standings(contest, by).await;
        let standings = self.call("get the standings", call).await?;
        match self.json {
            true => self.shown(&standings, ""),
            false => self.list(&standings.rows),
        }
    }

    /// Prints the events of a match after event number `after`, and follows it until it is over.
    pub async fn watch(&self, match_id: &str, after: u64, board: bool, out: &mut impl Write) -> anyhow::Result<()> {
        let retry = Retry { attempts: Some(ATTEMPTS), ..Retry::default() };
        let mut events = self.client.watch(match_id, after).with_retry(retry);
        let printer = Printer::new(match_id).numbered();
        let mut printer = if board { printer.with_boards(Viewer::Spectator) } else { printer };
        while let Some(event) = events.next().await.with_context(|| self.failed("watch"))? {
            match self.json {
                true => writeln!(out, "{}", serde_json::to_string(&event)?)?,
                false => printer.write(out, &event)?,
            }
            out.flush()?;
        }
        Ok(())
    }

    /// Returns the record of a finished match.
    pub async fn record(&self, match_id: &str) -> anyhow::Result<String> {
        self.call("fetch the record", async |client| client.record(match_id).await).await
    }

    /// Returns the public key that checks the server's records.
    pub async fn record_key(&self) -> anyhow::Result<Vec<String>> {
        let key = self.call("get the key", async |client| client.record_key().await).await?;
        anyhow::ensure!(!key.is_empty(), "{} signs no records", self.url);
        self.value("key", key)
    }

    /// Requests a rematch, or withdraws the request. Returns the match once all players have
    /// agreed; until then, a note with the players that have agreed.
    pub async fn rematch(&self, match_id: &str, withdraw: bool) -> anyhow::Result<(Vec<String>, Option<String>)> {
        let wish = async |client: referee_client::Client| match withdraw {
            true => client.withdraw_rematch(match_id).await,
            false => client.rematch(match_id).await,
        };
        let said = self.call("request a rematch", wish).await?;
        let lines = self.shown(&said, &said.rematch_match_id)?;
        if !lines.is_empty() {
            return Ok((lines, None));
        }
        let seats: Vec<String> = said.agreed_seats.iter().map(ToString::to_string).collect();
        let within = said.lapses_in_ms / 1000;
        let beside = match seats.is_empty() {
            true => "no seat has requested a rematch".to_owned(),
            false => format!("seats that agree: {}; the others may within {within} s", seats.join(" ")),
        };
        Ok((lines, Some(beside)))
    }

    /// Submits the caller's command to a match, and returns the number of its event. `what`
    /// describes the command.
    pub async fn submit(&self, match_id: &str, command: Command, what: &str) -> anyhow::Result<Vec<String>> {
        let submitted = async |client: referee_client::Client| client.submit(match_id, command).await;
        let seq = self.call(&format!("{what} the match"), submitted).await?;
        self.value("seq", seq)
    }

    /// Rules on a match, and returns a sentence with the number of the event. `what` describes the
    /// ruling, and `done` the state of the match after the ruling.
    pub async fn rule(&self, match_id: &str, command: Command, what: &str, done: &str) -> anyhow::Result<Vec<String>> {
        let submitted = async |client: referee_client::Client| client.submit(match_id, command).await;
        let seq = self.call(&format!("{what} the match"), submitted).await?;
        Ok(self.ruled(match_id, done, seq))
    }

    /// Describes the effect of a ruling: a sentence, or the event number as JSON.
    pub(super) fn ruled(&self, match_id: &str, done: &str, seq: u64) -> Vec<String> {
        vec![match self.json {
            true => serde_json::json!({ "seq": seq }).to_string(),
            false => format!("match {match_id} is {done} (event {seq})"),
        }]
    }
}
