//! Reads `matches.csv` of a report: a line for each match and seat, in any order.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, bail, ensure};
use csv::StringRecord;

use crate::{
    report::{Report, ReportEncounter, ReportMatch},
    stats::{counted, weight},
};

/// Maximum size of a file, in bytes.
pub(super) const MAX_BYTES: u64 = 256 << 20;
/// The columns that are used. All others are ignored.
const COLUMNS: [&str; 5] = ["encounter", "match", "seat", "entrant", "place"];
/// Columns that older files lack. The digest detects repeats, and the number orders the matches of
/// an encounter.
const NEWER: [&str; 3] = ["points", "digest", "number"];

/// The matches of some files.
#[derive(Default)]
pub(super) struct Matches {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
    /// The encounters, by the number of their file and their number in it.
    encounters: BTreeMap<(u32, u64), Vec<ReportMatch>>,
    files: u32,
    seen: BTreeSet<Line>,
    /// Number of matches that were already added.
    pub duplicates: u32,
}

/// Identity of a match: its name, digest, entrants and places.
type Line = (String, Option<[u8; 16]>, Vec<usize>, Vec<u32>);

/// A match whose lines are being read.
struct Begun {
    /// The number of the match in its encounter, if known, and the number of its first line.
    order: (u64, usize),
    digest: Option<[u8; 16]>,
    /// The results of the match, by seat.
    seats: BTreeMap<usize, Seated>,
}

/// The result of an entrant in a match.
struct Seated {
    entrant: String,
    /// The place; `None` if the match does not count.
    place: Option<u32>,
    /// The points of the game, in halves, if known.
    halves: Option<i64>,
}

impl Matches {
    /// Returns whether there are no matches.
    pub fn is_empty(&self) -> bool {
        self.encounters.is_empty()
    }

    /// Adds the matches of a file.
    pub fn add(&mut self, text: &str) -> anyhow::Result<()> {
        let begun = begun(text)?;
        ensure!(!begun.is_empty(), "no match");
        let seats = begun.values().filter_map(|one| one.seats.keys().max()).max().map_or(0, |seat| seat + 1);
        ensure!((2..=8).contains(&seats), "{}, expected 2 to 8", counted(seats as u64, ["seat", "seats"]));
        let others = self.encounters.values().flatten().next().map_or(seats, |one| one.entrants.len());
        ensure!(seats == others, "{seats} seats, expected {others} as in the earlier files");
        self.files += 1;
        let mut in_order: Vec<((u64, String), Begun)> = begun.into_iter().collect();
        in_order.sort_by_key(|((encounter, _), one)| (*encounter, one.order));
        for ((encounter, name), one) in in_order {
            let lines = one.seats.len();
            ensure!(lines == seats, "match {name}: {}, expected {seats}", counted(lines as u64, ["seat", "seats"]));
            let entrants: Vec<usize> = one.seats.values().map(|seated| self.entrant(&seated.entrant)).collect();
            let places: Option<Vec<u32>> = one.seats.values().map(|seated| seated.place).collect();
            let halves: Option<Vec<i64>> = one.seats.values().map(|seated| seated.halves).collect();
            let (places, halves) = (places.unwrap_or_default(), halves.unwrap_or_default());
            if !self.seen.insert((name.clone(), one.digest, entrants.clone(), places.clone())) {
                self.duplicates += 1;
                continue;
            }
            let one = ReportMatch { name, entrants, places, halves, digest: one.digest, ..ReportMatch::default() };
            self.encounters.entry((self.files, encounter)).or_default().push(one);
        }
        Ok(())
    }

