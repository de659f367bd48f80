//! Invariants of every ladder, whatever its bots do and wherever its log ends.

use std::collections::{BTreeMap, BTreeSet};

use referee_contests::contest::ContestReason;
use referee_contests::contest::{BadField, ContestKind as _, EncounterKey};
use referee_contests::ladder::{
    AfterVoid, Command, ContestRefusal, Entrant, Fact, Ladder, MAX_ENTRANTS_PER_OWNER, MatchKey, Paired, PairingRules,
    QuarantineRules, Rules, Status, policy::MAX_REMEMBERED_OPPONENTS,
};

use super::played::{Played, category, declares, joins, rules, with_accidents};
use crate::numbers::Numbers;

const BOTS: usize = 16;
const HOUR_MS: u64 = 3600 * 1000;
const MATCHES_A_DAY: u32 = 90;
const OWNER_IN_FLIGHT: u32 = 3;
const IN_FLIGHT: u32 = 6;
const PATIENCE_MS: u64 = 5_000;

/// Starts a ladder with two categories, of two and of three seats. Each owner has two bots, which
/// play one to three encounters at once.
fn busy(seed: u64) -> Played {
    let pairing = PairingRules {
        patience_ms: PATIENCE_MS,
        matches_per_day: MATCHES_A_DAY,
        owner_in_flight: OWNER_IN_FLIGHT,
        encounters_in_flight: IN_FLIGHT,
        ..PairingRules::default()
    };
    let quarantine = QuarantineRules { faults: 3, first_ms: 60_000, longest_ms: 200_000 };
    let rules = Rules { pairing, quarantine, ..rules(vec![category("go", 2), category("cards", 3)]) };
    let mut played = Played::new(rules, seed);
    for bot in 0..BOTS {
        let plays: &[u16] = [&[0][..], &[1], &[0, 1]][bot % 3];
        played.join(joins(bot, bot / 2, declares(plays, 1 + bot as u32 % 3)));
    }
    played
}

/// Checks the recent opponents of each paired entrant: no opponent may exceed its share.
fn check_shares(ladder: &Ladder, paired: &Paired, met: &mut BTreeMap<Entrant, Vec<Entrant>>) {
    let plays = |entrant: &Entrant| {
        let state = &ladder.entrants[entrant.index()];
        state.status == Status::In && state.entry.declaration.categories.contains(&paired.category)
    };
    let owner = |entrant: &Entrant| &ladder.entrants[entrant.index()].entry.owner;
    let all = (0..ladder.entrants.len() as u32).map(Entrant).filter(plays);
    let all: Vec<Entrant> = all.collect();
    let served = paired.reason.served().expect("a ladder serves").served;
    for opponent in paired.entrants.iter().filter(|entrant| **entrant != served) {
        for (one, other) in [(served, *opponent), (*opponent, served)] {
            let lately = met.entry(one).or_default();
            let others = all.iter().filter(|entrant| owner(entrant) != owner(&one)).count();
            let percent = 25.max(200 / others);
            let with_it = 1 + lately.iter().filter(|entrant| **entrant == other).count();
            let window = (lately.len() + 1).max(16);
            assert!(with_it * 100 <= percent * window, "{one} met {other} {with_it} times in {window}");
        }
    }
    for one in &paired.entrants {
        let lately = met.entry(*one).or_default();
        lately.extend(paired.entrants.iter().filter(|other| *other != one));
        let forgotten = lately.len().saturating_sub(MAX_REMEMBERED_OPPONENTS);
        lately.drain(..forgotten);
    }
}

