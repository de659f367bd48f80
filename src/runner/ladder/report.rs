//! What a ladder came to so far, as files: for each category its ratings, and who scored how much against whom.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::Context as _;

use crate::{
    ladder::{CountedMatch, Ratings, Results},
    rating::{Rated, deal_points::DealRated},
    replaced_file,
    report::{
        Rating, Report, ReportEncounter, ReportMatch, csv,
        model::MAX_ENTRANTS,
        rating_table::{self, RatingRow},
        svg,
    },
};

/// Writes the reports of a ladder: a directory for each category, which is made where it is missing. What stands there is written over.
pub fn write(results: &Results, ladder: &str, directory: &Path) -> anyhow::Result<()> {
    let mut taken = BTreeSet::new();
    for (category, name) in (0..).zip(results.categories()) {
        let mut place = directory_name(name);
        if !taken.insert(place.clone()) {
            place = format!("{place}-{}", category + 1);
            taken.insert(place.clone());
        }
        let place = directory.join(place);
        fs::create_dir_all(&place).with_context(|| format!("failed to make the directory {}", place.display()))?;
        for (name, text) in files(results, category, &format!("{ladder}: {name}"))? {
            let path = place.join(name);
            let written = replaced_file::write(&path, text.as_bytes());
            written.with_context(|| format!("failed to write {}", path.display()))?;
        }
    }
    Ok(())
}

/// The name of a category as that of a directory.
fn directory_name(category: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = category.chars().map(plain).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "category".to_owned() } else { name.to_owned() }
}

fn files(results: &Results, category: u16, title: &str) -> anyhow::Result<Vec<(&'static str, String)>> {
    let matches: Vec<CountedMatch> = results.matches().filter(|one| one.category == category).collect();
    // One in which nobody has played yet has no ratings, and says so by an empty table.
    let (rows, unit) = results.publish(category).map_or((Vec::new(), "elo"), |ratings| rows(&ratings));
    let mut files =
        vec![("ratings.csv", rating_table::csv(&rows, unit)), ("ratings.json", rating_table::json(&rows, unit))];
    let report = report(results, &rows, &matches, title);
    report.check().context("the report contradicts itself")?;
    if report.entrants.len() == rows.len() {
        files.extend([
            ("pairs.csv", csv::pairs(&report)),
            ("crosstable.csv", csv::crosstable(&report)),
            ("crosstable.svg", svg::heat_map(&report)),
        ]);
        if unit == "elo" {
            files.push(("ratings.svg", svg::ratings(&report)));
        }
    }
    Ok(files)
}

/// The ratings by name, and the word for what they are in.
pub fn rows(ratings: &Ratings) -> (Vec<RatingRow>, &'static str) {
    match ratings {
        Ratings::Ranks(fit) => (fit.ratings().iter().map(row).collect(), "elo"),
        Ratings::Points(fit) => (fit.ratings().iter().map(row_of_points).collect(), "points"),
    }
}

/// The best first, those of a component together.
pub fn ranked(rows: &[RatingRow]) -> Vec<&RatingRow> {
    let mut ranked: Vec<&RatingRow> = rows.iter().collect();
    ranked.sort_by(|a, b| {
        a.component.cmp(&b.component).then(b.rating.total_cmp(&a.rating)).then(a.entrant.cmp(&b.entrant))
    });
    ranked
}

fn row(rated: &Rated) -> RatingRow {
    RatingRow {
        entrant: rated.entrant.clone(),
        rating: rated.elo,
        se: rated.se_of_interval(),
        low: rated.low,
        high: rated.high,
        matches: rated.matches,
        component: rated.component,
    }
}

fn row_of_points(rated: &DealRated) -> RatingRow {
    RatingRow {
        entrant: rated.entrant.clone(),
        rating: rated.points,
        se: rated.se,
        low: rated.low,
        high: rated.high,
        matches: rated.matches,
        component: rated.component,
    }
}

/// The matches of a category and its ratings, the best first. It has nobody where more have ratings than a report may have entrants.
fn report(results: &Results, rows: &[RatingRow], matches: &[CountedMatch], title: &str) -> Report {
    let seats = matches.first().map_or(2, |one| one.entrants.len());
    let mut report = Report { name: title.to_owned(), seats: seats as u8, ..Report::default() };
    report.format = "ladder".to_owned();
    if rows.len() > MAX_ENTRANTS {
        return report;
    }
    let ranked = ranked(rows);
    report.entrants = ranked.iter().map(|row| row.entrant.clone()).collect();
    let index: BTreeMap<&str, usize> = ranked.iter().map(|row| row.entrant.as_str()).zip(0..).collect();
    let mut newest = None;
    for one in matches {
        let seated = one.entrants.iter().filter_map(|entrant| index.get(results.name(*entrant)?).copied());
        let seated: Vec<usize> = seated.collect();
        if seated.len() != seats {
            continue;
        }
        let played = ReportMatch {
            name: one.match_key.to_string(),
            places: one.places.clone(),
            halves: vec![0; seats],
            by_seat: one.fault.map(|seat| seat.index()),
            entrants: seated.clone(),
            ..ReportMatch::default()
        };
        let is_of_last = newest.replace(one.match_key.encounter) == Some(one.match_key.encounter);
        match report.encounters.last_mut() {
            Some(last) if is_of_last => last.matches.push(played),
            _ => report.encounters.push(ReportEncounter {
                entrants: seated,
                matches: vec![played],
                ..ReportEncounter::default()
            }),
        }
    }
    // Those of other components cannot be compared with them, and are in the table alone.
    let largest = (0..).zip(sizes(rows)).max_by_key(|(at, size)| (*size, usize::MAX - at)).map_or(0, |(at, _)| at);
    let drawn = (0..).zip(&ranked).filter(|(_, row)| row.component == largest);
    report.ratings =
        drawn.map(|(entrant, row)| Rating { entrant, elo: row.rating, low: row.low, high: row.high }).collect();
    report
}

/// How many entrants each component has.
fn sizes(rows: &[RatingRow]) -> Vec<usize> {
    let mut sizes = vec![0; rows.iter().map(|row| row.component + 1).max().unwrap_or_default()];
    rows.iter().for_each(|row| sizes[row.component] += 1);
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_names_a_directory_below_the_one_that_was_given() {
        for (category, name) in
            [("kamisado", "kamisado"), ("Hive 3+1", "hive-3-1"), ("../..", "category"), ("\u{9f8d}", "category")]
        {
            assert_eq!(directory_name(category), name);
        }
    }
}
