//! The number of finished matches of a ladder, and its total.

use super::state::Ladder;
use crate::contest::Progress;

impl Ladder {
    /// Returns the progress of the matches, `age_ms` milliseconds after the ladder was opened. The
    /// mean time is the one between the ends of two matches.
    pub fn progress(&self, age_ms: u64) -> Progress {
        let paired = u64::from(self.matches_paired());
        let done = paired.saturating_sub(self.open_matches() as u64);
        let in_all = self.matches_to_have().map(u64::from);
        Progress { done, in_all, is_least: false, mean_ms: age_ms.checked_div(done) }
    }
}
