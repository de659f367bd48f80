//! Tournaments that withhold results: what is shown of withheld stages, and late entries.

use referee_contests::{
    contest::ContestKind as _,
    tournament::{
        Command, Entrant, Fact, Format, MatchResult, Phase, Rules, Scheduled, Shown, Tournament, TournamentEvent,
        pairing::{knockout::ThirdPlace, swiss::Acceleration},
        rules::Release,
    },
};
use referee_ids::{Seat, Seq};

use super::played::{opened, rules, with_tests};

/// A tournament and its log.
struct Told {
    tournament: Tournament,
    log: Vec<TournamentEvent>,
    now_ms: u64,
}

impl Told {
    fn new(rules: Rules, entrants: usize) -> Told {
        let opened = opened(rules);
        let first = TournamentEvent { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened)) };
        let tournament = Tournament::replay([&first]).unwrap();
        let mut told = Told { tournament, log: vec![first], now_ms: 0 };
        for index in 0..entrants {
            told.command(Command::Enter(format!("entrant-{index}")));
        }
        told.command(Command::Start { absent: Vec::new() });
        told
    }

    fn command(&mut self, command: Command) {
        let mut facts = self.tournament.decide(&command).unwrap();
        while !facts.is_empty() {
            for fact in facts {
                let event = TournamentEvent { seq: self.tournament.seq.next(), at_ms: self.now_ms, fact };
                assert!(self.tournament.take(&event));
                self.log.push(event);
            }
            self.now_ms += 1;
            facts = self.tournament.due(referee_contests::contest::Now::of_local(self.now_ms, 0));
        }
    }

    fn scheduled(&self) -> Vec<Scheduled> {
        self.tournament.scheduled().collect()
    }

    /// Ends all scheduled matches: the better entrant wins, unless the match is tied.
    fn end_all(&mut self, is_tied: impl Fn(&Scheduled) -> bool) {
        for one in self.scheduled() {
            let first_wins = one.entrants[0] < one.entrants[1];
            let places = match (is_tied(&one), first_wins) {
                (true, _) => vec![1, 1],
                (false, true) => vec![1, 2],
                (false, false) => vec![2, 1],
            };
            let result = MatchResult { places, halves: vec![0; 2], ..MatchResult::default() };
            self.command(Command::Count { match_key: one.match_key, result: Ok(result) });
        }
    }

    /// Returns the public events: all before the first withheld one.
    fn shown(&self) -> &[TournamentEvent] {
        let first = self.tournament.held_back_from();
        let place = self.log.iter().position(|event| first.is_some_and(|first| event.seq >= first));
        &self.log[..place.unwrap_or(self.log.len())]
    }

    fn counts(&self) -> [[usize; 2]; 2] {
        [Shown::Released, Shown::All].map(|shown| self.tournament.encounter_counts(shown))
    }
}

fn held(format: Format) -> Rules {
    Rules { release: Release::ByHost, ..rules(format) }
}

#[test]
fn that_an_encounter_was_tied_is_not_told_before_its_stage_is_released() {
    let mut told = Told::new(held(Format::Knockout { third_place: ThirdPlace::Shared }), 4);
    assert_eq!(told.counts(), [[2, 2], [2, 2]]);
    told.end_all(|one| one.match_key.encounter.board == 0);
    assert_eq!(told.counts(), [[2, 2], [3, 1]], "the extension is there, and tells who tied");
    told.end_all(|_| false);
    assert_eq!(told.counts(), [[2, 2], [4, 1]], "the final");
    told.command(Command::ReleaseResults { through_stage: 0 });
    assert_eq!(told.counts(), [[4, 1], [4, 1]]);
    told.end_all(|_| false);
    assert_eq!(told.counts(), [[4, 1], [4, 0]], "whether the final is over");
}

#[test]
fn how_far_an_arena_has_come_is_not_told_before_it_is_released() {
    let mut told = Told::new(held(Format::Arena { duration_ms: 1_000, patience_ms: 0 }), 4);
    assert_eq!(told.counts(), [[2, 2], [2, 2]]);
    for _ in 0..5 {
        told.end_all(|_| false);
    }
    let [shown, all] = told.counts();
    assert_eq!(shown, [2, 2]);
    assert!(all[0] > 4, "{all:?}");
    told.command(Command::ReleaseResults { through_stage: 0 });
    assert_eq!(told.counts()[0], told.counts()[1]);
}

