//! Random accept policies against random matches. The reported field must be the one that objects,
//! and removing a limit must never make a policy stricter.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use proptest::{collection::btree_set, option, prelude::*};
use referee_ids::PlayerId;
use referee_law::{Absence, AcceptPolicy, Conduct, Graces, Objection, ProposedMatch, Stakes, TimeControl};

const CONTROLS: [&str; 12] = [
    "inf",
    "0.001",
    "10",
    "60+1",
    "60d5",
    "40/60+0.6:30",
    "600/5x30",
    "st=2",
    "st=1 bank=60",
    "hourglass=60",
    "nodes=1000",
    "3d/move",
];
const NAMES: [&str; 4] = ["ann", "bob", "cat", "dan"];

fn name(index: usize) -> PlayerId {
    PlayerId::parse(NAMES[index]).expect("a name")
}

fn players() -> impl Strategy<Value = BTreeSet<PlayerId>> {
    btree_set((0..NAMES.len()).prop_map(name), 0..3)
}

fn span() -> impl Strategy<Value = Duration> {
    prop_oneof![Just(0), Just(1), Just(1_000), Just(10_000), Just(100_000)].prop_map(Duration::from_millis)
}

fn stakes() -> impl Strategy<Value = Stakes> {
    prop_oneof![Just(Stakes::Casual), Just(Stakes::Rated)]
}

fn absence() -> impl Strategy<Value = Absence> {
    prop_oneof![Just(Absence::Grace), Just(Absence::ClockOnly)]
}

prop_compose! {
    fn policy()(
        games in btree_set(prop_oneof![Just("go"), Just("chess")], 0..2),
        (min_base, max_base) in (span(), option::of(span())),
        (min_increment, max_increment) in (span(), option::of(span())),
        stakes in option::of(stakes()),
        (only_players, except_players) in (players(), players()),
        [unlimited, except_same_owner, custom_rules] in any::<[bool; 3]>(),
        (max_grace, absence) in (option::of(span()), option::of(absence())),
    ) -> AcceptPolicy {
        AcceptPolicy {
            games: games.into_iter().map(|game| (game.to_owned(), BTreeMap::new())).collect(),
            min_base,
            max_base,
            min_increment,
            max_increment,
            unlimited,
            stakes,
            only_players,
            except_players,
            except_same_owner,
            custom_rules,
            max_grace,
            absence,
            ..AcceptPolicy::default()
        }
    }
}

/// Returns the policy with this field unset.
fn without(policy: &AcceptPolicy, field: &str) -> AcceptPolicy {
    let policy = policy.clone();
    match field {
        "games" => AcceptPolicy { games: BTreeMap::new(), ..policy },
        "min_base_ms" => AcceptPolicy { min_base: Duration::ZERO, ..policy },
        "max_base_ms" => AcceptPolicy { max_base: Some(Duration::MAX), ..policy },
        "min_increment_ms" => AcceptPolicy { min_increment: Duration::ZERO, ..policy },
        "max_increment_ms" => AcceptPolicy { max_increment: None, ..policy },
        "unlimited" => AcceptPolicy { unlimited: true, ..policy },
        "stakes" => AcceptPolicy { stakes: None, ..policy },
        "only_players" => AcceptPolicy { only_players: BTreeSet::new(), ..policy },
        "except_players" => AcceptPolicy { except_players: BTreeSet::new(), ..policy },
        "except_same_owner" => AcceptPolicy { except_same_owner: false, ..policy },
        "max_grace_ms" => AcceptPolicy { max_grace: Some(Duration::MAX), ..policy },
        "absence" => AcceptPolicy { absence: None, ..policy },
        "custom_rules" => AcceptPolicy { custom_rules: true, ..policy },
        other => panic!("`{other}` is no field of a policy that says no to a match"),
    }
}

proptest! {
    #[test]
    fn the_reported_field_is_the_one_that_objects(
        policy in policy(),
        controls in [0..CONTROLS.len(), 0..CONTROLS.len()],
        stakes in stakes(),
        (absence, disconnect, attend, start) in (absence(), span(), span(), span()),
        [is_custom, is_same_owner] in any::<[bool; 2]>(),
    ) {
        let time_controls = controls.map(|at| TimeControl::parse(CONTROLS[at]).expect("a time control"));
        let (options, players) = (BTreeMap::new(), [name(0), name(1)]);
        let conduct = Conduct { stakes, ..Conduct::default() };
        let proposed = ProposedMatch {
            game: "go",
            options: &options,
            time_controls: &time_controls,
            conduct: &conduct,
            graces: Graces { absence, disconnect, attend, start },
            usual_graces: Graces::default(),
            has_custom_rules: is_custom,
            players: &players,
        };
        let objection = |policy: &AcceptPolicy| policy.objection(&players[1], &proposed, |_| is_same_owner);
        let mut policy = policy;
        let mut lifted = BTreeSet::new();
        // Every step unsets the field that objected. Once all fields are unset, no objection is
        // left.
        while let Some(Objection { field, expected }) = objection(&policy) {
            prop_assert!(!expected.is_empty());
            prop_assert!(lifted.insert(field), "{field} says no again after it was lifted");
            policy = without(&policy, field);
        }
        let time = ["min_base_ms", "max_base_ms", "unlimited", "max_grace_ms", "absence"];
        for field in ["games", "stakes", "except_players", "custom_rules"].into_iter().chain(time) {
            prop_assert_eq!(objection(&without(&policy, field)), None, "who says less accepts no less");
        }
    }
}
