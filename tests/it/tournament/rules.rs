//! Which rules a tournament can have.

use referee::{
    ids::Seat,
    tournament::{
        Format, Rules,
        standings::{PointsSystem, ResultPoints},
        swiss::Acceleration,
    },
};

use super::whole::rules;

#[test]
fn rules_that_cannot_be_name_the_field() {
    for (rules, field) in [
        (Rules { seats: 3, ..rules(Format::DoubleElimination) }, "seats"),
        (Rules { matches_per_encounter: 3, ..rules(Format::DoubleElimination) }, "matches_per_encounter"),
        (rules(Format::RoundRobin { cycles: 0 }), "cycles"),
        (rules(Format::Swiss { stages: 0, initial_seat: Seat(0), acceleration: Acceleration::None }), "stages"),
        (rules(Format::Arena { duration_ms: 10, patience_ms: 20 }), "patience_ms"),
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
