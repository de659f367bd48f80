//! The state of a tournament, folded from its events.

use std::collections::{BTreeMap, BTreeSet};

use referee_ids::{MatchId, Seq};
use referee_law::{Contest, Seed};

use super::{
    event::{Command, Fact, TournamentEvent, TournamentOpened},
    presence::Presence,
    rules::{Deals, PairTest, Release},
    schedule::Schedule,
};
pub use crate::contest::{Outcome, Phase, Scheduled, Slot, Status};
use crate::{
    contest::{
        AfterVoid, Award, ContestKind, ContestReason, ContestRefusal, EncounterKey, Entrant, EntryRemoval, MatchKey,
        Now, Paired, Progress,
    },
    series::sequential::SequentialTest,
};

#[derive(Clone, Debug)]
pub struct Tournament {
    /// The opening of the tournament.
    pub opened: TournamentOpened,
    /// The number of the newest event.
    pub seq: Seq,
    /// The entrants, the strongest first.
    pub entrants: Vec<EntrantState>,
    /// The phase of the tournament.
    pub phase: Phase,
    /// The reason for the pause; `None` if not paused.
    pub paused: Option<ContestReason>,
    /// Why entries are closed; `None` if they are open.
    pub frozen: Option<ContestReason>,
    /// The encounters, in the order in which they were paired.
    pub encounters: Vec<EncounterState>,
    /// Points without a match.
    pub awards: Vec<AwardState>,
    /// Number of released stages; `None` if all results are public.
    pub released_stages: Option<u32>,
    /// The test with its state; `None` without a test.
    pub test: Option<SequentialTest>,
    /// The names whose entries were removed before the start, with the cause. Barred names cannot
    /// enter again.
    pub(super) removed: BTreeMap<String, EntryRemoval>,
    /// The schedule of the format; `None` before the start.
    pub(super) schedule: Option<Schedule>,
    /// When the tournament started, in milliseconds since it was opened.
    pub(super) started_ms: u64,
    pub(super) presence: Presence,
    pub(super) by_key: BTreeMap<EncounterKey, usize>,
    /// The encounters with unplayed matches.
    pub(super) unfinished: BTreeSet<usize>,
    /// The complete encounters whose deals are still to be published.
    pub(super) undisclosed: BTreeSet<usize>,
    /// The stages with at least one finished match.
    pub(super) begun_stages: BTreeSet<u32>,
    /// For each stage, the first event that reveals something about its results.
    pub(super) told_from: BTreeMap<u32, Seq>,
}

/// An entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantState {
    /// The name of the entrant.
    pub name: String,
    /// When the player entered, in milliseconds since the tournament was opened.
    pub entered_ms: u64,
    /// The status of the entrant.
    pub status: Status,
}

/// Points without a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwardState {
    /// The stage, from 0.
    pub stage: u32,
    pub entrant: Entrant,
    /// The number of half points.
    pub halves: i64,
    pub award: Award,
    pub reason: ContestReason,
}

/// An encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncounterState {
    /// The pairing of the encounter.
    pub paired: Paired,
    /// The number of the encounter's opening, from 0: see [`Tournament::opening_of`].
    pub opening: u64,
    /// The matches of the encounter.
    pub matches: Vec<Slot>,
    /// The entrants that forfeited unplayed matches; can be empty.
    pub forfeited_by: Vec<Entrant>,
    /// When the encounter was complete, in milliseconds since the tournament was opened.
    pub complete_ms: Option<u64>,
    /// The seed of its matches, once it is public.
    pub shown_seed: Option<Seed>,
    /// Whether the encounter was paired independently of the results of its stage, so that its
    /// existence reveals none of them.
    pub is_foreseen: bool,
}

impl Tournament {
    /// Formats the state of the test as a sentence, or returns `None` without a test. The sentence
    /// begins with the two entrants, as `#1 - #3`, if there are more.
    pub fn test_in_words(&self) -> Option<String> {
        let (test, of) = (self.test.as_ref()?, self.opened.rules.test?);
        let (first, second) = of.entrants;
        let of = if self.entrants.len() > 2 { format!("{first} - {second}: ") } else { String::new() };
        Some(format!("{of}{}", test.report()))
    }