/// Checks that a log breaks no rule of its ladder.
fn check(played: &Played) {
    let mut ladder = Ladder::replay(&played.log[..1]).expect("it begins with its opening");
    let (mut counted, mut met) = (BTreeSet::new(), BTreeMap::new());
    for event in &played.log[1..] {
        if let Fact::EncounterPaired(paired) = &event.fact {
            check_shares(&ladder, paired, &mut met);
            let seats: BTreeSet<&Entrant> = paired.entrants.iter().collect();
            assert_eq!(seats.len(), paired.entrants.len(), "no entrant meets itself");
            let state = |entrant: &Entrant| &ladder.entrants[entrant.index()];
            let owners: BTreeSet<&str> = paired.entrants.iter().map(|one| state(one).entry.owner.as_str()).collect();
            assert_eq!(owners.len(), paired.entrants.len(), "no two bots of one owner meet");
            for entrant in &paired.entrants {
                let of = state(entrant);
                assert_eq!(of.status, Status::In, "{}", event.seq.0);
                assert!(of.in_flight < of.entry.declaration.at_once, "{}", event.seq.0);
                assert!(of.entry.declaration.categories.contains(&paired.category));
                assert!(of.matches_today(event.at_ms) + paired.matches <= MATCHES_A_DAY);
                let same = ladder.entrants.iter().filter(|other| other.entry.owner == of.entry.owner);
                assert!(same.map(|other| other.in_flight).sum::<u32>() < OWNER_IN_FLIGHT);
            }
            assert!((ladder.unfinished() as u32) < IN_FLIGHT);
            let why = paired.reason.to_string();
            assert!(why.contains("waited longest") && why.contains("expected score"));
        }
        if let Fact::MatchCounted { match_key, .. } = &event.fact {
            assert!(counted.insert(*match_key), "{match_key} counts once");
        }
        assert!(ladder.take(event), "{event:?} follows from those before it");
    }
    assert_eq!(ladder.entrants, played.ladder.entrants, "the state is a fold of the log");
    assert_eq!(ladder.encounters, played.ladder.encounters);
    assert_eq!(ladder.next_encounter, played.ladder.next_encounter);
    assert_eq!(ladder.unfinished(), played.ladder.unfinished());
}

#[test]
fn the_rules_hold_however_a_ladder_goes() {
    for seed in 1..=12 {
        let mut played = busy(seed);
        played.until(HOUR_MS / 2, &mut with_accidents);
        check(&played);
        assert!(played.paired().count() > 100, "{}", played.paired().count());
    }
}

#[test]
fn an_interrupted_ladder_resumes_and_counts_every_match_once() {
    for seed in 1..=6 {
        let mut played = busy(seed);
        let mut cuts = Numbers::new(seed);
        for _ in 0..600 {
            played.step(&mut with_accidents);
            if cuts.below(4) == 0 {
                played.crash();
            }
        }
        check(&played);
        // Every paired encounter has been played to its end or is in progress.
        let mut over: BTreeMap<u32, usize> = BTreeMap::new();
        for event in &played.log {
            match &event.fact {
                Fact::MatchCounted { match_key, .. } | Fact::MatchVoided { match_key, then: AfterVoid::Keep, .. } => {
                    *over.entry(match_key.encounter.board).or_default() += 1;
                }
                _ => {}
            }
        }
        let whole = played.paired().filter(|(_, paired)| over.get(&paired.number) == Some(&(paired.matches as usize)));
        assert_eq!(whole.count() + played.ladder.unfinished(), played.paired().count());
    }
}

#[test]
fn due_steps_are_due_once() {
    let mut played = busy(3);
    for _ in 0..300 {
        played.step(&mut with_accidents);
        played.settle();
        assert_eq!(played.ladder.due(played.now_ms, &|names, _| vec![usize::MAX; names.len()]), []);
        let again = Ladder::replay(&played.log).expect("a log of a ladder");
        assert_eq!(again.due(played.now_ms, &|names, _| vec![usize::MAX; names.len()]), [], "nor after a restart");
    }
}

/// Starts a ladder of entrants with different owners. Entrants with free places can play now.
fn with_places(entrants: usize, at_once: u32) -> Played {
    let mut played = Played::new(rules(vec![category("go", 2), category("chess", 2)]), 5);
    for bot in 0..entrants {
        played.join(joins(bot, bot, declares(&[0, 1], at_once)));
    }
    played
}

