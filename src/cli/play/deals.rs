//! Which deals the matches of a run have.

use anyhow::anyhow;

use crate::{hall::NewLuck, ids::MatchId, referee::Seed};

/// How the deals of a run are made.
pub struct Deals {
    /// What the seed of every match is made from; `None` where each match draws its own.
    source: Option<Seed>,
    /// How many matches, one after the other, have the same deals.
    matches_a_set: u32,
}

impl Deals {
    /// The deals of a run: by a number they are the same in every run with this number, and the matches of a set are dealt
    /// alike.
    pub fn new(number: Option<u64>, matches_a_set: u32) -> anyhow::Result<Deals> {
        let source = match number {
            Some(number) => Some(Seed::new([0; 32]).derived(&format!("referee play --seed {number}"))),
            None if matches_a_set == 1 => None,
            None => {
                let mut bytes = [0; 32];
                let failed = |error| anyhow!("failed to get luck from the system: {error}");
                getrandom::fill(&mut bytes).map_err(failed)?;
                Some(Seed::new(bytes))
            }
        };
        Ok(Deals { source, matches_a_set })
    }

    /// In which set match `number` is; both from 0.
    pub fn set_of(&self, number: u32) -> u32 {
        number / self.matches_a_set
    }

    /// The luck of match `number`, from 0.
    pub fn luck(&self, number: u32) -> NewLuck {
        let Some(source) = &self.source else { return NewLuck::default() };
        let name = format!("deals-{}", self.set_of(number) + 1);
        // Ids of matches differ from run to run; what is to be dealt again has a name of its own.
        NewLuck { seed: Some(source.derived(&name)), deal_id: MatchId::parse(&name).ok(), ..NewLuck::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_decides_the_deals_and_a_set_has_the_same() {
        let seeds = |deals: Deals| (0..6).map(|number| deals.luck(number).seed).collect::<Vec<_>>();
        let first = seeds(Deals::new(Some(1), 3).unwrap());
        assert_eq!(first, seeds(Deals::new(Some(1), 3).unwrap()));
        assert!(first[0] == first[2] && first[2] != first[3] && first[3] == first[5]);
        assert_ne!(first, seeds(Deals::new(Some(2), 3).unwrap()));
        assert_ne!(seeds(Deals::new(None, 3).unwrap()), seeds(Deals::new(None, 3).unwrap()));
        assert_eq!(seeds(Deals::new(None, 1).unwrap()), vec![None; 6], "every match draws its own");
    }
}
