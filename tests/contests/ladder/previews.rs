//! Live ratings exclude annulled matches and the matches of removed entrants.

use std::collections::BTreeSet;

use referee_contests::contest::{ContestReason, EncounterKey};
use referee_contests::{
    contest::ContestKind as _,
    ladder::{AfterVoid, Anchor, Command, Entrant, Entry, Fact, Ladder, LadderEvent, MatchKey, Outcome, Paired},
};
use referee_ids::Seq;

use super::played::{Played, category, declares, joins, result, rules, with_accidents};

const BOTS: usize = 12;
const REASON: &str = "the host said so";

/// Starts a ladder with two categories, of two and of three seats. Some entrants are anchored.
fn ladder(seed: u64) -> Played {
    let mut played = Played::new(rules(vec![category("go", 2), category("cards", 3)]), seed);
    for bot in 0..BOTS {
        let anchor = |category| Anchor { category, elo: 50, sd: 40 };
        let anchors = if bot % 5 == 0 { vec![anchor(0), anchor(1)] } else { Vec::new() };
        let joined = joins(bot, bot, declares(&[0, 1], 2));
        played.join(Entry { anchors, ..joined });
    }
    played
}

/// Returns the matches that were counted and later annulled, each with what followed.
fn annulled(log: &[LadderEvent]) -> Vec<(MatchKey, AfterVoid)> {
    let mut counted = BTreeSet::new();
    let mut annulled = Vec::new();
    for event in log {
        match &event.fact {
            Fact::MatchCounted { match_key, .. } => drop(counted.insert(*match_key)),
            Fact::MatchVoided { match_key, then, .. } if counted.contains(match_key) => {
                annulled.push((*match_key, *then));
            }
            _ => {}
        }
    }
    annulled
}

/// Returns the log of a ladder in which these matches never counted, because each was void when it
/// ended.
fn without(log: &[LadderEvent], out: &[(MatchKey, AfterVoid)]) -> Vec<LadderEvent> {
    let mut left: Vec<LadderEvent> = Vec::new();
    for event in log {
        let then = |key: &MatchKey| out.iter().find(|(out, _)| out == key).map(|(_, then)| *then);
        let fact = match &event.fact {
            Fact::MatchCounted { match_key, .. } => match then(match_key) {
                Some(then) => Fact::MatchVoided { match_key: *match_key, reason: REASON.into(), fault: None, then },
                None => event.fact.clone(),
            },
            Fact::MatchVoided { match_key, .. } if then(match_key).is_some() => continue,
            fact => fact.clone(),
        };
        left.push(LadderEvent { seq: Seq(left.len() as u64 + 1), at_ms: event.at_ms, fact });
    }
    left
}

/// Checks that the ratings equal those of a ladder in which the excluded matches never counted.
fn check(played: &Played, out: &[(MatchKey, AfterVoid)]) {
    let never = Ladder::replay(&without(&played.log, out)).expect("a log of a ladder");
    let again = Ladder::replay(&played.log).expect("a log of a ladder");
    for entrant in (0..played.ladder.entrants.len() as u32).map(Entrant) {
        for category in [0, 1] {
            let expected = never.preview(entrant, category);
            assert_eq!(played.ladder.preview(entrant, category), expected, "{entrant} after {:?}", out.last());
            assert_eq!(again.preview(entrant, category), expected, "{entrant} after a restart");
            let expected = never.live_elo(entrant, category);
            assert_eq!(played.ladder.live_elo(entrant, category), expected, "{entrant} is paired by it");
        }
    }
}

/// Returns a random counted match, and what may follow its annulment.
fn some_counted(played: &mut Played) -> Option<(MatchKey, AfterVoid)> {
    let counted = played.ladder.encounters.values().flat_map(|encounter| {
        let number = encounter.paired.number;
        let is_open = encounter.matches.iter().any(|slot| slot.outcome == Outcome::Open);
        let then = if is_open { AfterVoid::Replay } else { AfterVoid::Keep };
        (0..).zip(&encounter.matches).filter(|(_, slot)| matches!(slot.outcome, Outcome::Counted(_))).map(
            move |(match_number, slot)| {
                (
                    MatchKey { encounter: EncounterKey::numbered(number), number: match_number, attempt: slot.attempt },
                    then,
                )
            },
        )
    });
    let counted: Vec<_> = counted.collect();
    if counted.is_empty() { None } else { Some(counted[played.numbers.below(counted.len())]) }
}

