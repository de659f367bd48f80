//! Ratings published from a log: new versions, departures, removed entrants and annulled matches.

use referee_contests::{
    contest::ContestKind as _,
    ladder::{AfterVoid, Anchor, Command, ContestRefusal, Entrant, Fact, Results, table},
    rating::Prior,
};

use super::{
    played::{Played, category, declares, joins, result, rules},
    strength::of_known_strength,
};

const BOTS: usize = 12;
const HOUR_MS: u64 = 3600 * 1000;
/// Stronger than all others by at least 200 Elo.
const STRONG: Entrant = Entrant(0);
const REASON: &str = "the host said so";

fn truth() -> Vec<f64> {
    let others = (1..=BOTS as u32 + 1).map(|bot| -20.0 * f64::from(bot));
    std::iter::once(250.0).chain(others).collect()
}

/// Plays a ladder of two seats for a quarter of an hour.
fn ladder(seed: u64) -> Played {
    let mut played = Played::new(rules(vec![category("go", 2)]), seed);
    for bot in 0..BOTS {
        played.join(joins(bot, bot, declares(&[0], 1)));
    }
    go_on(&mut played, HOUR_MS / 4);
    played
}

fn go_on(played: &mut Played, for_ms: u64) {
    let truth = truth();
    let places = of_known_strength(0.1, &truth);
    played.until(played.now_ms + for_ms, &mut |one, numbers| {
        let (places, took_ms) = places(one, numbers);
        (Ok(result(&places)), took_ms)
    });
}

fn fit(played: &Played) -> referee_contests::rating::Fit {
    Results::fold(&played.log).fit(0).expect("they have all met")
}

#[test]
fn a_new_version_starts_where_its_parent_is_and_leaves_its_parent_alone() {
    let mut played = ladder(1);
    let before = fit(&played);
    let parent = before.rating("bot-0000").unwrap().clone();
    let mut joined = joins(BOTS, 0, declares(&[0], 1));
    joined.version_of = Some(STRONG);
    let child = played.join(joined);
    let [own, of_parent] = [child, STRONG].map(|entrant| played.ladder.preview(entrant, 0).expect("it is known"));
    assert_eq!(own.rating, of_parent.rating);
    assert!(own.deviation.unwrap() >= 100.0 && own.deviation > of_parent.deviation, "{own:?} {of_parent:?}");
    assert_eq!(fit(&played), before, "who never played is not in the table, and moves nothing");
    while fit(&played).rating("bot-0012").is_none() {
        go_on(&mut played, 10_000);
    }
    let after = fit(&played);
    let (young, old) = (after.rating("bot-0012").unwrap(), after.rating("bot-0000").unwrap());
    assert!(young.matches <= 8, "{}", young.matches);
    let (log, mut config) = Results::fold(&played.log).log(0).unwrap();
    let like = Prior::Like { parent: "bot-0000".to_owned(), sd: 100.0 };
    assert_eq!(config.priors.remove("bot-0012"), Some(like));
    // A few matches carry little information, so the version is still rated close to its parent.
    let without = referee_contests::rating::fit(&log, &config).unwrap();
    let alone = without.rating("bot-0012").unwrap().elo;
    let [with_prior, by_itself] = [young.elo, alone].map(|elo| (elo - old.elo).abs());
    assert!(with_prior + 50.0 < by_itself, "{with_prior} {by_itself}");
    assert!((old.elo - parent.elo).abs() < 60.0, "{} {}", old.elo, parent.elo);
    assert!(young.se > old.se);
}

