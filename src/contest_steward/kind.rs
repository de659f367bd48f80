//! What a steward carries through: tournaments and ladders, each a fold of its events.

pub use crate::contest::Now;
use crate::{
    contest::{
        AfterVoid, Command, ContestReason, ContestRefusal, Entrant, Event, Fact, MatchKey, Phase, Scheduled, Status,
        named,
    },
    ids::{MatchId, Seq},
    ladder::{Ladder, LadderEvent, LadderOpened},
    referee::Seed,
    store::{ContestStanding, ListedCounts, codec::contest::StoredOpening},
    tournament::{self, Tournament, TournamentEvent, TournamentOpened},
};

/// What becomes true in a contest, without its number and its time.
pub type FactOf<C> = Fact<<C as ContestKind>::Opened>;
/// A fact with its number and its time.
pub type EventOf<C> = Event<<C as ContestKind>::Opened>;
/// What is asked of a contest.
pub type CommandOf<C> = Command<<C as ContestKind>::Opened>;

/// A state that is a fold of events, that says what follows from a command and what follows by itself, and that has matches to be played.
/// Nothing of it waits, reads a clock or fails for what is outside.
pub trait ContestKind: Sized + Send + Sync + 'static {
    /// How it is opened.
    type Opened: StoredOpening;
    /// Whether a match to which no player came counts, as forfeited by all.
    const COUNTS_DESERTED: bool;
    /// Whether matches are played from its opening on.
    const RUNS_WHEN_OPENED: bool;

    /// The contest that its first event opens; `None` where that is no opening.
    fn begin(first: &EventOf<Self>) -> Option<Self>;
    /// Takes the next event from elsewhere; `false` where it does not follow from those before it, and nothing is changed.
    fn take(&mut self, event: &EventOf<Self>) -> bool;
    /// Takes what became true.
    fn apply(&mut self, event: &EventOf<Self>);
    /// The number of the newest event.
    fn seq(&self) -> Seq;
    /// Where it stands.
    fn phase(&self) -> &Phase;
    /// Why no match begins; `None` if it is not paused.
    fn paused(&self) -> Option<&ContestReason>;

    /// What follows from a command; nothing is changed.
    fn decide(&self, command: &CommandOf<Self>) -> Result<Vec<FactOf<Self>>, ContestRefusal>;
    /// What follows by itself.
    fn due(&self, now: Now<'_>) -> Vec<FactOf<Self>>;
    /// When to ask [`ContestKind::due`] again though nothing has happened, in milliseconds since the opening.
    fn next_due_ms(&self, now_ms: u64, unix_ms: i64) -> Option<u64>;
    /// The matches whose ends are awaited, whether they may begin or not.
    fn awaited(&self) -> impl Iterator<Item = Scheduled> + Send + '_;
    /// Whether the end of a match would change anything.
    fn is_awaited(&self, match_key: &MatchKey) -> bool;
    /// How long a match waits for players who do not agree to it or cannot be seated, in
    /// milliseconds.
    fn accept_within_ms(&self) -> u64;

    /// The name of an entrant.
    fn name_of(&self, entrant: Entrant) -> Option<&str>;
    /// The entrant of this name.
    fn entrant_named(&self, name: &str) -> Option<Entrant>;
    /// The status of an entrant.
    fn status_of(&self, entrant: Entrant) -> Option<&Status>;
    /// How many entrants it has, how many encounters were paired, and how many of these lack a match.
    fn counts(&self) -> [usize; 3];
    /// How a match is dealt that is to be dealt as others of its encounter: the seed, and what stands for
    /// the match's id.
    fn deals_of(&self, _: &MatchKey) -> Option<(Seed, MatchId)> {
        None
    }
    /// For how long a match has waited for its players by what is stored, in milliseconds.
    fn waited_ms(&self, _: &MatchKey) -> u64 {
        0
    }
    /// That a match has waited for so long in all; `None` if that need not be stored.
    fn waits(&self, _: MatchKey, _waited_ms: u64) -> Option<FactOf<Self>> {
        None
    }
    /// Entrants of which it matters whether they are connected, and which are: `are_here` says that
    /// of each.
    fn newly_seen(&self, _are_here: &dyn Fn(&[&str]) -> Vec<bool>) -> Vec<FactOf<Self>> {
        Vec::new()
    }

    /// Whether it is over.
    fn is_over(&self) -> bool {
        self.phase().is_over()
    }
    /// Whether none of its matches is open and nothing is due for long. A request or
    /// [`ContestKind::next_due_ms`] resumes it.
    fn rests(&self) -> bool {
        matches!(self.phase(), Phase::Provisional { .. })
    }
    /// Whether matches may begin: not while it is paused, nor once it is decided.
    fn may_begin(&self) -> bool {
        *self.phase() == Phase::Running && self.paused().is_none()
    }
    /// The matches that are to be played; none while none may begin.
    fn scheduled(&self) -> impl Iterator<Item = Scheduled> + Send + '_ {
        let may_begin = self.may_begin();
        self.awaited().take_while(move |_| may_begin)
    }
    /// A text with names in place of numbers of entrants: those as `#3`.
    fn named(&self, text: impl std::fmt::Display) -> String {
        named(text, |index| self.name_of(Entrant(u32::try_from(index).ok()?)))
    }
}

