//! Whole tournaments of every format, played by numbers, with hosts and accidents in between.

use std::collections::{BTreeMap, BTreeSet};

use referee_contests::{
    contest::{AfterVoid, ContestKind as _, ContestReason, Now, VoidMatch},
    series::sequential::Hypotheses,
    stats::{EloModel, MeanPointsTest, Sprt},
    tournament::{
        Command, ContestRefusal, Entrant, Fact, Format, MatchKey, MatchResult, Phase, Rules, Scheduled, Shown,
        Tournament, TournamentEvent, TournamentOpened,
        event::EncounterKey,
        pairing::{knockout::ThirdPlace, swiss::Acceleration},
        rules::{Deals, PairTest, Release, Timetable},
        standings::{PointsSystem, ResultPoints, TieBreak},
        state::Outcome,
    },
};
use referee_ids::{Seat, Seq};

use crate::numbers::Numbers;

/// Maximum steps of a tournament; with more it hangs.
const MAX_STEPS: usize = 20_000;

/// The opening of a tournament with these rules.
pub fn opened(rules: Rules) -> TournamentOpened {
    let (name, match_setup) = ("cup".to_owned(), String::new());
    TournamentOpened { name, opened_unix_ms: 0, rules, match_setup, deal_seed: [7; 32] }
}

pub fn rules(format: Format) -> Rules {
    Rules {
        format,
        seats: 2,
        matches_per_encounter: 2,
        points: PointsSystem::Encounters(ResultPoints::CLASSIC),
        bye_halves: 2,
        tie_breaks: vec![TieBreak::Buchholz { cut_least: 0, cut_greatest: 0 }, TieBreak::SonnebornBerger],
        replays: 2,
        release: Release::AtOnce,
        deals: Deals::Shared,
        test: None,
        timetable: Timetable::default(),
        accept_within_ms: 600_000,
    }
}

pub fn every_format() -> Vec<Rules> {
    let swiss = |acceleration| Format::Swiss { stages: 5, initial_seat: Seat(0), acceleration };
    vec![
        rules(Format::RoundRobin { cycles: 2 }),
        rules(Format::Gauntlet { challengers: 2, cycles: 2 }),
        rules(swiss(Acceleration::None)),
        Rules { matches_per_encounter: 1, ..rules(swiss(Acceleration::Baku)) },
        rules(Format::Knockout { third_place: ThirdPlace::Played }),
        rules(Format::DoubleElimination),
        rules(Format::KingOfTheHill { challenges: 12 }),
        rules(Format::Arena { duration_ms: 3_000, patience_ms: 100 }),
        Rules { seats: 4, matches_per_encounter: 4, ..rules(Format::Tables { cycles: 1 }) },
        Rules { seats: 3, matches_per_encounter: 1, points: PointsSystem::Own, ..rules(Format::Tables { cycles: 2 }) },
        Rules { points: PointsSystem::Margins, ..rules(Format::RoundRobin { cycles: 1 }) },
    ]
}

pub fn with_tests() -> Vec<Rules> {
    let elo = |model| Sprt::new(0.0, 100.0, 0.05, 0.05, model).unwrap();
    let points = MeanPointsTest::new(0.0, 2.0, 0.05, 0.05).unwrap();
    let tests = [
        Hypotheses::Pairs(elo(EloModel::Logistic)),
        Hypotheses::Games(elo(EloModel::Normalised)),
        Hypotheses::Points(points),
    ];
    let cycles = 1000;
    let series = |test| Rules {
        test: Some(PairTest::of_first_two(test)),
        release: Release::ByHost,
        ..rules(Format::RoundRobin { cycles })
    };
    tests.into_iter().map(series).collect()
}

/// A match that ended without a result, by this termination.
fn void(termination: &str) -> VoidMatch {
    VoidMatch { reason: ContestReason::Match(termination.to_owned()), fault: None }
}

