//! Whole tournaments of every format, with commands of hosts and accidents.

use std::collections::{BTreeMap, BTreeSet};

use referee_contests::{
    contest::{AfterVoid, ContestKind as _, ContestReason},
    tournament::{
        Command, ContestRefusal, Entrant, Fact, Format, MatchKey, Phase, Rules, Scheduled, Shown, Tournament,
        TournamentEvent,
        event::EncounterKey,
        pairing::{knockout::ThirdPlace, swiss::Acceleration},
        rules::{Deals, Release},
        state::Outcome,
    },
};
use referee_ids::Seat;

use super::played::{MAX_STEPS, Played, every_format, result_of, rules, void, with_tests};

#[test]
fn every_format_is_played_to_its_end() {
    for rules in every_format() {
        for entrants in [4, 5, 8, 13] {
            let mut played = Played::new(&rules, entrants, entrants as u64);
            played.play();
            let word = rules.format.word();
            assert_eq!(played.tournament.phase, Phase::Over(ContestReason::Played), "{word} of {entrants}");
            assert_eq!(played.tournament.standings(Shown::All).len(), entrants);
            assert!(played.tournament.scheduled().next().is_none());
            let keys: BTreeSet<_> = played.tournament.encounters.iter().map(|one| one.paired.encounter).collect();
            assert_eq!(keys.len(), played.tournament.encounters.len(), "every encounter has a key of its own");
        }
    }
}

#[test]
fn a_tournament_continues_from_a_fold_of_its_log() {
    for rules in every_format() {
        let mut played = Played::new(&rules, 6, 3);
        for _ in 0..MAX_STEPS {
            if played.is_over() {
                break;
            }
            played.step();
            let before = played.shown();
            played.tournament = Tournament::replay(&played.log).unwrap();
            assert_eq!(played.shown(), before, "{}", rules.format.word());
        }
        assert!(played.is_over());
    }
}

/// The order in which matches end affects only the order of events, except in arenas, where time
/// decides the pairings.
#[test]
fn the_same_results_give_the_same_standings_in_any_order() {
    for rules in every_format().into_iter().filter(|rules| !matches!(rules.format, Format::Arena { .. })) {
        let ended: Vec<_> = (0..4)
            .map(|seed| {
                let mut played = Played::new(&rules, 7, seed);
                played.play();
                let standings = played.tournament.standings(Shown::All);
                let standings = standings.iter().map(|one| format!("{one:?}")).collect();
                let paired = played.tournament.encounters.iter().map(|one| {
                    let match_key = MatchKey { encounter: one.paired.encounter, number: 0, attempt: 0 };
                    (match_key, (one.paired.entrants.clone(), one.paired.number))
                });
                let paired: BTreeMap<_, _> = paired.collect();
                let standings: Vec<String> = standings;
                (standings, paired)
            })
            .collect();
        assert!(ended.iter().all(|one| *one == ended[0]), "{}", rules.format.word());
    }
}

#[test]
fn a_round_robin_balances_pairs_and_seats() {
    for entrants in [2, 3, 6, 9] {
        let mut played = Played::new(&rules(Format::RoundRobin { cycles: 3 }), entrants, 1);
        played.play();
        let mut pairs: BTreeMap<(Entrant, Entrant), u32> = BTreeMap::new();
        let mut seats: BTreeMap<(Entrant, usize), i32> = BTreeMap::new();
        for encounter in &played.tournament.encounters {
            for (number, slot) in encounter.matches.iter().enumerate() {
                assert!(matches!(slot.outcome, Outcome::Counted(_)));
                let [a, b] = [0, 1].map(|seat| encounter.paired.at_seat(number, seat));
                *pairs.entry((a.min(b), a.max(b))).or_default() += 1;
                *seats.entry((a, 0)).or_default() += 1;
                *seats.entry((b, 1)).or_default() += 1;
            }
        }
        assert_eq!(pairs.len(), entrants * (entrants - 1) / 2);
        assert!(pairs.values().all(|count| *count == 6));
        assert!(seats.values().all(|count| *count == seats[&(Entrant(0), 0)]));
    }
}

