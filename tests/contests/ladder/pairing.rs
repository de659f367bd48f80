//! Pairings of the policy: for given candidates, and event by event in simulated ladders.

use std::collections::BTreeSet;

use referee_contests::{
    contest::ContestKind as _,
    ladder::{
        Command, Entrant, Fact, Ladder, PairingRules, Rules,
        policy::{Candidate, CategoryStanding, Choice, Chosen, Field, Player, Strength, pair},
    },
};

use super::played::{Played, category, declares, joins, result, rules, with_accidents};

/// Returns rules that serve waiting entrants strictly in order. Any opponent is informative enough
/// and can be met again.
fn in_order() -> PairingRules {
    let pairing = PairingRules { least_quality_permille: 0, opponent_share_percent: 100, ..PairingRules::default() };
    PairingRules { wide_encounters: 0, ..pairing }
}

fn is_here(name: &str) -> bool {
    !["bot-0002", "bot-0007", "bot-0011"].contains(&name)
}

#[test]
fn the_longest_waiting_entrant_with_places_is_served() {
    let rules = Rules { pairing: in_order(), ..rules(vec![category("go", 2)]) };
    let mut played = Played::new(rules, 11);
    played.places = |name, _| usize::from(is_here(name));
    for bot in 0..14 {
        played.join(joins(bot, bot, declares(&[0], 1)));
    }
    played.until(1_800_000, &mut with_accidents);
    let mut ladder = Ladder::replay(&played.log[..1]).expect("it begins with its opening");
    let mut passed_by = 0;
    for event in &played.log[1..] {
        if let Fact::EncounterPaired(paired) = &event.fact {
            let candidates = ladder.candidates(event.at_ms);
            let here = candidates.iter().filter(|one| is_here(&ladder.entrants[one.entrant.index()].entry.name));
            let first = here.clone().min_by_key(|one| (one.waiting_since_ms, one.entrant)).expect("two are free");
            assert_eq!(paired.reason.served().expect("a ladder serves").served, first.entrant, "event {}", event.seq.0);
            assert_eq!(
                paired.reason.served().expect("a ladder serves").waited_ms,
                event.at_ms - first.waiting_since_ms
            );
            passed_by += here.count() - paired.entrants.len();
        }
        assert!(ladder.take(event));
    }
    assert!(played.paired().count() > 500 && passed_by > 20, "{} {passed_by}", played.paired().count());
}

/// Returns the mean number of different opponents in the first encounters of an entrant, and the
/// number of components after them.
fn spread(entrants: usize, seats: u8, at_once: u32, seed: u64) -> (f64, usize) {
    const FIRST: usize = 4;
    let pairing = PairingRules { encounters_in_flight: at_once, ..PairingRules::default() };
    let mut played = Played::new(Rules { pairing, ..rules(vec![category("go", seats)]) }, seed);
    for bot in 0..entrants {
        played.join(joins(bot, bot, declares(&[0], 1)));
    }
    played.until(400_000, &mut |one, numbers| {
        let mut places: Vec<u32> = (1..=u32::from(seats)).collect();
        places.rotate_left(numbers.below(one.entrants.len()));
        (Ok(result(&places)), 1_000 + numbers.below(2_000) as u64)
    });
    let mut opponents = vec![Vec::new(); entrants];
    let mut component: Vec<usize> = (0..entrants).collect();
    for (_, paired) in played.paired() {
        let table: Vec<usize> = paired.entrants.iter().map(|entrant| entrant.index()).collect();
        if table.iter().any(|own| opponents[*own].len() < FIRST) {
            let merged: Vec<usize> = table.iter().map(|own| component[*own]).collect();
            component.iter_mut().filter(|one| merged.contains(one)).for_each(|one| *one = merged[0]);
        }
        for own in &table {
            opponents[*own].push(table.iter().filter(|other| *other != own).copied().collect::<Vec<_>>());
        }
    }
    let different = |met: &Vec<Vec<usize>>| {
        assert!(met.len() >= FIRST, "{met:?}");
        met[..FIRST].iter().flatten().collect::<BTreeSet<_>>().len()
    };
    let sum: usize = opponents.iter().map(different).sum();
    component.sort_unstable();
    component.dedup();
    (sum as f64 / entrants as f64, component.len())
}

