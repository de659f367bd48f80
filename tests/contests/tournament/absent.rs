//! Entrants that never connect forfeit, and nothing that they receive without a match counts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use referee_contests::{
    contest::{ACCEPT_WITHIN_MS, ContestKind as _, ContestReason, Now},
    tournament::{
        Entrant, Fact, Format, Phase, Shown, Tournament, TournamentEvent, pairing::knockout::ThirdPlace,
        standings::Standing,
    },
};

use super::{
    absentees::play,
    played::{Played, every_format, rules},
};

/// Returns the log of a knockout that waits for an absent entrant and then forfeits its match.
pub fn log_of_a_wait() -> Vec<TournamentEvent> {
    play(&rules(Format::Knockout { third_place: ThirdPlace::Shared }), 3, &[0, 1, 2].into()).1
}

fn points(tournament: &Tournament, entrant: u32) -> i64 {
    let standings = tournament.standings(Shown::All);
    standings.iter().find(|one| one.entrant == Entrant(entrant)).expect("all have a place").halves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn entrants_that_never_come_win_nothing_in_any_format(
        entrants in 5u32..10,
        absent in prop::collection::btree_set(0u32..10, 0..10),
    ) {
        for rules in every_format() {
            let absent: BTreeSet<u32> = absent.iter().copied().filter(|number| *number < entrants).collect();
            let (tournament, log, _) = play(&rules, entrants, &absent);
            let word = rules.format.word();
            prop_assert_eq!(&tournament.phase, &Phase::Over(ContestReason::Played), "{}", word);
            let replayed = Tournament::replay(&log).expect("the log replays");
            let standings = tournament.standings(Shown::All);
            prop_assert_eq!(&replayed.standings(Shown::All), &standings, "{}", word);
            for number in &absent {
                prop_assert!(points(&tournament, *number) <= 0, "{} {}: {:?}", word, number, standings);
            }
            // Every entrant that came ranks above all that did not.
            let is_absent = |entrant: Entrant| absent.contains(&entrant.0);
            if rules.format.is_bracket() && absent.len() < entrants as usize {
                prop_assert!(!is_absent(standings[0].entrant), "{}: {:?}", word, standings);
                let first = standings.iter().filter(|one| one.rank == 1).count();
                prop_assert_eq!(first, 1, "{}: {:?}", word, standings);
            }
            // This holds whatever their points are, since margins can be negative.
            let met: BTreeSet<Entrant> =
                tournament.encounters.iter().flat_map(|one| one.paired.entrants.iter().copied()).collect();
            let ranks = |absent: bool| {
                let of = |one: &&Standing| met.contains(&one.entrant) && is_absent(one.entrant) == absent;
                standings.iter().filter(of).map(|one| one.rank).collect::<Vec<usize>>()
            };
            let (came, away) = (ranks(false), ranks(true));
            prop_assert!(came.iter().max() < away.iter().min() || away.is_empty(), "{}: {:?}", word, standings);
            for one in &standings {
                prop_assert!(!is_absent(one.entrant) || !one.reason.starts_with("won "), "{}: {:?}", word, one);
            }
            // Statistics exclude forfeits.
            for (index, encounter) in tournament.encounters.iter().enumerate() {
                if encounter.paired.entrants.iter().any(|entrant| is_absent(*entrant)) {
                    prop_assert!(tournament.observed(index).matches.iter().all(Option::is_none));
                }
            }
        }
    }
}

#[test]
fn a_knockout_is_won_by_the_one_that_came_though_the_best_seed_did_not() {
    for absent in [[0, 2], [1, 2], [0, 1]] {
        let absent: BTreeSet<u32> = absent.into();
        let here = (0..3).find(|number| !absent.contains(number)).expect("one came");
        for third_place in [ThirdPlace::Shared, ThirdPlace::Played] {
            let (tournament, _, over_ms) = play(&rules(Format::Knockout { third_place }), 3, &absent);
            let standings = tournament.standings(Shown::All);
            assert_eq!(standings[0].entrant, Entrant(here), "{absent:?}: {standings:?}");
            assert!(standings[0].why.starts_with("won W2.1"), "{absent:?}: {standings:?}");
            assert!(over_ms < 2 * ACCEPT_WITHIN_MS, "{absent:?}: over after {over_ms} ms");
        }
    }
}