#[test]
fn present_entrants_are_paired_however_many_are_away() {
    let mut played = with_places(20, 1);
    played.places = |name, _| usize::from(["bot-0000", "bot-0001"].contains(&name));
    while played.paired().count() < 50 {
        assert!(played.step(&mut with_accidents), "it hangs after {}", played.paired().count());
    }
}

#[test]
fn entrants_are_paired_only_within_their_places_and_categories() {
    let mut played = with_places(4, 8);
    played.places = |name, category| match (name, category) {
        ("bot-0000", 0) => 0,
        ("bot-0000" | "bot-0001", _) => 1,
        _ => 3,
    };
    for _ in 0..400 {
        played.step(&mut with_accidents);
        let in_flight: Vec<u32> = played.ladder.entrants.iter().map(|state| state.in_flight).collect();
        assert!(in_flight.iter().zip([1, 1, 3, 3]).all(|(now, most)| *now <= most), "{in_flight:?}");
    }
    let mut of_first = played.paired().filter(|(_, paired)| paired.entrants.contains(&Entrant(0))).peekable();
    assert!(of_first.peek().is_some() && of_first.all(|(_, paired)| paired.category == 1));
    let in_both = played.paired().filter(|(_, paired)| paired.category == 0).count();
    assert!(in_both > 10, "the others play on: {in_both}");
}

#[test]
fn a_returning_entrant_chooses_its_categories_or_stays_away() {
    let mut played = busy(2);
    let bob = Entrant(1);
    played.command(Command::Withdraw { entrant: bob, reason: "holidays".into() }).unwrap();
    let returns = |at_once| Command::Return { entrant: bob, declaration: declares(&[0], at_once) };
    let refused = played.command(returns(300));
    assert!(
        matches!(&refused, Err(ContestRefusal::BadField(BadField { field, .. })) if field == "at_once"),
        "{refused:?}"
    );
    assert!(matches!(played.ladder.entrants[1].status, Status::Withdrawn(_)), "and nothing has changed");
    assert_eq!(played.command(returns(3)), Ok(2));
    assert_eq!(played.ladder.entrants[1].status, Status::In);
    assert_eq!(played.command(returns(3)), Ok(0), "it is here, and plays that");
    assert_eq!(played.command(returns(2)), Ok(1));
    played.command(Command::Disqualify { entrant: bob, reason: "two programs".into() }).unwrap();
    assert!(matches!(played.command(returns(2)), Err(ContestRefusal::WrongStatus { .. })));
}

#[test]
fn one_owner_cannot_fill_a_ladder() {
    let mut played = Played::new(rules(vec![category("go", 2)]), 1);
    for bot in 0..MAX_ENTRANTS_PER_OWNER {
        played.join(joins(bot, 7, declares(&[0], 1)));
    }
    let one_more = played.command(Command::Enter(joins(MAX_ENTRANTS_PER_OWNER, 7, declares(&[0], 1))));
    assert!(
        matches!(&one_more, Err(ContestRefusal::BadField(BadField { field, .. })) if field == "entrants"),
        "{one_more:?}"
    );
    played.join(joins(MAX_ENTRANTS_PER_OWNER, 8, declares(&[0], 1)));
}

