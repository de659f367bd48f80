//! Provisional results, which the host can still correct, and when they become final.

use referee_contests::contest::ContestReason;
use referee_contests::contest::{AfterVoid, BadField, ContestKind as _};
use referee_contests::tournament::{
    Command, ContestRefusal, Entrant, Fact, Format, MatchKey, MatchResult, Phase, Rules, Shown, Tournament,
    TournamentEvent,
    pairing::knockout::ThirdPlace,
    rules::{Release, Timetable},
    standings::{PointsSystem, ResultPoints},
    state::Outcome,
};

use super::played::{Played, every_format, result_of, rules, with_tests};

const PROVISIONAL_MS: u64 = 60_000;

fn provisional(rules: Rules) -> Rules {
    Rules { timetable: Timetable { provisional_ms: PROVISIONAL_MS, ..Timetable::default() }, ..rules }
}

/// Plays a tournament until its results are provisional.
fn played_out(rules: Rules, entrants: usize) -> Played {
    let mut played = Played::new(&provisional(rules), entrants, 3);
    for _ in 0..20_000 {
        played.settle();
        if played.tournament.is_provisional() {
            return played;
        }
        played.step();
    }
    panic!("it hangs: {:?}", played.tournament.phase);
}

fn key(text: &str) -> MatchKey {
    MatchKey::parse(text).unwrap()
}

fn reason() -> ContestReason {
    "a ruling".into()
}

fn award(played: &mut Played, match_key: MatchKey, winner: Entrant) -> Result<(), ContestRefusal> {
    played.command(Command::Award { match_key, winner, reason: reason() })
}

fn last(played: &Played) -> &Fact {
    &played.log.last().unwrap().fact
}

#[test]
fn results_are_provisional_until_their_time_to_the_millisecond() {
    for rules in every_format().into_iter().chain(with_tests()) {
        let word = rules.format.word();
        let entrants = if rules.test.is_some() { 2 } else { 6 };
        let mut played = played_out(rules, entrants);
        let Phase::Provisional { until_unix_ms, .. } = played.tournament.phase else { panic!("{word}") };
        let ended_ms = played.log.last().unwrap().at_ms;
        assert_eq!(until_unix_ms, (ended_ms + PROVISIONAL_MS) as i64, "{word}");
        played.now_ms = until_unix_ms as u64 - 1;
        played.settle();
        assert!(played.tournament.is_provisional(), "{word}");
        assert_eq!(played.tournament.next_due_ms(5, until_unix_ms - 1), Some(6), "{word}");
        played.now_ms += 1;
        played.settle();
        assert!(
            matches!(played.tournament.phase, Phase::Over(ContestReason::Played | ContestReason::Tested)),
            "{word}"
        );
        assert!(matches!(last(&played), Fact::Ended { .. }), "both are events");
    }
}

#[test]
fn a_cheat_found_after_the_last_match_is_disqualified_and_the_results_are_confirmed() {
    let mut played = played_out(rules(Format::Knockout { third_place: ThirdPlace::Played }), 4);
    let winner = played.tournament.standings(Shown::All)[0].entrant;
    played.command(Command::Disqualify { entrant: winner, reason: reason() }).unwrap();
    let standings = played.tournament.standings(Shown::All);
    assert_eq!(standings.last().unwrap().entrant, winner);
    assert!(played.tournament.is_provisional());
    played.command(Command::Confirm).unwrap();
    assert_eq!(played.tournament.phase, Phase::Over(ContestReason::Played));
    let late = played.command(Command::Confirm);
    assert!(matches!(late, Err(ContestRefusal::WrongState { .. })), "{late:?}");
}

#[test]
fn a_replay_reopens_a_tournament_for_another_period() {
    let mut played = played_out(rules(Format::RoundRobin { cycles: 1 }), 4);
    let before = played.tournament.phase.clone();
    played.now_ms += 1_000;
    played.command(Command::Void { match_key: key("s1-b1-m1"), reason: reason(), then: AfterVoid::Replay }).unwrap();
    assert_eq!(played.tournament.phase, Phase::Running);
    let again = played.tournament.scheduled().next().unwrap();
    assert_eq!(again.match_key.to_string(), "s1-b1-m1-r1");
    played.command(Command::Count { match_key: again.match_key, result: Ok(result_of(&again)) }).unwrap();
    played.settle();
    assert!(played.tournament.is_provisional() && played.tournament.phase != before);
}