#[test]
fn a_walkover_waits_the_full_time_for_an_absent_entrant() {
    // The second and third seeds do not come to their match, and the first seed has had no match
    // yet.
    let (tournament, log, over_ms) =
        play(&rules(Format::Knockout { third_place: ThirdPlace::Shared }), 3, &[0, 1, 2].into());
    let deserted = log.iter().rev().find(|event| matches!(event.fact, Fact::MatchCounted { .. }));
    let deserted_ms = deserted.expect("their match was counted").at_ms;
    assert_eq!(over_ms, deserted_ms + ACCEPT_WITHIN_MS);
    let words: Vec<String> = tournament.standings(Shown::All).into_iter().map(|one| one.why).collect();
    assert!(words.iter().all(|why| why.starts_with("did not come to ")), "{words:?}");
    // A restart after any of these events loses at most a tenth of the wait.
    let noted = log.iter().filter(|event| matches!(event.fact, Fact::MatchWaits { .. })).count();
    assert_eq!(noted, 10);
}

#[test]
fn a_pause_does_not_count_as_waiting_for_an_entrant() {
    let (tournament, mut log, over_ms) =
        play(&rules(Format::Knockout { third_place: ThirdPlace::Shared }), 3, &[0, 1, 2].into());
    assert!(matches!(tournament.phase, Phase::Over(_)));
    let noted = log.iter().position(|event| matches!(event.fact, Fact::MatchWaits { waited_ms: 0, .. }));
    log.truncate(noted.expect("it waits") + 1);
    let mut tournament = Tournament::replay(&log).expect("it replays");
    let since_ms = log.last().expect("it waits").at_ms;
    for (at_ms, fact) in [(since_ms + 5, Fact::Paused { reason: "lunch".into() }), (over_ms, Fact::Resumed)] {
        let event = TournamentEvent { seq: tournament.seq.next(), at_ms, fact };
        assert!(tournament.take(&event));
    }
    let mut due_ms = Vec::new();
    loop {
        let now_ms = tournament.next_due_ms(over_ms, 0).expect("it waits");
        let facts = tournament.due(Now::of_local(now_ms, 0));
        let is_given_up = facts.iter().any(|fact| matches!(fact, Fact::AwardGiven { .. }));
        for fact in facts {
            let event = TournamentEvent { seq: tournament.seq.next(), at_ms: now_ms, fact };
            assert!(tournament.take(&event));
        }
        due_ms.push(now_ms);
        if is_given_up {
            break;
        }
    }
    assert_eq!(due_ms.last(), Some(&(over_ms + ACCEPT_WITHIN_MS - 5)));
}

/// An absent entrant must not block one opponent after the other until its start times out.
#[test]
fn an_arena_pairs_only_entrants_that_could_play_now() {
    let rules = rules(Format::Arena { duration_ms: 60_000, patience_ms: 100 });
    let played = Played::new(&rules, 6, 1);
    let paired = |here: &[&str], at_ms: u64| {
        let places = |names: &[&str], _: usize| names.iter().map(|name| usize::from(here.contains(name))).collect();
        let facts = played.tournament.due(Now { places: &places, ..Now::of_local(at_ms, 0) });
        let met = facts.into_iter().filter_map(|fact| match fact {
            Fact::EncounterPaired(paired) => Some(paired.entrants.iter().copied().collect::<BTreeSet<Entrant>>()),
            _ => None,
        });
        met.collect::<Vec<_>>()
    };
    for (here, expected) in [(&[][..], vec![]), (&["entrant-4"], vec![]), (&["entrant-4", "entrant-1"], vec![[1, 4]])] {
        let expected: Vec<BTreeSet<Entrant>> = expected.into_iter().map(|two| two.map(Entrant).into()).collect();
        assert_eq!(paired(here, 1_000), expected, "{here:?}");
        assert_eq!(paired(here, 60_000), [], "its time is over");
    }
    // The arena ends on time however long its entrants are away.
    assert_eq!(played.tournament.next_due_ms(1_000, 0), Some(60_000));
}
