//! The measurements of one behaviour.

use std::time::Duration;

use anyhow::ensure;

use crate::recorded::Recorded;

/// Maximum delay of a verdict.
pub const MOST_LATE: Duration = Duration::from_millis(250);
/// Maximum memory growth of a referee process, in KiB.
pub const MOST_KIB: u64 = 8 * 1024;

/// The measurements of all flags of one behaviour.
#[derive(Default)]
pub struct Measured {
    /// The delay of each verdict in the records.
    pub overruns: Vec<Duration>,
    /// The delay of each verdict at the other bot, measured from the bad bot's turn or from the
    /// opening of the match.
    pub heard: Vec<Duration>,
    /// The time from each verdict to the announcement of the next match.
    pub next: Vec<Duration>,
    /// The number of matches left out because a host stall voided a flag.
    pub void: usize,
    /// The largest memory growth of any process, in KiB.
    pub grew_kib: u64,
}

impl Measured {
    /// Prints the column headings.
    pub fn print_head() {
        let columns = "recorded p50     p99     max   heard p50     p99     max   next max   KiB more    void";
        println!("{:<6} {:<13} {columns}", "", "");
    }

    /// Prints the line of one behaviour.
    pub fn print(&self, transport: &str, behaviour: &str) {
        let [recorded, heard, next] = [&self.overruns, &self.heard, &self.next].map(|spans| Quantiles::of(spans));
        let Measured { grew_kib, void, .. } = self;
        println!(
            "{transport:<6} {behaviour:<13} {:>9.2} ms {:>7.2} {:>7.2} {:>8.2} ms {:>7.2} {:>7.2} {:>7.0} ms {grew_kib:>10} {void:>7}",
            recorded.at(0.5),
            recorded.at(0.99),
            recorded.at(1.0),
            heard.at(0.5),
            heard.at(0.99),
            heard.at(1.0),
            next.at(1.0),
        );
    }

    /// Adds the records of the same matches, without those in which the host stalled.
    pub fn recorded(self, recorded: &[Recorded]) -> anyhow::Result<Measured> {
        ensure!(
            recorded.len() == self.heard.len(),
            "{} matches were heard, {} recorded",
            self.heard.len(),
            recorded.len()
        );
        let counted: Vec<_> = recorded.iter().zip(&self.heard).filter(|(recorded, _)| recorded.void == 0).collect();
        Ok(Measured {
            overruns: counted.iter().map(|(recorded, _)| recorded.overrun).collect(),
            heard: counted.iter().map(|(_, heard)| **heard).collect(),
            void: recorded.len() - counted.len(),
            ..self
        })
    }

    /// Returns whether all values are within their limits, and at least half of the flags were
    /// measured.
    pub fn is_good(&self, flags: usize) -> bool {
        let in_time = |spans: &[Duration]| 2 * spans.len() >= flags && spans.iter().all(|late| *late <= MOST_LATE);
        in_time(&self.overruns) && in_time(&self.heard) && self.grew_kib <= MOST_KIB
    }
}

/// Durations in milliseconds, shortest first.
struct Quantiles(Vec<f64>);

impl Quantiles {
    fn of(spans: &[Duration]) -> Quantiles {
        let mut spans: Vec<f64> = spans.iter().map(|span| span.as_secs_f64() * 1e3).collect();
        spans.sort_by(f64::total_cmp);
        Quantiles(spans)
    }

    fn at(&self, part: f64) -> f64 {
        let rank = (self.0.len() as f64 * part).ceil() as usize;
        self.0.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }
}
