//! Verifies a store by folding every log again, with the rules and the law.

use referee_ids::{MatchId, Seq};
use referee_law::{Event, verify as law};
use referee_store::{EventLog, MatchFilter, MatchState, Store, StoreError};

/// Matches per page of the index.
const MATCHES_A_PAGE: usize = 200;
/// Events of a log per read.
const EVENTS_A_PAGE: usize = 1_024;
/// Maximum discrepancies listed; further ones only count.
const MAX_FINDINGS: usize = 20;

/// The contents of a verified store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Number of matches verified.
    pub matches: u64,
    /// Number of events in these matches.
    pub events: u64,
    /// Number of matches that were already marked as unreadable.
    pub unreadable: u64,
    /// Number of finished matches whose log was pruned.
    pub pruned: u64,
    /// Number of logs that the law does not confirm.
    pub failed: u64,
    /// The first discrepancies in the failed logs.
    pub findings: Vec<String>,
}

/// Verifies every match of a store.
pub async fn verify(store: &Store) -> Result<Verified, StoreError> {
    let mut verified = Verified::default();
    let mut before = None;
    loop {
        let page = store.index.matches(MatchFilter::default(), before.clone(), MATCHES_A_PAGE).await?;
        let Some(last) = page.last() else { return Ok(verified) };
        before = Some(last.match_id.clone());
        for row in page {
            if row.state == MatchState::Unreadable {
                verified.unreadable += 1;
                continue;
            }
            if row.pruned {
                // The log was pruned, and the row of the match is readable.
                verified.pruned += 1;
                continue;
            }
            let events = all(&*store.log, &row.match_id).await?;
            verified.matches += 1;
            verified.events += events.len() as u64;
            let over = row.state == MatchState::Over;
            let found = match law::verify(&events) {
                Ok(of) if of.over != over => {
                    Some("the row and the log of the match differ on whether the match is over".to_owned())
                }
                Ok(_) => None,
                Err(discrepancy) => Some(discrepancy.to_string()),
            };
            if let Some(found) = found {
                verified.failed += 1;
                if verified.findings.len() < MAX_FINDINGS {
                    verified.findings.push(format!("{}: {found}", row.match_id));
                }
            }
        }
    }
}

async fn all(log: &dyn EventLog, match_id: &MatchId) -> Result<Vec<Event>, StoreError> {
    let mut events: Vec<Event> = Vec::new();
    loop {
        let after = events.last().map_or(Seq(0), |event| event.seq);
        let page = log.events(match_id, after, EVENTS_A_PAGE).await?;
        if page.is_empty() {
            return Ok(events);
        }
        events.extend(page);
    }
}
