//! `referee report`: write all reports from records.

use std::{fs, io::BufRead, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, bail};
use clap::Args;

use crate::{
    cli::{
        FAILED,
        console::output::{complain, line},
        records::replay::{TORN, opened_file},
    },
    report,
    runner::reports::{record_report::RecordReport, report_files},
    stats::counted,
    store::record::{Broken, Records},
};

const EXAMPLES: &str = "\
Examples:
  referee report records/*                              standings, crosstable and Elo
  referee report records/*.jsonl --report results       the same, and every file of `play --report`
  referee report tournaments/cup/records.jsonl --json   the report as one JSON object
  referee match record MATCH | referee report -

A file holds one or more records. All matches need the same game, options and number of
seats. Void and imported matches are excluded; forfeits count in the standings
only (docs/reports.md). Duplicates, with the same id and digest, count once. Of a match
replayed in its tournament, the last attempt counts. Records are not verified; use
`referee replay --verify`.

Exit codes:
  0  every record was read
  1  a record is unreadable or does not fit; the report includes all others
  2  usage error
  3  as 0, but a file ends in the middle of a record; complete records count";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// Record files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Also write tables, CSV, JSON, TRF and plots to this directory
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Print the report as one JSON object
    #[arg(long)]
    json: bool,
}

/// Errors while reading.
#[derive(Default)]
pub(in crate::cli) struct Trouble {
    torn: bool,
    failed: bool,
}

pub fn run(args: ReportArgs) -> anyhow::Result<ExitCode> {
    let (mut records, mut trouble) = (RecordReport::default(), Trouble::default());
    for file in &args.files {
        match opened_file(file) {
            Ok(source) => add(&mut records, file, source, &mut trouble),
            Err(cause) => trouble.failed(file, &cause),
        }
    }
    let notes = notes(&records);
    let Some(report) = records.report()? else {
        notes.iter().for_each(complain);
        bail!("no record of a finished match");
    };
    // The report is shown even if it cannot be written.
    match args.json {
        true => line(report::json::object(&report))?,
        false => report::table::lines(&report).iter().try_for_each(line)?,
    }
    notes.iter().for_each(complain);
    if let Some(directory) = &args.report {
        let made = fs::create_dir_all(directory);
        made.with_context(|| format!("failed to create the report directory {}", directory.display()))?;
        if let Some(reason) = report_files::write(&report, directory)? {
            complain(format_args!("no TRF: {reason}"));
        }
        if !args.json {
            line(format_args!("report: {}", directory.display()))?;
        }
    }
    Ok(trouble.exit_code())
}

/// Adds all records of a file.
pub(in crate::cli) fn add(records: &mut RecordReport, file: &str, source: impl BufRead, trouble: &mut Trouble) {
    for (index, record) in Records::new(source).enumerate() {
        match record {
            Ok(record) => {
                if let Err(unfit) = records.add(&record.events) {
                    trouble.failed(&format!("{file} ({})", index + 1), &unfit);
                }
            }
            Err(Broken { cause, is_torn: true }) => {
                trouble.torn = true;
                complain(format_args!("{file}: TORN: the file ends in the middle of a record: {cause}"));
            }
            Err(Broken { cause, is_torn: false }) => trouble.failed(file, &cause),
        }
    }
}

impl Trouble {
    pub(in crate::cli) fn exit_code(&self) -> ExitCode {
        match self {
            Trouble { failed: true, .. } => ExitCode::from(FAILED),
            Trouble { torn: true, .. } => ExitCode::from(TORN),
            Trouble { .. } => ExitCode::SUCCESS,
        }
    }

    /// Prints that a file or record cannot be read.
    pub(in crate::cli) fn failed(&mut self, file: &str, cause: &dyn std::error::Error) {
        self.failed = true;
        complain(format_args!("error: failed to read the record {file}: {cause}"));
    }
}

/// Returns remarks that the reader of a report should know.
pub(in crate::cli) fn notes(records: &RecordReport) -> Vec<String> {
    let RecordReport { unfinished, imported, duplicates, .. } = records;
    let mut notes = Vec::new();
    if *unfinished > 0 {
        let matches = counted(*unfinished, ["match that is not over", "matches that are not over"]);
        notes.push(format!("not in the report: {matches}"));
    }
    if *imported > 0 {
        let matches =
            counted(*imported, ["imported match, which is never rated", "imported matches, which are never rated"]);
        notes.push(format!("not in the report: {matches}"));
    }
    if *duplicates > 0 {
        let records = counted(*duplicates, ["record of a match", "records of matches"]);
        notes.push(format!("ignored duplicates: {records}"));
    }
    notes
}
