//! A ladder in which bots repeat their matches. Published ratings follow from its log, whatever the
//! order of its lines.

use referee_contests::ladder::{
    AfterVoid, Command, Fact, LadderEvent, MatchKey, MatchResult, RatedBy, Results, Scheduled, VoidMatch,
};
use referee_store::ladder_record::{LadderRecord, LadderRecordLines};

use super::played::{Played, category, declares, joins, result, rules};
use crate::numbers::Numbers;

const BOTS: usize = 8;
const CATEGORIES: u16 = 3;

/// Plays a match of one of a few kinds. Some of them contain ties.
fn repeating(one: &Scheduled, numbers: &mut Numbers) -> (Result<MatchResult, VoidMatch>, u64) {
    let seats = one.entrants.len();
    let kind = numbers.below(4);
    let places: Vec<u32> =
        (0..seats).map(|seat| if kind == 3 { 1 } else { 1 + ((seat + kind) % seats) as u32 }).collect();
    let halves = (0..seats).map(|seat| ((seat + 1) * kind % 5) as i64).collect();
    // Logs from before digests were stored have none.
    let digest = (numbers.below(10) > 0).then_some([kind as u8; 16]);
    (Ok(MatchResult { halves, digest, ..result(&places) }), 2_000)
}

/// Starts a ladder with three categories: two and three seats rated by places, and three seats
/// rated by points.
fn ladder() -> Played {
    let by_points = referee_contests::ladder::Category { rated_by: RatedBy::Points, ..category("chips", 3) };
    let mut played = Played::new(rules(vec![category("go", 2), category("cards", 3), by_points]), 11);
    for bot in 0..BOTS {
        played.join(joins(bot, bot, declares(&[0, 1, 2], 2)));
    }
    played.until(900_000, &mut repeating);
    played
}

fn tables(results: &Results) -> Vec<String> {
    (0..CATEGORIES).map(|category| results.publish(category).expect("they have played").table()).collect()
}

fn counted(log: &[LadderEvent]) -> impl Iterator<Item = (MatchKey, &MatchResult)> {
    log.iter().filter_map(|event| match &event.fact {
        Fact::MatchCounted { match_key, result } => Some((*match_key, result)),
        _ => None,
    })
}

#[test]
fn the_exported_log_has_the_published_tables_in_any_order_of_its_lines() {
    let played = ladder();
    let published = tables(&Results::fold(&played.log));
    let mut lines = LadderRecordLines::default();
    let mut lines: Vec<String> = played.log.iter().map(|event| lines.line(event)).collect();
    let digests = lines.iter().filter(|line| line.contains("\"digest\":\"02020202020202020202020202020202\"")).count();
    assert!(digests > 20, "{digests}");
    for seed in 0..3 {
        let mut results = Results::default();
        LadderRecord::read(lines.join("\n").as_bytes(), |event| results.apply(event)).expect("a record");
        assert_eq!(tables(&results), published, "byte for byte");
        Numbers::new(seed).shuffle(&mut lines);
    }
    for table in &published {
        let repeats = table.lines().find_map(|line| line.strip_prefix("repeats\t"));
        assert!(repeats.is_some_and(|count| count.parse::<u32>().unwrap() > 20), "{table}");
    }
}

#[test]
fn repeats_widen_the_intervals_and_older_logs_count_in_full() {
    let played = ladder();
    let mut older = played.log.clone();
    for event in &mut older {
        if let Fact::MatchCounted { result, .. } = &mut event.fact {
            result.digest = None;
        }
    }
    let [now, before] = [&played.log, &older].map(|log| Results::fold(log).fit(0).expect("they have played"));
    assert_eq!((now.matches, before.repeats), (before.matches, 0));
    assert!(now.repeats > now.matches / 4, "{} of {}", now.repeats, now.matches);
    for (now, before) in now.ratings().iter().zip(before.ratings()) {
        assert_eq!(now.matches, before.matches);
        assert!(now.se > before.se, "{now:?} {before:?}");
    }
}

#[test]
fn a_match_that_is_annulled_is_in_neither_number() {
    let mut played = ladder();
    let of = |played: &Played| {
        let results = Results::fold(&played.log);
        (0..CATEGORIES)
            .map(|category| results.publish(category).unwrap().weight())
            .fold((0, 0), |sum, one| (sum.0 + one.different, sum.1 + one.all))
    };
    let (different, all) = of(&played);
    let keys: Vec<MatchKey> = counted(&played.log).map(|(key, _)| key).collect();
    let annulled = keys.iter().rev().take(40).filter(|key| {
        let reason = "the host said so".into();
        played.command(Command::Void { match_key: **key, reason, then: AfterVoid::Keep }).is_ok()
    });
    let annulled = annulled.count() as u64;
    let now = of(&played);
    assert!(annulled > 20 && now.1 == all - annulled && now.0 <= different, "{annulled}: {now:?} {all}");
    // Compare with a log that never contained the annulled matches.
    let annulled: Vec<MatchKey> = played
        .log
        .iter()
        .filter_map(|event| match &event.fact {
            Fact::MatchVoided { match_key, .. } => Some(*match_key),
            _ => None,
        })
        .collect();
    let left = played.log.iter().filter(|event| match &event.fact {
        Fact::MatchCounted { match_key, .. } => !annulled.contains(match_key),
        _ => true,
    });
    assert_eq!(tables(&Results::fold(left)), tables(&Results::fold(&played.log)));
}
