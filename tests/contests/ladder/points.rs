//! Categories that are rated by points per deal.

use referee_contests::contest::BadField;
use referee_contests::{
    ladder::{
        Anchor, Category, Command, ContestRefusal, Entrant, Entry, Fact, LadderEvent, MatchResult, PublishError,
        RatedBy, Ratings, Results, Scheduled,
    },
    rating::deal_points::{DealFit, DealLog},
};
use referee_store::codec::contest::{decode, encode};

use super::played::{Played, category, declares, joins, result, rules};
use crate::numbers::Numbers;

const BOTS: usize = 8;
const SEATS: usize = 4;
/// Points per deal by which each entrant exceeds the next one.
const STEP: f64 = 2.0;
/// Points per deal by which each seat exceeds the next one.
const SEAT_STEP: f64 = 1.0;

/// Returns the result of a match of several deals, in chips that sum to 0.
fn chips(one: &Scheduled, numbers: &mut Numbers) -> MatchResult {
    let rounds = 5 + numbers.below(6) as u32;
    let deals = f64::from(rounds);
    let worth = |(seat, entrant): (usize, &Entrant)| {
        let mean = -STEP * f64::from(entrant.0) - SEAT_STEP * seat as f64;
        mean * deals + 3.0 * deals.sqrt() * numbers.normal()
    };
    let got: Vec<f64> = one.entrants.iter().enumerate().map(worth).collect();
    let mean = got.iter().sum::<f64>() / SEATS as f64;
    let mut halves: Vec<i64> = got.iter().map(|got| 2 * (got - mean).round() as i64).collect();
    halves[0] -= halves.iter().sum::<i64>();
    let place = |own: &i64| 1 + halves.iter().filter(|other| *other > own).count() as u32;
    let places: Vec<u32> = halves.iter().map(place).collect();
    MatchResult { halves, rounds, ..result(&places) }
}

fn ladder() -> Played {
    let cards = Category { rated_by: RatedBy::Points, ..category("cards", SEATS as u8) };
    let mut played = Played::new(rules(vec![category("go", 2), cards]), 3);
    for bot in 0..BOTS {
        played.join(joins(bot, bot, declares(&[1], 1)));
    }
    played.until(3_600_000, &mut |one, numbers| (Ok(chips(one, numbers)), 5_000));
    played
}

/// Fits all counted matches without the ladder's own code.
fn by_hand(played: &Played) -> DealFit {
    let mut log = DealLog::new(SEATS).unwrap();
    for event in &played.log {
        let Fact::MatchCounted { match_key, result } = &event.fact else { continue };
        let seated = played.ladder.encounters[&match_key.encounter.board].paired.seated(match_key.number as usize);
        let names: Vec<String> = seated.iter().map(|entrant| format!("bot-{:04}", entrant.0)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        log.add(&names, &result.halves, result.rounds).unwrap();
    }
    log.fit().unwrap()
}

fn published(played: &Played) -> Ratings {
    Results::fold(&played.log).publish(1).expect("they have all met")
}

#[test]
fn points_a_deal_are_published_with_the_worth_of_seats() {
    let played = ladder();
    let ratings = published(&played);
    let fit = by_hand(&played);
    assert_eq!(ratings, Ratings::Points(fit.clone()));
    assert!(fit.matches > 100, "{}", fit.matches);
    let middle = (BOTS as f64 - 1.0) / 2.0;
    for (bot, rated) in fit.ratings().iter().enumerate() {
        let truth = STEP * (middle - bot as f64);
        assert!((rated.points - truth).abs() < 4.0 * rated.se + 0.1, "{rated:?}, {truth}");
    }
    for (seat, effect) in fit.seat_effects.iter().enumerate() {
        let truth = SEAT_STEP * (1.5 - seat as f64);
        assert!((effect.points - truth).abs() < 4.0 * effect.se + 0.1, "{effect:?}, {truth}");
    }
    let apart = ratings.compare("bot-0000", "bot-0003").expect("matches connect them");
    let own = fit.difference("bot-0000", "bot-0003").expect("matches connect them");
    assert_eq!((apart.difference, apart.low, apart.high), (own.points, own.low, own.high));
    assert_eq!((apart.los, apart.expected_score), (None, None));
    let table = ratings.table();
    assert!(table.starts_with("entrant\tpoints\tse\tlow\thigh\tmatches\tcomponent\nbot-0000\t"), "{table}");
    assert_eq!(table.lines().count(), 1 + BOTS + SEATS + 1, "{table}");
}

#[test]
fn the_same_events_give_the_same_table_in_any_order_and_from_their_bytes() {
    let mut played = ladder();
    let match_key = played.log.iter().find_map(|event| match &event.fact {
        Fact::MatchCounted { match_key, .. } => Some(*match_key),
        _ => None,
    });
    let annul = Command::Void {
        match_key: match_key.expect("something counts"),
        reason: "the host said so".into(),
        then: referee_contests::ladder::AfterVoid::Keep,
    };
    let before = published(&played).table();
    assert_eq!(played.command(annul), Ok(1));
    let table = published(&played).table();
    assert_ne!(table, before, "what is annulled does not count");
    let (mut joined, mut rest): (Vec<_>, Vec<_>) =
        played.log.iter().cloned().partition(|event| matches!(event.fact, Fact::Opened(_) | Fact::EntrantEntered(_)));
    Numbers::new(1).shuffle(&mut rest);
    joined.extend(rest);
    assert_eq!(Results::fold(&joined).publish(1).expect("ratings").table(), table);
    let stored: Vec<_> = played.log.iter().map(|event| decode(&encode(event)).expect("an event")).collect();
    assert_eq!(stored, played.log);
    assert_eq!(Results::fold(&stored).publish(1).expect("ratings").table(), table);
}

#[test]
fn a_match_without_a_whole_deal_changes_no_rating() {
    let mut played = ladder();
    let before = played.ladder.next_encounter;
    played.until(played.now_ms + 60_000, &mut |one, numbers| {
        let chips = chips(one, numbers);
        let rounds = if one.match_key.encounter.board < before { chips.rounds } else { 0 };
        (Ok(MatchResult { rounds, ..chips }), 5_000)
    });
    let is_empty = |event: &LadderEvent| matches!(&event.fact, Fact::MatchCounted { result, .. } if result.rounds == 0);
    let whole: Vec<LadderEvent> = played.log.iter().filter(|event| !is_empty(event)).cloned().collect();
    assert!(whole.len() + 4 < played.log.len());
    assert_eq!(published(&played), Results::fold(&whole).publish(1).expect("ratings"));
}

#[test]
fn ratings_by_points_have_no_priors_and_need_a_match() {
    let cards = Category { rated_by: RatedBy::Points, ..category("cards", 3) };
    let mut played = Played::new(rules(vec![category("go", 2), cards]), 1);
    let anchored = |category| {
        let anchors = vec![Anchor { category, elo: 0, sd: 0 }];
        Entry { anchors, ..joins(0, 0, declares(&[0, 1], 1)) }
    };
    let refused = played.command(Command::Enter(anchored(1)));
    let Err(ContestRefusal::BadField(BadField { field, .. })) = refused else { panic!("{refused:?}") };
    assert_eq!(field, "known_ratings[0].category");
    assert_eq!(played.command(Command::Enter(anchored(0))), Ok(1));
    for (category, name) in [(0, "go"), (1, "cards")] {
        let none = Results::fold(&played.log).publish(category);
        assert_eq!(none, Err(PublishError::Nobody { category: name.to_owned() }), "a known rating is no match");
    }
}