#[test]
fn waits_for_a_free_opponent_are_bounded_by_the_patience() {
    // An opponent may be met any number of times, so every free entrant is a possible opponent.
    let pairing = PairingRules { patience_ms: PATIENCE_MS, opponent_share_percent: 100, ..PairingRules::default() };
    let mut played = Played::new(Rules { pairing, ..rules(vec![category("go", 2)]) }, 9);
    for bot in 0..9 {
        played.join(joins(bot, bot, declares(&[0], 1)));
    }
    for _ in 0..400 {
        played.step(&mut |one, numbers| (with_accidents(one, numbers).0, 500 + numbers.below(30_000) as u64));
        played.settle();
        let now_ms = played.now_ms;
        let free = |state: &&referee_contests::ladder::EntrantState| state.status == Status::In && state.in_flight == 0;
        let waits: Vec<u64> =
            played.ladder.entrants.iter().filter(free).map(|state| now_ms - state.waiting_since_ms).collect();
        assert!(waits.len() < 2 || waits.iter().all(|waited| *waited < PATIENCE_MS), "{waits:?}");
    }
}

#[test]
fn repeated_faults_lengthen_the_quarantine() {
    let mut played = busy(1);
    played.until(2 * HOUR_MS, &mut with_accidents);
    let mut lengths: BTreeMap<Entrant, Vec<u64>> = BTreeMap::new();
    for event in &played.log {
        if let Fact::EntrantQuarantined { entrant, until_ms: Some(until_ms), .. } = &event.fact {
            lengths.entry(*entrant).or_default().push(until_ms - event.at_ms);
        }
    }
    let bad = lengths.get(&Entrant(6)).expect("it ends every second match by a fault");
    assert_eq!(bad[0], 60_000);
    assert!(bad.iter().all(|length| [60_000, 120_000, 200_000].contains(length)), "{bad:?}");
    assert!(bad.len() > 2, "{bad:?}");
}

#[test]
fn a_host_is_obeyed_and_told_why_not() {
    let mut played = busy(4);
    let (bob, reason) = (Entrant(1), ContestReason::from("the host said so"));
    assert_eq!(played.command(Command::Pause { reason: reason.clone() }), Ok(1));
    played.settle();
    assert_eq!(played.paired().count(), 0, "no pairing while it is paused");
    assert_eq!(played.ladder.next_due_ms(0), None, "and it costs nothing");
    assert_eq!(played.command(Command::Pause { reason: reason.clone() }), Ok(0));
    assert_eq!(played.command(Command::Resume), Ok(1));
    assert_eq!(played.command(Command::Withdraw { entrant: bob, reason: reason.clone() }), Ok(1));
    let again = played.command(Command::Withdraw { entrant: bob, reason: reason.clone() });
    assert!(matches!(again, Err(ContestRefusal::WrongStatus { .. })), "{again:?}");
    played.until(HOUR_MS / 60, &mut with_accidents);
    assert!(played.paired().all(|(_, paired)| !paired.entrants.contains(&bob)), "who left is not paired");
    assert_eq!(played.command(Command::Revive { entrant: bob }), Ok(1));
    played.until(HOUR_MS / 20, &mut with_accidents);
    assert!(played.paired().any(|(_, paired)| paired.entrants.contains(&bob)));
    assert_eq!(played.command(Command::Disqualify { entrant: bob, reason: reason.clone() }), Ok(1));
    let nobody = played.command(Command::Revive { entrant: Entrant(99) });
    assert_eq!(nobody, Err(ContestRefusal::UnknownEntrant(Entrant(99))));
    let own = joins(99, 0, declares(&[0], 1));
    let joined = referee_contests::ladder::Entry { version_of: Some(Entrant(5)), ..own.clone() };
    let refused = played.command(Command::Enter(joined));
    assert!(
        matches!(&refused, Err(ContestRefusal::BadField(BadField { field, .. })) if field == "version_of"),
        "{refused:?}"
    );
    assert_eq!(played.command(Command::Enter(own.clone())), Ok(1));
    let refused = played.command(Command::Enter(own));
    assert!(
        matches!(&refused, Err(ContestRefusal::BadField(BadField { field, .. })) if field == "name"),
        "{refused:?}"
    );
    assert_eq!(played.command(Command::End { reason: reason.clone() }), Ok(1));
    assert_eq!(played.ladder.due(played.now_ms, &|names, _| vec![usize::MAX; names.len()]), []);
    assert!(matches!(played.command(Command::Resume), Err(ContestRefusal::WrongState { .. })));
    check(&played);
}