#[test]
fn an_annulled_match_moves_no_rating() {
    for seed in 0..6 {
        let mut played = ladder(seed);
        for round in 0..40 {
            for _ in 0..12 {
                played.step(&mut with_accidents);
            }
            if round % 10 == 3 {
                let parent = Entrant(played.numbers.below(played.ladder.entrants.len()) as u32);
                let (own, bot) = (&played.ladder.entrants[parent.index()].entry, played.ladder.entrants.len());
                let owner = own.owner.clone();
                let joined = joins(bot, 0, declares(&[0, 1], 2));
                let version_of = Some(parent);
                played.join(Entry { owner, version_of, ..joined });
            }
            if let Some((match_key, then)) = some_counted(&mut played) {
                let annul = Command::Void { match_key, reason: REASON.into(), then };
                assert_eq!(played.command(annul), Ok(1));
            }
            check(&played, &annulled(&played.log));
        }
        let out = Entrant(played.numbers.below(BOTS) as u32);
        assert_eq!(played.command(Command::Disqualify { entrant: out, reason: REASON.into() }), Ok(1));
        let mut gone = annulled(&played.log);
        for event in &played.log {
            let Fact::MatchCounted { match_key, .. } = &event.fact else { continue };
            let encounter = &played.ladder.encounters[&match_key.encounter.board];
            if encounter.paired.entrants.contains(&out) && gone.iter().all(|(key, _)| key != match_key) {
                gone.push((*match_key, AfterVoid::Keep));
            }
        }
        check(&played, &gone);
        for _ in 0..50 {
            played.step(&mut with_accidents);
        }
        check(&played, &gone);
    }
}

/// A ladder forgets old encounters, and with them the ability to annul their matches.
#[test]
fn the_memory_of_ten_thousand_encounters_is_enough() {
    let mut played = Played::new(rules(vec![category("go", 2), category("cards", 3)]), 1);
    for bot in 0..4 {
        played.join(joins(bot, bot, declares(&[0], 2)));
    }
    for number in 0..10_200 {
        let one = Entrant(played.numbers.below(4) as u32);
        let other = Entrant((one.0 + 1 + played.numbers.below(3) as u32) % 4);
        let (encounter, reason) = (EncounterKey::numbered(number), ContestReason::Played);
        let entrants = vec![one, other];
        played.take(vec![Fact::EncounterPaired(Paired {
            encounter,
            number,
            category: 0,
            entrants,
            matches: 2,
            reason,
        })]);
        for match_number in 0..2 {
            let match_key = MatchKey { encounter, number: match_number, attempt: 0 };
            let places = [[1, 2], [2, 1], [1, 1]][played.numbers.below(3)];
            played.take(vec![Fact::MatchCounted { match_key, result: result(&places) }]);
        }
    }
    let oldest = *played.ladder.encounters.keys().next().expect("some are remembered");
    assert_eq!(oldest, 200);
    for encounter in [oldest, 6_000, 10_199].map(EncounterKey::numbered) {
        let match_key = MatchKey { encounter, number: 0, attempt: 0 };
        let annul = Command::Void { match_key, reason: REASON.into(), then: AfterVoid::Keep };
        assert_eq!(played.command(annul), Ok(1));
    }
    check(&played, &annulled(&played.log));
}

/// Live ratings appear next to published ratings and use the same scale, whatever the rating
/// system.
#[test]
fn live_ratings_start_where_published_ones_do() {
    let mut played = ladder(9);
    for category in [0, 1] {
        let anchored = played.ladder.live_elo(Entrant(0), category).expect("it is known");
        assert!((anchored.elo - 50.0).abs() < 1e-9 && (anchored.deviation - 40.0).abs() < 1e-9, "{anchored:?}");
        assert_eq!(played.ladder.live_elo(Entrant(1), category), None, "nothing is known of it");
    }
    while (1..5).any(|bot| [0, 1].iter().any(|category| played.ladder.live_elo(Entrant(bot), *category).is_none())) {
        played.step(&mut with_accidents);
    }
    for entrant in (0..BOTS as u32).map(Entrant) {
        let [pairs, tables] = [0, 1].map(|category| played.ladder.live_elo(entrant, category));
        let preview = played.ladder.preview(entrant, 0);
        assert_eq!(pairs.map(|live| live.elo), preview.map(|preview| preview.rating - 1500.0));
        assert!(tables.is_none_or(|live| live.elo.abs() < 1000.0 && live.deviation > 0.0), "{tables:?}");
    }
}

#[test]
fn newcomers_start_at_the_mean_of_the_anchors() {
    let mut played = Played::new(rules(vec![category("go", 2), category("cards", 3)]), 3);
    for bot in 0..BOTS {
        let anchor = |category, elo| Anchor { category, elo, sd: 30 };
        let anchors = match bot {
            0 => vec![anchor(0, 2100), anchor(1, -700)],
            1 => vec![anchor(0, 1900), anchor(1, -900)],
            _ => Vec::new(),
        };
        let joined = joins(bot, bot, declares(&[0, 1], 2));
        played.join(Entry { anchors, ..joined });
    }
    for _ in 0..60 {
        played.step(&mut with_accidents);
    }
    for (category, mean) in [(0, 2000.0), (1, -800.0)] {
        let newcomers = (2..BOTS as u32).filter_map(|number| played.ladder.live_elo(Entrant(number), category));
        let apart: Vec<f64> = newcomers.map(|live| (live.elo - mean).abs()).collect();
        assert!(!apart.is_empty() && apart.iter().all(|apart| *apart < 700.0), "{category}: {apart:?}");
    }
}