/// A reader of later events learns nothing either. An extension, for example, reveals a tie.
#[test]
fn nothing_after_the_first_withheld_result_is_shown() {
    let formats = [
        Format::Knockout { third_place: ThirdPlace::Shared },
        Format::Arena { duration_ms: 1_000, patience_ms: 0 },
        Format::Swiss { stages: 3, initial_seat: Seat(0), acceleration: Acceleration::None },
        Format::RoundRobin { cycles: 1 },
    ];
    for format in formats {
        let mut told = Told::new(held(format), 4);
        let begun = told.shown().len();
        let paired = |event: &&TournamentEvent| matches!(event.fact, Fact::EncounterPaired(_));
        // The first stage; for a round robin, the whole schedule is known beforehand.
        let known = if matches!(format, Format::RoundRobin { .. }) { 6 } else { 2 };
        assert_eq!(told.shown().iter().filter(paired).count(), known, "{}", format.word());
        told.end_all(|one| one.match_key.encounter.board == 0);
        told.end_all(|_| false);
        assert!(told.log.len() > begun + 4);
        assert_eq!(told.shown().len(), begun, "{}", format.word());
        told.command(Command::ReleaseResults { through_stage: 0 });
        let is_counted = |event: &&TournamentEvent| matches!(event.fact, Fact::MatchCounted { .. });
        assert!(told.shown().iter().filter(is_counted).count() >= 4, "{}", format.word());
        let later = |event: &TournamentEvent| matches!(&event.fact, Fact::MatchCounted { match_key, .. } if match_key.encounter.stage > 0);
        assert!(!told.shown().iter().any(later), "{}", format.word());
    }
}

#[test]
fn no_rejection_reveals_that_a_test_has_its_answer() {
    let mut told = Told::new(Rules { release: Release::ByHost, ..with_tests()[0].clone() }, 2);
    while matches!(told.tournament.phase, Phase::Running) {
        told.end_all(|_| false);
    }
    assert!(matches!(told.tournament.phase, Phase::Closing), "{:?}", told.tournament.phase);
    let refused = told.tournament.decide(&Command::Enter("late".to_owned())).unwrap_err();
    let sentence = refused.to_string();
    assert!(sentence.split(' ').all(|word| word != "test"), "{sentence}");
}

/// The stage has more encounters than are paired in advance.
#[test]
fn progress_of_a_stage_is_hidden_until_its_release() {
    let mut told = Told::new(held(Format::RoundRobin { cycles: 1 }), 140);
    let before = told.counts()[0];
    told.end_all(|_| false);
    let [shown, all] = told.counts();
    assert!(all[0] > before[0], "more are paired");
    assert_eq!(shown, before);
}

#[test]
fn incomplete_encounters_of_a_released_stage_lack_a_match() {
    let mut told = Told::new(held(Format::RoundRobin { cycles: 1 }), 4);
    let [shown, all] = told.counts();
    assert_eq!((shown, all), ([2, 2], [6, 6]));
    told.command(Command::ReleaseResults { through_stage: 1 });
    assert_eq!(told.counts()[0], [6, 6]);
}

/// The tournament begins with 8 entrants, and the first 4 get one extra point. Later entrants do
/// not change that.
#[test]
fn late_entries_do_not_change_the_accelerated_half() {
    let swiss = Format::Swiss { stages: 5, initial_seat: Seat(0), acceleration: Acceleration::Baku };
    let mut told = Told::new(rules(swiss), 8);
    for late in 8..14 {
        told.command(Command::Enter(format!("entrant-{late}")));
    }
    told.end_all(|_| false);
    let second = told.tournament.encounters.iter().filter(|one| one.paired.encounter.stage == 1);
    let mut top: Vec<Entrant> = second.take(1).flat_map(|one| one.paired.entrants.clone()).collect();
    top.sort_unstable();
    assert_eq!(top, [Entrant(0), Entrant(1)], "with a point more, these two alone have 2");
}