/// Opponents in the same encounter become free at the same moment. They must still wait for other
/// opponents.
#[test]
fn first_encounters_spread_over_the_whole_field() {
    for (entrants, seats, at_once, least) in
        [(16, 2, 8, 4.0), (16, 2, 1, 4.0), (32, 2, 16, 4.0), (16, 4, 4, 10.0), (32, 4, 8, 11.0)]
    {
        for seed in 0..20 {
            let (opponents, components) = spread(entrants, seats, at_once, seed);
            assert!(opponents >= least, "{entrants} x {seats}, {at_once} at once: {opponents} opponents");
            assert_eq!(components, 1, "{entrants} x {seats}, {at_once} at once");
        }
    }
}

/// Returns an entrant that has waited since `waiting_since_ms`, without a history and with an owner
/// of its own.
fn candidate(entrant: u32, elo: f64, waiting_since_ms: u64) -> Candidate<'static> {
    let strength = Strength { elo, deviation: 30.0 };
    Candidate {
        entrant: Entrant(entrant),
        owner: entrant,
        waiting_since_ms,
        at_once: 4,
        in_flight: 0,
        left_today: 100,
        recent: &[],
        standings: vec![Some(CategoryStanding { strength, encounters: 10, above_minus_below: 0, component: 0 })],
    }
}

/// Returns the pairing at ten seconds, if there is room for one encounter.
fn paired(candidates: &[Candidate], rules: &PairingRules) -> Option<Chosen> {
    let of_owner = |owner| candidates.iter().filter(|one| one.owner == owner).count() as u32;
    let owners = candidates.iter().map(|one| one.owner + 1).max().unwrap_or(0);
    let player = |one: &Candidate| Player { entrant: one.entrant, owner: one.owner, component: 0 };
    let field = Field {
        room: 1,
        players: vec![candidates.iter().map(player).collect()],
        players_of: vec![(0..owners).map(of_owner).collect()],
        owner_in_flight: Vec::new(),
    };
    pair(candidates, &[category("go", 2)], rules, &field, 10_000).pop()
}

/// Returns the opponent of entrant 0, which has waited longest.
fn met(candidates: &[Candidate]) -> Option<u32> {
    let chosen = paired(candidates, &in_order())?;
    assert_eq!(chosen.why.served, Entrant(0));
    Some(chosen.entrants[1].0)
}

#[test]
fn the_most_informative_opponent_is_chosen() {
    let field = [candidate(0, 1500.0, 0), candidate(1, 1900.0, 1), candidate(2, 1560.0, 2), candidate(3, 1300.0, 3)];
    assert_eq!(met(&field), Some(2));
    let chosen = paired(&field, &in_order()).expect("all are free");
    assert_eq!(chosen.why.choice, Choice::Informative);
    assert!((300..500).contains(&chosen.why.opponents[0].expected_permille), "{:?}", chosen.why);
}

#[test]
fn recent_opponents_are_avoided_more_than_earlier_ones() {
    let mut field = vec![candidate(0, 1500.0, 0), candidate(1, 1500.0, 1), candidate(2, 1670.0, 2)];
    assert_eq!(met(&field), Some(1));
    let lately = [Entrant(1)];
    field[0].recent = &lately;
    assert_eq!(met(&field), Some(2), "once just now halves what it tells");
    let long_ago: Vec<Entrant> = std::iter::once(Entrant(1)).chain((100..140).map(Entrant)).collect();
    field[0].recent = &long_ago;
    assert_eq!(met(&field), Some(1), "forty encounters ago is nearly forgotten");
}

#[test]
fn idle_entrants_are_preferred_to_busy_ones() {
    let mut field = vec![candidate(0, 1500.0, 0), candidate(1, 1500.0, 1), candidate(2, 1560.0, 2)];
    assert_eq!(met(&field), Some(1));
    field[1].in_flight = 3;
    assert_eq!(met(&field), Some(2));
    field[2].in_flight = 4;
    assert_eq!(met(&field), Some(1), "one without a place is not an opponent");
}

