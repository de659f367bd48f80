//! Entrants that leave a tournament. Their matches are not replayed, the reports omit a
//! disqualified entrant, and they add the forfeits of one that leaves during an encounter.

use std::collections::BTreeMap;

use referee::contest::AfterVoid;
use referee::{
    report::{ReportMatch, csv, json, trf},
    runner::tournament::report::{About, of},
    tournament::{
        Command, ContestRefusal, Entrant, Fact, Format, Rules,
        standings::{PointsSystem, ResultPoints},
        state::{EncounterState, Outcome},
    },
};

use super::played::{Played, rules};

const ABOUT: About<'static> =
    About { id: "cup", game: "kamisado", time_control: "60+1", display_names: BTreeMap::new(), openings: None };

/// Plays a round robin of five, and disqualifies one entrant after two thirds of the matches.
fn played() -> Played {
    let points = PointsSystem::Games(ResultPoints::CLASSIC);
    let rules = Rules { points, bye_halves: 4, ..rules(Format::RoundRobin { cycles: 1 }) };
    let mut played = Played::new(&rules, 5, 1);
    for _ in 0..13 {
        played.step();
    }
    let before = of(&played.tournament, ABOUT);
    let is_met = |entrant: usize| before.matches().any(|(_, one)| one.entrants.contains(&entrant));
    assert!(is_met(2), "it has played before");
    played.command(Command::Disqualify { entrant: Entrant(2), reason: "two programs".into() }).unwrap();
    played.play();
    played
}

#[test]
fn matches_of_a_disqualified_entrant_count_in_no_table() {
    let report = of(&played().tournament, ABOUT);
    report.check().unwrap();
    assert!(report.matches().count() >= 10, "the others met");
    assert!(report.matches().all(|(_, one)| !one.entrants.contains(&2)));
    assert!(report.pairs().keys().all(|(one, other)| *one != 2 && *other != 2));
    assert!(report.causes().values().all(|row| row.by_entrant[2] == 0));
    assert_eq!(report.scores()[2].matches, 0);
    assert_eq!(report.ratings.len(), 4, "{:?}", report.ratings);
    assert!(report.ratings.iter().all(|rating| rating.entrant != 2));
}

#[test]
fn removed_entrants_do_not_play_again() {
    let mut played = Played::new(&rules(Format::RoundRobin { cycles: 1 }), 5, 1);
    for _ in 0..6 {
        played.step();
    }
    let counted = played.log.iter().filter_map(|event| match &event.fact {
        Fact::MatchCounted { match_key, .. } => Some(*match_key),
        _ => None,
    });
    let met = |key: &referee::tournament::MatchKey| {
        let of = |fact: &Fact| match fact {
            Fact::EncounterPaired(paired) if paired.encounter == key.encounter => Some(paired.entrants.clone()),
            _ => None,
        };
        played.log.iter().find_map(|event| of(&event.fact)).unwrap()
    };
    // Finds an encounter with both of its matches played.
    let whole =
        counted.clone().find(|key| counted.clone().filter(|other| other.encounter == key.encounter).count() == 2);
    let match_key = whole.expect("six matches are three encounters or four");
    let entrant = met(&match_key)[1];
    played.command(Command::Withdraw { entrant, reason: "no time".into() }).unwrap();
    let again = played.command(Command::Void { match_key, reason: "again".into(), then: AfterVoid::Replay });
    assert_eq!(again, Err(ContestRefusal::Unchangeable(match_key, "one of its entrants is out")));
    played.play();
}

#[test]
fn points_equal_reported_matches_plus_awards() {
    let report = of(&played().tournament, ABOUT);
    let scores = report.scores();
    for standing in &report.standings {
        let entrant = standing.entrant.index();
        let awards = report.awards.iter().filter(|award| award.entrant == entrant);
        let halves = scores[entrant].halves as i64 + awards.map(|award| award.halves).sum::<i64>();
        assert_eq!(standing.halves, halves, "entrant {entrant}");
        assert_eq!(halves == 0, entrant == 2, "entrant {entrant}");
    }
    let text = trf::trf(&report).expect("its points are those of its games and byes");
    let out = text.lines().find(|line| line.starts_with("001    3 ")).expect("its line");
    assert!(out.contains(" 0.0 "), "{out}");
    let byes = text.matches("0000 - U").count();
    assert_eq!(byes, 8, "four others, two rounds each: {text}");
}

/// Plays a round robin of five in which one entrant leaves between the two matches of an encounter.
/// Returns that entrant too.
fn left_within() -> (Played, Entrant) {
    let points = PointsSystem::Games(ResultPoints::CLASSIC);
    let rules = Rules { points, bye_halves: 4, ..rules(Format::RoundRobin { cycles: 1 }) };
    let mut played = Played::new(&rules, 5, 1);
    let is_half_played = |one: &&EncounterState| {
        let is_open = |open: bool| one.matches.iter().any(|slot| (slot.outcome == Outcome::Open) == open);
        is_open(true) && is_open(false)
    };
    let within = (0..12).find_map(|_| {
        played.step();
        let encounters = &played.tournament.encounters;
        let half = encounters.iter().filter(|one| one.paired.encounter.stage > 0).find(is_half_played);
        half.map(|one| one.paired.entrants[1])
    });
    let entrant = within.expect("an encounter of a later stage is half played");
    played.command(Command::Withdraw { entrant, reason: "no time".into() }).unwrap();
    played.play();
    (played, entrant)
}

#[test]
fn forfeits_within_an_encounter_are_reported_and_in_no_statistics() {
    let (played, left) = left_within();
    let report = of(&played.tournament, ABOUT);
    report.check().unwrap();
    let forfeits: Vec<&ReportMatch> = report.encounters.iter().flat_map(|one| &one.forfeits).collect();
    assert!(!forfeits.is_empty());
    for one in &forfeits {
        let seat = one.by_seat.expect("a disqualified entrant");
        assert_eq!((one.entrants[seat], one.termination.as_str()), (left.index(), "forfeit"));
        assert_eq!(one.detail, format!("not played, out: entrant-{}", left.index()));
    }
    assert!(report.encounters.iter().all(|one| one.lacks == 0));
    let counted = played.log.iter().filter(|event| matches!(event.fact, Fact::MatchCounted { .. })).count();
    assert_eq!(report.matches().count(), counted, "statistics are of what was played");
    assert!(!report.causes().contains_key("forfeit"));

    let scores = report.scores();
    for standing in &report.standings {
        let entrant = standing.entrant.index();
        let awards = report.awards.iter().filter(|award| award.entrant == entrant).map(|award| award.halves);
        let won = forfeits.iter().filter(|one| one.entrants.contains(&entrant) && entrant != left.index());
        let halves = scores[entrant].halves as i64 + awards.sum::<i64>() + 2 * won.count() as i64;
        assert_eq!(standing.halves, halves, "entrant {entrant}");
    }
    let text = trf::trf(&report).expect("its points are those of its games, forfeits and byes");
    let written = |result: char| [" w ", " b "].map(|color| text.matches(&format!("{color}{result}")).count());
    assert_eq!(written('+').iter().sum::<usize>(), forfeits.len(), "{text}");
    assert_eq!(written('-').iter().sum::<usize>(), forfeits.len(), "{text}");
    assert_eq!(csv::matches(&report).lines().count(), 1 + 2 * (counted + forfeits.len()));
    let forfeited = json::object(&report).to_string().matches("\"termination\":\"forfeit\"").count();
    assert_eq!(forfeited, forfeits.len());
}
