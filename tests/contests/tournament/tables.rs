//! Tables of 3 to 8 seats, counted over the seats of all played matches.

use std::collections::BTreeMap;

use referee_contests::{
    contest::ContestKind as _,
    tournament::{Entrant, Format, Rules, Tournament, designs::SEATS, standings::PointsSystem, state::Outcome},
};

use super::played::{Played, rules};

/// Number of matches of each entrant on each seat, and with each left neighbour.
type Counts = (BTreeMap<(Entrant, usize), usize>, BTreeMap<(Entrant, Entrant), usize>);

/// Counts the seats and neighbours of all matches.
fn counted(tournament: &Tournament) -> Counts {
    let (mut seats, mut neighbours) = (BTreeMap::new(), BTreeMap::new());
    for encounter in &tournament.encounters {
        let count = encounter.paired.entrants.len();
        for (number, slot) in encounter.matches.iter().enumerate() {
            assert!(matches!(slot.outcome, Outcome::Counted(_)));
            for seat in 0..count {
                let entrant = encounter.paired.at_seat(number, seat);
                let left = encounter.paired.at_seat(number, (seat + 1) % count);
                *seats.entry((entrant, seat)).or_default() += 1;
                *neighbours.entry((entrant, left)).or_default() += 1;
            }
        }
    }
    (seats, neighbours)
}

#[test]
fn seats_and_neighbours_are_balanced() {
    for seats in SEATS {
        for (entrants, is_rotated, cycles) in [
            (seats, true, 1),
            (seats, false, 2),
            (seats + 1, true, 1),
            (seats + 1, false, 1),
            (10, false, 1),
            (10, true, 1),
        ] {
            let matches_per_encounter = if is_rotated { seats as u32 } else { 1 };
            let points = PointsSystem::Own;
            let rules = Rules { seats: seats as u8, matches_per_encounter, points, ..rules(Format::Tables { cycles }) };
            let mut played = Played::new(&rules, entrants, 1);
            played.play();
            let tournament = Tournament::replay(&played.log).unwrap();
            let (seated, neighbours) = counted(&tournament);
            let of = format!("{entrants} at tables of {seats}, {matches_per_encounter} matches an encounter");
            assert_eq!((seated.len(), neighbours.len()), (entrants * seats, entrants * (entrants - 1)), "{of}");
            let matches: usize = seated.values().sum::<usize>() / seats;
            assert!(seated.values().all(|count| count * entrants == matches), "{of}: {seated:?}");
            let pairs = entrants * (entrants - 1);
            assert!(neighbours.values().all(|count| count * pairs == matches * seats), "{of}: {neighbours:?}");
        }
    }
}