/// When an event opens a contest: in milliseconds since 1970 (UTC).
pub fn opened_unix_ms<O: StoredOpening>(event: &Event<O>) -> Option<i64> {
    match &event.fact {
        Fact::Opened(opened) => Some(opened.opened_unix_ms()),
        _ => None,
    }
}

/// Where a contest stands in its log after an event; `None`: where it stood before.
pub(super) fn standing_after<O: StoredOpening>(event: &Event<O>) -> Option<ContestStanding> {
    match &event.fact {
        Fact::Provisional { until_unix_ms, .. } => Some(ContestStanding::Rests { until_unix_ms: *until_unix_ms }),
        // They reopen a tournament that rests.
        Fact::MatchAwarded { .. } | Fact::MatchVoided { then: AfterVoid::Replay, .. } => Some(ContestStanding::Runs),
        Fact::Ended { .. } => Some(ContestStanding::Over),
        _ => None,
    }
}

/// Whether matches are played from an event on; `None` if the event leaves that as it is.
pub(super) fn is_running_from<C: ContestKind>(event: &EventOf<C>) -> Option<bool> {
    match event.fact {
        Fact::Opened(_) => C::RUNS_WHEN_OPENED.then_some(true),
        // The last two reopen a tournament whose results are provisional.
        Fact::Started | Fact::MatchAwarded { .. } | Fact::MatchVoided { then: AfterVoid::Replay, .. } => Some(true),
        Fact::Provisional { .. } | Fact::Ended { .. } => Some(false),
        _ => None,
    }
}

/// Returns what lists show if these events follow. Encounters are counted as before them: the
/// events that end a contest pair and complete none.
pub(super) fn counts_after<C: ContestKind>(of: &C, events: &[EventOf<C>]) -> ListedCounts {
    let entries = events.iter().filter(|event| matches!(event.fact, Fact::EntrantEntered(_))).count();
    let removals = events.iter().filter(|event| matches!(event.fact, Fact::EntryRemoved { .. })).count();
    let [entrants, encounters, unfinished] = of.counts();
    let entrants = (entrants + entries).saturating_sub(removals);
    let [entrants, encounters, unfinished] =
        [entrants, encounters, unfinished].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
    ListedCounts { entrants, encounters, unfinished }
}

impl ContestKind for Tournament {
    type Opened = TournamentOpened;
    const COUNTS_DESERTED: bool = true;
    const RUNS_WHEN_OPENED: bool = false;

    fn begin(first: &TournamentEvent) -> Option<Tournament> {
        Tournament::replay([first])
    }

