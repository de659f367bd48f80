//! The runner's reports of tournaments.

#[path = "../../contests/tournament/absentees.rs"]
mod absentees;
mod disqualified;
#[path = "../../contests/tournament/played.rs"]
#[expect(dead_code, reason = "the tests of contests use the rest")]
pub mod played;

use std::collections::BTreeSet;

use proptest::prelude::*;
use referee::runner::tournament::report::{About, of};

use self::{absentees::play, played::every_format};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn reports_without_some_entrants_are_consistent(
        entrants in 5u32..10,
        absent in prop::collection::btree_set(0u32..10, 0..10),
    ) {
        for rules in every_format() {
            let absent: BTreeSet<u32> = absent.iter().copied().filter(|number| *number < entrants).collect();
            let (tournament, ..) = play(&rules, entrants, &absent);
            let about = About { id: "cup", game: "kamisado", time_control: "60+1", ..About::default() };
            prop_assert_eq!(of(&tournament, about).check(), Ok(()), "{}", rules.format.word());
        }
    }
}
