//! The cores that engines run on: each concurrent match has a separate core.
//!
//! Only one engine of a match thinks at a time. Without a separate core, the system may schedule it
//! on the same core as the engine of another match, although another core is free. Its clock would
//! run while it waits.

use std::str::FromStr;

use super::options::engine_words::BadWords;
use crate::engine::limit::{self, BadLimit};

/// The cores assigned to matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affinity {
    /// `all`: the cores on which this process may run.
    All,
    /// `0-3,6`: these cores, in ascending order.
    Listed(Vec<usize>),
}

impl Affinity {
    /// Returns the core of each of `concurrency` matches. Fails if there are too few cores, or if
    /// one is unavailable.
    pub fn cores(&self, concurrency: u16) -> Result<Vec<usize>, BadWords> {
        let here = limit::cores_here()
            .map_err(|error| BadWords::new(format!("--affinity: failed to read the cores of this host: {error}")))?;
        let cores = match self {
            Affinity::All => here,
            Affinity::Listed(listed) => match listed.iter().find(|core| !here.contains(core)) {
                Some(core) => {
                    let text = format!(
                        "--affinity: no core {core} on this host: expected cores among {}",
                        limit::listed(&here)
                    );
                    return Err(BadWords::new(text));
                }
                None => listed.clone(),
            },
        };
        if cores.len() < usize::from(concurrency) {
            let text = format!(
                "--affinity: {concurrency} concurrent matches need {concurrency} cores, found {}: {}",
                cores.len(),
                limit::listed(&cores)
            );
            return Err(BadWords::new(text));
        }
        Ok(cores)
    }
}

impl FromStr for Affinity {
    type Err = BadLimit;

    fn from_str(text: &str) -> Result<Affinity, BadLimit> {
        if text == "all" {
            return Ok(Affinity::All);
        }
        limit::read_cores(text).map(Affinity::Listed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_match_at_once_has_a_core_that_is_here() {
        let here = limit::cores_here().unwrap();
        assert_eq!("all".parse(), Ok(Affinity::All));
        assert_eq!(Affinity::All.cores(1).unwrap(), here);
        let last = here.last().unwrap();
        assert_eq!(last.to_string().parse::<Affinity>().unwrap().cores(1).unwrap(), [*last]);
        assert!("every".parse::<Affinity>().unwrap_err().expected.contains("core numbers"));

        let few = Affinity::Listed(vec![*last]).cores(2).unwrap_err().text;
        assert_eq!(few, format!("--affinity: 2 concurrent matches need 2 cores, found 1: {last}"));
        let absent = last + 1;
        let none = Affinity::Listed(vec![absent]).cores(1).unwrap_err().text;
        assert!(none.contains(&format!("no core {absent}")), "{none}");
    }
}