#[test]
fn entries_are_frozen_and_opened_again() {
    let mut played = busy(5);
    let reason = ContestReason::from("the season is full");
    let late = joins(99, 99, declares(&[0], 1));
    assert_eq!(played.command(Command::FreezeEntries { reason: reason.clone() }), Ok(1));
    assert_eq!(played.command(Command::FreezeEntries { reason: reason.clone() }), Ok(0));
    assert_eq!(played.command(Command::Enter(late.clone())), Err(ContestRefusal::EntriesFrozen(reason)));
    played.settle();
    assert!(played.paired().count() > 0, "present entrants continue");
    played.crash();
    assert_eq!(played.command(Command::OpenEntries), Ok(1));
    assert_eq!(played.command(Command::OpenEntries), Ok(0));
    assert_eq!(played.command(Command::Enter(late)), Ok(1));
}

#[test]
fn leaving_and_coming_back_ends_no_quarantine() {
    let mut played = busy(6);
    let (bot, reason) = (Entrant(2), ContestReason::from("it floods its opponents"));
    assert_eq!(played.command(Command::Quarantine { entrant: bot, reason: reason.clone() }), Ok(1));
    assert_eq!(played.command(Command::Withdraw { entrant: bot, reason: reason.clone() }), Ok(1));
    assert_eq!(played.command(Command::Revive { entrant: bot }), Ok(1));
    let standing = |played: &Played| played.ladder.entrants[bot.index()].status.clone();
    assert_eq!(standing(&played), Status::Quarantined { until_ms: None, reason: reason.clone() });
    played.crash();
    played.until(HOUR_MS / 20, &mut with_accidents);
    assert!(played.paired().all(|(_, paired)| !paired.entrants.contains(&bot)), "only the host releases it");
    assert_eq!(played.command(Command::Release { entrant: bot, reason: reason.clone() }), Ok(1));
    assert_eq!(standing(&played), Status::In);
    // An encounter that ends by itself continues while its entrant is away.
    played.until(2 * HOUR_MS, &mut |one, numbers| {
        let (result, took_ms) = with_accidents(one, numbers);
        (result, if one.entrants.contains(&Entrant(6)) { 100 } else { took_ms })
    });
    let bad = Entrant(6);
    let mut until = None;
    for _ in 0..10_000 {
        if let Status::Quarantined { until_ms: Some(until_ms), .. } = played.ladder.entrants[bad.index()].status {
            until = Some(until_ms);
            break;
        }
        played.step(&mut with_accidents);
        played.settle();
    }
    let until_ms = until.expect("it ends every second match by a fault");
    assert_eq!(played.command(Command::Withdraw { entrant: bad, reason }), Ok(1));
    assert_eq!(played.command(Command::Revive { entrant: bad }), Ok(1));
    played.settle();
    let stands = &played.ladder.entrants[bad.index()].status;
    assert!(matches!(stands, Status::Quarantined { until_ms: Some(at_ms), .. } if *at_ms == until_ms), "{stands:?}");
    played.now_ms = until_ms;
    played.settle();
    let released = |event: &referee_contests::ladder::LadderEvent| {
        event.at_ms == until_ms && matches!(event.fact, Fact::EntrantReleased { entrant, .. } if entrant == bad)
    };
    assert!(played.log.iter().any(released));
    check(&played);
}