    fn new(opened: &TournamentOpened, seq: Seq) -> Tournament {
        Tournament {
            opened: opened.clone(),
            seq,
            entrants: Vec::new(),
            phase: Phase::Entries,
            paused: None,
            frozen: None,
            encounters: Vec::new(),
            awards: Vec::new(),
            released_stages: (opened.rules.release == Release::ByHost).then_some(0),
            removed: BTreeMap::new(),
            schedule: None,
            started_ms: 0,
            presence: Presence::default(),
            test: opened.rules.test.map(|PairTest { hypotheses, entrants: (first, second) }| {
                SequentialTest::new(hypotheses, (first.index(), second.index()))
            }),
            by_key: BTreeMap::new(),
            unfinished: BTreeSet::new(),
            undisclosed: BTreeSet::new(),
            begun_stages: BTreeSet::new(),
            told_from: BTreeMap::new(),
        }
    }

    /// Applies a fact about encounters or about points without a match.
    fn apply_to_encounters(&mut self, fact: &Fact, at_ms: u64) {
        match fact {
            Fact::EncounterPaired(paired) => self.pair(paired),
            Fact::AwardGiven { stage, entrant, halves, award, reason } => {
                let (stage, entrant, halves, award) = (*stage, *entrant, *halves, *award);
                self.award(AwardState { stage, entrant, halves, award, reason: reason.clone() });
            }
            Fact::MatchCounted { match_key, result } => {
                self.see_players_of(match_key, result);
                self.settle(match_key, Outcome::Counted(result.clone()), at_ms);
            }
            Fact::MatchVoided { match_key, reason, then, .. } => {
                if *then == AfterVoid::Replay {
                    self.reopen();
                }
                self.void(match_key, reason, *then, at_ms);
            }
            Fact::MatchAwarded { match_key, winner, .. } => {
                // In a bracket, new encounters may follow from the award.
                self.reopen();
                self.settle(match_key, Outcome::Awarded(*winner), at_ms);
            }
            Fact::EncounterForfeited { encounter, by } => {
                if let Some(index) = self.by_key.get(encounter).copied() {
                    self.encounters[index].forfeited_by.clone_from(by);
                    let others = self.encounters[index].paired.entrants.clone();
                    self.stake_presence(&others);
                    self.complete(index, at_ms);
                }
            }
            Fact::DealsShown { encounter, seed } => {
                if let Some(index) = self.by_key.get(encounter).copied() {
                    self.encounters[index].shown_seed = Some(Seed::new(*seed));
                    self.undisclosed.remove(&index);
                }
            }
            _ => {}
        }
    }

    fn reopen(&mut self) {
        if matches!(self.phase, Phase::Provisional { .. }) {
            self.phase = Phase::Running;
        }
    }

    fn award(&mut self, given: AwardState) {
        let (entrant, award) = (given.entrant, given.award);
        if given.halves != 0 {
            self.stake_presence(&[entrant]);
        }
        self.awards.push(given);
        if award == Award::Absent {
            self.follow_awaited(entrant);
        }
    }

    fn pair(&mut self, paired: &Paired) {
        let matches = vec![Slot::default(); paired.matches as usize];
        let index = self.encounters.len();
        self.by_key.insert(paired.encounter, index);
        self.unfinished.insert(index);
        let is_foreseen = self.is_foreseen(paired);
        self.encounters.push(EncounterState {
            paired: paired.clone(),
            opening: self.opening_of(paired),
            matches,
            forfeited_by: Vec::new(),
            complete_ms: None,
            shown_seed: None,
            is_foreseen,
        });
        self.follow_bracket(paired.encounter.board as usize);
    }

    fn void(&mut self, key: &MatchKey, reason: &ContestReason, then: AfterVoid, at_ms: u64) {
        if let Some(slot) = self.slot_mut(key) {
            slot.voids.push(reason.clone());
            slot.outcome = Outcome::Open;
        }
        match then {
            AfterVoid::Keep => self.settle(key, Outcome::Void, at_ms),
            AfterVoid::Replay => {
                if let Some(slot) = self.slot_mut(key) {
                    slot.attempt += 1;
                }
                if let Some(index) = self.by_key.get(&key.encounter).copied() {
                    self.encounters[index].complete_ms = None;
                    self.unfinished.insert(index);
                    self.undisclosed.remove(&index);
                    self.follow_bracket(key.encounter.board as usize);
                }
            }
        }
    }

    fn slot_mut(&mut self, key: &MatchKey) -> Option<&mut Slot> {
        let index = *self.by_key.get(&key.encounter)?;
        self.encounters[index].matches.get_mut(key.number as usize)
    }

    fn settle(&mut self, key: &MatchKey, outcome: Outcome, at_ms: u64) {
        let Some(slot) = self.slot_mut(key) else { return };
        slot.outcome = outcome;
        let index = self.by_key[&key.encounter];
        if self.encounters[index].matches.iter().all(|slot| slot.outcome != Outcome::Open) {
            self.complete(index, at_ms);
        }
    }

