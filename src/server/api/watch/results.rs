//! `WatchResults`: the results after a given one. Each stream has a task that reads the store on
//! the caller's account. The task reads whenever a match has ended, as many results as fit into the
//! line.

use std::{collections::BTreeSet, time::Duration};

use referee_law::{Reason, Refusal};
use referee_proto::v1::{self, watch_results_response::Message};
use referee_store::ResultFilter;
use tokio::time::timeout;

use super::Watcher;
use crate::api::{
    admission::line::{Answers, Line},
    auth::looker::Looker,
    context::ServiceContext,
    convert,
};
use crate::hall::{Listed, Results};

/// Maximum queued results per stream.
const WAITING: usize = 16;
/// Interval of reads while no match ends on this server, since another server may write results.
const LOOK_AGAIN: Duration = Duration::from_secs(10);
/// Minimum interval between reads, so that several results are read together.
const GATHER: Duration = Duration::from_millis(50);
/// Maximum withheld results per stream. Beyond that, the stream ends, and its caller resumes it.
const WITHHELD: usize = 4_096;

pub type ResultStream = Answers<v1::WatchResultsResponse>;

/// Opens the stream for a caller.
pub(in crate::api) fn open(
    context: &ServiceContext,
    watcher: Watcher,
    asked: v1::WatchResultsRequest,
) -> Result<ResultStream, Refusal> {
    let Watcher { caller, place, payer } = watcher;
    let filter = convert::asked_results(context.hall().games(), asked.filter)?;
    let (context_of_task, after) = (context.clone(), asked.after_number);
    Ok(context.told((place, payer), WAITING, move |line| {
        let mut feed = Feed { context: context_of_task, caller, filter, after, withheld: BTreeSet::new(), line };
        async move { Err(feed.tell().await) }
    }))
}

struct Feed {
    context: ServiceContext,
    caller: Looker,
    filter: ResultFilter,
    after: u64,
    /// Numbers of withheld results up to `after`, which are sent once they are released.
    withheld: BTreeSet<u64>,
    line: Line<v1::WatchResultsResponse>,
}

impl Feed {
    /// Sends results until an error, and returns the error.
    async fn tell(&mut self) -> Refusal {
        let mut ends = self.context.hall().ends();
        let mut caught_up = false;
        loop {
            // Ends are marked as seen before the read, so that a match that ends during the read
            // causes another.
            ends.mark_unchanged();
            if let Err(refusal) = self.tell_what_is_there().await {
                return refusal;
            }
            if !caught_up {
                caught_up = true;
                let last_number = self.after;
                let said = self.say(Message::CaughtUp(v1::ResultsCaughtUp { last_number })).await;
                if let Err(refusal) = said {
                    return refusal;
                }
            }
            // The next read is the same with or without a notice.
            let _ = timeout(LOOK_AGAIN, ends.changed()).await;
            tokio::time::sleep(GATHER).await;
        }
    }

    async fn tell_what_is_there(&mut self) -> Result<(), Refusal> {
        self.tell_released().await?;
        loop {
            let mut page = self.page(self.after).await?;
            self.withheld.extend(self.context.withhold(&mut page, &self.caller));
            if self.withheld.len() > WITHHELD {
                let text = format!("{WITHHELD} results are withheld (limit `withheld_results`): resume later");
                return Err(Refusal::new(Reason::Lagged, text));
            }
            for result in self.named(&page.results).await {
                // If the stream ends, the caller resumes after the results that it has received.
                self.after = result.number;
                self.say(Message::Result(result)).await?;
            }
            self.after = page.last_number;
            if !page.more {
                return Ok(());
            }
        }
    }

    /// Sends the withheld results that have been released.
    async fn tell_released(&mut self) -> Result<(), Refusal> {
        let mut from = 0;
        while let Some(number) = self.withheld.range(from..).next().copied() {
            let mut page = self.page(number - 1).await?;
            self.context.withhold(&mut page, &self.caller);
            page.results.retain(|(number, _)| *number <= self.after && self.withheld.contains(number));
            for result in self.named(&page.results).await {
                self.withheld.remove(&result.number);
                self.say(Message::Result(result)).await?;
            }
            from = page.last_number.max(number) + 1;
        }
        Ok(())
    }

    /// Returns the next results, as many as fit into the line.
    async fn page(&self, after: u64) -> Result<Results, Refusal> {
        let room = self.line.room().await?;
        self.context.hall().results(after, &self.filter, room).await
    }

    /// Adds the display names of players to results.
    async fn named(&self, results: &[(u64, Listed)]) -> Vec<v1::MatchResult> {
        let mut results: Vec<_> = results.iter().map(|(number, of)| convert::result(*number, of)).collect();
        self.context.name_results(&mut results).await;
        results
    }

    async fn say(&self, message: Message) -> Result<(), Refusal> {
        let complete_number = convert::complete_number(self.after, self.withheld.first().copied());
        self.line.say(v1::WatchResultsResponse { message: Some(message), complete_number }).await
    }
}
