//! Answer times of an engine.

use std::time::Duration;

/// Maximum answer times kept.
const MAX_KEPT: usize = 100_000;

#[derive(Debug, Default)]
pub struct AnswerTimes {
    answers: Vec<Duration>,
}

impl AnswerTimes {
    /// Records an answer time.
    pub fn note(&mut self, took: Duration) {
        if self.answers.len() < MAX_KEPT {
            self.answers.push(took);
        }
    }

    /// Formats the count, median, 99th percentile and maximum as a sentence; `None` if unanswered.
    pub fn sentence(&self) -> Option<String> {
        let mut sorted = self.answers.clone();
        sorted.sort_unstable();
        let at = |share: usize| sorted.get((sorted.len() * share / 100).min(sorted.len() - 1)).copied();
        let slowest = *sorted.last()?;
        let (median, late) = (at(50)?, at(99)?);
        Some(format!(
            "{} moves: median {}, 99 of 100 within {}, slowest {}.",
            sorted.len(),
            millis(median),
            millis(late),
            millis(slowest)
        ))
    }
}

fn millis(span: Duration) -> String {
    format!("{:.1} ms", span.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_tells_the_middle_and_the_ends() {
        let mut speed = AnswerTimes::default();
        assert_eq!(speed.sentence(), None);
        (1..=200).rev().for_each(|ms| speed.note(Duration::from_millis(ms)));
        let said = speed.sentence().expect("there are answers");
        assert_eq!(said, "200 moves: median 101.0 ms, 99 of 100 within 199.0 ms, slowest 200.0 ms.");
    }
}
