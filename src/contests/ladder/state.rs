//! The state of a ladder, folded from its events. The number of entrants bounds its size, not the
//! age of the ladder.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use referee_ids::Seq;
use referee_law::Contest;

use super::{
    entrant::EntrantState,
    event::{Command, Fact, LadderEvent, LadderOpened},
    live_previews::LivePreviews,
    policy::Strength,
    rules::MAX_ENTRANTS,
};
use crate::{
    contest::{
        ContestKind, ContestReason, ContestRefusal, Declaration, EncounterKey, Entrant, MatchKey, Now, Outcome, Paired,
        Phase, Progress, Scheduled, Slot, Status,
    },
    rating::preview::Preview,
};

#[derive(Clone, Debug)]
pub struct Ladder {
    /// The opening of the ladder.
    pub opened: LadderOpened,
    /// The number of the newest event.
    pub seq: Seq,
    /// All entrants, including those that left.
    pub entrants: Vec<EntrantState>,
    /// The phase of the ladder.
    pub phase: Phase,
    /// Why pairing is paused; `None` if it is not.
    pub paused: Option<ContestReason>,
    /// Why entries are closed; `None` if they are open.
    pub frozen: Option<ContestReason>,
    /// The encounters in progress, and the last finished ones, by number.
    pub encounters: BTreeMap<u32, EncounterState>,
    /// The number of the next encounter.
    pub next_encounter: u32,
    /// How often each set of entrants was paired, by category and with the entrants in ascending
    /// order. The next opening of the set follows from this number.
    pub(super) met: BTreeMap<(u16, Vec<Entrant>), u32>,
    pub(super) names: BTreeSet<String>,
    pub(super) owners: BTreeMap<String, u32>,
    /// The encounters with unplayed matches.
    pub(super) open: BTreeSet<u32>,
    pub(super) finished: VecDeque<u32>,
    /// Live ratings by category, for pairing and for display beside the published ratings.
    pub(super) previews: Vec<LivePreviews>,
}

/// An encounter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncounterState {
    /// The pairing of the encounter.
    pub paired: Paired,
    /// The number of the encounter's opening, from 0: the number of the set of entrants, plus the
    /// earlier pairings of the set in this category.
    pub opening: u64,
    /// The matches of the encounter.
    pub matches: Vec<Slot>,
}

impl Ladder {
    fn new(opened: &LadderOpened, seq: Seq) -> Ladder {
        let rules = &opened.rules;
        Ladder {
            opened: opened.clone(),
            seq,
            entrants: Vec::new(),
            phase: Phase::Running,
            paused: None,
            frozen: None,
            encounters: BTreeMap::new(),
            next_encounter: 0,
            met: BTreeMap::new(),
            names: BTreeSet::new(),
            owners: BTreeMap::new(),
            open: BTreeSet::new(),
            finished: VecDeque::new(),
            previews: rules.categories.iter().map(|one| LivePreviews::new(one, rules.version_sd)).collect(),
        }
    }

    /// Returns a match by its key, ignoring the attempt.
    pub fn slot(&self, key: &MatchKey) -> Option<&Slot> {
        self.encounters.get(&key.encounter.board)?.matches.get(key.number as usize)
    }

    pub(super) fn seats(&self, key: &MatchKey) -> usize {
        self.encounters.get(&key.encounter.board).map_or(0, |encounter| encounter.paired.entrants.len())
    }

    /// Returns the disqualified entrant of an encounter, if any.
    pub(super) fn put_out(&self, encounter: u32) -> Option<Entrant> {
        let is_out =
            |entrant: &&Entrant| self.entrants.get(entrant.index()).is_some_and(|state| state.status.is_disqualified());
        self.encounters.get(&encounter)?.paired.entrants.iter().find(is_out).copied()
    }

    /// Returns how many encounters have unplayed matches.
    pub fn unfinished(&self) -> usize {
        self.open.len()
    }

    /// Returns the number of unplayed matches of the encounters in progress.
    pub fn open_matches(&self) -> usize {
        let slots = self.open.iter().filter_map(|number| self.encounters.get(number)).flat_map(|one| &one.matches);
        slots.filter(|slot| slot.outcome == Outcome::Open).count()
    }

    /// Returns the live rating of an entrant in a category, in the units of
    /// [`System`](crate::rating::preview::System); `None` if unknown. Void matches do not count.
    pub fn preview(&self, entrant: Entrant, category: u16) -> Option<Preview> {
        let state = self.entrants.get(entrant.index())?;
        self.previews.get(usize::from(category))?.rating(&state.entry.name)
    }

    /// Returns the live rating of an entrant on the scale of published ratings, for any system: 0
    /// is the common start, and a unit is one Elo.
    pub fn live_elo(&self, entrant: Entrant, category: u16) -> Option<Strength> {
        let state = self.entrants.get(entrant.index())?;
        self.previews.get(usize::from(category))?.live_elo(entrant, &state.entry.name)
    }
}

/// A ladder does not store waits: a wait that starts again after a restart delays nothing, because
/// the ladder pairs other entrants. Bots may remember deals, so each match has a separate deal.
impl ContestKind for Ladder {
    type Opened = LadderOpened;
    const WORD: &'static str = "ladder";
    const COUNTS_DESERTED: bool = false;
    const RUNS_WHEN_OPENED: bool = true;