#[test]
fn leaving_keeps_a_rating_and_disqualification_removes_all_matches() {
    let mut played = ladder(2);
    assert_eq!(played.command(Command::Withdraw { entrant: STRONG, reason: REASON.into() }), Ok(1));
    let left = fit(&played);
    let of_left = left.rating("bot-0000").expect("it has played").clone();
    go_on(&mut played, HOUR_MS / 4);
    let later = fit(&played);
    let kept = later.rating("bot-0000").expect("it keeps its rating");
    assert!(kept.matches <= of_left.matches + 2, "what was under way was played");
    assert!((kept.elo - of_left.elo).abs() < 60.0, "{} {}", kept.elo, of_left.elo);
    assert!(later.matches > left.matches + 100);

    let with_it = Results::fold(&played.log).matches().filter(|one| one.entrants.contains(&STRONG)).count() as u64;
    assert!(with_it > 20, "{with_it}");
    assert_eq!(played.command(Command::Disqualify { entrant: STRONG, reason: REASON.into() }), Ok(1));
    let refitted = fit(&played);
    assert_eq!(refitted.rating("bot-0000"), None);
    assert_eq!(refitted.matches, later.matches - with_it);
}

#[test]
fn a_version_of_a_removed_entrant_follows_its_predecessor() {
    let mut played = ladder(4);
    let mut joined = joins(BOTS, 0, declares(&[0], 1));
    joined.version_of = Some(STRONG);
    joined.anchors = vec![Anchor { category: 0, elo: 2000, sd: 0 }];
    let second = played.join(joined);
    let mut joined = joins(BOTS + 1, 0, declares(&[0], 1));
    joined.version_of = Some(second);
    played.join(joined);
    while fit(&played).rating("bot-0013").is_none() {
        go_on(&mut played, 10_000);
    }
    let prior = |played: &Played| {
        let (_, config) = Results::fold(&played.log).log(0).unwrap();
        (config.priors.get("bot-0013").cloned(), config.priors.contains_key("bot-0012"))
    };
    let like = |parent: &str| Some(Prior::Like { parent: parent.to_owned(), sd: 100.0 });
    assert_eq!(prior(&played), (like("bot-0012"), true));
    assert_eq!(played.command(Command::Disqualify { entrant: second, reason: REASON.into() }), Ok(1));
    assert_eq!(prior(&played), (like("bot-0000"), false), "a disqualified anchor holds no rating");
    assert_eq!(fit(&played).rating("bot-0012"), None);
}

#[test]
fn annulled_matches_do_not_count_and_are_replayed_if_possible() {
    let mut played = ladder(3);
    let before = fit(&played);
    let counted = |played: &Played, is_open: bool| {
        played.log.iter().rev().find_map(|event| match &event.fact {
            Fact::MatchCounted { match_key, .. } => {
                let open = played.ladder.scheduled().any(|one| one.match_key.encounter == match_key.encounter);
                (open == is_open).then_some(*match_key)
            }
            _ => None,
        })
    };
    let over = counted(&played, false).expect("an encounter is over");
    let annul = |match_key, then| Command::Void { match_key, reason: REASON.into(), then };
    let refused = played.command(annul(over, AfterVoid::Replay));
    assert!(matches!(refused, Err(ContestRefusal::Unchangeable(..))), "{refused:?}");
    assert_eq!(played.command(annul(over, AfterVoid::Keep)), Ok(1));
    let refused = played.command(annul(over, AfterVoid::Keep));
    assert!(matches!(refused, Err(ContestRefusal::Unchangeable(..))), "only once: {refused:?}");
    let after = fit(&played);
    assert_eq!(after.matches, before.matches - 1);
    assert_ne!(table(&after), table(&before));

    while counted(&played, true).is_none() {
        go_on(&mut played, 1_000);
    }
    let open = counted(&played, true).unwrap();
    assert_eq!(played.command(annul(open, AfterVoid::Replay)), Ok(1));
    go_on(&mut played, 60_000);
    let again = referee_contests::ladder::MatchKey { attempt: open.attempt + 1, ..open };
    let results = Results::fold(&played.log);
    let keys: Vec<_> = results.matches().map(|one| one.match_key).collect();
    assert!(keys.contains(&again) && !keys.contains(&open) && !keys.contains(&over));
}
