//! Verifies a store: every log is folded again, by the rules and the law.

use referee_ids::{MatchId, Seq};
use referee_law::{Event, verify as law};
use referee_store::{EventLog, MatchFilter, MatchState, Store, StoreError};

/// Matches per page.
const MATCHES_A_PAGE: usize = 200;
/// Events of a log per read.
const EVENTS_A_PAGE: usize = 1_024;
/// Maximum discrepancies listed; further ones are only counted.
const MAX_FINDINGS: usize = 20;

/// The contents of a verified store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many matches were verified.
    pub matches: u64,
    /// How many events they have.
    pub events: u64,
    /// How many matches are marked as unreadable: they were so before.
    pub unreadable: u64,
    /// The number of finished matches without a log.
    pub pruned: u64,
    /// The number of logs that differ from what the law makes of them.
    pub failed: u64,
    /// The discrepancies of the first of those.
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
                // The log is gone, but its row was readable.
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
