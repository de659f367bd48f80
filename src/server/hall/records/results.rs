//! Results in the order in which matches ended, for tournaments, ladders and statistics.

use referee_law::Refusal;
use referee_store::{ResultFilter, ResultsPage};
use tokio::sync::watch;

use super::{history::HistoryError, reads::Listed};
use crate::hall::{Hall, limits::MATCHES_A_PAGE};

/// Maximum reads of the store per page, when the filter excludes most rows.
const READS_A_PAGE: usize = 8;

#[derive(Debug, Default)]
pub struct Results {
    /// Matches, each with the number of its result.
    pub results: Vec<(u64, Listed)>,
    /// Number of the last examined result; the next page continues after it.
    pub last_number: u64,
    /// Whether more results follow.
    pub more: bool,
}

impl Hall {
    /// Returns at most `limit` results after `after`, in the order of numbers. A page may be short
    /// or even empty although more results follow.
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

    /// Wakes the readers of results, because more results may be visible now.
    pub fn tell_results(&self) {
        self.inner.match_store.ends.tell();
    }

    /// Subscribes to the results from now on.
    pub fn ends(&self) -> watch::Receiver<()> {
        self.inner.match_store.ends.listen()
    }
}