    fn contest(id: String) -> Contest {
        Contest::Ladder(id)
    }

    fn begin(first: &LadderEvent) -> Option<Ladder> {
        let Fact::Opened(opened) = &first.fact else { return None };
        opened.rules.check().ok()?;
        Some(Ladder::new(opened, first.seq))
    }

    fn opened(&self) -> &LadderOpened {
        &self.opened
    }

    fn could_have(&self, fact: &Fact) -> bool {
        let is_here = |entrant: &Entrant| entrant.index() < self.entrants.len();
        let categories = self.opened.rules.categories.len();
        let declared = |of: &Declaration| of.categories.iter().all(|category| usize::from(*category) < categories);
        match fact {
            Fact::Opened(_) => false,
            Fact::EntrantEntered(entry) => {
                let anchors = entry.anchors.iter().all(|anchor| usize::from(anchor.category) < categories);
                entry.version_of.as_ref().is_none_or(is_here)
                    && anchors
                    && declared(&entry.declaration)
                    && !self.names.contains(&entry.name)
                    && self.entrants.len() < MAX_ENTRANTS
            }
            Fact::DeclarationChanged { entrant, declaration } => is_here(entrant) && declared(declaration),
            Fact::EntrantWithdrawn { entrant, .. }
            | Fact::EntrantRevived { entrant }
            | Fact::EntrantQuarantined { entrant, .. }
            | Fact::EntrantReleased { entrant, .. }
            | Fact::EntrantDisqualified { entrant, .. } => is_here(entrant),
            Fact::EncounterPaired(paired) => {
                let category = self.opened.rules.categories.get(usize::from(paired.category));
                let is_once = |(index, one): (usize, &Entrant)| is_here(one) && !paired.entrants[..index].contains(one);
                category.is_some_and(|category| {
                    paired.entrants.len() == usize::from(category.seats)
                        && paired.matches == category.matches_per_encounter
                }) && paired.entrants.iter().enumerate().all(is_once)
                    && paired.number == self.next_encounter
                    && paired.encounter == EncounterKey::numbered(paired.number)
            }
            Fact::MatchCounted { match_key, result } => {
                let slot = self.slot(match_key).filter(|slot| slot.attempt == match_key.attempt);
                slot.is_some_and(|slot| slot.outcome == Outcome::Open) && result.check(self.seats(match_key)).is_ok()
            }
            Fact::MatchVoided { match_key, .. } => {
                let slot = self.slot(match_key).filter(|slot| slot.attempt == match_key.attempt);
                slot.is_some_and(|slot| slot.outcome != Outcome::Void)
            }
            Fact::EntriesFrozen { .. }
            | Fact::EntriesOpened
            | Fact::Paused { .. }
            | Fact::Resumed
            | Fact::Ended { .. } => true,
            Fact::EntryRemoved { .. }
            | Fact::Started
            | Fact::EntrantSeen { .. }
            | Fact::AwardGiven { .. }
            | Fact::MatchAwarded { .. }
            | Fact::MatchWaits { .. }
            | Fact::EncounterForfeited { .. }
            | Fact::ResultsReleased { .. }
            | Fact::DealsShown { .. }
            | Fact::TestDecided
            | Fact::Provisional { .. } => false,
        }
    }

    fn apply(&mut self, event: &LadderEvent) {
        Ladder::apply(self, event);
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
        Ladder::decide(self, command)
    }

    fn due(&self, now: Now<'_>) -> Vec<Fact> {
        Ladder::due(self, now.at_ms, now.places)
    }

    fn next_due_ms(&self, now_ms: u64, _: i64) -> Option<u64> {
        Ladder::next_due_ms(self, now_ms)
    }

    fn awaited(&self) -> impl Iterator<Item = Scheduled> + Send + '_ {
        let open = self.open.iter().filter_map(|number| self.encounters.get(number));
        open.filter_map(|encounter| {
            let number = encounter.matches.iter().position(|slot| slot.outcome == Outcome::Open)?;
            Some(Scheduled::of(&encounter.paired, encounter.opening, number, encounter.matches[number].attempt))
        })
    }

    fn is_awaited(&self, key: &MatchKey) -> bool {
        let slot = self.slot(key).filter(|_| self.phase == Phase::Running);
        slot.is_some_and(|slot| slot.attempt == key.attempt && slot.outcome == Outcome::Open)
    }

    fn accept_within_ms(&self) -> u64 {
        self.opened.rules.accept_within_ms
    }

    fn name_of(&self, entrant: Entrant) -> Option<&str> {
        self.entrants.get(entrant.index()).map(|one| one.entry.name.as_str())
    }

    fn status_of(&self, entrant: Entrant) -> Option<&Status> {
        self.entrants.get(entrant.index()).map(|one| &one.status)
    }

    fn paired(&self, match_key: &MatchKey) -> Option<&Paired> {
        self.encounters.get(&match_key.encounter.board).map(|encounter| &encounter.paired)
    }

    fn progress(&self, age_ms: u64) -> Progress {
        Ladder::progress(self, age_ms)
    }

    fn counts(&self) -> [usize; 3] {
        [self.entrants.len(), self.next_encounter as usize, self.unfinished()]
    }
}
