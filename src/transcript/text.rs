//! Text from engines, records and servers, made fit for a terminal.

use std::{fmt::Display, time::Duration};

use crate::ids::is_printing;

/// Maximum leaders that a line names.
const MAX_LEADERS: usize = 5;

/// The text in one line: line ends become ` | `, other characters that do not print spaces.
pub fn one_line(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.trim().chars().map(|c| if is_printing(c) { c } else { ' ' }).collect())
        .filter(|line: &String| !line.is_empty())
        .collect();
    lines.join(" | ")
}

/// The points of all seats: `15-4`, and with negative points `-2, 6, -4`.
pub fn all_points<T: ToString>(points: &[T]) -> String {
    let texts: Vec<String> = points.iter().map(ToString::to_string).collect();
    texts.join(if texts.iter().any(|text| text.starts_with('-')) { ", " } else { "-" })
}

/// The places of all seats: `1-0`, or the places themselves with more than two seats.
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

/// A detail in brackets after a word, in one line; empty without a detail.
pub fn in_brackets(detail: &str) -> String {
    match one_line(detail) {
        detail if detail.is_empty() => detail,
        detail => format!(" ({detail})"),
    }
}

/// Seconds with microseconds.
pub fn seconds(span: Duration) -> String {
    format!("{:.6} s", span.as_secs_f64())
}

/// The line of a step: its round and ply, its owner, and its notation with remarks.
pub fn step(round: u32, ply: u32, name: &str, notation: &str, more: impl Display) -> String {
    let line = format!("{round:>4}.{ply:<4} {name:<12} {notation:<8} {more}");
    line.trim_end().to_owned()
}

/// The first of a list, with the total if that is not all: `alpha 12, beta 10.5 of 16`.
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
