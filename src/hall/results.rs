//! How matches ended, for those who read all of it in order: tournaments, ladders, statistics.

use tokio::sync::watch;

use super::{Hall, history::HistoryError, limits::MATCHES_A_PAGE, reads::Listed};
use crate::{
    referee::Refusal,
    store::{ResultFilter, ResultsPage},
};

/// How often the store is asked for one page at the most, where most of what it looks at is of others.
const READS_A_PAGE: usize = 8;

#[derive(Debug, Default)]
pub struct Results {
    /// The matches, each with its number in the order of ending.
    pub results: Vec<(u64, Listed)>,
    /// Up to which number was looked: the next page begins behind it.
    pub last_number: u64,
    /// Whether something was behind it.
    pub more: bool,
}

impl Hall {
    /// At most `limit` results behind `after`, in the order of their numbers. A page with more behind it may be short, or empty.
    pub async fn results(&self, after: u64, filter: &ResultFilter, limit: usize) -> Result<Results, Refusal> {
        let limit = limit.min(MATCHES_A_PAGE);
        let mut page = Results { last_number: after, more: true, ..Results::default() };
        for _ in 0..READS_A_PAGE {
            let missing = limit - page.results.len();
            if missing == 0 || !page.more {
                break;
            }
            let read = self.index().results(page.last_number, filter.clone(), missing).await;
            let ResultsPage { rows, last_number, more } = read.map_err(HistoryError::from)?;
            page.results.extend(rows.into_iter().map(|(number, row)| (number, self.listed_by_row(row))));
            (page.last_number, page.more) = (last_number, more);
        }
        Ok(page)
    }

    /// Wakes those who wait for results: more of them may be shown now.
    pub fn tell_results(&self) {
        self.inner.match_store.ends.tell();
    }

    /// To wait for results that are not in the store yet.
    pub fn ends(&self) -> watch::Receiver<()> {
        self.inner.match_store.ends.listen()
    }
}
