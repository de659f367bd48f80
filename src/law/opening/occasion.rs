//! The contest slot of a match, and its labels.

use std::{collections::BTreeMap, fmt};

use referee_ids::{MatchId, PlayerId, is_printing};
use sha2::{Digest as _, Sha256};

/// Maximum length of a contest's name in bytes.
pub const MAX_CONTEST_NAME: usize = 64;
/// Maximum labels of a match.
pub const MAX_LABELS: usize = 16;
/// Maximum length of a label's name in bytes.
pub const MAX_LABEL_NAME: usize = 32;
/// Maximum length of a label's value in characters.
pub const MAX_LABEL_VALUE: usize = 128;
/// Name of the label of a match that was imported from a text. Its value is the form of the text.
pub const IMPORTED_LABEL: &str = "imported";
/// Domain separator of the hash.
const LABEL: &str = "referee occasion 1";

/// The contest slot of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    pub contest: Contest,
    /// Number of the encounter in the contest, from 1.
    pub encounter: u32,
    /// Number of the match in its encounter, from 1.
    pub pairing: u32,
}

impl Occasion {
    /// Returns the number of the encounter from 0, as contests count them.
    pub fn encounter_from_0(&self) -> Option<u32> {
        self.encounter.checked_sub(1)
    }
}

/// A tournament or a ladder, by name: 1 to [`MAX_CONTEST_NAME`] letters a-z, digits, `-` or `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contest {
    Tournament(String),
    Ladder(String),
}

impl Contest {
    /// All kinds of contests, as [`Contest::kind`] returns them.
    pub const KINDS: [&'static str; 2] = ["tournament", "ladder"];

    /// Returns the kind, which is the first word of the contest's text: `tournament` or `ladder`.
    pub fn kind(&self) -> &'static str {
        match self {
            Contest::Tournament(_) => "tournament",
            Contest::Ladder(_) => "ladder",
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Contest::Tournament(name) | Contest::Ladder(name) => name,
        }
    }

    /// Parses the text that `Display` writes.
    pub fn parse(text: &str) -> Option<Contest> {
        let contest = match text.split_once(' ')? {
            ("tournament", name) => Contest::Tournament(name.to_owned()),
            ("ladder", name) => Contest::Ladder(name.to_owned()),
            _ => return None,
        };
        contest.is_named_well().then_some(contest)
    }

    /// Returns whether the name of the contest is valid.
    pub fn is_named_well(&self) -> bool {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
        (1..=MAX_CONTEST_NAME).contains(&self.name().len()) && self.name().bytes().all(known)
    }
}

impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), self.name())
    }
}

impl Occasion {
    /// Returns the id of the match that `created_by` schedules for this slot. Each creator gets
    /// different ids, so no other player can take a slot's id.
    pub fn match_id(&self, created_by: &PlayerId) -> MatchId {
        let Occasion { contest, encounter, pairing } = self;
        let text = format!("{LABEL}\n{created_by}\n{contest}\n{encounter}\n{pairing}\n");
        let digest: [u8; 32] = Sha256::digest(text).into();
        MatchId::of_bytes(std::array::from_fn(|place| digest[place]))
    }
}

/// Returns the name of the first invalid label with the expected form, if any.
pub fn bad_label(labels: &BTreeMap<String, String>) -> Option<(&str, String)> {
    let named = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.".contains(&byte);
    labels.iter().enumerate().find_map(|(at, (name, value))| {
        if at >= MAX_LABELS {
            return Some((name.as_str(), format!("at most {MAX_LABELS} labels")));
        }
        if !(1..=MAX_LABEL_NAME).contains(&name.len()) || !name.bytes().all(named) {
            return Some((
                name.as_str(),
                format!("a name of 1 to {MAX_LABEL_NAME} letters a-z, digits, `-`, `_` or `.`"),
            ));
        }
        if value.chars().count() > MAX_LABEL_VALUE || !value.chars().all(is_printing) {
            return Some((name.as_str(), format!("a value of at most {MAX_LABEL_VALUE} printing characters")));
        }
        None
    })
}
