//! Weights of repeated matches.
//!
//! A match identical to an earlier one adds no information: deterministic programs play one line
//! again and again. Each match of a pair weighs (different matches / all matches) of that pair. So
//! repeats do not change the score, and a copied log counts once.

use std::collections::{BTreeMap, BTreeSet};

use super::counted;

/// Digest of the steps and the verdict of a match.
pub type MatchDigest = [u8; 16];

/// Maximum digests that a log or a series keeps, over all its pairs: about 100 MB. A match with a
/// further digest counts as different, like one without a digest.
pub const MAX_DIGESTS: usize = 4_000_000;

/// The number of digests that may still be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigestRoom(usize);

impl Default for DigestRoom {
    fn default() -> DigestRoom {
        DigestRoom(MAX_DIGESTS)
    }
}

/// The weight of each match of a pair: different / all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    pub different: u64,
    pub all: u64,
}

/// The matches of a set of entrants, on any seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    all: u64,
    /// Number of matches without a stored digest: each counts as different.
    unknown: u64,
    seen: BTreeSet<MatchDigest>,
}

/// The matches of each set of entrants that met.
#[derive(Clone, Debug, Default)]
pub struct MeetingsBySet {
    /// The matches of each set, by its entrants in ascending order.
    by_set: BTreeMap<Vec<usize>, Meetings>,
    room: DigestRoom,
}

impl MeetingsBySet {
    /// Adds a match, like [`Meetings::add`].
    pub fn add(&mut self, seated: &[usize], digest: Option<MatchDigest>) {
        let mut set = seated.to_vec();
        set.sort_unstable();
        self.by_set.entry(set).or_default().add(seated.iter().copied(), digest, &mut self.room);
    }

    /// Returns the number of all matches, and how many of them are different.
    pub fn weight(&self) -> Weight {
        self.by_set.values().map(Meetings::weight).sum()
    }
}

impl Weight {
    /// Returns the weight of this number of matches, or of other counts per match. Exact if no
    /// match is repeated.
    pub fn of(self, count: f64) -> f64 {
        if self.different == self.all { count } else { count * self.different as f64 / self.all as f64 }
    }

    /// Returns how many matches repeat an earlier one.
    pub fn repeats(self) -> u64 {
        self.all.saturating_sub(self.different)
    }
}

impl std::iter::Sum for Weight {
    fn sum<I: Iterator<Item = Weight>>(weights: I) -> Weight {
        weights.fold(Weight::default(), |sum, one| Weight {
            different: sum.different + one.different,
            all: sum.all + one.all,
        })
    }
}

impl Meetings {
    /// Adds a match. `seated` are the numbers of the entrants, seat 0 first: the same steps with
    /// other entrants on the seats are a different match. A new digest takes a place of `room`.
    pub fn add(&mut self, seated: impl IntoIterator<Item = usize>, digest: Option<MatchDigest>, room: &mut DigestRoom) {
        self.all += 1;
        let Some(mut digest) = digest else {
            self.unknown += 1;
            return;
        };
        for (pair, entrant) in digest.chunks_exact_mut(2).zip(seated) {
            let [low, high, ..] = entrant.to_le_bytes();
            pair[0] ^= low;
            pair[1] ^= high;
        }
        if self.seen.contains(&digest) {
            return;
        }
        match room.0.checked_sub(1) {
            Some(left) => {
                room.0 = left;
                self.seen.insert(digest);
            }
            None => self.unknown += 1,
        }
    }

    /// Returns the weight of each match.
    pub fn weight(&self) -> Weight {
        Weight { different: self.unknown + self.seen.len() as u64, all: self.all }
    }
}

/// Formats the warning for tables with repeats; `None` without repeats.
pub fn warning(weight: Weight) -> Option<String> {
    let (repeats, all) = (weight.repeats(), weight.all);
    let are = if repeats == 1 { "is" } else { "are" };
    let all = counted(all, ["match", "matches"]);
    let text = format!(
        "warning: {repeats} of {all} {are} the same as an earlier one, move for move; repeats do not narrow intervals \
         or decide tests"
    );
    (repeats > 0).then_some(text)
}

/// Formats a digest as 32 hexadecimal digits.
pub fn hex(digest: &MatchDigest) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses a digest of 32 hexadecimal digits.
pub fn of_hex(text: &str) -> Option<MatchDigest> {
    let is_hex = text.len() == 2 * size_of::<MatchDigest>() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u128::from_str_radix(text, 16).ok().filter(|_| is_hex)?;
    Some(number.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(digests: &[Option<u8>]) -> Weight {
        met_with_room(digests, DigestRoom::default())
    }

    fn met_with_room(digests: &[Option<u8>], mut room: DigestRoom) -> Weight {
        let mut meetings = Meetings::default();
        digests.iter().for_each(|kind| meetings.add([0, 1], kind.map(|kind| [kind; 16]), &mut room));
        meetings.weight()
    }

    #[test]
    fn only_the_first_match_of_each_kind_is_different() {
        let found = met(&[Some(1), Some(2), Some(1), Some(2), Some(1)]);
        assert_eq!((found, found.repeats()), (Weight { different: 2, all: 5 }, 3));
        assert_eq!(met(&[None, None, Some(1)]), Weight { different: 3, all: 3 }, "unknown matches are different");
        assert_eq!((found.of(5.0), Weight::default().of(5.0)), (2.0, 5.0));
    }

    #[test]
    fn a_digest_without_room_counts_as_different() {
        let found = met_with_room(&[Some(1), Some(2), Some(1), Some(3), Some(3)], DigestRoom(2));
        assert_eq!(found, Weight { different: 4, all: 5 });
    }

    #[test]
    fn the_same_steps_on_exchanged_seats_are_another_match() {
        let (mut meetings, mut room) = (Meetings::default(), DigestRoom::default());
        [[0, 1], [1, 0], [0, 1]].iter().for_each(|seated| meetings.add(*seated, Some([7; 16]), &mut room));
        assert_eq!(meetings.weight(), Weight { different: 2, all: 3 });
    }

    #[test]
    fn a_copied_log_weighs_as_much_to_the_bit() {
        let (once, ten) = (Weight { different: 7, all: 11 }, Weight { different: 7, all: 110 });
        for count in [1.0, 3.0, 10.0] {
            assert_eq!(once.of(count).to_bits(), ten.of(10.0 * count).to_bits());
        }
    }

    #[test]
    fn digests_read_back_as_they_are_written() {
        let digest: MatchDigest = std::array::from_fn(|at| at as u8 * 17);
        assert_eq!(of_hex(&hex(&digest)), Some(digest));
        for text in ["", "00", "+0000000000000000000000000000000", "g0000000000000000000000000000000"] {
            assert_eq!(of_hex(text), None, "{text}");
        }
    }

    #[test]
    fn a_warning_counts_repeats() {
        assert_eq!(warning(Weight { different: 3, all: 3 }), None);
        let said = warning(Weight { different: 3, all: 4 }).unwrap();
        assert!(said.starts_with("warning: 1 of 4 matches is the same as an earlier one, move for move;"), "{said}");
    }
}
