//! Options for all engines of a run, or for one: `VALUE`, or `2:VALUE` for the second.

use std::path::PathBuf;

use super::engine_words::BadWords;
use crate::engine::limit::Limit;

/// Returns the arguments of `flag` that apply to engine `index` of `count`, from 0. All arguments
/// are checked: `read` gets the whole argument, for errors, and the value in it.
pub fn meant<T>(
    flag: &str,
    texts: &[String],
    (index, count): (usize, usize),
    read: impl Fn(&str, &str) -> Result<T, BadWords>,
) -> Result<Vec<T>, BadWords> {
    let mut meant = Vec::new();
    for text in texts {
        let (whose, rest) = whose(flag, text, count)?;
        let value = read(text, rest)?;
        meant.extend(whose.is_none_or(|k| k == index).then_some(value));
    }
    Ok(meant)
}

/// Returns the `--limit` values for an engine.
pub fn limits(texts: &[String], which: (usize, usize)) -> Result<Vec<Limit>, BadWords> {
    meant("--limit", texts, which, |text, rest| {
        rest.parse().map_err(|bad| BadWords::new(format!("--limit {text}: {bad}")))
    })
}

/// Returns the `--env` variables for an engine.
pub fn variables(texts: &[String], which: (usize, usize)) -> Result<Vec<(String, String)>, BadWords> {
    meant("--env", texts, which, read_variable)
}

/// Returns the `--sandbox-read` paths for an engine.
pub fn paths(texts: &[String], which: (usize, usize)) -> Result<Vec<PathBuf>, BadWords> {
    meant("--sandbox-read", texts, which, |_, rest| Ok(PathBuf::from(rest)))
}

/// Splits `2:REST` into the number of the engine, from 0, and the rest. Without a number, the value
/// is for all engines.
fn whose<'a>(flag: &str, text: &'a str, count: usize) -> Result<(Option<usize>, &'a str), BadWords> {
    let Some((digits, rest)) = text.split_once(':') else { return Ok((None, text)) };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Ok((None, text));
    }
    match digits.parse::<usize>() {
        Ok(k) if (1..=count).contains(&k) => Ok((Some(k - 1), rest)),
        _ => Err(BadWords::new(format!("{flag} {text}: expected an engine from 1 to {count}"))),
    }
}

/// Reads NAME=VALUE, or NAME for the value in this process's environment; `text` is the whole
/// argument, for the error.
fn read_variable(text: &str, rest: &str) -> Result<(String, String), BadWords> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name, value.to_owned()),
        None => {
            let value = std::env::var(rest);
            (rest, value.map_err(|_| BadWords::new(format!("--env {text}: the variable is not set here")))?)
        }
    };
    if name.is_empty() || name.contains('\0') || value.contains('\0') {
        return Err(BadWords::new(format!("--env {text}: expected NAME or NAME=VALUE")));
    }
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_is_given_what_is_meant_for_it() {
        let texts = ["cpu=1".to_owned(), "2:files=64".to_owned()];
        assert_eq!(limits(&texts, (0, 2)), Ok(vec![Limit::Cpu { seconds: 1 }]));
        assert_eq!(limits(&texts, (1, 2)), Ok(vec![Limit::Cpu { seconds: 1 }, Limit::Files { count: 64 }]));
        assert!(limits(&texts, (0, 1)).unwrap_err().text.contains("expected an engine from 1 to 1"));
        assert_eq!(variables(&["1:A=b".to_owned()], (1, 2)), Ok(Vec::new()));
        assert!(variables(&["=b".to_owned()], (1, 2)).unwrap_err().text.contains("expected NAME"));
    }
}