#[test]
fn a_result_counts_once() {
    let mut played = Played::new(&rules(Format::RoundRobin { cycles: 1 }), 4, 1);
    played.settle();
    let one = played.tournament.scheduled().next().unwrap();
    let count =
        |attempt| Command::Count { match_key: MatchKey { attempt, ..one.match_key }, result: Ok(result_of(&one)) };
    let (first, late) = (count(0), count(1));
    assert_eq!(
        played.tournament.decide(&late).unwrap_err(),
        ContestRefusal::UnknownMatch(MatchKey { attempt: 1, ..one.match_key })
    );
    played.command(first.clone()).unwrap();
    assert_eq!(played.tournament.decide(&first), Ok(Vec::new()), "told twice");
    played
        .command(Command::Void { match_key: one.match_key, reason: "power cut".into(), then: AfterVoid::Replay })
        .unwrap();
    assert_eq!(played.tournament.decide(&first), Ok(Vec::new()), "the match that was called off");
    let again = played.tournament.scheduled().next().unwrap();
    assert_eq!(again.match_key, MatchKey { attempt: 1, ..one.match_key });
    assert_eq!(again.match_key.to_string(), "s1-b1-m1-r1");
    played.command(late).unwrap();
    let is_one = |other: Scheduled| MatchKey { attempt: 0, ..other.match_key } == one.match_key;
    assert!(!played.tournament.scheduled().any(is_one));
}

#[test]
fn a_void_match_is_replayed_a_fixed_number_of_times() {
    let mut played = Played::new(&rules(Format::RoundRobin { cycles: 1 }), 2, 1);
    for attempt in 0..3 {
        played.settle();
        let one = played.tournament.scheduled().next().unwrap();
        assert_eq!(one.match_key.attempt, attempt);
        played.command(Command::Count { match_key: one.match_key, result: Err(void("host_fault")) }).unwrap();
    }
    let slot = &played.tournament.encounters[0].matches[0];
    assert_eq!((&slot.outcome, slot.voids.len()), (&Outcome::Void, 3));
    played.play();
}

/// Hosts use all their commands at random times, and play continues. An entrant that leaves
/// forfeits its remaining matches.
#[test]
fn hosts_may_do_anything_at_any_time() {
    for rules in every_format() {
        for seed in 0..30 {
            let mut played = Played::new(&rules, 7, seed);
            played.play_with_hosts();
            let standings = played.tournament.standings(Shown::All);
            assert!(standings.windows(2).all(|two| two[0].rank <= two[1].rank), "{} {seed}", rules.format.word());
        }
    }
}

#[test]
fn a_test_ends_a_series_and_live_matches_count() {
    let is_counted = |event: &&TournamentEvent| matches!(event.fact, Fact::MatchCounted { .. });
    for rules in with_tests().into_iter().map(|rules| Rules { release: Release::AtOnce, ..rules }) {
        let mut late = 0;
        for mut played in (0..8).map(|seed| Played::new(&rules, 2, seed)) {
            while played.tournament.phase == Phase::Running {
                played.step();
                played.settle();
            }
            let (under_way, before) = (played.begun.len(), played.log.iter().filter(is_counted).count());
            played.play();
            assert_eq!(played.tournament.phase, Phase::Over(ContestReason::Tested));
            assert_eq!(played.log.iter().filter(is_counted).count(), before + under_way);
            late += under_way;
        }
        assert!(late > 0, "some are under way when it is decided");
    }
}

