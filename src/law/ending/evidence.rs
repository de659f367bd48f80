//! Output of a losing seat's program, to find out why it failed.

use referee_ids::is_printing;

/// Maximum last lines kept of each output.
pub const MAX_LINES: usize = 20;
/// Maximum bytes kept of each line.
pub const MAX_LINE: usize = 256;
/// Maximum last lines of standard error shown with a result.
const MAX_SHOWN: usize = 5;

/// Output of a program. It may reveal hidden information, so it stays private until the match is
/// over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// How the program ended; `None` if it still runs or was not observed.
    pub exit: Option<Exit>,
    /// Last lines of the standard output, oldest first.
    pub stdout: Vec<String>,
    /// Last lines of the standard error, oldest first.
    pub stderr: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The program exited with this status.
    Status(i32),
    Signal(i32),
}

impl Evidence {
    /// Returns the evidence cut to the limits, without control characters; `None` if nothing is
    /// left.
    pub fn bounded(&self) -> Option<Evidence> {
        let bounded = Evidence { exit: self.exit, stdout: last_lines(&self.stdout), stderr: last_lines(&self.stderr) };
        (bounded != Evidence::default()).then_some(bounded)
    }

    /// Returns the last lines of the standard error that are shown with a result, oldest first.
    pub fn last_errors(&self) -> &[String] {
        &self.stderr[self.stderr.len().saturating_sub(MAX_SHOWN)..]
    }
}

fn last_lines(lines: &[String]) -> Vec<String> {
    lines[lines.len().saturating_sub(MAX_LINES)..].iter().map(|line| cut(line)).collect()
}

fn cut(line: &str) -> String {
    let end = (0..=line.len().min(MAX_LINE)).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
    line[..end].chars().map(|c| if is_printing(c) || c == '\t' { c } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_cut() {
        let lines: Vec<String> = (0..30).map(|n| format!("{n}\n")).collect();
        let long = "\u{e9}".repeat(200);
        let evidence = Evidence { exit: None, stdout: lines, stderr: vec![long] };
        let kept = evidence.bounded().expect("something is left");
        assert_eq!((kept.stdout.len(), kept.stdout[0].as_str()), (MAX_LINES, "10?"));
        assert_eq!(kept.stderr[0].len(), MAX_LINE);
        assert_eq!(kept.bounded(), Some(kept.clone()));
        assert_eq!(Evidence::default().bounded(), None);
    }
}
