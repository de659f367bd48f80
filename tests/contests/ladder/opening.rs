//! Rules that a ladder can be opened with, and rules that are rejected.

use referee_contests::ladder::{
    Category, Fact, LadderEvent, LadderOpened, MAX_CATEGORIES, MAX_MATCH_SETUPS, MAX_NAME, PairingRules,
    QuarantineRules, Rules, check_opening,
};
use referee_ids::Seq;
use referee_store::{MAX_CONTEST_EVENT, codec::contest::encode};

use super::played::{category, rules};

fn opened(rules: Rules) -> LadderOpened {
    LadderOpened { name: "ladder".to_owned(), opened_unix_ms: 0, rules, deal_seed: [7; 32] }
}

fn with_setups(categories: usize, bytes: usize) -> Rules {
    let of = |index| Category { match_setup: "x".repeat(bytes), ..category(&format!("c{index}"), 2) };
    rules((0..categories).map(of).collect())
}

#[test]
fn rules_that_cannot_be_are_refused_by_field() {
    let good = || rules(vec![category("go", 2), category("cards", 3)]);
    assert_eq!(check_opening(&opened(good())), Ok(()));
    let pairing = |of: PairingRules| Rules { pairing: of, ..good() };
    let quarantine = |of: QuarantineRules| Rules { quarantine: of, ..good() };
    let first = |of: Category| rules(vec![of, category("cards", 3)]);
    let (usual, patient) = (PairingRules::default(), QuarantineRules::default());
    let bad = [
        ("categories", rules(Vec::new())),
        ("categories", rules((0..33).map(|index| category(&format!("c{index}"), 2)).collect())),
        ("categories[1].name", rules(vec![category("go", 2), category("go", 3)])),
        ("categories[0].name", first(category("", 2))),
        ("categories[0].seats", first(category("go", 1))),
        ("categories[0].seats", first(category("go", 9))),
        ("categories[0].matches_per_encounter", first(Category { matches_per_encounter: 3, ..category("go", 2) })),
        ("categories[0].matches_per_encounter", first(Category { matches_per_encounter: 0, ..category("go", 2) })),
        ("categories[0].match_setup", with_setups(1, 64 * 1024 + 1)),
        ("bytes of all match_setup", with_setups(3, 64 * 1024)),
        ("pairing.patience_ms", pairing(PairingRules { patience_ms: u64::MAX, ..usual })),
        ("pairing.least_quality_permille", pairing(PairingRules { least_quality_permille: 1001, ..usual })),
        ("pairing.wide_encounters", pairing(PairingRules { wide_encounters: 65, ..usual })),
        ("pairing.matches_per_day", pairing(PairingRules { matches_per_day: 2, ..usual })),
        ("pairing.opponent_share_percent", pairing(PairingRules { opponent_share_percent: 0, ..usual })),
        ("pairing.encounters_in_flight", pairing(PairingRules { encounters_in_flight: 0, ..usual })),
        ("pairing.owner_in_flight", pairing(PairingRules { owner_in_flight: 0, ..usual })),
        ("pairing.matches_in_all", pairing(PairingRules { matches_in_all: Some(2), ..usual })),
        ("pairing.matches_each", pairing(PairingRules { matches_each: Some(2), ..usual })),
        ("quarantine.faults", quarantine(QuarantineRules { faults: 0, ..patient })),
        ("quarantine.first_ms", quarantine(QuarantineRules { first_ms: 0, ..patient })),
        ("quarantine.longest_ms", quarantine(QuarantineRules { longest_ms: patient.first_ms - 1, ..patient })),
        ("replays", Rules { replays: 10, ..good() }),
        ("version_sd", Rules { version_sd: 0, ..good() }),
    ];
    for (field, rules) in bad {
        let refused = check_opening(&opened(rules)).expect_err(field);
        assert_eq!(refused.field, field);
        assert!(!refused.value.is_empty() && !refused.expected.is_empty(), "{refused}");
    }
    let nameless = LadderOpened { name: "\n".to_owned(), ..opened(good()) };
    assert_eq!(check_opening(&nameless).expect_err("no name").field, "name");
}

#[test]
fn the_longest_opening_is_an_event_that_a_store_takes() {
    let rules = with_setups(MAX_CATEGORIES, MAX_MATCH_SETUPS / MAX_CATEGORIES);
    let mut longest = LadderOpened { name: "x".repeat(MAX_NAME), ..opened(rules) };
    for (index, category) in longest.rules.categories.iter_mut().enumerate() {
        category.name = format!("{index:0>64}");
    }
    assert_eq!(check_opening(&longest), Ok(()));
    let event = LadderEvent { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(longest)) };
    let bytes = encode(&event).len();
    assert!((MAX_MATCH_SETUPS..=MAX_CONTEST_EVENT).contains(&bytes), "{bytes} bytes");
}
