//! Assigns deals to the matches of a series.

use referee_ids::MatchId;
use referee_law::Seed;

/// The deals of a series.
pub struct Deals {
    /// The source of the seeds of all matches; `None` if each match draws its seed.
    source: Option<Seed>,
    /// Number of consecutive matches with the same deals.
    matches_a_set: u32,
}

impl Deals {
    /// Lets every match draw its seed.
    pub fn own() -> Deals {
        Deals { source: None, matches_a_set: 1 }
    }

    /// Derives the deals from a number: the same in every series with this number. `matches_a_set`
    /// consecutive matches have the same deals.
    pub fn numbered(number: u64, matches_a_set: u32) -> Deals {
        Deals::drawn(Seed::new([0; 32]).derived(&format!("referee play --seed {number}")), matches_a_set)
    }

    /// Derives the deals from a seed. `matches_a_set` consecutive matches have the same deals.
    pub fn drawn(source: Seed, matches_a_set: u32) -> Deals {
        Deals { source: Some(source), matches_a_set: matches_a_set.max(1) }
    }

    /// Returns whether several matches share a deal, so that one seed reveals others.
    pub fn are_shared(&self) -> bool {
        self.matches_a_set > 1
    }

    /// Returns the number of consecutive matches with the same deals.
    pub fn matches_a_set(&self) -> u32 {
        self.matches_a_set
    }

    /// Returns the set of match `number`; both count from 0.
    pub fn set_of(&self, number: u32) -> u32 {
        number / self.matches_a_set
    }

    /// Returns the seed of match `number`, from 0, and the deal's name; `None` if the match draws
    /// its seed. Match ids differ between series, so a repeatable deal has its own name.
    pub fn seed_of(&self, number: u32) -> Option<(Seed, MatchId)> {
        of_set(self.source.as_ref()?, self.set_of(number))
    }
}

/// Returns the seed of set `set`, from 0, and the deal's name, if all deals follow from `source`.
pub fn of_set(source: &Seed, set: u32) -> Option<(Seed, MatchId)> {
    let name = format!("deals-{}", u64::from(set) + 1);
    let deal_id = MatchId::parse(&name).ok()?;
    Some((source.derived(&name), deal_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_decides_the_deals_and_a_set_has_the_same() {
        let seeds = |deals: Deals| (0..6).map(|number| deals.seed_of(number)).collect::<Vec<_>>();
        let first = seeds(Deals::numbered(1, 3));
        assert_eq!(first, seeds(Deals::numbered(1, 3)));
        assert!(first[0] == first[2] && first[2] != first[3] && first[3] == first[5]);
        assert_ne!(first, seeds(Deals::numbered(2, 3)));
        assert_ne!(seeds(Deals::drawn(Seed::new([1; 32]), 3)), seeds(Deals::drawn(Seed::new([2; 32]), 3)));
        assert_eq!(seeds(Deals::own()), vec![None; 6], "every match draws its own");
    }
}
