//! The shape that tournaments and ladders have in common for code that runs, shows or stores them.

use std::fmt;

use referee_ids::{MatchId, Seq};
use referee_law::{Contest, Seed};

use super::{
    Command, ContestReason, ContestRefusal, Entrant, Event, Fact, MatchKey, Now, Opening, Paired, Phase, Progress,
    Scheduled, Status, named,
};

/// A fact of a contest, without its number and its time.
pub type FactOf<C> = Fact<<C as ContestKind>::Opened>;
/// A fact with its number and its time.
pub type EventOf<C> = Event<<C as ContestKind>::Opened>;
/// A command to a contest.
pub type CommandOf<C> = Command<<C as ContestKind>::Opened>;

/// A kind of contest: a fold of events that says what follows from a command and what follows by
/// itself, and that has matches to be played. It does not wait, reads no clock, and depends on
/// nothing outside.
pub trait ContestKind: fmt::Debug + Sized + Send + Sync + 'static {
    /// How it is opened.
    type Opened: Opening;
    /// Its word in fields, logs and refusals: `tournament`.
    const WORD: &'static str;
    /// Whether a match that all players missed counts, as forfeited by all.
    const COUNTS_DESERTED: bool;
    /// Whether matches are played from its opening on.
    const RUNS_WHEN_OPENED: bool;

    /// The contest of this name.
    fn contest(id: String) -> Contest;
    /// The contest that its first event opens; `None` for any other event.
    fn begin(first: &EventOf<Self>) -> Option<Self>;
    /// How it was opened.
    fn opened(&self) -> &Self::Opened;
    /// Returns whether everything that an outside fact refers to exists.
    fn could_have(&self, fact: &FactOf<Self>) -> bool;
    /// Applies an event.
    fn apply(&mut self, event: &EventOf<Self>);
    /// The number of the newest event.
    fn seq(&self) -> Seq;
    fn phase(&self) -> &Phase;
    /// Why no match begins; `None` if it is not paused.
    fn paused(&self) -> Option<&ContestReason>;

    /// Returns the facts that follow from a command; nothing is changed.
    fn decide(&self, command: &CommandOf<Self>) -> Result<Vec<FactOf<Self>>, ContestRefusal>;
    /// Facts that follow without a command.
    fn due(&self, now: Now<'_>) -> Vec<FactOf<Self>>;
    /// When to ask [`ContestKind::due`] again if nothing happens, in milliseconds since the
    /// opening.
    fn next_due_ms(&self, now_ms: u64, unix_ms: i64) -> Option<u64>;
    /// The matches whose ends are awaited, whether they may begin or not; those due first before
    /// others.
    fn awaited(&self) -> impl Iterator<Item = Scheduled> + Send + '_;
    /// Whether the end of a match would change anything.
    fn is_awaited(&self, match_key: &MatchKey) -> bool;
    /// How long a match waits for players that do not agree to it or cannot be seated, in
    /// milliseconds.
    fn accept_within_ms(&self) -> u64;

    fn name_of(&self, entrant: Entrant) -> Option<&str>;
    fn status_of(&self, entrant: Entrant) -> Option<&Status>;
    /// How the encounter of a match was paired.
    fn paired(&self, match_key: &MatchKey) -> Option<&Paired>;
    /// How far its matches are, `age_ms` milliseconds after it was opened.
    fn progress(&self, age_ms: u64) -> Progress;
    /// How many entrants it has, how many encounters were paired, and how many of these lack a
    /// match.
    fn counts(&self) -> [usize; 3];

    /// The shared deal of a match of an encounter: the seed, and the name that replaces the match's
    /// id.
    fn deals_of(&self, _: &MatchKey) -> Option<(Seed, MatchId)> {
        None
    }
    /// The stored wait of a match for its players, in milliseconds.
    fn waited_ms(&self, _: &MatchKey) -> u64 {
        0
    }
    /// Returns the event for a total wait of this length; `None` if it need not be stored.
    fn waits(&self, _: MatchKey, _waited_ms: u64) -> Option<FactOf<Self>> {
        None
    }
    /// An event for each entrant whose presence matters and that is present by `are_here`.
    fn newly_seen(&self, _are_here: &dyn Fn(&[&str]) -> Vec<bool>) -> Vec<FactOf<Self>> {
        Vec::new()
    }
    /// The number of released stages; `None` if all results are public.
    fn released_stages(&self) -> Option<u32> {
        None
    }
    /// The numbers of its encounters with their stages, in the order of pairing, without the first
    /// `_known`.
    fn stages_of_encounters(&self, _known: usize) -> impl Iterator<Item = (u32, u32)> {
        std::iter::empty()
    }

    /// The contest of these events; `None` if they do not begin with its opening, have a gap, or
    /// refer to unknown things.
    fn replay<'a>(events: impl IntoIterator<Item = &'a EventOf<Self>>) -> Option<Self> {
        let mut events = events.into_iter();
        let mut contest = Self::begin(events.next()?)?;
        events.all(|event| contest.take(event)).then_some(contest)
    }
    /// Applies the next event from elsewhere. Returns `false`, and changes nothing, if it does not
    /// follow.
    fn take(&mut self, event: &EventOf<Self>) -> bool {
        let follows = event.seq == self.seq().next() && self.could_have(&event.fact);
        if follows {
            self.apply(event);
        }
        follows
    }
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
    /// The matches to be played; none while the contest is paused.
    fn scheduled(&self) -> impl Iterator<Item = Scheduled> + Send + '_ {
        let may_begin = self.may_begin();
        self.awaited().take_while(move |_| may_begin)
    }
    /// The names of the entrants that are in.
    fn playing(&self) -> impl Iterator<Item = &str> {
        let all = (0..).map(Entrant).map_while(|entrant| Some((self.name_of(entrant)?, self.status_of(entrant)?)));
        all.filter(|(_, status)| **status == Status::In).map(|(name, _)| name)
    }
    /// The entrant of this name.
    fn entrant_named(&self, name: &str) -> Option<Entrant> {
        let names = (0..).map(Entrant).map_while(|entrant| Some((entrant, self.name_of(entrant)?)));
        names.into_iter().find(|(_, own)| *own == name).map(|(entrant, _)| entrant)
    }
    /// A text with names in place of numbers of entrants: those as `#3`.
    fn named(&self, text: impl fmt::Display) -> String {
        named(text, |index| self.name_of(Entrant(u32::try_from(index).ok()?)))
    }
}

/// A contest while it is opened: the facts with which it begins.
pub struct NewContest<C: ContestKind> {
    pub contest: C,
    pub events: Vec<EventOf<C>>,
}

impl<C: ContestKind> NewContest<C> {
    /// A contest that is opened so; `None` if it cannot be.
    pub fn open(opened: C::Opened) -> Option<NewContest<C>> {
        let first = Event { seq: Seq(1), at_ms: 0, fact: Fact::Opened(Box::new(opened)) };
        Some(NewContest { contest: C::begin(&first)?, events: vec![first] })
    }

    /// Adds what follows from a command.
    pub fn take(&mut self, command: &CommandOf<C>) -> Result<(), ContestRefusal> {
        for fact in self.contest.decide(command)? {
            let event = Event { seq: self.contest.seq().next(), at_ms: 0, fact };
            self.contest.apply(&event);
            self.events.push(event);
        }
        Ok(())
    }
}
