//! Makes text from engines, records and servers fit for a terminal.

use std::{fmt::Display, time::Duration};

use crate::ids::is_printing;

/// Maximum leaders named in a line.
const MAX_LEADERS: usize = 5;

/// Returns the text in one line. A line end becomes ` | `, another non-printing character a space.
pub fn one_line(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.trim().chars().map(|c| if is_printing(c) { c } else { ' ' }).collect())
        .filter(|line: &String| !line.is_empty())
        .collect();
    lines.join(" | ")
}

/// Formats the points of all seats: `15-4`, or `-2, 6, -4` if any are negative.
pub fn all_points<T: ToString>(points: &[T]) -> String {
    let texts: Vec<String> = points.iter().map(ToString::to_string).collect();
    texts.join(if texts.iter().any(|text| text.starts_with('-')) { ", " } else { "-" })
}

/// Formats the places of all seats: `1-0` for two seats, otherwise the places themselves.
pub fn score(places: &[u32]) -> String {
    match places {
        [first, second] if first < second => "1-0".to_owned(),
        [first, second] if first > second => "0-1".to_owned(),
        [_, _] => "1/2-1/2".to_owned(),
        _ => {
            let places: Vec<String> = places.iter().map(ToString::to_string).collect();
            format!("places {}", places.join("-"))
        }
    }
}

/// Returns a detail in brackets and in one line, to follow a word; empty without a detail.
pub fn in_brackets(detail: &str) -> String {
    match one_line(detail) {
        detail if detail.is_empty() => detail,
        detail => format!(" ({detail})"),
    }
}

/// Formats a duration in seconds, with microseconds.
pub fn seconds(span: Duration) -> String {
    format!("{:.6} s", span.as_secs_f64())
}

/// Formats the line of a step: its round and ply, its owner, its notation and remarks.
pub fn step(round: u32, ply: u32, name: &str, notation: &str, more: impl Display) -> String {
    let line = format!("{round:>4}.{ply:<4} {name:<12} {notation:<8} {more}");
    line.trim_end().to_owned()
}

/// Joins the first items of a list; adds the total if there are more: `alpha 12, beta 10.5 of 16`.
pub fn first_of(list: &[String]) -> String {
    let first = list.iter().take(MAX_LEADERS).cloned().collect::<Vec<_>>().join(", ");
    let more = if list.len() > MAX_LEADERS { format!(" of {}", list.len()) } else { String::new() };
    first + &more
}

#[cfg(test)]
mod tests {
    use super::{all_points, first_of, one_line, score};

    #[test]
    fn minus_and_dash_are_distinguished() {
        assert_eq!(all_points(&[15, 4]), "15-4");
        assert_eq!(all_points(&[-2, 6, -4]), "-2, 6, -4");
    }

    #[test]
    fn two_seats_have_a_score_and_more_have_places() {
        assert_eq!([[1, 2], [2, 1], [1, 1]].map(|places| score(&places)), ["1-0", "0-1", "1/2-1/2"]);
        assert_eq!(score(&[2, 1, 2]), "places 2-1-2");
    }

    #[test]
    fn a_long_list_says_how_long_it_is() {
        let list: Vec<String> = ["a 5", "b 4", "c 3", "d 2", "e 1", "f 0"].map(str::to_owned).into();
        assert_eq!(first_of(&list), "a 5, b 4, c 3, d 2, e 1 of 6");
        assert_eq!((first_of(&list[..2]), first_of(&[])), ("a 5, b 4".to_owned(), String::new()));
    }

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(one_line("a\n\n  b\x1b[2Jc\r\n\x07"), "a | b [2Jc |  ");
        assert_eq!(one_line("a\u{202e}b\u{2028}c"), "a b c");
        assert_eq!(one_line(""), "");
    }
}
