//! Options of `referee serve` for how long the logs of matches are kept.

use std::{path::PathBuf, time::Duration};

use clap::{Args, value_parser};

use crate::hall::records::retention::Retention;

/// Maximum number of days: ten thousand years, which is effectively forever.
pub(super) const MAX_DAYS: i64 = 3_650_000;

/// How long finished matches are kept.
#[derive(Args)]
#[command(next_help_heading = "What is kept")]
pub struct RetentionArgs {
    /// Days to keep the log of a finished match; its row and result stay. 0 keeps logs forever
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u32).range(0..=MAX_DAYS))]
    pub keep_matches_days: u32,
    /// Export each match as a signed record before its log is pruned. The file is
    /// DIRECTORY/MATCH.jsonl; see --keep-matches-days [default: none]
    #[arg(long, value_name = "DIRECTORY")]
    pub export_matches: Option<PathBuf>,
}

impl RetentionArgs {
    /// Returns the rule for pruning logs; `None` to keep logs forever. The error is for a wrong use
    /// of the options.
    pub fn retention(&self) -> Result<Option<Retention>, &'static str> {
        match (self.keep_matches_days, &self.export_matches) {
            (0, None) => Ok(None),
            (0, Some(_)) => {
                Err("--export-matches requires --keep-matches-days of at least 1: nothing is pruned otherwise")
            }
            (days, export) => {
                let keep = Duration::from_secs(u64::from(days) * 24 * 60 * 60);
                Ok(Some(Retention { keep, export: export.clone() }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        retention: RetentionArgs,
    }

    #[test]
    fn logs_are_kept_for_ever_unless_days_are_given() {
        let read = |words: &[&str]| Words::parse_from([&["referee"], words].concat()).retention.retention();
        assert_eq!(read(&[]), Ok(None));
        let (keep, export) = (Duration::from_secs(2 * 86_400), Some(PathBuf::from("out")));
        assert_eq!(read(&["--keep-matches-days", "2"]), Ok(Some(Retention { keep, export: None })));
        let words = ["--keep-matches-days", "2", "--export-matches", "out"];
        assert_eq!(read(&words), Ok(Some(Retention { keep, export })));
        assert!(read(&["--export-matches", "out"]).is_err_and(|text| text.contains("requires --keep-matches-days")));
    }
}
