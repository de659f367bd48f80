//! Writes a report as files in a directory, in every suitable format.

use std::{fs, io, path::Path};

use anyhow::Context as _;

use crate::{
    rating::{Config, MatchLog, Rated, fit},
    replaced_file,
    report::{self, Rating, Report, TrfError},
};

/// Writes a report into a directory: as a table, JSON, CSV, plots, and TRF if possible. Returns why
/// there is no TRF. Overwrites existing files, and removes files of an earlier report that this one
/// does not have.
pub fn write(report: &Report, directory: &Path) -> anyhow::Result<Option<TrfError>> {
    report.check().context("the report contradicts itself")?;
    let mut files = vec![
        ("report.txt", report::table::lines(report).join("\n") + "\n"),
        ("report.json", format!("{:#}\n", report::json::object(report))),
        ("standings.csv", report::csv::standings(report)),
        ("matches.csv", report::csv::matches(report)),
        ("crosstable.csv", report::csv::crosstable(report)),
        ("pairs.csv", report::csv::pairs(report)),
        ("causes.csv", report::csv::causes(report)),
        ("crosstable.svg", report::svg::heat_map(report)),
        ("scores.svg", report::svg::scores(report)),
    ];
    let mut left_out = Vec::new();
    match report.ratings.is_empty() {
        true => left_out.push("ratings.svg"),
        false => files.push(("ratings.svg", report::svg::ratings(report))),
    }
    let no_trf = match report::trf(report) {
        Ok(text) => {
            files.push(("tournament.trf", text));
            None
        }
        Err(reason) => {
            left_out.push("tournament.trf");
            Some(reason)
        }
    };
    left_out.into_iter().try_for_each(|name| remove(&directory.join(name)))?;
    files.into_iter().try_for_each(|(name, text)| write_one(&directory.join(name), &text))?;
    Ok(no_trf)
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("failed to remove {}", path.display()))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes another file into the directory of a report.
pub fn write_one(path: &Path, text: &str) -> anyhow::Result<()> {
    replaced_file::write(path, text.as_bytes()).with_context(|| format!("failed to write {}", path.display()))
}

/// Returns the ratings from all counting matches of a report, with the mean 0; empty if not all
/// entrants that played can be compared.
pub fn ratings(report: &Report) -> Vec<Rating> {
    let Ok(mut log) = MatchLog::new(usize::from(report.seats)) else { return Vec::new() };
    for (_, one) in report.matches().filter(|(_, one)| !one.places.is_empty()) {
        let names: Vec<&str> = one.entrants.iter().map(|entrant| report.name_of(*entrant)).collect();
        if log.add_match(&names, &one.places, one.digest).is_err() {
            return Vec::new();
        }
    }
    let Ok(fitted) = fit(&log, &Config::default()) else { return Vec::new() };
    if fitted.components().len() != 1 {
        return Vec::new();
    }
    let rating = |rated: &Rated| {
        let entrant = report.entrants.iter().position(|name| *name == rated.entrant)?;
        Some(Rating { entrant, value: rated.elo, low: rated.low, high: rated.high })
    };
    fitted.ratings().iter().filter_map(rating).collect()
}