#[test]
fn nothing_but_corrections_is_taken_while_results_are_provisional() {
    let mut played = played_out(rules(Format::RoundRobin { cycles: 1 }), 4);
    let entrant = Entrant(0);
    for command in [
        Command::Enter("late".to_owned()),
        Command::Start { absent: Vec::new() },
        Command::FreezeEntries { reason: reason() },
        Command::Pause { reason: reason() },
        // A loser could otherwise prevent a replay of its matches.
        Command::Withdraw { entrant, reason: reason() },
    ] {
        let refused = played.command(command);
        let stands = "the contest is provisional, expected a contest that is not over";
        assert_eq!(refused.unwrap_err().to_string(), stands);
    }
    let mut early = Played::new(&provisional(rules(Format::RoundRobin { cycles: 1 })), 4, 1);
    let refused = early.command(Command::Confirm).unwrap_err();
    assert_eq!(refused.to_string(), "the contest is running, expected a contest that is provisional");
}

#[test]
fn an_awarded_match_brings_its_points_and_is_in_no_statistic() {
    let points = PointsSystem::Games(ResultPoints { win: 2, draw: 1, loss: 0 });
    let mut played = played_out(Rules { points, ..rules(Format::RoundRobin { cycles: 1 }) }, 4);
    let of = |played: &Played, entrant: Entrant| {
        let standings = played.tournament.standings(Shown::All);
        standings.iter().find(|one| one.entrant == entrant).unwrap().halves
    };
    let (match_key, encounter) = (key("s1-b1-m1"), key("s1-b1-m1").encounter);
    let paired = played.tournament.encounter(&encounter).unwrap().paired.clone();
    let Outcome::Counted(result) = &played.tournament.encounter(&encounter).unwrap().matches[0].outcome else {
        panic!("it was played")
    };
    let (winner, loser) = match result.places[..] {
        [1, 2] => (paired.entrants[1], paired.entrants[0]),
        [2, 1] => (paired.entrants[0], paired.entrants[1]),
        _ => panic!("the seed of this tournament has a winner here"),
    };
    let before = [of(&played, winner), of(&played, loser)];
    award(&mut played, match_key, winner).unwrap();
    assert_eq!([of(&played, winner), of(&played, loser)], [before[0] + 2, before[1] - 2]);
    let index = played.tournament.encounters.iter().position(|one| one.paired.encounter == encounter).unwrap();
    assert_eq!(played.tournament.observed(index).matches[0], None);
    let events = played.log.len();
    award(&mut played, match_key, winner).unwrap();
    assert_eq!(played.log.len(), events, "the same again changes nothing");
    played.settle();
    assert!(played.tournament.is_provisional(), "players have another period to object");
    let again = Tournament::replay(&played.log).unwrap();
    assert_eq!(again.standings(Shown::All), played.tournament.standings(Shown::All));
}

#[test]
fn an_award_that_ties_a_final_extends_it() {
    let mut played = Played::new(&provisional(rules(Format::Knockout { third_place: ThirdPlace::Shared })), 2, 1);
    let count = |played: &mut Played, text: &str, places: [u32; 2]| {
        let (places, halves) = (places.to_vec(), vec![0, 0]);
        let result = MatchResult { places, halves, ..MatchResult::default() };
        played.settle();
        played.command(Command::Count { match_key: key(text), result: Ok(result) }).unwrap();
        played.settle();
    };
    count(&mut played, "s1-b1-m1", [1, 2]);
    count(&mut played, "s1-b1-m2", [2, 1]);
    assert!(played.tournament.is_provisional());
    award(&mut played, key("s1-b1-m2"), Entrant(1)).unwrap();
    played.settle();
    assert_eq!(played.tournament.phase, Phase::Running);
    assert_eq!(played.tournament.scheduled().next().unwrap().match_key.to_string(), "s1-b1-x1-m1");
}