    /// Returns the matches as a report.
    pub fn report(self) -> Report {
        let seats = self.encounters.values().flatten().next().map_or(2, |one| one.entrants.len());
        let encounter = |matches: Vec<ReportMatch>| ReportEncounter {
            lacks: seats.saturating_sub(matches.len()),
            matches,
            ..ReportEncounter::default()
        };
        let encounters = self.encounters.into_values().map(encounter).collect();
        // A file has at most 8 seats, so the number fits.
        Report { seats: seats as u8, entrants: self.names, encounters, ..Report::default() }
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

/// Returns the matches of a file, by the number of their encounter and their name.
fn begun(text: &str) -> anyhow::Result<BTreeMap<(u64, String), Begun>> {
    let mut rows = rows(text.trim_start_matches('\u{feff}'))?.into_iter();
    let head = rows.next().context("no line")?;
    let column = |name: &str| head.iter().position(|cell| cell == name);
    let mut columns = [0; COLUMNS.len()];
    for (number, name) in columns.iter_mut().zip(COLUMNS) {
        let missing = || format!("no column `{name}`: expected matches.csv of a report");
        *number = column(name).with_context(missing)?;
    }
    let newer = NEWER.map(column);
    let mut begun: BTreeMap<(u64, String), Begun> = BTreeMap::new();
    for (index, row) in rows.enumerate() {
        let number = index + 2;
        let bad =
            |field: &str, value: &str, expected: &str| format!("row {number}: {field} `{value}`, expected {expected}");
        let cells = columns.map(|column| row.get(column));
        let [Some(encounter), Some(name), Some(seat), Some(entrant), Some(place)] = cells else {
            bail!("row {number}: {} cells, expected {}", row.len(), head.len());
        };
        let encounter = encounter.parse().with_context(|| bad("encounter", encounter, "a number"))?;
        let seat: usize = seat.parse().with_context(|| bad("seat", seat, "a number"))?;
        let [points, digest, order] =
            newer.map(|column| column.and_then(|column| row.get(column)).filter(|text| !text.is_empty()));
        let place = Some(place).filter(|place| !place.is_empty());
        let read_place = |place: &str| place.parse().with_context(|| bad("place", place, "a number"));
        let read_halves = |points: &str| {
            let halves = points.parse::<f64>().ok().map(|points| 2.0 * points);
            let halves = halves.filter(|halves| halves.fract() == 0.0 && halves.abs() < 1e15);
            halves.map(|halves| halves as i64).with_context(|| bad("points", points, "halves of a point"))
        };
        let read_digest =
            |text: &str| weight::of_hex(text).with_context(|| bad("digest", text, "32 hexadecimal digits"));
        let read_order = |text: &str| text.parse().with_context(|| bad("number", text, "a number"));
        let one = Begun {
            order: (order.map(read_order).transpose()?.unwrap_or(0), index),
            digest: digest.map(read_digest).transpose()?,
            seats: BTreeMap::new(),
        };
        let one = begun.entry((encounter, name.to_owned())).or_insert(one);
        let (place, halves) = (place.map(read_place).transpose()?, points.map(read_halves).transpose()?);
        let twice = one.seats.insert(seat, Seated { entrant: entrant.to_owned(), place, halves });
        ensure!(twice.is_none(), "row {number}: duplicate seat {seat} of match {name}");
    }
    Ok(begun)
}

/// Returns the cells of all rows. Rejects an unclosed quote, which would hide the rest of the file.
fn rows(text: &str) -> anyhow::Result<Vec<StringRecord>> {
    ensure!(text.matches('"').count().is_multiple_of(2), "unclosed quote");
    let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    Ok(reader.into_records().collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_are_written() {
        let text = "a,\"b, \"\"c\"\"\"\r\n\r\n\"two\nlines\",\n";
        let rows_of = rows(text).unwrap();
        let cells: Vec<Vec<&str>> = rows_of.iter().map(|row| row.iter().collect()).collect();
        assert_eq!(cells, [["a", "b, \"c\""], ["two\nlines", ""]]);
        assert!(rows("a,\"b").is_err());
    }

    const LINES: [&str; 8] = [
        "1,x-1,0,a,1,1.5,1",
        "1,x-1,1,b,2,0.5,1",
        "1,x-2,0,b,1,1.0,2",
        "1,x-2,1,a,1,1.0,2",
        "2,x-3,0,a,,,1",
        "2,x-3,1,b,,,1",
        "2,x-4,0,b,2,0.0,2",
        "2,x-4,1,a,1,2.0,2",
    ];

    fn file(lines: &[&str]) -> String {
        format!("encounter,match,seat,entrant,place,points,number\n{}\n", lines.join("\n"))
    }

    #[test]
    fn any_order_of_lines_gives_the_same_numbers() {
        let report_of = |lines: &[&str]| {
            let mut matches = Matches::default();
            matches.add(&file(lines)).unwrap();
            matches.report()
        };
        let report = report_of(&LINES);
        let found = report.pairs()[&(0, 1)];
        assert_eq!((found.games.wins, found.games.draws, found.games.losses), (2, 1, 0));
        assert_eq!((found.pairs.pairs, found.points.mean()), ([0, 0, 0, 1, 0], Some(1.0)));
        let mut lines = LINES;
        for by in 0..8 {
            lines.rotate_left(3);
            lines.swap(by, 7 - by);
            assert_eq!(report_of(&lines), report, "{lines:?}");
        }
        lines.sort_unstable_by_key(|line| line.split(',').nth(3));
        assert_eq!(report_of(&lines), report, "{lines:?}");
    }

    #[test]
    fn the_same_matches_count_once_and_others_of_the_same_name_count() {
        let mut matches = Matches::default();
        matches.add(&file(&LINES)).unwrap();
        matches.add(&file(&LINES)).unwrap();
        assert_eq!(matches.duplicates, 4);
        let other = ["1,x-1,0,a,2,0.5,1", "1,x-1,1,b,1,1.5,1"];
        matches.add(&file(&other)).unwrap();
        let report = matches.report();
        assert_eq!((report.encounters.len(), report.pairs()[&(0, 1)].games.games()), (3, 4));
    }

    #[test]
    fn lines_that_make_no_match_are_named() {
        for (lines, named) in [
            (&LINES[..1], "1 seat, expected 2 to 8"),
            (&LINES[..3], "match x-2: 1 seat, expected 2"),
            (&[LINES[0], LINES[0]][..], "row 3: duplicate seat 0 of match x-1"),
            (&["x,x-1,0,a,1,1.5,1"][..], "row 2: encounter `x`, expected a number"),
            (&["1,x-1,0,a,1,1.3,1"][..], "row 2: points `1.3`, expected halves of a point"),
        ] {
            let error = Matches::default().add(&file(lines)).unwrap_err();
            assert_eq!(error.to_string(), named);
        }
        assert!(Matches::default().add("first,second\na,b\n").is_err());
    }
}