#[test]
fn the_deals_of_an_encounter_are_shown_once_when_it_is_complete() {
    for rules in every_format() {
        let mut played = Played::new(&rules, 8, 3);
        while !played.is_over() {
            for one in played.tournament.scheduled().collect::<Vec<_>>() {
                let first = MatchKey { number: 0, attempt: 0, ..one.match_key };
                assert!(played.tournament.deals_of(&first).is_some());
                assert_eq!(played.tournament.deals_of(&one.match_key), played.tournament.deals_of(&first));
            }
            played.step();
        }
        let (mut complete, mut shown) = (BTreeMap::new(), BTreeSet::new());
        let mut folded = Tournament::replay(&played.log[..1]).unwrap();
        for event in &played.log[1..] {
            if let Fact::DealsShown { encounter, seed } = &event.fact {
                let state = folded.encounter(encounter).unwrap();
                assert!(state.complete_ms.is_some(), "{encounter} before all of it was played");
                assert_eq!(complete.insert(*encounter, *seed), None, "{encounter} once");
                shown.insert(*seed);
            }
            assert!(folded.take(event));
        }
        assert_eq!(complete.len(), played.tournament.encounters.len(), "{}", rules.format.word());
        assert_eq!(shown.len(), complete.len(), "each has another seed");
        let own = Played::new(&Rules { deals: Deals::Own, ..rules.clone() }, 8, 3).tournament;
        assert!(own.scheduled().all(|one| own.deals_of(&one.match_key).is_none()));
    }
}

#[test]
fn a_replay_gets_new_deals_once_the_old_ones_are_public() {
    let mut played = Played::new(&rules(Format::RoundRobin { cycles: 1 }), 3, 3);
    let first = EncounterKey { stage: 0, board: 0, extension: 0 };
    while played.tournament.encounter(&first).is_none_or(|encounter| encounter.shown_seed.is_none()) {
        played.step();
    }
    let match_key = MatchKey { encounter: first, number: 1, attempt: 0 };
    played.command(Command::Void { match_key, reason: "again".into(), then: AfterVoid::Replay }).unwrap();
    assert_eq!(played.tournament.deals_of(&MatchKey { attempt: 1, ..match_key }), None);
    played.play();
    let shown =
        |event: &&TournamentEvent| matches!(&event.fact, Fact::DealsShown { encounter, .. } if *encounter == first);
    assert_eq!(played.log.iter().filter(shown).count(), 1);
}

#[test]
fn results_are_shown_when_the_host_releases_their_stage() {
    let swiss = Format::Swiss { stages: 3, initial_seat: Seat(0), acceleration: Acceleration::None };
    let rules = Rules { release: Release::ByHost, ..rules(swiss) };
    let mut played = Played::new(&rules, 4, 1);
    let sum = |played: &Played, shown| played.tournament.standings(shown).iter().map(|one| one.halves).sum::<i64>();
    while played.tournament.encounters.len() < 6 && !played.is_over() {
        played.step();
    }
    assert_eq!((sum(&played, Shown::Released), sum(&played, Shown::All) >= 4), (0, true));
    played.command(Command::ReleaseResults { through_stage: 0 }).unwrap();
    assert_eq!(sum(&played, Shown::Released), 4);
    while played.tournament.scheduled().next().is_some() || played.tournament.encounters.len() < 6 {
        played.step();
    }
    played.settle();
    assert!(!played.is_over(), "the last stage is held back like all others");
    played.command(Command::ReleaseResults { through_stage: 1 }).unwrap();
    played.settle();
    assert!(!played.is_over() && sum(&played, Shown::Released) < sum(&played, Shown::All));
    played.play();
    assert_eq!(sum(&played, Shown::Released), sum(&played, Shown::All));
}

#[test]
fn the_winner_of_a_bracket_is_first() {
    for (format, entrants) in
        [(Format::Knockout { third_place: ThirdPlace::Played }, 8), (Format::DoubleElimination, 8)]
    {
        let mut played = Played::new(&rules(format), entrants, 1);
        played.play();
        let table = played.tournament.standings(Shown::All);
        assert_eq!(table[0].rank, 1);
        assert!(table[0].reason.starts_with("won "), "{}", table[0].reason);
        assert!(table[1].reason.starts_with("lost "), "{}", table[1].reason);
        let ranks: Vec<usize> = table.iter().map(|one| one.rank).collect();
        let expected = match format {
            Format::DoubleElimination => [1, 2, 3, 4, 5, 5, 7, 7],
            _ => [1, 2, 3, 4, 5, 5, 5, 5],
        };
        assert_eq!(ranks, expected, "{}", format.word());
    }
}