#[test]
fn a_forfeit_or_an_award_decides_an_encounter_that_brought_no_points_of_the_game() {
    let knockout = || rules(Format::Knockout { third_place: ThirdPlace::Shared });
    for points in [PointsSystem::Own, PointsSystem::Margins] {
        let rules = provisional(Rules { points, bye_halves: 0, ..knockout() });
        let mut absent = Played::new(&rules, 2, 1);
        absent.settle();
        loop {
            let Some(one) = absent.tournament.scheduled().next() else { break };
            let forfeits: Vec<bool> = one.entrants.iter().map(|entrant| *entrant == Entrant(0)).collect();
            let result = Ok(MatchResult::of_no_show(&forfeits));
            absent.command(Command::Count { match_key: one.match_key, result }).unwrap();
            absent.settle();
        }
        let mut awarded = Played::new(&rules, 2, 1);
        awarded.settle();
        let level = MatchResult { places: vec![1, 1], halves: vec![6, 6], ..MatchResult::default() };
        awarded.command(Command::Count { match_key: key("s1-b1-m1"), result: Ok(level) }).unwrap();
        award(&mut awarded, key("s1-b1-m2"), Entrant(1)).unwrap();
        awarded.settle();
        for played in [absent, awarded] {
            assert!(played.tournament.is_provisional(), "{:?}", played.tournament.phase);
            assert_eq!(played.tournament.encounters.len(), 1, "nothing is played on");
            assert_eq!(played.tournament.standings(Shown::All)[0].entrant, Entrant(1));
        }
    }
}

#[test]
fn awards_are_rejected_after_dependent_pairings_or_for_other_players() {
    let mut played = played_out(rules(Format::Knockout { third_place: ThirdPlace::Shared }), 4);
    let paired = played.tournament.encounter(&key("s1-b1-m1").encounter).unwrap().paired.clone();
    let followed = ContestRefusal::Unchangeable(key("s1-b1-m1"), "later pairings depend on its result");
    assert_eq!(award(&mut played, key("s1-b1-m1"), paired.entrants[0]), Err(followed));
    let outsider = (0..4).map(Entrant).find(|one| !paired.entrants.contains(one)).unwrap();
    let refused = award(&mut played, key("s1-b1-m1"), outsider);
    assert!(
        matches!(&refused, Err(ContestRefusal::BadField(BadField { field, .. })) if field == "winner"),
        "{refused:?}"
    );
    let unknown = award(&mut played, key("s9-b1-m1"), Entrant(0));
    assert_eq!(unknown, Err(ContestRefusal::UnknownMatch(key("s9-b1-m1"))));
}

#[test]
fn a_match_that_waits_is_awarded_and_its_late_result_does_not_count() {
    let mut played = Played::new(&provisional(rules(Format::RoundRobin { cycles: 1 })), 4, 1);
    played.settle();
    let one = played.tournament.scheduled().next().unwrap();
    award(&mut played, one.match_key, one.entrants[1]).unwrap();
    assert!(!played.tournament.is_awaited(&one.match_key));
    let events = played.log.len();
    played.command(Command::Count { match_key: one.match_key, result: Ok(result_of(&one)) }).unwrap();
    assert_eq!(played.log.len(), events);
}

#[test]
fn results_that_the_host_holds_back_are_provisional_from_their_release_on() {
    let by_host = Rules { release: Release::ByHost, ..rules(Format::RoundRobin { cycles: 1 }) };
    let mut played = Played::new(&provisional(by_host), 4, 1);
    while played.tournament.unfinished() > 0 || played.tournament.encounters.len() < 6 {
        played.settle();
        let one = played.tournament.scheduled().next().unwrap();
        played.command(Command::Count { match_key: one.match_key, result: Ok(result_of(&one)) }).unwrap();
    }
    played.settle();
    assert_eq!(played.tournament.phase, Phase::Running, "corrections are unseen until the release");
    played.now_ms = 5_000_000;
    played.command(Command::ReleaseResults { through_stage: u32::MAX }).unwrap();
    played.settle();
    let until_unix_ms = (5_000_000 + PROVISIONAL_MS) as i64;
    assert_eq!(played.tournament.phase, Phase::Provisional { reason: ContestReason::Played, until_unix_ms });
}

#[test]
fn a_log_without_a_provisional_time_is_final_at_its_end() {
    let mut played = Played::new(&rules(Format::RoundRobin { cycles: 1 }), 4, 1);
    played.play();
    assert!(matches!(last(&played), Fact::Ended { reason: ContestReason::Played }));
    let follows = |fact| {
        let mut of = Tournament::replay(&played.log).unwrap();
        of.take(&TournamentEvent { seq: of.seq.next(), at_ms: 0, fact })
    };
    assert!(!follows(Fact::Provisional { reason: ContestReason::Played, until_unix_ms: 0 }), "it is over");
}
