//! The rules of a ladder: matches, pairings, faults.

use crate::{
    contest::{BadField, MAX_ACCEPT_WITHIN_MS, MAX_MATCH_SETUP, MAX_MATCHES_PER_ENCOUNTER, MAX_REPLAYS, expect},
    rating,
};

/// Maximum entrants of a ladder, including those that left: the limit of a rating fit.
pub const MAX_ENTRANTS: usize = rating::MAX_ENTRANTS;
/// Maximum entrants per owner, including those that left, so that one owner cannot fill a
/// ladder.
pub const MAX_ENTRANTS_PER_OWNER: usize = 256;
/// Maximum categories of a ladder.
pub const MAX_CATEGORIES: usize = 32;
/// Maximum length of the name of a category, in bytes.
pub const MAX_CATEGORY_NAME: usize = 64;
/// Maximum length of the descriptions of all categories together, in bytes: one event contains the
/// whole opening.
pub const MAX_MATCH_SETUPS: usize = 128 * 1024;
/// Maximum encounters in progress.
pub const MAX_ENCOUNTERS_IN_FLIGHT: u32 = 10_000;
/// Maximum finished encounters that a ladder remembers, so that their matches can be made void.
pub const MAX_REMEMBERED_ENCOUNTERS: usize = 10_000;
/// Maximum patience and maximum quarantine: 31 days.
pub const MAX_TIME_MS: u64 = 31 * DAY_MS;
/// Maximum matches that an entrant may have in a day.
pub const MAX_MATCHES_PER_DAY: u32 = 100_000;
/// Maximum encounters at the same time that an entrant may declare.
pub const MAX_AT_ONCE: u32 = 256;
/// Milliseconds in a day. The first day begins when the ladder is opened.
pub const DAY_MS: u64 = 24 * 3600 * 1000;

/// The rules of a ladder. They never change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The categories of matches: each has its own ratings.
    pub categories: Vec<Category>,
    /// The pairing rules.
    pub pairing: PairingRules,
    /// Consequences of faults.
    pub quarantine: QuarantineRules,
    /// Maximum replays of a void match.
    pub replays: u32,
    /// Standard deviation of the difference in strength between a new version and its parent before
    /// any match, in Elo.
    pub version_sd: u32,
    /// How long a match that is due waits for players that have not accepted it or cannot be
    /// seated, in milliseconds. Then the match is void.
    pub accept_within_ms: u64,
}

/// A game with its options and its time class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// The unique name of the category.
    pub name: String,
    /// Number of seats of a match, 2 to 8.
    pub seats: u8,
    /// The number of matches of an encounter: a multiple of the seats, so that each entrant plays
    /// every seat equally often.
    pub matches_per_encounter: u32,
    /// The match settings of the category, opaque to the ladder: the game, its options, the clocks.
    pub match_setup: String,
    /// The basis of the category's ratings.
    pub rated_by: RatedBy,
}

/// The basis of a category's ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RatedBy {
    /// Ratings by ranks: Bradley-Terry with two seats, Plackett-Luce with more.
    #[default]
    Ranks,
    /// Ratings by the game's own points per deal, a deal being a round of a match: for games whose
    /// results are chips. There are no priors.
    Points,
}

/// The rules for pairing entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairingRules {
    /// How long a free entrant waits for a good opponent, in milliseconds. Then any free entrant
    /// can become its opponent.
    pub patience_ms: u64,
    /// Minimum information of an opponent met before the patience ends, in thousandths of the
    /// best possible.
    pub least_quality_permille: u32,
    /// First encounters of an entrant in a category that meet the least-met of the whole field,
    /// busy entrants included.
    pub wide_encounters: u32,
    /// Maximum matches of an entrant per day, whatever the entrant declares.
    pub matches_per_day: u32,
    /// Maximum share of an entrant's recent encounters against one opponent, in percent; at least
    /// twice an even share, so that small fields continue.
    pub opponent_share_percent: u32,
    /// Maximum encounters in progress.
    pub encounters_in_flight: u32,
    /// Maximum encounters in progress per owner.
    pub owner_in_flight: u32,
    /// Maximum matches of the ladder, in whole encounters, after which the ladder closes. `None`:
    /// no end.
    pub matches_in_all: Option<u32>,
    /// Maximum matches of an entrant, in whole encounters. If entries are frozen, the ladder
    /// closes when no entrant can be paired. `None`: no end.
    pub matches_each: Option<u32>,
}

/// Consequences of faults: matches that an entrant's program ended by its conduct, lost or void.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuarantineRules {
    /// The number of consecutive faults that leads to a quarantine, and the number of consecutive
    /// clean matches that resets the count.
    pub faults: u32,
    /// Length of the first quarantine, in milliseconds. Each further one is twice as long.
    pub first_ms: u64,
    /// Maximum length of a quarantine, in milliseconds.
    pub longest_ms: u64,
}