/// The result of a match: the better seed wins more often. The same for the same match, whatever
/// was played before.
pub fn result_of(scheduled: &Scheduled) -> MatchResult {
    let text = format!("{}", MatchKey { attempt: 0, ..scheduled.match_key });
    let seed = text.bytes().fold(17u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut numbers = Numbers::new(seed);
    let strength = |entrant: &Entrant| numbers.normal() - f64::from(entrant.0) / 6.0;
    let strengths: Vec<f64> = scheduled.entrants.iter().map(strength).collect();
    let tied = |a: f64, b: f64| (a - b).abs() < 0.1;
    let place = |own: &f64| 1 + strengths.iter().filter(|other| **other > *own && !tied(**other, *own)).count() as u32;
    let places: Vec<u32> = strengths.iter().map(place).collect();
    let halves = strengths.iter().map(|strength| (strength * 10.0) as i64).collect();
    MatchResult { places, halves, plies: 20, ..MatchResult::default() }
}

/// A tournament, all that happened in it, and what plays it.
pub struct Played {
    pub log: Vec<TournamentEvent>,
    pub tournament: Tournament,
    pub now_ms: u64,
    numbers: Numbers,
    begun: BTreeSet<MatchKey>,
}

impl Played {
    pub fn new(rules: &Rules, entrants: usize, seed: u64) -> Played {
        let fact = Fact::Opened(Box::new(opened(rules.clone())));
        let first = TournamentEvent { seq: Seq(1), at_ms: 0, fact };
        let tournament = Tournament::replay([&first]).unwrap();
        let mut played =
            Played { log: vec![first], tournament, now_ms: 0, numbers: Numbers::new(seed), begun: BTreeSet::new() };
        for index in 0..entrants {
            played.command(Command::Enter(format!("entrant-{index}"))).unwrap();
        }
        played.command(Command::Start { absent: Vec::new() }).unwrap();
        played
    }

    pub fn command(&mut self, command: Command) -> Result<(), ContestRefusal> {
        let facts = self.tournament.decide(&command)?;
        self.take(facts);
        Ok(())
    }

    fn take(&mut self, facts: Vec<Fact>) {
        for fact in facts {
            let event = TournamentEvent { seq: self.tournament.seq.next(), at_ms: self.now_ms, fact };
            self.tournament.apply(&event);
            self.log.push(event);
        }
    }

    pub fn settle(&mut self) {
        loop {
            let seen = self.tournament.newly_seen(&|names| vec![true; names.len()]);
            let now = Now::of_local(self.now_ms, self.begun.len());
            let facts = if seen.is_empty() { self.tournament.due(now) } else { seen };
            if facts.is_empty() {
                return;
            }
            self.take(facts);
        }
    }

    pub fn step(&mut self) {
        self.settle();
        let at_once = 1 + self.numbers.below(4);
        for one in self.tournament.scheduled() {
            if self.begun.len() < at_once {
                self.begun.insert(one.match_key);
            }
        }
        self.now_ms += 1 + self.numbers.below(50) as u64;
        // Begun matches continue, whether others may begin or not.
        let is_begun = |one: &Scheduled| self.begun.contains(&one.match_key);
        let ready: Vec<Scheduled> = self.tournament.awaited().filter(is_begun).collect();
        if ready.is_empty() {
            self.begun.clear();
            let is_played = self.tournament.unfinished() == 0 || matches!(self.tournament.phase, Phase::Closing);
            if self.tournament.holds_back() && is_played {
                self.command(Command::ReleaseResults { through_stage: u32::MAX }).unwrap();
            }
            self.now_ms = self.tournament.next_due_ms(self.now_ms, self.now_ms as i64).unwrap_or(0).max(self.now_ms);
            return;
        }
        let one = ready[self.numbers.below(ready.len())].clone();
        let result = result_of(&one);
        self.begun.remove(&one.match_key);
        self.command(Command::Count { match_key: one.match_key, result: Ok(result) }).unwrap();
    }

    fn is_over(&self) -> bool {
        matches!(self.tournament.phase, Phase::Over(_))
    }

    pub fn play(&mut self) {
        for _ in 0..MAX_STEPS {
            if self.is_over() {
                return;
            }
            self.step();
        }
        panic!("{} hangs: {:?}", self.tournament.opened.rules.format.word(), self.tournament.phase);
    }

    /// The same with random commands of a host. After each step the fold of the log shows the same.
    pub fn play_with_hosts(&mut self) {
        let word = self.tournament.opened.rules.format.word();
        for _ in 0..MAX_STEPS {
            if self.is_over() {
                return;
            }
            self.step();
            let command = self.any_command();
            // A refusal changes nothing.
            let _ = self.command(command);
            let before = self.shown();
            self.tournament = Tournament::replay(&self.log).unwrap();
            assert_eq!(self.shown(), before, "{word}");
        }
        panic!("{word} hangs");
    }

    fn any_command(&mut self) -> Command {
        let entrant = Entrant(self.numbers.below(8) as u32);
        let reason = ContestReason::from("said so");
        match self.numbers.below(30) {
            0 => Command::Withdraw { entrant, reason },
            1 => Command::Disqualify { entrant, reason },
            2 => Command::Pause { reason },
            3 => Command::Enter(format!("late-{}", self.log.len())),
            4 => Command::FreezeEntries { reason },
            5 => match self.tournament.scheduled().next() {
                Some(one) => Command::Count { match_key: one.match_key, result: Err(void("abort")) },
                None => Command::Resume,
            },
            6 => {
                let encounters = &self.tournament.encounters;
                let Some(one) = encounters.get(self.numbers.below(encounters.len().max(1))) else {
                    return Command::Resume;
                };
                let attempt = one.matches[0].attempt;
                let match_key = MatchKey { encounter: one.paired.encounter, number: 0, attempt };
                Command::Void { match_key, reason, then: AfterVoid::Replay }
            }
            8 => match self.tournament.encounters.last() {
                Some(one) => {
                    let (encounter, attempt, winner) =
                        (one.paired.encounter, one.matches[0].attempt, one.paired.entrants[0]);
                    Command::Award { match_key: MatchKey { encounter, number: 0, attempt }, winner, reason }
                }
                None => Command::Resume,
            },
            7 => Command::ReleaseResults { through_stage: self.numbers.below(3) as u32 },
            _ => Command::Resume,
        }
    }

    /// All that a tournament shows, as a text.
    fn shown(&self) -> String {
        let scheduled: Vec<Scheduled> = self.tournament.scheduled().collect();
        let standings = self.tournament.standings(Shown::All);
        format!("{:?}\n{scheduled:?}\n{standings:?}", self.tournament.phase)
    }
}

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

/// The order in which matches end decides nothing but the order of events, except where time itself
/// pairs.
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
fn a_round_robin_has_every_pair_so_often_and_seats_come_out_even() {
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

/// Hosts use all their commands at random times, and play continues: an entrant that leaves
/// forfeits the rest.
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
fn a_match_that_is_played_again_when_its_deals_are_known_has_others() {
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
