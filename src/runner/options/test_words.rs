//! A sequential test of a run as words `KEY=VALUE`, like in cutechess and fastchess: `elo0=0 elo1=5
//! alpha=0.05`.

use std::fmt::Display;

use super::engine_words::BadWords;
use crate::{
    series::sequential::{Hypotheses, SequentialTest},
    stats::{EloModel, MeanPointsTest, Sprt},
};

const FLAG: &str = "--sprt";
/// The valid keys, for error messages.
const KEYS: &str = "elo0 and elo1, or mean0 and mean1; alpha, beta, model, counts or of, then `=` and a value";
/// The default error probabilities.
const USUAL_ERROR: f64 = 0.05;

#[derive(Default)]
struct Words {
    elo: [Option<f64>; 2],
    mean: [Option<f64>; 2],
    errors: [Option<f64>; 2],
    model: Option<EloModel>,
    by_pairs: Option<bool>,
    of: Option<(usize, usize)>,
}

/// Reads a test of a run of this number of engines and seats. `of=1,2` names the two tested
/// engines, numbered from 1; default: the first two.
pub fn read(words: &[String], engines: usize, seats: usize) -> Result<SequentialTest, BadWords> {
    let mut read = Words::default();
    for word in words {
        read.set(word, engines)?;
    }
    let [alpha, beta] = read.errors.map(|error| error.unwrap_or(USUAL_ERROR));
    let refused = |error: &dyn Display| BadWords::new(format!("{FLAG}: {error}"));
    let hypotheses = match (read.elo, read.mean) {
        ([Some(elo0), Some(elo1)], [None, None]) => {
            if seats > 2 {
                return Err(BadWords::new(format!(
                    "{FLAG}: {seats} seats have no Elo difference: test the points of an encounter with mean0 and mean1"
                )));
            }
            let model = read.model.unwrap_or(EloModel::Normalised);
            let sprt = Sprt::new(elo0, elo1, alpha, beta, model).map_err(|error| refused(&error))?;
            if read.by_pairs.unwrap_or(true) { Hypotheses::Pairs(sprt) } else { Hypotheses::Games(sprt) }
        }
        ([None, None], [Some(mean0), Some(mean1)]) if read.model.is_none() && read.by_pairs.is_none() => {
            Hypotheses::Points(MeanPointsTest::new(mean0, mean1, alpha, beta).map_err(|error| refused(&error))?)
        }
        ([None, None], [Some(_), Some(_)]) => {
            return Err(BadWords::new(format!("{FLAG}: model and counts need a test of Elo, with elo0 and elo1")));
        }
        _ => return Err(BadWords::new(format!("{FLAG}: expected either elo0 and elo1, or mean0 and mean1"))),
    };
    Ok(SequentialTest::new(hypotheses, read.of.unwrap_or((0, 1))))
}

impl Words {
    fn set(&mut self, word: &str, engines: usize) -> Result<(), BadWords> {
        let bad = |expected: &str| BadWords::new(format!("{FLAG} `{word}`: expected {expected}"));
        let (key, value) = word.split_once('=').ok_or_else(|| bad(KEYS))?;
        let number = || value.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(|| bad("a number"));
        let again = match key {
            "elo0" => self.elo[0].replace(number()?).is_some(),
            "elo1" => self.elo[1].replace(number()?).is_some(),
            "mean0" => self.mean[0].replace(number()?).is_some(),
            "mean1" => self.mean[1].replace(number()?).is_some(),
            "alpha" => self.errors[0].replace(number()?).is_some(),
            "beta" => self.errors[1].replace(number()?).is_some(),
            "model" => {
                let model = match value {
                    "logistic" => EloModel::Logistic,
                    "normalised" | "normalized" => EloModel::Normalised,
                    _ => return Err(bad("model=normalised or model=logistic")),
                };
                self.model.replace(model).is_some()
            }
            "counts" => {
                let by_pairs = match value {
                    "pairs" => true,
                    "games" => false,
                    _ => return Err(bad("counts=pairs or counts=games")),
                };
                self.by_pairs.replace(by_pairs).is_some()
            }
            "of" => {
                let expected = || bad(&format!("two different engines by their numbers, 1 to {engines}: of=1,2"));
                let index = |text: &str| text.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < engines);
                let (first, second) = value.split_once(',').ok_or_else(expected)?;
                let both = index(first).zip(index(second)).filter(|(first, second)| first != second);
                self.of.replace(both.ok_or_else(expected)?).is_some()
            }
            _ => return Err(bad(KEYS)),
        };
        if again { Err(BadWords::new(format!("{FLAG} `{word}`: duplicate `{key}`"))) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &str, seats: usize) -> Result<SequentialTest, String> {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        read(&words, 3, seats).map_err(|bad| bad.to_string())
    }

    #[test]
    fn a_test_says_what_it_is_of() {
        let said = |words: &str, seats| of(words, seats).unwrap().report().to_string();
        assert!(said("elo0=0 elo1=5", 2).ends_with("([0, 5] normalised Elo, alpha 0.05, beta 0.05)"));
        let logistic = "elo0=-1.5 elo1=3 alpha=0.1 beta=0.02 model=logistic counts=games";
        assert!(said(logistic, 2).ends_with("([-1.5, 3] Elo, alpha 0.1, beta 0.02)"));
        assert!(said("mean0=0 mean1=2", 4).ends_with("([0, 2] points an encounter, alpha 0.05, beta 0.05)"));
        assert_eq!(of("elo0=0 elo1=5", 2).unwrap().entrants, (0, 1));
        assert_eq!(of("elo0=0 elo1=5 of=3,1", 2).unwrap().entrants, (2, 0));
    }

    #[test]
    fn what_makes_no_test_is_named() {
        for (words, seats, named) in [
            ("elo0=0", 2, "expected either elo0 and elo1, or mean0 and mean1"),
            ("elo0=0 elo1=5 mean0=0", 2, "expected either elo0 and elo1"),
            ("elo0=5 elo1=0", 2, "elo1 is 0, expected more than elo0"),
            ("elo0=0 elo1=5 alpha=0.7", 2, "alpha is 0.7"),
            ("elo0=0 elo1=5", 3, "3 seats have no Elo difference"),
            ("mean0=0 mean1=1 counts=games", 2, "model and counts need a test of Elo"),
            ("elo0=nan elo1=5", 2, "--sprt `elo0=nan`: expected a number"),
            ("elo0=0 elo0=1", 2, "duplicate `elo0`"),
            ("elo0=0 elo1=5 of=1,1", 2, "1 to 3: of=1,2"),
            ("elo0=0 elo1=5 of=1,4", 2, "1 to 3: of=1,2"),
            ("elo=5", 2, "--sprt `elo=5`: expected elo0 and elo1"),
        ] {
            let error = of(words, seats).map(|_| ()).unwrap_err();
            assert!(error.contains(named), "{error}");
        }
    }
}