    fn take(&mut self, event: &TournamentEvent) -> bool {
        Tournament::take(self, event)
    }

    fn apply(&mut self, event: &TournamentEvent) {
        Tournament::apply(self, event);
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

    fn decide(&self, command: &tournament::Command) -> Result<Vec<tournament::Fact>, ContestRefusal> {
        Tournament::decide(self, command)
    }

    fn due(&self, now: Now<'_>) -> Vec<tournament::Fact> {
        // Whoever is away is waited for: a tournament pairs by its format alone.
        Tournament::due(self, now)
    }

    fn next_due_ms(&self, now_ms: u64, unix_ms: i64) -> Option<u64> {
        // What was due before is done, or waits for a match.
        Tournament::next_due_ms(self, now_ms, unix_ms).filter(|due_ms| *due_ms > now_ms)
    }

    fn awaited(&self) -> impl Iterator<Item = Scheduled> + Send + '_ {
        Tournament::awaited(self)
    }

    fn is_awaited(&self, match_key: &MatchKey) -> bool {
        Tournament::is_awaited(self, match_key)
    }

    fn accept_within_ms(&self) -> u64 {
        self.opened.rules.accept_within_ms
    }

    fn name_of(&self, entrant: Entrant) -> Option<&str> {
        self.entrants.get(entrant.index()).map(|one| one.name.as_str())
    }

    fn entrant_named(&self, name: &str) -> Option<Entrant> {
        Tournament::entrant_named(self, name)
    }

    fn status_of(&self, entrant: Entrant) -> Option<&Status> {
        self.entrants.get(entrant.index()).map(|one| &one.status)
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

    fn waits(&self, match_key: MatchKey, waited_ms: u64) -> Option<tournament::Fact> {
        Tournament::waits(self, match_key, waited_ms)
    }

    fn newly_seen(&self, are_here: &dyn Fn(&[&str]) -> Vec<bool>) -> Vec<tournament::Fact> {
        Tournament::newly_seen(self, are_here)
    }
}

/// A wait that starts over after a restart delays nothing in a ladder: it pairs others meanwhile, those alone that are
/// connected. Its bots remember, so each of its matches has deals of its own.
impl ContestKind for Ladder {
    type Opened = LadderOpened;
    const COUNTS_DESERTED: bool = false;
    const RUNS_WHEN_OPENED: bool = true;

    fn begin(first: &LadderEvent) -> Option<Ladder> {
        Ladder::replay([first])
    }

    fn take(&mut self, event: &LadderEvent) -> bool {
        Ladder::take(self, event)
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

    fn decide(&self, command: &CommandOf<Ladder>) -> Result<Vec<FactOf<Ladder>>, ContestRefusal> {
        Ladder::decide(self, command)
    }

    fn due(&self, now: Now<'_>) -> Vec<FactOf<Ladder>> {
        Ladder::due(self, now.at_ms, now.places)
    }

    fn next_due_ms(&self, now_ms: u64, _: i64) -> Option<u64> {
        Ladder::next_due_ms(self, now_ms)
    }

    fn awaited(&self) -> impl Iterator<Item = Scheduled> + Send + '_ {
        Ladder::awaited(self)
    }

    fn is_awaited(&self, match_key: &MatchKey) -> bool {
        Ladder::is_awaited(self, match_key)
    }

    fn accept_within_ms(&self) -> u64 {
        self.opened.rules.accept_within_ms
    }

    fn name_of(&self, entrant: Entrant) -> Option<&str> {
        self.entrants.get(entrant.index()).map(|one| one.entry.name.as_str())
    }

    fn entrant_named(&self, name: &str) -> Option<Entrant> {
        Ladder::entrant_named(self, name)
    }

    fn status_of(&self, entrant: Entrant) -> Option<&Status> {
        self.entrants.get(entrant.index()).map(|one| &one.status)
    }

    fn counts(&self) -> [usize; 3] {
        [self.entrants.len(), self.next_encounter as usize, self.unfinished()]
    }
}
