//! Versions of the law.

/// A version of the law. A match is played and verified to its end by the version that it was
/// opened under. A change of the law that decides any match differently adds a version here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LawVersion {
    /// The first one.
    #[default]
    V1,
}

impl LawVersion {
    /// Every version that this program plays and verifies, the oldest first.
    pub const ALL: [LawVersion; 1] = [LawVersion::V1];

    /// The number in the log, from 1.
    pub fn number(self) -> u32 {
        self as u32 + 1
    }
}
