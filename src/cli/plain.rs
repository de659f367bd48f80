//! Text from engines, records and servers, made fit for a terminal.

/// The text in one line: line ends become ` | `, other control characters spaces.
pub fn one_line(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
        .filter(|line: &String| !line.is_empty())
        .collect();
    lines.join(" | ")
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(one_line("a\n\n  b\x1b[2Jc\r\n\x07"), "a | b [2Jc |  ");
        assert_eq!(one_line(""), "");
    }
}
