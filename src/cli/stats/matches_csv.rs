//! `matches.csv` of a report: a line for each match and seat.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context as _, bail, ensure};

use super::Results;
use crate::{
    bounded_file,
    series::{
        comparison::Comparisons,
        encounters::{Encounter, Made, MatchMade, MatchResult},
    },
    stats::{MatchDigest, weight},
};

/// The longest file, in bytes.
const MAX_BYTES: u64 = 256 << 20;
/// The columns that are read. Others are ignored.
const COLUMNS: [&str; 5] = ["encounter", "match", "seat", "entrant", "place"];
/// The column that tells repeats. Files from before it was written lack it.
const DIGEST: &str = "digest";

/// The matches of some files.
#[derive(Default)]
struct Matches {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
    encounters: Vec<EncounterRows>,
}

/// The matches of an encounter, in the order of the file.
#[derive(Default)]
struct EncounterRows {
    /// Its number in its file.
    number: String,
    matches: Vec<MatchRows>,
}

#[derive(Default)]
struct MatchRows {
    name: String,
    /// What each seat made of it; `None` if the match counts for nobody.
    seats: Vec<Option<Made>>,
    digest: Option<MatchDigest>,
}

/// The results of every two entrants that met.
pub(super) fn read(files: &[&String]) -> anyhow::Result<Vec<Results>> {
    let mut matches = Matches::default();
    for file in files {
        let text = bounded_file::read_text(Path::new(file), MAX_BYTES);
        let text = text.with_context(|| format!("failed to read {file}"))?;
        matches.add(&text).with_context(|| format!("failed to read {file}"))?;
    }
    let Matches { names, encounters, .. } = matches;
    let mut all = Comparisons::default();
    for (number, encounter) in (0..).zip(encounters) {
        let matches = encounter.matches.into_iter().map(MatchRows::result).collect();
        all.add(&Encounter { number, matches });
    }
    let results = all
        .iter()
        .map(|((first, second), found)| Results::of_comparison([names[first].clone(), names[second].clone()], found));
    Ok(results.collect())
}

impl MatchRows {
    fn result(self) -> MatchResult {
        let seats = self.seats.into_iter().collect::<Option<Vec<Made>>>()?;
        Some(MatchMade { seats, digest: self.digest })
    }
}

impl Matches {
    fn add(&mut self, text: &str) -> anyhow::Result<()> {
        let mut rows = rows(text)?.into_iter();
        let head = rows.next().context("no line")?;
        let mut columns = [0; COLUMNS.len()];
        for (column, name) in columns.iter_mut().zip(COLUMNS) {
            let found = head.iter().position(|cell| cell == name);
            *column = found.with_context(|| format!("no column `{name}`: expected matches.csv of a report"))?;
        }
        let digests = head.iter().position(|cell| cell == DIGEST);
        let mut is_first = true;
        for (index, row) in rows.enumerate() {
            let cells = columns.map(|column| row.get(column).map(String::as_str));
            let [Some(encounter), Some(name), Some(seat), Some(entrant), Some(place)] = cells else {
                bail!("row {}: {} cells, expected {}", index + 2, row.len(), head.len());
            };
            let place = match place {
                "" => None,
                place => Some(place.parse().with_context(|| format!("row {}: place `{place}`", index + 2))?),
            };
            let digest = digests.and_then(|column| row.get(column)).filter(|text| !text.is_empty());
            let digest = match digest {
                Some(text) => {
                    let bad = || format!("row {}: digest `{text}`, expected 32 hexadecimal digits", index + 2);
                    Some(weight::of_hex(text).with_context(bad)?)
                }
                None => None,
            };
            let entrant = self.entrant(entrant);
            if is_first || self.encounters.last().is_none_or(|last| last.number != encounter) {
                self.encounters.push(EncounterRows { number: encounter.to_owned(), matches: Vec::new() });
                is_first = false;
            }
            let matches = self.encounters.last_mut().map(|last| &mut last.matches).context("no encounter")?;
            // Seat 0 begins a match. The name tells two matches apart if a file was sorted.
            if seat == "0" || matches.last().is_none_or(|last| last.name != name) {
                matches.push(MatchRows { name: name.to_owned(), seats: Vec::new(), digest });
            }
            let made = place.map(|place| Made { entrant, place, halves: 0 });
            matches.last_mut().context("no match")?.seats.push(made);
        }
        ensure!(!self.encounters.is_empty(), "no match");
        Ok(())
    }

    fn entrant(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len();
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

/// The cells of all rows (RFC 4180), with LF as well as CRLF.
fn rows(text: &str) -> anyhow::Result<Vec<Vec<String>>> {
    let mut rows = Vec::new();
    let (mut row, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut rest = text.chars().peekable();
    while let Some(next) = rest.next() {
        match next {
            '"' if is_quoted && rest.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted && rest.peek() == Some(&'\n') => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    ensure!(!is_quoted, "a quote is not closed");
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows.retain(|row| row.len() > 1 || row.first().is_some_and(|cell| !cell.is_empty()));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_are_written() {
        let text = "a,\"b, \"\"c\"\"\"\r\n\r\n\"two\nlines\",\n";
        assert_eq!(rows(text).unwrap(), [["a", "b, \"c\""], ["two\nlines", ""]]);
        assert!(rows("a,\"b").is_err());
    }

    #[test]
    fn matches_are_grouped_by_encounter_and_name() {
        let text = "encounter,match,seat,entrant,place\n1,x-1,0,a,1\n1,x-1,1,b,2\n1,x-2,0,b,1\n1,x-2,1,a,1\n\
                    2,x-3,0,a,\n2,x-3,1,b,\n2,x-4,0,b,2\n2,x-4,1,a,1\n";
        let mut matches = Matches::default();
        matches.add(text).unwrap();
        let mut all = Comparisons::default();
        for (number, encounter) in (0..).zip(matches.encounters) {
            let matches = encounter.matches.into_iter().map(MatchRows::result).collect();
            all.add(&Encounter { number, matches });
        }
        let found = all.of(0, 1);
        assert_eq!((found.games.wins, found.games.draws, found.games.losses), (2, 1, 0));
        assert_eq!(found.pairs.pairs, [0, 0, 0, 1, 0]);
        assert!(Matches::default().add("first,second\na,b\n").is_err());
    }
}