#[test]
fn the_side_of_the_rating_that_was_served_less_comes_next() {
    let mut field = vec![candidate(0, 1500.0, 0), candidate(1, 1560.0, 1), candidate(2, 1430.0, 2)];
    assert_eq!(met(&field), Some(1), "the nearer one, while both sides were served alike");
    for (above_minus_below, expected) in [(3, 2), (-3, 1)] {
        let standing = field[0].standings[0].as_mut().expect("it plays");
        standing.above_minus_below = above_minus_below;
        assert_eq!(met(&field), Some(expected), "{above_minus_below}");
    }
}

#[test]
fn bots_of_one_owner_are_never_paired() {
    let mut field = vec![candidate(0, 1500.0, 0), candidate(1, 1500.0, 1), candidate(2, 2300.0, 2)];
    field[1].owner = 0;
    assert_eq!(met(&field), Some(2));
    field[2].owner = 0;
    assert_eq!(met(&field), None);
}

#[test]
fn an_uninformative_opponent_is_met_only_after_the_patience() {
    let patient = PairingRules { patience_ms: 10_001, ..PairingRules::default() };
    let field = [candidate(0, 1500.0, 0), candidate(1, 2100.0, 0)];
    assert_eq!(paired(&field, &patient), None, "both wait for a better opponent");
    let chosen = paired(&field, &PairingRules::default()).expect("they have waited for ten seconds");
    assert_eq!((chosen.why.served, chosen.why.choice), (Entrant(0), Choice::Patience));
}

#[test]
fn a_ladder_without_present_entrants_is_never_rechecked() {
    let pairing = PairingRules { patience_ms: 5_000, ..PairingRules::default() };
    let mut played = Played::new(Rules { pairing, ..rules(vec![category("go", 2)]) }, 1);
    played.places = |_, _| 0;
    for bot in 0..20 {
        played.join(joins(bot, bot, declares(&[0], 1)));
    }
    played.settle();
    let mut asked = 0;
    while let Some(due_ms) = played.ladder.next_due_ms(played.now_ms) {
        assert!(due_ms > played.now_ms);
        played.now_ms = due_ms;
        played.settle();
        asked += 1;
    }
    assert!(played.now_ms <= 5_000 && asked <= 1, "asked {asked} times, until {} ms", played.now_ms);
    assert_eq!((played.paired().count(), played.ladder.next_due_ms(played.now_ms)), (0, None));
    // There is no deadline either if the only free entrant has no possible opponent.
    played.places = |name, _| usize::from(name == "bot-0000");
    played.settle();
    assert_eq!(played.ladder.next_due_ms(played.now_ms), None);
    // An arrival triggers pairing by itself.
    played.places = |_, _| 1;
    played.step(&mut |_, _| (Ok(result(&[1, 2])), 1_000));
    assert_eq!(played.paired().count(), 10);
}

/// The presence check takes a lock and searches lists. It must therefore be called once for all
/// entrants, not once for each.
#[test]
fn presence_is_queried_once_per_category() {
    let mut played = Played::new(rules(vec![category("go", 2), category("hex", 2)]), 1);
    for bot in 0..20 {
        played.join(joins(bot, bot, declares(if bot < 15 { &[0, 1] } else { &[1] }, 1)));
    }
    let asked = std::cell::RefCell::new(Vec::new());
    let places = |names: &[&str], category: usize| {
        asked.borrow_mut().push((category, names.len()));
        vec![1; names.len()]
    };
    assert!(!played.ladder.due(0, &places).is_empty(), "all are free");
    assert_eq!(asked.take(), [(0, 15), (1, 20)]);
    // Absent entrants are not paired. Entrants missing from the answer count as absent.
    assert_eq!(played.ladder.due(0, &|names, _| vec![0; names.len()]), []);
    assert_eq!(played.ladder.due(0, &|_, _| Vec::new()), []);
    played.command(Command::Pause { reason: "enough".into() }).expect("it may be paused");
    assert_eq!(played.ladder.due(0, &|_, _| panic!("a pairing, expected none")), []);
}
