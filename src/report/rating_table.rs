//! Ratings as a table by themselves, with all that is known of each.

use serde_json::json;

use super::{csv::Rows, text::csv as cell};
use crate::stats::decimals;

/// A rating with its uncertainty, in Elo or in points a deal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingRow {
    /// Whose.
    pub entrant: String,
    /// The rating.
    pub rating: f64,
    /// Its standard error.
    pub se: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many matches it is from.
    pub matches: u64,
    /// Entrants with different numbers cannot be compared.
    pub component: usize,
}

/// A line an entrant, as CSV; `unit` is the word for what ratings are in.
pub fn csv(rows: &[RatingRow], unit: &str) -> String {
    let mut text = Rows::default();
    text.add(["entrant", unit, "se", "low", "high", "matches", "component"].map(str::to_owned));
    for row in rows {
        let numbers = [row.rating, row.se, row.low, row.high].map(|value| decimals(value, 2));
        let counts = [row.matches.to_string(), row.component.to_string()];
        text.add([cell(&row.entrant)].into_iter().chain(numbers).chain(counts));
    }
    text.0
}

/// The same as JSON: an array with an object an entrant.
pub fn json(rows: &[RatingRow], unit: &str) -> String {
    let object = |row: &RatingRow| {
        json!({
            "entrant": row.entrant, unit: row.rating, "se": row.se, "interval95": [row.low, row.high],
            "matches": row.matches, "component": row.component,
        })
    };
    format!("{:#}\n", serde_json::Value::from(rows.iter().map(object).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_strangers_steer_no_spreadsheet_and_no_number_is_infinite() {
        let row =
            RatingRow { entrant: "=1+1,\"x\"".to_owned(), rating: f64::INFINITY, se: 1.0, ..RatingRow::default() };
        let text = csv(std::slice::from_ref(&row), "elo");
        assert_eq!(text.lines().nth(1), Some("\"'=1+1,\"\"x\"\"\",-,1.00,0.00,0.00,0,0"));
        assert!(json(&[row], "elo").contains("\"elo\": null"));
    }
}
