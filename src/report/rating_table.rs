//! Ratings as a table by themselves, with all that is known of each.

use serde_json::json;

use super::{
    csv::Rows,
    text::{csv as cell, number},
};

/// A rating with its uncertainty, in Elo.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingRow {
    /// Whose.
    pub entrant: String,
    /// The rating.
    pub elo: f64,
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

/// A line an entrant, as CSV.
pub fn csv(rows: &[RatingRow]) -> String {
    let mut text = Rows::default();
    text.add(["entrant", "elo", "se", "low", "high", "matches", "component"].map(str::to_owned));
    for row in rows {
        let numbers = [row.elo, row.se, row.low, row.high].map(|value| number(value, 2));
        let counts = [row.matches.to_string(), row.component.to_string()];
        text.add([cell(&row.entrant)].into_iter().chain(numbers).chain(counts));
    }
    text.0
}

/// An array with an object an entrant, as JSON.
pub fn json(rows: &[RatingRow]) -> String {
    let object = |row: &RatingRow| {
        json!({
            "entrant": row.entrant, "elo": row.elo, "se": row.se, "interval95": [row.low, row.high],
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
        let row = RatingRow { entrant: "=1+1,\"x\"".to_owned(), elo: f64::INFINITY, se: 1.0, ..RatingRow::default() };
        let text = csv(std::slice::from_ref(&row));
        assert_eq!(text.lines().nth(1), Some("\"'=1+1,\"\"x\"\"\",-,1.00,0.00,0.00,0,0"));
        assert!(json(&[row]).contains("\"elo\": null"));
    }
}