    fn complete(&mut self, index: usize, at_ms: u64) {
        self.unfinished.remove(&index);
        self.encounters[index].complete_ms = Some(at_ms);
        // A match of a forfeited encounter may still be played, so the deals stay secret.
        let is_played = self.encounters[index].forfeited_by.is_empty();
        if self.opened.rules.deals == Deals::Shared && is_played && self.encounters[index].shown_seed.is_none() {
            self.undisclosed.insert(index);
        }
        let (observed, score) = (self.observed(index), self.score(&self.encounters[index]));
        let is_deserted = self.is_deserted(&self.encounters[index]);
        if let Some(Schedule::Arena(arena)) = &mut self.schedule {
            let score = Some(score.as_slice()).filter(|_| !is_deserted);
            arena.complete(&self.encounters[index].paired.entrants, score, at_ms);
        }
        if let Some(test) = &mut self.test {
            test.add(observed);
        }
        self.follow_bracket(self.encounters[index].paired.encounter.board as usize);
    }

    /// Returns an encounter by its key.
    pub fn encounter(&self, key: &EncounterKey) -> Option<&EncounterState> {
        self.by_key.get(key).map(|index| &self.encounters[*index])
    }

    /// Returns whether the matches are over and the host can correct results.
    pub fn is_provisional(&self) -> bool {
        matches!(self.phase, Phase::Provisional { .. })
    }

    /// Returns the number of encounters with unplayed matches.
    pub fn unfinished(&self) -> usize {
        self.unfinished.len()
    }

    /// Returns the entrants of each encounter with unplayed matches.
    pub(super) fn unfinished_encounters(&self) -> impl Iterator<Item = &[Entrant]> {
        self.unfinished.iter().map(|index| self.encounters[*index].paired.entrants.as_slice())
    }

    /// Returns whether an entrant is in.
    pub fn is_in(&self, entrant: Entrant) -> bool {
        self.entrants.get(entrant.index()).is_some_and(|state| state.status == Status::In)
    }

    /// Returns how many entrants are in.
    pub fn count_in(&self) -> usize {
        self.entrants.iter().filter(|entrant| entrant.status == Status::In).count()
    }
}

impl ContestKind for Tournament {
    type Opened = TournamentOpened;
    const WORD: &'static str = "tournament";
    const COUNTS_DESERTED: bool = true;
    const RUNS_WHEN_OPENED: bool = false;

    fn contest(id: String) -> Contest {
        Contest::Tournament(id)
    }

    fn begin(first: &TournamentEvent) -> Option<Tournament> {
        let Fact::Opened(opened) = &first.fact else { return None };
        Some(Tournament::new(opened, first.seq))
    }

    fn opened(&self) -> &TournamentOpened {
        &self.opened
    }

    fn could_have(&self, fact: &Fact) -> bool {
        Tournament::could_have(self, fact)
    }

    fn apply(&mut self, event: &TournamentEvent) {
        self.seq = event.seq;
        self.note_what_is_told(event);
        self.note_waits(event);
        match &event.fact {
            Fact::Opened(_) => {}
            Fact::EntrantEntered(name) => {
                self.removed.remove(name);
                let entered = EntrantState { name: name.clone(), entered_ms: event.at_ms, status: Status::In };
                self.entrants.push(entered);
                if let Some(Schedule::Arena(arena)) = &mut self.schedule {
                    arena.join(event.at_ms);
                }
            }
            Fact::EntryRemoved { name, cause, .. } => {
                self.entrants.retain(|entrant| entrant.name != *name);
                self.removed.insert(name.clone(), *cause);
            }
            Fact::EntriesFrozen { reason } => self.frozen = Some(reason.clone()),
            Fact::Started => {
                self.phase = Phase::Running;
                self.started_ms = event.at_ms;
                self.schedule = Some(Schedule::new(&self.opened.rules, self.entrants.len(), event.at_ms));
            }
            Fact::Paused { reason } => self.paused = Some(reason.clone()),
            Fact::Resumed => self.paused = None,
            Fact::EntrantSeen { entrant } => self.was_seen(&[*entrant]),
            // `note_waits` has applied this fact.
            Fact::MatchWaits { .. } => {}
            Fact::EncounterPaired(_)
            | Fact::AwardGiven { .. }
            | Fact::MatchCounted { .. }
            | Fact::MatchVoided { .. }
            | Fact::MatchAwarded { .. }
            | Fact::EncounterForfeited { .. }
            | Fact::DealsShown { .. } => self.apply_to_encounters(&event.fact, event.at_ms),
            Fact::EntrantWithdrawn { entrant, reason } => {
                self.entrants[entrant.index()].status = Status::Withdrawn(reason.clone());
            }
            Fact::EntrantDisqualified { entrant, reason } => {
                self.entrants[entrant.index()].status = Status::Disqualified(reason.clone());
            }
            Fact::ResultsReleased { through_stage } => self.released_stages = Some(through_stage.saturating_add(1)),
            Fact::TestDecided => self.phase = Phase::Closing,
            Fact::Provisional { reason, until_unix_ms } => {
                self.phase = Phase::Provisional { reason: reason.clone(), until_unix_ms: *until_unix_ms };
            }
            Fact::Ended { reason } => {
                self.phase = Phase::Over(reason.clone());
                self.released_stages = None;
            }
            // No tournament has these facts: `could_have` rejects them in foreign events.
            Fact::EntriesOpened
            | Fact::DeclarationChanged { .. }
            | Fact::EntrantRevived { .. }
            | Fact::EntrantQuarantined { .. }
            | Fact::EntrantReleased { .. } => {}
        }
    }

