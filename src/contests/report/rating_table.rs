//! Ratings as a separate table, with all known details.

use serde_json::json;

use super::{csv::Rows, text::csv as cell, unit::Unit};
use crate::stats::decimals;

/// A rating with its uncertainty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingRow {
    pub entrant: String,
    pub rating: f64,
    pub se: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    pub high: f64,
    /// Number of matches behind the rating.
    pub matches: u64,
    /// The number of the component. Entrants of different components cannot be compared.
    pub component: usize,
}

/// Writes the rows as CSV, one line per entrant.
pub fn csv(rows: &[RatingRow], unit: Unit) -> String {
    let mut text = Rows::default();
    text.add(["entrant", unit.word(), "se", "low", "high", "matches", "component"].map(str::to_owned));
    for row in rows {
        let numbers = [row.rating, row.se, row.low, row.high].map(|value| decimals(value, unit.digits_written()));
        let counts = [row.matches.to_string(), row.component.to_string()];
        text.add([cell(&row.entrant)].into_iter().chain(numbers).chain(counts));
    }
    text.0
}

/// Writes the rows as a JSON array with one object per entrant.
pub fn json(rows: &[RatingRow], unit: Unit) -> String {
    let unit = unit.word();
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
        let text = csv(std::slice::from_ref(&row), Unit::Elo);
        assert_eq!(text.lines().nth(1), Some("\"'=1+1,\"\"x\"\"\",-,1.00,0.00,0.00,0,0"));
        assert!(json(&[row], Unit::Elo).contains("\"elo\": null"));
    }

    #[test]
    fn a_unit_has_the_digits_that_are_worth_writing() {
        let row = RatingRow {
            entrant: "a".to_owned(),
            rating: 0.123_48,
            se: 0.01,
            low: 0.1,
            high: 0.2,
            ..RatingRow::default()
        };
        assert_eq!(
            csv(std::slice::from_ref(&row), Unit::Points).lines().nth(1),
            Some("a,0.1235,0.0100,0.1000,0.2000,0,0")
        );
        let text = csv(std::slice::from_ref(&row), Unit::Elo);
        assert_eq!(
            text.lines().collect::<Vec<_>>(),
            ["entrant,elo,se,low,high,matches,component", "a,0.12,0.01,0.10,0.20,0,0"]
        );
        assert!(json(&[row], Unit::Points).contains("\"points\": 0.12348"));
    }
}