impl Default for PairingRules {
    /// Returns the defaults: 10 s of patience for three fifths of the best quality, 4 wide
    /// encounters, 1 000 matches a day, a quarter against one opponent, no end.
    fn default() -> PairingRules {
        PairingRules {
            patience_ms: 10_000,
            least_quality_permille: 600,
            wide_encounters: 4,
            matches_per_day: 1_000,
            opponent_share_percent: 25,
            encounters_in_flight: 64,
            owner_in_flight: 16,
            matches_in_all: None,
            matches_each: None,
        }
    }
}

impl Default for QuarantineRules {
    /// Returns the defaults: quarantine after three faults, ten minutes at first, a day at most.
    fn default() -> QuarantineRules {
        QuarantineRules { faults: 3, first_ms: 10 * 60 * 1000, longest_ms: DAY_MS }
    }
}

impl QuarantineRules {
    /// Returns the length of the quarantine after `before` earlier ones, in milliseconds.
    pub fn length_ms(&self, before: u32) -> u64 {
        let doubled = 1u64.checked_shl(before.min(63)).unwrap_or(u64::MAX);
        self.first_ms.saturating_mul(doubled).min(self.longest_ms)
    }
}

impl Rules {
    /// Checks that these rules are valid.
    pub fn check(&self) -> Result<(), BadField> {
        let range = |field: &'static str, value: u64, least: u64, most: u64| {
            expect(field, value, (least..=most).contains(&value), format!("{least} to {most}"))
        };
        range("categories", self.categories.len() as u64, 1, MAX_CATEGORIES as u64)?;
        for (index, category) in self.categories.iter().enumerate() {
            self.check_category(index, category)?;
        }
        let setups = self.categories.iter().map(|category| category.match_setup.len()).sum::<usize>() as u64;
        range("bytes of all match_setup", setups, 0, MAX_MATCH_SETUPS as u64)?;
        let pairing = &self.pairing;
        let longest = self.categories.iter().map(|category| category.matches_per_encounter).max().unwrap_or(1);
        range("pairing.patience_ms", pairing.patience_ms, 0, MAX_TIME_MS)?;
        range("pairing.least_quality_permille", pairing.least_quality_permille.into(), 0, 1000)?;
        range("pairing.wide_encounters", pairing.wide_encounters.into(), 0, 64)?;
        range("pairing.matches_per_day", pairing.matches_per_day.into(), longest.into(), MAX_MATCHES_PER_DAY.into())?;
        range("pairing.opponent_share_percent", pairing.opponent_share_percent.into(), 1, 100)?;
        let most = MAX_ENCOUNTERS_IN_FLIGHT.into();
        range("pairing.encounters_in_flight", pairing.encounters_in_flight.into(), 1, most)?;
        range("pairing.owner_in_flight", pairing.owner_in_flight.into(), 1, most)?;
        for (field, value) in
            [("pairing.matches_in_all", pairing.matches_in_all), ("pairing.matches_each", pairing.matches_each)]
        {
            let value = value.unwrap_or(u32::MAX);
            expect(field, value, value >= longest, format!("at least {longest} (a whole encounter)"))?;
        }
        let quarantine = &self.quarantine;
        range("quarantine.faults", quarantine.faults.into(), 1, 1000)?;
        range("quarantine.first_ms", quarantine.first_ms, 1, MAX_TIME_MS)?;
        range("quarantine.longest_ms", quarantine.longest_ms, quarantine.first_ms, MAX_TIME_MS)?;
        range("replays", self.replays.into(), 0, MAX_REPLAYS.into())?;
        range("accept_within_ms", self.accept_within_ms, 1, MAX_ACCEPT_WITHIN_MS)?;
        range("version_sd", self.version_sd.into(), 1, 10_000)
    }

    fn check_category(&self, index: usize, category: &Category) -> Result<(), BadField> {
        let Category { name, seats, matches_per_encounter, match_setup, .. } = category;
        let field = |of: &str| format!("categories[{index}].{of}");
        let is_name = (1..=MAX_CATEGORY_NAME).contains(&name.len()) && name.chars().all(referee_ids::is_printing);
        let expected = format!("1 to {MAX_CATEGORY_NAME} bytes of printing characters");
        expect(field("name"), format!("`{name}`"), is_name, expected)?;
        let is_new = self.categories[..index].iter().all(|other| other.name != *name);
        expect(field("name"), format!("`{name}`"), is_new, "a name that no other category has".to_owned())?;
        expect(field("seats"), seats, (2..=rating::MAX_SEATS).contains(&usize::from(*seats)), "2 to 8".to_owned())?;
        let is_whole = matches_per_encounter.is_multiple_of(u32::from(*seats))
            && (1..=MAX_MATCHES_PER_ENCOUNTER).contains(matches_per_encounter);
        let expected = format!("a multiple of the {seats} seats up to {MAX_MATCHES_PER_ENCOUNTER}");
        expect(field("matches_per_encounter"), matches_per_encounter, is_whole, expected)?;
        let bytes = match_setup.len();
        expect(field("match_setup"), bytes, bytes <= MAX_MATCH_SETUP, format!("at most {MAX_MATCH_SETUP} bytes"))
    }
}
