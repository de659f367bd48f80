//! Calls about contests of either kind.

mod boards;
mod contest_limits;
pub mod sealed;
mod standings;

use referee_client::{
    Client,
    pb::{self, change_contest_request::Change, contest_event::Event},
};

/// Changes a contest as its host.
pub async fn change(
    host: &Client,
    contest: pb::Contest,
    change: Change,
    reason: &str,
) -> Result<pb::ContestSummary, tonic::Status> {
    let contest = Some(contest);
    let asked = pb::ChangeContestRequest { contest, reason: reason.to_owned(), change: Some(change) };
    Ok(host.contests().change_contest(asked).await?.into_inner().summary.expect("a summary"))
}

/// Returns the keys of the counted matches, in order.
pub fn counted(events: &[pb::ContestEvent]) -> Vec<String> {
    let counted = events.iter().filter_map(|event| match &event.event {
        Some(Event::MatchCounted(counted)) => Some(counted.match_key.clone()),
        _ => None,
    });
    counted.collect()
}

/// Returns all results of a contest.
pub async fn results(client: &Client, contest: pb::Contest) -> Vec<pb::MatchResult> {
    let filter = Some(pb::ResultFilter { contest: Some(contest), ..pb::ResultFilter::default() });
    let mut all = Vec::new();
    let mut after_number = 0;
    loop {
        let asked = pb::ListResultsRequest { page_size: Some(200), after_number, filter: filter.clone() };
        let page = client.matches().list_results(asked).await.expect("a list").into_inner();
        all.extend(page.results);
        after_number = page.last_number;
        if !page.more {
            return all;
        }
    }
}