    fn seq(&self) -> Seq {
        self.seq
    }

    fn phase(&self) -> &Phase {
        &self.phase
    }

    fn paused(&self) -> Option<&ContestReason> {
        self.paused.as_ref()
    }

    fn decide(&self, command: &Command) -> Result<Vec<Fact>, ContestRefusal> {
        Tournament::decide(self, command)
    }

    fn due(&self, now: Now<'_>) -> Vec<Fact> {
        Tournament::due(self, now)
    }

    fn next_due_ms(&self, now_ms: u64, unix_ms: i64) -> Option<u64> {
        // Actions that were due earlier are done, or wait for a match.
        Tournament::next_due_ms(self, now_ms, unix_ms).filter(|due_ms| *due_ms > now_ms)
    }

    fn awaited(&self) -> impl Iterator<Item = Scheduled> + Send + '_ {
        let encounters = self.unfinished.iter().map(|index| &self.encounters[*index]);
        encounters.flat_map(|encounter| {
            let open = encounter.matches.iter().enumerate().filter(|(_, slot)| slot.outcome == Outcome::Open);
            open.map(|(number, slot)| Scheduled::of(&encounter.paired, encounter.opening, number, slot.attempt))
        })
    }

    fn is_awaited(&self, key: &MatchKey) -> bool {
        let is_unfinished = |index: &&usize| !self.phase.is_over() && self.unfinished.contains(*index);
        let encounter = self.by_key.get(&key.encounter).filter(is_unfinished);
        let slot = encounter.and_then(|index| self.encounters.get(*index)?.matches.get(key.number as usize));
        slot.is_some_and(|slot| slot.attempt == key.attempt && slot.outcome == Outcome::Open)
    }

    fn accept_within_ms(&self) -> u64 {
        self.opened.rules.accept_within_ms
    }

    fn name_of(&self, entrant: Entrant) -> Option<&str> {
        self.entrants.get(entrant.index()).map(|one| one.name.as_str())
    }

    fn status_of(&self, entrant: Entrant) -> Option<&Status> {
        self.entrants.get(entrant.index()).map(|one| &one.status)
    }

    fn paired(&self, match_key: &MatchKey) -> Option<&Paired> {
        self.encounter(&match_key.encounter).map(|encounter| &encounter.paired)
    }

    fn progress(&self, _: u64) -> Progress {
        Tournament::progress(self)
    }

    fn counts(&self) -> [usize; 3] {
        [self.entrants.len(), self.encounters.len(), self.unfinished()]
    }

    fn deals_of(&self, match_key: &MatchKey) -> Option<(Seed, MatchId)> {
        Tournament::deals_of(self, match_key)
    }

    fn waited_ms(&self, match_key: &MatchKey) -> u64 {
        Tournament::waited_ms(self, match_key)
    }

    fn waits(&self, match_key: MatchKey, waited_ms: u64) -> Option<Fact> {
        self.is_awaited(&match_key).then_some(Fact::MatchWaits { match_key, waited_ms })
    }

    fn newly_seen(&self, are_here: &dyn Fn(&[&str]) -> Vec<bool>) -> Vec<Fact> {
        Tournament::newly_seen(self, are_here)
    }

    fn released_stages(&self) -> Option<u32> {
        self.released_stages
    }

    fn stages_of_encounters(&self, known: usize) -> impl Iterator<Item = (u32, u32)> {
        self.encounters.iter().skip(known).map(|one| (one.paired.number, one.paired.encounter.stage))
    }
}
