//! Ladders that end by themselves.

use std::collections::BTreeMap;

use referee_contests::contest::ContestReason;
use referee_contests::ladder::{Command, Entrant, Fact, PairingRules, Phase, Rules};

use super::played::{Played, category, declares, joins, rules, with_accidents};

const HOUR_MS: u64 = 3600 * 1000;

/// Starts a ladder with two categories, whose encounters have two and six matches. Eight bots play
/// both categories, and two more play each one.
fn ending(pairing: PairingRules, seed: u64) -> Played {
    let mut cards = category("cards", 3);
    cards.matches_per_encounter = 6;
    let mut played = Played::new(Rules { pairing, ..rules(vec![category("go", 2), cards]) }, seed);
    for bot in 0..12 {
        let plays: &[u16] = if bot < 8 { &[0, 1] } else { &[[0], [1]][bot % 2] };
        played.join(joins(bot, bot, declares(plays, 2)));
    }
    played
}

/// Returns the number of matches paired, in total and for each entrant.
fn paired(played: &Played) -> (u32, BTreeMap<Entrant, u32>) {
    let (mut all, mut each) = (0, BTreeMap::new());
    for (_, paired) in played.paired() {
        all += paired.matches;
        paired.entrants.iter().for_each(|entrant| *each.entry(*entrant).or_default() += paired.matches);
    }
    (all, each)
}

fn end(played: &Played) -> Option<&ContestReason> {
    match &played.log.last().expect("events").fact {
        Fact::Ended { reason } => Some(reason),
        _ => None,
    }
}

#[test]
fn a_ladder_with_a_match_limit_closes_when_it_is_reached() {
    for (most, expected) in [(6, 6), (7, 6), (100, 100), (101, 100)] {
        for seed in 0..4 {
            let mut played = ending(PairingRules { matches_in_all: Some(most), ..PairingRules::default() }, seed);
            played.until(1000 * HOUR_MS, &mut with_accidents);
            assert_eq!((paired(&played).0, played.ladder.matches_paired()), (expected, expected));
            assert_eq!(end(&played), Some(&ContestReason::AllMatches { matches: expected }));
            assert_eq!(played.ladder.unfinished(), 0, "whole encounters");
            assert!(played.ladder.next_due_ms(played.now_ms).is_none());
        }
    }
}

#[test]
fn a_ladder_of_fixed_length_closes_once_no_pairing_is_possible() {
    for seed in 0..8 {
        let mut played = ending(PairingRules { matches_each: Some(30), ..PairingRules::default() }, seed);
        played.until(1000 * HOUR_MS, &mut with_accidents);
        let (_, each) = paired(&played);
        assert!(each.values().all(|matches| *matches <= 30) && each.len() == 12, "{each:?}");
        assert_eq!((&played.ladder.phase, end(&played)), (&Phase::Running, None), "others may enter");
        played.command(Command::FreezeEntries { reason: "full".into() }).expect("it is open");
        played.until(2000 * HOUR_MS, &mut with_accidents);
        assert!(matches!(end(&played), Some(ContestReason::AllMatches { .. })), "{seed}");
        // An entrant that has matches left for only one more encounter finds no opponent.
        let left = |category: usize, matches: u32| {
            let plays = |index: usize| index < 8 || index % 2 == category;
            let count = |entrant: &Entrant| each.get(entrant).copied().unwrap_or(0);
            (0..12).filter(|index| plays(*index) && count(&Entrant(*index as u32)) + matches <= 30).count()
        };
        assert!(left(0, 2) < 2 && left(1, 6) < 3, "{each:?}");
    }
}

#[test]
fn a_ladder_that_is_paused_or_has_no_end_is_not_closed() {
    let mut played = ending(PairingRules { matches_in_all: Some(6), ..PairingRules::default() }, 1);
    played.command(Command::Pause { reason: "lunch".into() }).expect("it is open");
    played.until(HOUR_MS, &mut with_accidents);
    assert_eq!((paired(&played).0, end(&played)), (0, None));
    played.command(Command::Resume).expect("it is open");
    played.until(HOUR_MS, &mut with_accidents);
    assert!(end(&played).is_some());
    let mut endless = ending(PairingRules::default(), 1);
    endless.command(Command::FreezeEntries { reason: "full".into() }).expect("it is open");
    endless.until(HOUR_MS, &mut with_accidents);
    assert_eq!(end(&endless), None);
}
