//! Rules that a tournament can and cannot have.

use referee_contests::tournament::{
    Format, Rules, check_opening,
    pairing::swiss::Acceleration,
    standings::{PointsSystem, ResultPoints},
};
use referee_ids::Seat;

use super::played::{opened, rules, with_tests};

/// Formats with a known number of encounters play all of them, or are rejected at the opening.
#[test]
fn more_encounters_than_a_tournament_can_have_are_refused_with_the_numbers() {
    let tables = Rules { seats: 3, matches_per_encounter: 3, ..rules(Format::Tables { cycles: 100_000 }) };
    for (rules, few, many, said) in [
        (
            rules(Format::RoundRobin { cycles: 1 }),
            632,
            700,
            "encounters is 244650, expected at most 200000: 700 entrants",
        ),
        (rules(Format::Gauntlet { challengers: 100, cycles: 30 }), 166, 200, "encounters is 300000"),
        (tables, 3, 9, "encounters is "),
    ] {
        let refused = rules.check_encounters(many).unwrap_err();
        assert!(refused.to_string().starts_with(said), "{refused}");
        assert_eq!(rules.check_encounters(few), Ok(()));
    }
    let swiss = rules(Format::Swiss { stages: 5, initial_seat: Seat(0), acceleration: Acceleration::None });
    assert_eq!(swiss.check_encounters(4000), Ok(()));
}

#[test]
fn rules_that_cannot_be_name_the_field() {
    for (rules, field) in [
        (Rules { seats: 3, ..rules(Format::DoubleElimination) }, "seats"),
        (Rules { matches_per_encounter: 3, ..rules(Format::DoubleElimination) }, "matches_per_encounter"),
        (rules(Format::RoundRobin { cycles: 0 }), "format.cycles"),
        (rules(Format::Swiss { stages: 0, initial_seat: Seat(0), acceleration: Acceleration::None }), "format.stages"),
        (rules(Format::Arena { duration_ms: 10, patience_ms: 20 }), "format.patience_ms"),
        (
            Rules {
                points: PointsSystem::Games(ResultPoints { win: 0, draw: 1, loss: 2 }),
                ..rules(Format::DoubleElimination)
            },
            "points",
        ),
        (Rules { replays: 10, ..rules(Format::DoubleElimination) }, "replays"),
    ] {
        assert_eq!(rules.check().unwrap_err().field, field);
    }
    assert_eq!(rules(Format::Gauntlet { challengers: 4, cycles: 1 }).check_entrants(4).unwrap_err().field, "entrants");
}

/// The opening is checked only when it is created. Logs with such a test are still read.
#[test]
fn a_test_by_pairs_is_not_opened_where_encounters_are_single_matches() {
    let [pairs, games, points] = with_tests().try_into().expect("a test of each kind");
    for (rules, field) in [(pairs, Some("matches_per_encounter")), (games, None), (points, None)] {
        let rules = Rules { matches_per_encounter: 1, ..rules };
        assert_eq!(rules.check(), Ok(()));
        let opened = opened(rules);
        assert_eq!(check_opening(&opened).err().map(|bad| bad.field).as_deref(), field);
    }
}
