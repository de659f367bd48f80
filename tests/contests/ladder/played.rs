//! Simulated ladders: a random generator plays the matches in virtual time.

use std::collections::{BTreeMap, BTreeSet};

use referee_contests::{
    contest::ContestKind as _,
    ladder::{
        Category, Command, ContestRefusal, Declaration, Entrant, Entry, Fact, Ladder, LadderEvent, LadderOpened,
        MatchKey, MatchResult, PairingRules, QuarantineRules, RatedBy, Rules, Scheduled, VoidMatch,
    },
};
use referee_ids::{PlayerId, Seat, Seq};

use crate::numbers::Numbers;

/// Maximum steps of a ladder. A ladder that takes more hangs.
const MAX_STEPS: usize = 200_000;

pub fn category(name: &str, seats: u8) -> Category {
    Category {
        name: name.to_owned(),
        seats,
        matches_per_encounter: u32::from(seats),
        match_setup: "any".to_owned(),
        rated_by: RatedBy::Ranks,
    }
}

pub fn rules(categories: Vec<Category>) -> Rules {
    Rules {
        categories,
        pairing: PairingRules::default(),
        quarantine: QuarantineRules::default(),
        replays: 2,
        version_sd: 100,
        accept_within_ms: 600_000,
    }
}

pub fn declares(categories: &[u16], at_once: u32) -> Declaration {
    Declaration { categories: categories.to_vec(), at_once, matches_per_day: 1_000 }
}

pub fn joins(index: usize, owner: usize, declaration: Declaration) -> Entry {
    Entry {
        name: format!("bot-{index:04}"),
        owner: PlayerId::parse(&format!("owner-{owner}")).unwrap(),
        version_of: None,
        anchors: Vec::new(),
        declaration,
    }
}

/// Returns a result with these places by seat.
pub fn result(places: &[u32]) -> MatchResult {
    let seats = places.len();
    MatchResult {
        places: places.to_vec(),
        halves: vec![0; seats],
        moves: vec![20; seats],
        thought_ms: vec![1_000; seats],
        elapsed_ms: 2_000,
        rounds: 1,
        ..MatchResult::default()
    }
}

/// Decides the result of a match and its duration in milliseconds.
pub type Play<'a> = dyn FnMut(&Scheduled, &mut Numbers) -> (Result<MatchResult, VoidMatch>, u64) + 'a;

/// A ladder, its log, and the matches in progress with their end times.
pub struct Played {
    pub log: Vec<LadderEvent>,
    pub ladder: Ladder,
    pub now_ms: u64,
    pub numbers: Numbers,
    /// Returns the number of matches of a category that an entrant could play now.
    pub places: fn(&str, usize) -> usize,
    under_way: BTreeMap<(u64, MatchKey), Result<MatchResult, VoidMatch>>,
    begun: BTreeSet<MatchKey>,
    steps: usize,
}

