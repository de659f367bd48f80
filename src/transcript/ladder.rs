//! Prints a ladder in a terminal while it is played.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::Path,
};

use serde_json::json;

use super::{
    contest::{Printer, Told},
    text::{first_of, one_line},
};
use crate::report::columns::Columns;
use crate::{
    contest::{ContestKind as _, Entrant, MatchKey, Phase, Status},
    ladder::{Entry, Ladder, Ratings},
    runner::ladder::{
        SignedRecord, Stands,
        report::{ranked, rows},
    },
    standard_output::standard_output,
    stats::{decimals, signed_decimals, weight},
};

impl Printer {
    /// Prints the final state of a ladder of local engines; `directory` contains its files.
    pub fn end_ladder(&self, stands: &Stands, directory: &Path) -> io::Result<()> {
        self.clear();
        let ratings = stands.results.publish(0);
        let how = match &stands.ladder.phase {
            Phase::Over(reason) => one_line(&reason.to_string()),
            _ => "interrupted; run the same command to resume".to_owned(),
        };
        let mut out = standard_output();
        if self.is_json {
            let object = json!({
                "over": stands.ladder.phase.is_over(),
                "stands": how,
                "table": ratings.as_ref().map(Ratings::table).ok(),
                "repeats": ratings.as_ref().map(|ratings| ratings.weight().repeats()).ok(),
                "unrated": ratings.as_ref().err().map(ToString::to_string),
                "record": stands.record.as_ref().ok().map(|record| &record.path),
                "key": stands.record.as_ref().ok().map(|record| record.key.to_string()),
            });
            return writeln!(out, "{object}");
        }
        writeln!(out, "\n{}: {how}", one_line(&stands.ladder.opened.name))?;
        match &ratings {
            Ok(ratings) => {
                table(ratings, &self.display_names).lines().iter().try_for_each(|row| writeln!(out, "{row}"))?;
                weight::warning(ratings.weight()).iter().try_for_each(|warning| writeln!(out, "{warning}"))?;
            }
            Err(none) => writeln!(out, "no ratings: {none}")?,
        }
        let Ok(SignedRecord { path, key }) = &stands.record else { return Ok(()) };
        let (directory, path) = (directory.display(), path.display());
        writeln!(out, "everything is in {directory}; its events are in {path}, signed by the key")?;
        writeln!(out, "{key}")
    }
}

impl Told for Ladder {
    const SAYS_ITS_END: bool = true;

    fn entry(entry: &Entry) -> (&str, &[u16]) {
        (&entry.name, &entry.declaration.categories)
    }

    fn category(&self, number: u16) -> String {
        self.opened.rules.categories.get(usize::from(number)).map_or_else(String::new, |one| one_line(&one.name))
    }

    fn standing_line(&self, match_key: &MatchKey) -> String {
        leaders(self, match_key)
    }

    /// Returns the content of the bar; `None` for a ladder without an end, which has no bar.
    fn bar(&self) -> Option<(u64, u64, String)> {
        let all = u64::from(self.matches_to_have()?);
        let done = u64::from(self.matches_paired()).saturating_sub(self.open_matches() as u64);
        Some((done, all, one_line(&self.opened.name)))
    }

    fn test_in_words(&self) -> String {
        String::new()
    }
}

/// Formats the leaders by live rating in the category of a match: `leaders of blitz: alpha +132,
/// beta +40, gamma -12 of 16`.
fn leaders(ladder: &Ladder, of: &MatchKey) -> String {
    let number = ladder.paired(of).map_or(0, |paired| paired.category);
    let is_in = |status: &Status| matches!(status, Status::In | Status::Quarantined { .. });
    let rated =
        ladder.entrants.iter().enumerate().filter(|(_, state)| is_in(&state.status)).filter_map(|(index, state)| {
            let elo = ladder.live_elo(Entrant(u32::try_from(index).ok()?), number)?.elo;
            Some((elo, &state.entry.name))
        });
    let mut rated: Vec<_> = rated.collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rated: Vec<String> =
        rated.iter().map(|(elo, name)| format!("{} {}", one_line(name), signed_decimals(*elo, 0))).collect();
    format!("leaders of {}: {}", ladder.category(number), first_of(&rated))
}

/// Returns a table of the ratings with their 95 % intervals, the best first, as in reports.
fn table(ratings: &Ratings, display_names: &BTreeMap<String, String>) -> Columns {
    let (rows, unit) = rows(ratings);
    let mut table = Columns::default();
    let named = !display_names.is_empty();
    let head = ["entrant", unit.word(), "se", "95 % from", "to", "matches", "component"];
    table.row(head.into_iter().chain(named.then_some("name")));
    for row in ranked(&rows) {
        let numbers = [row.rating, row.se, row.low, row.high].map(|number| decimals(number, unit.digits_shown()));
        let counts = [row.matches.to_string(), row.component.to_string()];
        let display_name = display_names.get(&row.entrant).map(|text| one_line(text)).unwrap_or_default();
        let cells = [one_line(&row.entrant)].into_iter().chain(numbers).chain(counts);
        table.row(cells.chain(named.then_some(display_name)));
    }
    table
}