#[test]
fn a_disqualified_entrants_remaining_matches_are_dropped_without_delay() {
    let mut played = busy(7);
    for _ in 0..50 {
        played.step(&mut with_accidents);
    }
    played.settle();
    let out = played.ladder.scheduled().next().expect("a match is under way").entrants[0];
    let before: Vec<MatchKey> = played.ladder.scheduled().map(|one| one.match_key).collect();
    assert_eq!(played.command(Command::Disqualify { entrant: out, reason: "it cheats".into() }), Ok(1));
    let late = referee_contests::ladder::VoidMatch { reason: "too late".into(), fault: None };
    let of_it = played.ladder.scheduled().find(|one| one.entrants.contains(&out)).expect("until it is settled");
    let ends = Command::Count { match_key: of_it.match_key, result: Err(late.clone()) };
    let facts = played.ladder.decide(&ends).expect("a match that is under way");
    assert!(
        matches!(facts[..], [Fact::MatchVoided { then: AfterVoid::Keep, .. }]),
        "it is not played again: {facts:?}"
    );
    played.settle();
    assert!(played.ladder.scheduled().all(|one| !one.entrants.contains(&out)), "nothing of it is scheduled");
    assert_eq!(played.ladder.entrants[out.index()].in_flight, 0);
    // Later results of the removed entrant do not count, and reporting them is no error.
    for match_key in before {
        let of_it = played.ladder.encounters[&match_key.encounter.board].paired.entrants.contains(&out);
        if of_it {
            assert_eq!(played.command(Command::Count { match_key, result: Err(late.clone()) }), Ok(0));
        }
    }
    played.until(HOUR_MS / 4, &mut with_accidents);
    let last = played.log.iter().rposition(|event| matches!(event.fact, Fact::EntrantDisqualified { .. })).unwrap();
    let paired_since = played.log[last..].iter().filter_map(|event| match &event.fact {
        Fact::EncounterPaired(paired) => Some(paired),
        _ => None,
    });
    assert!(paired_since.clone().count() > 50 && paired_since.clone().all(|paired| !paired.entrants.contains(&out)));
    check(&played);
}

#[test]
fn keys_are_read_as_they_are_written() {
    for encounter in [0, 1, 9, 4_000_000_000].map(EncounterKey::numbered) {
        assert_eq!(EncounterKey::parse(&encounter.to_string()), Some(encounter));
        for (number, attempt) in [(0, 0), (63, 0), (1, 9)] {
            let key = MatchKey { encounter, number, attempt };
            assert_eq!(MatchKey::parse(&key.to_string()), Some(key));
        }
    }
    for text in ["s1-b1", "s1-b1-x1", "s1-b1-"] {
        assert_eq!(EncounterKey::parse(text).is_some(), !text.ends_with('-'), "{text}");
    }
    for end in ["", "-m0", "-m1-r0", "-m1-", "-m1-x", "-m1-r1-r1", "-r1"] {
        assert_eq!(MatchKey::parse(&format!("s1-b1{end}")), None, "{end}");
    }
    for text in ["", "s0-b1-m1", "s01-b1-m1", "s1-m1", "e1-m1", "s1-b4294967297-m1"] {
        assert_eq!(MatchKey::parse(text), None, "{text}");
    }
}

#[test]
fn an_event_that_does_not_follow_is_not_taken() {
    let mut played = busy(8);
    played.until(HOUR_MS / 20, &mut with_accidents);
    let counted = played.log.iter().position(|event| matches!(event.fact, Fact::MatchCounted { .. })).unwrap();
    let mut twice = played.log[..=counted].to_vec();
    let mut again = twice[counted].clone();
    again.seq = again.seq.next();
    twice.push(again);
    assert!(Ladder::replay(&twice).is_none(), "a match counts once");
    let mut gap = played.log.clone();
    gap.remove(counted);
    assert!(Ladder::replay(&gap).is_none());
    assert!(Ladder::replay(&played.log[1..]).is_none());
    let named = played.ladder.named(&played.paired().next().unwrap().1.reason);
    assert!(named.starts_with("bot-00") && !named.contains('#'), "{named}");
    assert_eq!(played.ladder.entrant_named("bot-0003"), Some(Entrant(3)));
    assert_eq!(played.ladder.entrant_named("nobody"), None);
}