impl Played {
    pub fn new(rules: Rules, seed: u64) -> Played {
        let opened = LadderOpened { name: "ladder".to_owned(), opened_unix_ms: 0, rules, deal_seed: [7; 32] };
        referee_contests::ladder::check_opening(&opened).unwrap();
        let first = LadderEvent { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened)) };
        let ladder = Ladder::replay([&first]).unwrap();
        Played {
            log: vec![first],
            ladder,
            now_ms: 0,
            numbers: Numbers::new(seed),
            places: |_, _| usize::MAX,
            under_way: BTreeMap::new(),
            begun: BTreeSet::new(),
            steps: 0,
        }
    }

    pub fn command(&mut self, command: Command) -> Result<usize, ContestRefusal> {
        let facts = self.ladder.decide(&command)?;
        let count = facts.len();
        self.take(facts);
        Ok(count)
    }

    pub fn join(&mut self, joined: Entry) -> Entrant {
        assert_eq!(self.command(Command::Enter(joined)), Ok(1));
        Entrant(self.ladder.entrants.len() as u32 - 1)
    }

    pub fn take(&mut self, facts: Vec<Fact>) {
        for fact in facts {
            let event = LadderEvent { seq: self.ladder.seq.next(), at_ms: self.now_ms, fact };
            self.ladder.apply(&event);
            self.log.push(event);
        }
    }

    /// Applies everything that is due now, until nothing is due.
    pub fn settle(&mut self) {
        loop {
            let places = |names: &[&str], category| names.iter().map(|name| (self.places)(name, category)).collect();
            let facts = self.ladder.due(self.now_ms, &places);
            if facts.is_empty() {
                return;
            }
            self.take(facts);
            self.steps += 1;
            assert!(self.steps < MAX_STEPS, "it hangs");
        }
    }

    /// Starts the scheduled matches and advances to the next event. Returns false if there is none.
    pub fn step(&mut self, play: &mut Play) -> bool {
        self.settle();
        let scheduled: Vec<Scheduled> = self.ladder.scheduled().collect();
        for one in scheduled {
            if !self.begun.insert(one.match_key) {
                continue;
            }
            let (outcome, took_ms) = play(&one, &mut self.numbers);
            self.under_way.insert((self.now_ms + took_ms, one.match_key), outcome);
        }
        self.steps += 1;
        assert!(self.steps < MAX_STEPS, "it hangs");
        let ends = self.under_way.keys().next().map(|(at_ms, _)| *at_ms);
        let due = self.ladder.next_due_ms(self.now_ms);
        let Some(next_ms) = ends.into_iter().chain(due).min() else { return false };
        assert!(due.is_none_or(|due| due > self.now_ms), "to be asked again at once");
        self.now_ms = next_ms;
        while let Some(entry) = self.under_way.first_entry().filter(|entry| entry.key().0 <= self.now_ms) {
            let ((_, match_key), result) = entry.remove_entry();
            self.command(Command::Count { match_key, result }).unwrap();
        }
        true
    }

    /// Plays until `end_ms`, or until nothing is left to happen.
    pub fn until(&mut self, end_ms: u64, play: &mut Play) {
        while self.now_ms < end_ms && self.step(play) {}
    }

    /// Drops everything but the log, as after a crash: matches in progress restart.
    pub fn crash(&mut self) {
        self.ladder = Ladder::replay(&self.log).unwrap();
        self.under_way.clear();
        self.begun.clear();
    }

    pub fn paired(&self) -> impl Iterator<Item = (&LadderEvent, &referee_contests::ladder::Paired)> {
        self.log.iter().filter_map(|event| match &event.fact {
            Fact::EncounterPaired(paired) => Some((event, paired)),
            _ => None,
        })
    }
}

/// Plays a match that the entrant with the smaller number wins more often. Some entrants are absent
/// or at fault.
pub fn with_accidents(one: &Scheduled, numbers: &mut Numbers) -> (Result<MatchResult, VoidMatch>, u64) {
    let took_ms = 500 + numbers.below(4_000) as u64;
    let seats = one.entrants.len();
    let fault = Some(Seat(numbers.below(seats) as u8));
    match numbers.below(40) {
        0 => return (Err(VoidMatch { reason: "the host was restarted".into(), fault: None }), took_ms),
        1 => return (Err(VoidMatch { reason: "it was not there".into(), fault }), took_ms),
        _ => {}
    }
    let strength = |entrant: &Entrant| numbers.normal() - f64::from(entrant.0) / 8.0;
    let strengths: Vec<f64> = one.entrants.iter().map(strength).collect();
    let place = |own: &f64| 1 + strengths.iter().filter(|other| *other > own).count() as u32;
    let mut result = result(&strengths.iter().map(place).collect::<Vec<u32>>());
    // Every seventh entrant is a faulty program.
    let bad = one.entrants.iter().position(|entrant| entrant.0 % 7 == 6);
    result.fault = bad.filter(|_| numbers.below(2) == 0).map(|seat| Seat(seat as u8));
    (Ok(result), took_ms)
}
