//! Versions of the law.

/// A version of the law. A match is played and verified by the version in its opening. Every change
/// that decides some match differently adds a version here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LawVersion {
    /// First version.
    #[default]
    V1,
}

impl LawVersion {
    /// Every supported version, oldest first.
    pub const ALL: [LawVersion; 1] = [LawVersion::V1];

    /// Returns the number of the version in the log, from 1.
    pub fn number(self) -> u32 {
        self as u32 + 1
    }
}
